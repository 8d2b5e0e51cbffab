# What is wrong with a pasted position.

fen-refused = I can't set up that position: { $defects }
fen-over = That position is already over: { $state }.
fen-more = { $told }; and { $count } more

fen-too-long = a position has at most { $most } characters
fen-other-game = it is one of { GAME($other) }, not of { GAME($game) }
fen-field-count = a position of { GAME($game) } has { $expected } fields (board, side to move, castling, en passant, half-move clock, full-move number), this has { $found }
    .with-promotions = a position of { GAME($game) } has { $expected } fields (board, side to move, castling, en passant, half-move clock, full-move number, promotions made), this has { $found }
fen-rank-count = the board has { $expected } ranks, this has { $found }
fen-leading-zero = a number of empty squares on rank { $rank } starts with 0
fen-is-hole = { $square } is not part of the board: write `*` there
fen-is-no-hole = { $square } is a square, not a hole
fen-rank-width = rank { $rank } is { $found } wide instead of { $expected }
fen-no-such-piece = { $letter } is no piece of { GAME($game) }
fen-on-hole = the { KIND($kind) } on { $square } stands on a hole
fen-on-exit = the { KIND($kind) } on { $square } stands on an exit, where only a king may be
fen-beyond-last-rank = { COLOR($side) }'s { KIND($kind) } on { $square } stands on or beyond its last rank
fen-behind-start-rank = { COLOR($side) }'s { KIND($kind) } on { $square } stands behind its start rank
fen-no-hand = { GAME($game) } has no pieces in hand
fen-hand-missing = the ninja pawns in hand are missing: { $hand }, or [] when there are none
fen-hand-not-closed = the hand is not closed with ]
fen-not-for-hand = { $letter } cannot be in hand, only J and j
fen-side-to-move = the side to move is w or b, not { $text }
fen-castling-rights = the castling rights are those left of KQkq, in this order, or -, not { $text }
fen-en-passant-field = the en-passant field is the squares passed over, or -, not { $text }
fen-halfmove-clock = the half-move clock is a number up to { $most }, not { $text }
fen-fullmove-number = the full-move number is a number up to { $most }, not { $text }
fen-fullmove-zero = the full-move number starts at 1
fen-checks-left = the checks that White+Black have still to give are at most { $most }, such as { $most }+{ $most }, not { $text }
fen-promotions-made = the promotions made are White's/Black's, such as 0/1, not { $text }
fen-kings = { $count ->
    [0] { COLOR($side) } has no king
   *[other] { COLOR($side) } has { $count } kings instead of one
}
fen-pawns = { COLOR($side) } has { $found } pawns; { $most } at most
fen-ninja-pawns = { COLOR($side) } has { $found } ninja pawns, in hand and on the board; { $most } at most
fen-too-many-in-hand = { COLOR($side) } has { $found } ninja pawns in hand; { $most } at most
fen-material-needs-pawns = { COLOR($side) } has { $pieces }: that takes { $needed ->
    [one] { $needed } promotion
   *[other] { $needed } promotions
}, and { COLOR($side) } lacks { $gone ->
    [one] { $gone } pawn
   *[other] { $gone } pawns
}
fen-material-not-opened = { COLOR($side) } has { $pieces }: the { $made ->
    [one] { $made } promotion
   *[other] { $made } promotions
} made cannot give that
fen-extra = { $now ->
    [one] { $now } { KIND($kind) } ({ $start } at the start)
   *[other] { $now } { KIND($kind, form: "many") } ({ $start } at the start)
}
fen-no-such-right = there is no castling { $letters } in { GAME($game) }
fen-not-at-home = castling { $letter } needs a king on { $king } and a rook on { $rook }
fen-not-passed = no pawn of { COLOR($side) } can just have passed over the en-passant squares
fen-king-can-be-taken = { COLOR($side) } has just moved, but its king could be taken
