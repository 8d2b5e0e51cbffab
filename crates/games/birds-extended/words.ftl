# Birds and Ninjas with extended landing: what it is called, and where its rules are told otherwise than those of the first array.

game-birds-extended = Birds and Ninjas, Extended Landing
birds-extended-origin = by Charles Daniel
birds-extended-short = Birds and Ninjas as it first was, with Bombers that land anywhere free behind what they take.
# What people may type to find it, beside its name and the names of its pieces.
birds-extended-also = older long landing
birds-extended-summary = Birds and Ninjas as it was tried first: from its first array, without Ninja Pawns, and with stronger Flying Bombers. One that flies over an enemy comes down on any of the empty squares behind it, up to the next piece; the square right behind has to be empty. You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). Castling: from f1 the King goes to g1, h1, i1 or j1 with the Rook j1, or to e1, d1, c1, b1 or a1 with the Rook a1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-extended-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to any of the empty squares behind it, if the one right behind is empty; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take. Its range has no limit: from e0 it flies as far as e11 in one move.
    .telling = The Bomber a4 takes the pawn d4 and comes down on any square from e4 to j4. With a piece on e4 the pawn would be safe. Over its own pawn a5 the Bomber hops to take the Rook a6.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-extended-lesson-landing = The birds are Flying Bombers. They slide any distance like Rooks, but take otherwise: they fly over the first enemy in their way and come down on any of the empty squares behind it, up to the next piece. They may also hop exactly two squares, and take what they hop over and what they land on.
    .title = The birds
    .task = Take the Pawn d4 so that you give check.
    .done = On j4 the bird is two squares from the King: a hop away.
birds-extended-lesson-shield = A bird flies over nothing when the square right behind is filled. Black's bird on a4 attacks your Pawn d4, for e4 is empty.
    .title = A shield behind
    .task = Shield the Pawn d4 with your Knight.
    .done = It makes no difference whose piece stands behind. Only from two squares or nearer may a bird hop instead.
