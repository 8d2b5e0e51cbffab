# Birds and Ninjas: what it is called, and its rules as `/rules` tells them.

game-birds-and-ninjas = Birds and Ninjas
birds-and-ninjas-origin = by Charles Daniel, 2007
family-birds-and-ninjas = Birds and Ninjas
    .told = 104 squares, Bombers that fly over what they take, Ninja Guards that leap, and pawns to drop.
birds-and-ninjas-short = Ten files and 104 squares, Flying Bombers, Ninja Guards, and four Ninja Pawns in hand to drop.
# What people may type to find it, beside its name and the names of its pieces.
birds-and-ninjas-also = drops hand large
birds-and-ninjas-summary = You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). Drop: instead of a move you may put one of your four Ninja Pawns on an empty square of rank 2 (Black 9) and, if you like, push it up at once, as far as rank 5 (Black 6); write `J@` and the square. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Both kinds of pawn promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`.
birds-and-ninjas-reading-1 = After an advance of two or three squares every square passed over can be taken on en passant, by an ordinary pawn, at once.
birds-and-ninjas-reading-2 = The bomber's range is not limited: e0-e11 is one move on an empty file.
birds-and-ninjas-reading-3 = Diagrams 1 and 2 of the source were drawn on an 8x8 board: "no empty square beyond" f1 and d8 is not so here.
birds-and-ninjas-reading-4 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Ninja Guard, and no Ninja Pawn is in hand.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-and-ninjas-king = moves one square in any direction, and castles in seven ways.
    .alone = The King moves one square in any direction.
    .telling = The King castles in seven ways: to g1, h1 or i1 with the Rook i1, to e1, d1, c1 or b1 with the Rook b1. The Rook lands beside it on the inner side: after f1-h1 on g1, after f1-b1 on c1. One step takes it to e1, g1, e0 or f0.
birds-and-ninjas-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals. The e-file and the f-file are longer than the others: they run from e0 to e11 and from f0 to f11.
    .telling = The Queen takes the first enemy on any line: the Knight c6, or over f1 the Rook that has got behind the back rank, to e0. Its own pawns d2, g3 and h2 hold it back.
birds-and-ninjas-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files, here from e0 up to e11.
    .telling = The Rook takes the first enemy on any line: the pawn f6, or the Bomber that has come down to f0, the lower end of the file. Its own Knight c4 stops it.
birds-and-ninjas-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = Diagonals lead to the squares behind the back ranks as well: from i8 the Bishop takes the Bomber on its home square f11. Its own pawn e4 ends the other diagonal.
birds-and-ninjas-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Knight leaps over whatever stands between, also to the squares behind the back ranks: it takes the Bomber f11, the Queen e10 or the Rook i10. Its own pawn f7 is in its way.
birds-and-ninjas-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to the empty square right behind it; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take. Its range has no limit: from e0 it flies as far as e11 in one move.
    .telling = The Bomber f4 can take the Bishop f7 by flying on to f8, the Rook d4 by hopping over its own pawn e4, and both g4 and h4 by landing on h4. It checks the King f2, which is exactly two squares away.
birds-and-ninjas-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over.
    .alone = The Ninja Guard moves one or two squares along diagonals.
    .telling = The Ninja Guard takes by landing, on c3 or e5, and takes every enemy that it leaps over: c3 by d4-b2, e5 together with f6 by d4-f6. Over its own Knight c5 it leaps to take b6.
birds-and-ninjas-pawn = moves up to three squares on its own half, but not beyond rank 5 (Black 6), and one after that, and captures as in chess, also en passant on any square that an enemy pawn has just passed over.
    .alone = On its own half the pawn advances up to three squares, but not beyond rank 5. From there on it advances one.
    .telling = Black's pawn has just run from a9 to a6, past a8 and a7. On either square it can be taken en passant: by the pawn b7 on a8, or by the pawn b6 on a7. The Knight c8 is taken as in chess.
birds-and-ninjas-ninja-pawn = waits in the hand until it is dropped, then moves one square up or sideways, on its own half any distance up, and captures one square diagonally up, beyond the middle also sideways.
    .alone = A Ninja Pawn in hand is dropped on an empty square of rank 2 and may at once be pushed on, as far as rank 5. On the board it runs up its own half in the same way, and it steps sideways.
    .telling = Beyond the middle the Ninja Pawn also takes sideways: the Knight d7. Diagonally ahead it takes everywhere: the Rook f8. Straight ahead it never takes, so the pawn e8 blocks it.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-and-ninjas-lesson-bird = The birds are Flying Bombers. They slide any distance like Rooks, but take otherwise: they fly over the first enemy in their way to the empty square right behind it, or they hop exactly two squares and take what they hop over and what they land on.
    .title = The birds
    .task = Take the Pawn g4 and the Rook h4 in one move.
    .done = On an empty file a bird flies from e0 to e11.
birds-and-ninjas-lesson-ninja = The Ninja Guard moves one or two squares along diagonals. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on.
    .title = The Ninja Guard
    .task = Take the Pawn e5 and the Queen f6 in one move.
    .done = A Pawn in front of the Queen is no shelter from a Ninja Guard.
birds-and-ninjas-lesson-drop = Each side begins with four Ninja Pawns in hand. Instead of another move you may drop one on an empty square of your second rank, and push it on at once through empty squares, up to rank 5. You are in check from the Rook f10.
    .title = From the hand
    .task = Stop the check by dropping a Ninja Pawn.
    .done = A drop takes nothing, but it can block, give check or even mate.
birds-and-ninjas-lesson-sideways = A Ninja Pawn moves one square up or sideways to an empty square, and takes diagonally upward. Beyond the middle of the board it takes sideways as well.
    .title = Sideways
    .task = Take the Knight beside your Ninja Pawn.
    .done = Straight ahead it never takes. On the last rank it promotes, as every Pawn does.
birds-and-ninjas-lesson-passing = On its own half a Pawn may run up to three squares, as far as its own fifth rank. An enemy Pawn may then take it at once, en passant, on any square that it has passed over. The Pawn a6 has just run from a9.
    .title = In passing
    .task = Take the Pawn a6 en passant.
    .done = Both your Pawns could do it: one on a8, one on a7.
birds-and-ninjas-lesson-castle = The King castles in seven ways: to g1, h1 or i1 with the one Rook, to e1, d1, c1 or b1 with the other. The Rook comes to stand beside it on the inner side: after g1 or e1, on f1. Type `O-O` or `O-O-O` and the King's square, such as `O-Oh1`, or pick *castles* in the menus: `f1g1` alone is a step.
    .tapped = The King castles in seven ways: to g1, h1 or i1 with the one Rook, to e1, d1, c1 or b1 with the other. The Rook comes to stand beside it on the inner side: after g1 or e1, on f1. Tap the King and its square, then *castles*: else it may only step there.
    .title = Seven castles
    .task = Castle so that the Rook gives check.
    .done = Choose how far your King goes: the Rook follows.
