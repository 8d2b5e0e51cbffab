# Moves chosen from menus.

menu-piece = Piece
menu-to = To
menu-promotes = Promote to …
menu-which = Choose a piece.
menu-drop = Drop { KIND($kind) }
menu-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
menu-promoting = { $move }, promotes
menu-page = … page { $page } of { $pages }

# The form for a move that is typed.
form-move-label = Your move
form-move-hint = For example { $examples }
