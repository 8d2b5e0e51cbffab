# Games from files: what they are, and their rules, made from their specification.

family-own = Own games
    .told = Games from the files of their inventors.
own-origin = from a file
own-board = { $squares } squares
    .whole = { $files } x { $ranks } squares
own-short = A game on { $board } with { $kinds } kinds of pieces.
    .named = A game on { $board } with { $kinds } kinds of pieces, { $own } of its own: { $names }.
    .counted = A game on { $board } with { $kinds } kinds of pieces, { $own } of its own.
own-pieces = Its pieces are those you know from other games: { $names }.
    .more = { $count ->
        [one] And one more of its own.
       *[other] And { $count } more of its own.
    }
own-source-none = Its file names no source.
own-piece-of = A piece of { GAME($game) }.

# What its diagrams show.
own-caption = What the { KIND($kind) } { $square } can do here.
    .alone = Where the { KIND($kind) } { $square } can go.
    .hand = Where { KIND($kind, form: "a") } can be dropped.

# The steps of its lesson.
own-lesson = A step of this game's own lesson.
    .title = A task
    .take = Take what stands on { $squares } in one move.
    .hold = Freeze or brake what stands on { $squares }.
    .reach = Bring the { $kind } to { $squares }.
    .win = { $moves ->
        [one] Win in one move.
       *[other] Win in { $moves } moves.
    }
    .check = Give check.
    .drop = Drop a piece from your hand.
    .promote = { $moves ->
        [one] Promote in one move.
       *[other] Promote in { $moves } moves.
    }
    .done = That was asked for.

# Its rules in short.
own-kinds = { KIND($kind, form: "many") }
own-win = You win by checkmate; stalemate is a draw.
    .goal = You win by checkmate, or as soon as { $kings }{ $goal ->
        [scepter] : it has captured the scepter
        [arrival] {""}
       *[other] : it has escaped
    }. Stalemate is a draw.
own-ends-king = You win by checkmate.
    .explosion = A capture explodes and takes along what stands next to it. You win by checkmate, or by blowing up the enemy King.
    .one = { COLOR($winner) } wins by checkmate; { COLOR($winner) } itself has no King that could be mated.
    .none = The King is a piece like all others here: there is no check and no mate.
    .no-checks = No move may give check, so nobody is mated.
own-ends-goal = You also win as soon as { $kings }.
    .alone = You win as soon as { $kings }.
own-last-reply = But if White gets there first, Black has one more move: if Black gets there by it, the game is a draw.
own-explosion = The captured and the capturing piece go, and with them every piece next to the square of the capture{ $spared ->
    [none] {""}
   *[some] , except { $kinds }
}.
    .kings = You may not blow up your own King, so a King never takes. But whoever blows up the enemy King need not care for a check, and Kings side by side are not in check.
own-ends-checks = { $checks ->
    [one] Whoever gives check first wins.
   *[other] You also win by giving check { $checks } times.
}
own-ends-few = { $left ->
    [0] A side that has lost all its pieces { $result }.
    [one] A side that has only one piece left { $result }.
   *[other] A side that has only { $left } pieces left { $result }.
}
    .kinds = { $left ->
        [0] A side that has no { $kinds } left { $result }.
       *[other] A side that has only { $left } left of { $kinds } { $result }.
    }
own-ends-no-moves = A side that can't move but is not in check draws.
    .loses = A side that can't move loses.
    .wins = A side that can't move wins.
own-must-take = If you can take something, you must.
own-goal = your King reaches { $squares }
    .apart = your King reaches { $white } (Black { $black })
    .kinds = one of your { $kinds } reaches { $white } (Black { $black })
own-exits = Only Kings may enter { $squares }; lines pass over them.
own-holes = The board has { $squares } squares; lines go on behind those that are missing, but pawns do not cross them.
    .end = The board has { $squares } squares; lines end at those that are missing, and pawns do not cross them.
own-palaces = White's palace is { $white }, Black's { $black }.
own-castling = Castling: the King goes { $ways }; Black the same on rank { $rank }. Neither has moved before, nothing stands between them, and the King is not attacked before, on its way or after.
    .none = There is no castling.
    .way = from { $king } to { $king_to } with the { KIND($rook) } from { $rook_from } to { $rook_to }
own-promotion = { $pawns } promote on rank { $white } (Black { $black }) to { $kinds }.
    .counted = { $pawns } promote on rank { $white } (Black { $black }): { $rows }.
own-promotion-row = { $number ->
        [1] a side's first to { $kinds }
       *[other] its next to { $kinds }
    }
    .last = all others to { $kinds }
own-zone = { $kinds } that land on { $white } (Black { $black }) become { $becomes }.
own-drops = Drop: instead of a move you may put { KIND($kind, form: "a") } from your hand on an empty square of { $white } (Black { $black }){ $pushes ->
        [yes] {" "}and, if you like, push it up at once, as far as rank { $white_half } (Black { $black_half })
       *[no] {""}
    }; write `{ $letter }@` and the square.
own-freezer = Beside an enemy { KIND($kind) } a piece is frozen, a King as well: it cannot move, capture, give check or guard.
own-brake = Brake, beside an enemy { KIND($kind) }: { $what }.
    .one-square = { $kinds } move one square only, and stop there when they come from outside
    .held = { $kinds } cannot move, and never capture { KIND($kind, form: "a") }
    .no-second-step = { $kinds } make no second step
own-dead = The game is drawn when only the two Kings are left{ $lone ->
        [yes] , or with them one { $kinds } in all
       *[no] {""}
    }{ $bishops ->
        [yes] , or only { $bishop } on squares of one colour
       *[no] {""}
    }.
    .never = No position is drawn by material.
own-draws = Threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`; fivefold repetition and seventy-five moves end the game.
    .drops = Threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`; fivefold repetition and seventy-five moves end the game.
