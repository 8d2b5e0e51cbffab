# Insane Ninja Chess with its second array: what is told otherwise than of the first.

game-insane-ninja-2 = Insane Ninja Chess 2
insane-ninja-2-origin = by Charles Daniel, the second array of Insane Ninja Chess
insane-ninja-2-short = Insane Ninja Chess with the Insane Ninjas behind the King and plain Ninja Guards in the corners.
# What people may type to find it, beside its name and the names of its pieces.
insane-ninja-2-also = second array setup
insane-ninja-2-summary = You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). Insane Ninjas start behind the King and Ninja Guards, which make no long leap, in the corners; there are no Flying Bombers and no Ninja Pawns. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Insane Ninja. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
insane-ninja-2-reading-1 = The Ninja Guards start on a1 and j1 (Black a10 and j10), where the first array has its Insane Ninjas. The source only says that they take the place of the leaping ones.
insane-ninja-2-reading-2 = We play without Ninja Pawns, as the source does. The inventor's own site adds some, and does not say how many.
insane-ninja-2-reading-3 = Pawns promote to Queen, Rook, Bishop, Knight, Ninja Guard or Insane Ninja, the pieces of the start.
insane-ninja-2-reading-4 = After an advance of two or three squares every square passed over can be taken on en passant, at once.
insane-ninja-2-reading-5 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Ninja Guard. With an Insane Ninja it goes on, for it can mate.
