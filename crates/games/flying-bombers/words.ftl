# Flying Bombers Grand Chess: what it is called, and its rules as `/rules` tells them; its pawn is that of Birds and Ninjas.

game-flying-bombers = Flying Bombers Grand Chess
flying-bombers-origin = by Charles Daniel
family-flying-bombers = Flying Bombers
    .told = Games around the Flying Bomber: on ten by ten, or on a chess board with hangars.
flying-bombers-short = Chess on ten by ten with Bombers in the corners that come down anywhere behind what they take.
# What people may type to find it, beside its name and the names of its pieces.
flying-bombers-also = large extended landing
flying-bombers-summary = You win by checkmate. The board is 10x10, and the Flying Bombers begin in the corners. One that flies over an enemy comes down on any of the empty squares behind it, up to the next piece; the square right behind has to be empty. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
flying-bombers-reading-1 = The array is that of the inventor's game with Ninja Pawns: the source's picture is lost.
flying-bombers-reading-2 = The pawns, en passant and the seven castlings are those of Birds and Ninjas: on his own site the inventor gives them for this array.
flying-bombers-reading-3 = Pawns promote to Queen, Rook, Bishop, Knight or Flying Bomber on the last rank.
flying-bombers-reading-4 = After an advance of two or three squares every square passed over can be taken on en passant, at once.
flying-bombers-reading-5 = The bomber's range is not limited: a1-a10 is one move on an empty file.
flying-bombers-reading-6 = The game is drawn when only the two Kings are left, or the Kings and one Knight or Bishop.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
flying-bombers-king = moves one square in any direction, and castles in seven ways.
    .alone = The King moves one square in any direction.
    .telling = The King castles in seven ways: to g1, h1 or i1 with the Rook i1, to e1, d1, c1 or b1 with the Rook b1. The Rook lands beside it on the inner side: after f1-h1 on g1, after f1-b1 on c1. One step takes it to e1 or g1.
flying-bombers-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals.
    .telling = The Queen takes the first enemy on any line: the Knight d8 or the Rook g7. Its own pawns b4 and f2 hold it back.
flying-bombers-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files.
    .telling = The Rook takes the first enemy on any line: the pawn d7 or the Bomber g4. Its own Knight b4 stops it.
flying-bombers-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = The Bishop takes the first enemy on each diagonal: the Knight a6 or, across the whole board, the Rook j9. Its own pawns c2 and e2 hold it back.
flying-bombers-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Knight leaps over whatever stands between, so the pieces round it do not hold it. It takes where it lands: the Bomber d8 or the Queen g7. Only its own pawn f4 is in its way.
flying-bombers-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to any of the empty squares behind it, if the one right behind is empty; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take.
    .telling = The Bomber a4 takes the pawn d4 and comes down on any square from e4 to j4. With a piece on e4 the pawn would be safe. Over its own pawn a5 the Bomber hops to take the Rook a6.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
flying-bombers-lesson-landing = The Flying Bomber slides any distance like a Rook, but takes otherwise: it flies over the first enemy in its way and comes down on any of the empty squares behind it, up to the next piece. If the King were that enemy, it would be in check.
    .title = Far behind
    .task = Take the Pawn d4 so that you give check.
    .done = From j4 the Bomber could fly over the King to j7.
flying-bombers-lesson-hop = The Flying Bomber can also hop exactly two squares. It takes an enemy that it hops over as well as one that it lands on. Your own pieces it hops over without harm.
    .title = Two at once
    .task = Take the Pawn g4 and the Rook h4 in one move.
    .done = A Pawn in front of the Rook is no shelter when a Bomber stands right before it.
flying-bombers-lesson-shield = A Bomber flies over nothing when the square right behind is filled. Black's Bomber a4 attacks your Pawn d4, for e4 is empty.
    .title = A shield behind
    .task = Shield the Pawn d4 with your Knight.
    .done = It makes no difference whose piece stands behind. Only from two squares or nearer may a Bomber hop instead.
