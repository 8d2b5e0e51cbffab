# Moves in words.

move-walk = { KIND($kind) } { $from }-{ $to }
move-drop = { KIND($kind) } dropped on { $to }
move-castle = { KIND($kind) } castles { $from }-{ $to }
    .with-rook = { KIND($kind) } castles { $from }-{ $to }, { KIND($rook) } { $rook_from }-{ $rook_to }
    .typed = { $move } (choose the { KIND($kind) }, then *castles*, or type `{ $typed }`)
    .tapped = { $move } (tap the { KIND($kind) }, then { $to }, then *castles*)
move-takes = { $move }, takes { $victims }
    .en-passant = { $move }, takes { $victims } en passant
move-explodes = { $move }, and explodes
    .with = { $move }, and explodes with { $pieces }
move-takes-on = { $move }, takes on { $squares }
    .en-passant = { $move }, takes on { $squares } en passant
move-promotes = { $move }, promotes to { KIND($kind) }
choice-piece = { $square } { COLOR($side) } { KIND($kind) }
choice-more = ... and { $count } more: type more, such as a square or a piece's name
choice-drop = Drop { KIND($kind) } on { $to }

# Where a piece can go.
ways-can = The { COLOR($side, form: "adjective") } { KIND($kind) } { $square } can { $ways }.
ways-cannot = The { COLOR($side, form: "adjective") } { KIND($kind) } { $square } cannot move.
ways-could = If it were { COLOR($side) }'s turn, the { COLOR($side, form: "adjective") } { KIND($kind) } { $square } could { $ways }.
ways-could-not = If it were { COLOR($side) }'s turn, the { COLOR($side, form: "adjective") } { KIND($kind) } { $square } could not move.
ways-hand-can = A Ninja Pawn from the hand can { $ways }.
ways-hand-cannot = A Ninja Pawn from the hand cannot move.
way-go = go to { $to }
way-take = take { $victims }
way-go-taking = go to { $to }, taking { $victims }
    .en-passant = go to { $to }, taking { $victims } en passant
way-castle = castle to { $to } with { KIND($rook) } { $rook_from }-{ $rook_to }
    .typed = castle to { $to } with { KIND($rook) } { $rook_from }-{ $rook_to } (type `{ $typed }`)
way-promoting = { $way }, promoting to { $kinds }
ways-or = { $first } or { $second }
ways-comma-or = { $first }, or { $second }
ways-last = { $earlier }; or { $last }
