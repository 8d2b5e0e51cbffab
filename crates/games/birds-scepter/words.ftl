# Birds and Ninjas with Scepter: what it is called, and where its rules are told otherwise than those of Birds and Ninjas.

game-birds-scepter = Birds and Ninjas with Scepter
birds-scepter-origin = by Charles Daniel
birds-scepter-short = Birds and Ninjas with a scepter behind each King: a King that reaches the enemy's wins.
# What people may type to find it, beside its name and the names of its pieces.
birds-scepter-also = capture sceptre drops hand
birds-scepter-won = You win by checkmate, or when your King captures the scepter: on e11 or f11 (Black on e0 or f0).
birds-scepter-summary = You win by checkmate, or by moving your King legally to e11 or f11 (Black: e0 or f0): that captures the scepter. The board has 104 squares: a1-j10 and two more behind each King. The Flying Bombers begin on a1 and j1, the Ninja Guards on e0 and f0 (Black a10, j10, e11, f11). Drop: instead of a move you may put one of your four Ninja Pawns on e0 or f0 (Black e11 or f11), if the square is empty; it moves on from there only in a later move. Write `J@` and the square. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Both kinds of pawn promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`.
birds-scepter-reading-1 = Bare kings are no draw: the scepter can still be won.
birds-scepter-reading-2 = After an advance of two or three squares every square passed over can be taken on en passant, by an ordinary pawn, at once.
birds-scepter-reading-3 = The bomber's range is not limited: e0-e11 is one move on an empty file.
birds-scepter-reading-4 = Diagrams 1 and 2 of the source were drawn on an 8x8 board: "no empty square beyond" f1 and d8 is not so here.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-scepter-king = moves one square in any direction, castles in seven ways, and wins by reaching e11 or f11 (Black e0 or f0).
    .alone = The King moves one square in any direction.
    .telling = A King that reaches e11 or f11 captures the scepter and wins: here by e11. f11 is not safe: the Ninja Guard h9 attacks it by a leap, and g10 on the way.
birds-scepter-ninja-pawn = waits in the hand until it is dropped on e0 or f0 (Black e11 or f11), then moves one square up or sideways, on its own half any distance up, and captures one square diagonally up, beyond the middle also sideways.
    .alone = A Ninja Pawn in hand is dropped on e0 or f0, if the square is empty. It is not pushed on in the same move.
    .telling = In a later move it runs from e0 up to rank 5, as far as the squares are empty, or steps sideways to f0. Diagonally ahead it takes the Knight d1.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-scepter-lesson-drop = Each side begins with four Ninja Pawns in hand. Instead of another move you may drop one on an empty square behind your own lines, e0 or f0. Black's Bomber f8 gives check: it could fly over your King to f0.
    .title = From the hand
    .task = Stop the check by dropping a Ninja Pawn.
    .done = With f0 filled, the Bomber has no square to land on.
birds-scepter-lesson-run = A Ninja Pawn that was dropped stays where it is until a later move. On its own half it then runs up any number of empty squares, as far as rank 5, or steps one square sideways. It takes one square diagonally ahead.
    .title = The first run
    .task = Attack the Rook d6 and the Knight f6 at the same time.
    .done = From e5 the Ninja Pawn threatens both, and only one of them can move away.
birds-scepter-lesson-scepter = Black's scepter lies on e11 and f11, yours on e0 and f0. A King that gets safely to one of the enemy's two squares takes the scepter and wins at once. Black's Rook f1 watches f11, along the whole file.
    .title = The scepter
    .task = Win the scepter in two moves.
    .done = From e10 or f10 a King reaches both squares, and they are hard to guard at once.
