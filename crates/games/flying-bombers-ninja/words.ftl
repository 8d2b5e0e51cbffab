# Flying Bombers with Ninja Pawns: what it is called, and where its rules are told otherwise than those of Flying Bombers Grand Chess.

game-flying-bombers-ninja = Flying Bombers with Ninja Pawns
flying-bombers-ninja-origin = by Charles Daniel
flying-bombers-ninja-short = Ten by ten with Bombers in the corners and Ninja Pawns alone: ten to begin with, five more in hand.
# What people may type to find it, beside its name and the names of its pieces.
flying-bombers-ninja-also = drops hand
flying-bombers-ninja-summary = You win by checkmate. The board is 10x10, and the Flying Bombers begin in the corners. All pawns are Ninja Pawns: each side has ten on the board and five in hand. Drop: instead of a move you may put one from the hand on an empty square of rank 2 (Black 9) and, if you like, push it up at once, as far as rank 5 (Black 6); write `J@` and the square. Nothing is taken en passant. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Ninja Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`.
flying-bombers-ninja-reading-1 = The seven castlings are those of Birds and Ninjas.
flying-bombers-ninja-reading-2 = A Ninja Pawn becomes a Queen, Rook, Bishop, Knight or Flying Bomber; elsewhere the inventor writes "any piece", and on a sister page "except a King".
flying-bombers-ninja-reading-3 = The Bomber comes down only right behind what it flies over, as the source says, and not anywhere behind it as in Flying Bombers Grand Chess.
flying-bombers-ninja-reading-4 = A side has at most five Ninja Pawns in hand and fifteen in all.
flying-bombers-ninja-reading-5 = The bomber's range is not limited: a1-a10 is one move on an empty file.
flying-bombers-ninja-reading-6 = The game is drawn when no Ninja Pawn is on the board or in hand, and only the two Kings are left, or the Kings and one Knight or Bishop.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
flying-bombers-ninja-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to the empty square right behind it; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take.
    .telling = The Bomber f4 can take the Bishop f7 by flying on to f8, the Rook d4 by hopping over its own pawn e4, and both g4 and h4 by landing on h4. It checks the King f2, which is exactly two squares away.
flying-bombers-ninja-ninja-pawn = moves one square up or sideways, on its own half any distance up, and captures one square diagonally up, beyond the middle also sideways; one in the hand is dropped on rank 2 (Black 9).
    .alone = A Ninja Pawn in hand is dropped on an empty square of rank 2 and may at once be pushed on, as far as rank 5. On the board it runs up its own half in the same way, and it steps sideways.
    .telling = Beyond the middle the Ninja Pawn also takes sideways: the Knight d7. Diagonally ahead it takes everywhere: the Rook f8. Straight ahead it never takes, so the pawn e8 blocks it.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
flying-bombers-ninja-lesson-bird = The Flying Bomber slides any distance like a Rook, but takes otherwise: it flies over the first enemy in its way to the empty square right behind it, or it hops exactly two squares and takes what it hops over and what it lands on.
    .title = The Flying Bomber
    .task = Take the Ninja Pawn g4 and the Rook h4 in one move.
    .done = Without the Rook, the Bomber would have flown over the Pawn to the same square.
flying-bombers-ninja-lesson-drop = Each side begins with five Ninja Pawns in hand. Instead of another move you may drop one on an empty square of your second rank, and push it on at once through empty squares, up to rank 5. You are in check from the Rook f10.
    .title = From the hand
    .task = Stop the check by dropping a Ninja Pawn.
    .done = A drop takes nothing, but it can block, give check or even mate.
flying-bombers-ninja-lesson-run = On its own half a Ninja Pawn runs up any number of empty squares, as far as rank 5, or it steps one square sideways. It can do so in every move. It takes one square diagonally ahead.
    .title = The run
    .task = Attack the Rook d6 and the Knight f6 at the same time.
    .done = From e5 the Ninja Pawn threatens both, and only one of them can move away.
