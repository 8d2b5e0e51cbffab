# Birds and Leaping Ninjas: what it is called, and where its rules are told otherwise than those of Birds and Ninjas.

game-birds-leaping = Birds and Leaping Ninjas
birds-leaping-origin = by Charles Daniel
birds-leaping-short = Birds and Ninjas with Bombers in the corners, Ninja Guards that leap like Camels, no Ninja Pawns.
# What people may type to find it, beside its name and the names of its pieces.
birds-leaping-also = camel
birds-leaping-summary = Birds and Ninjas without Ninja Pawns, and with Ninja Guards that also leap three squares one way and one to the side, like a Camel. You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). The Flying Bombers begin on a1 and j1, the Leaping Ninja Guards on e0 and f0 (Black a10, j10, e11, f11). Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Leaping Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
birds-leaping-reading-1 = Where a pawn of Birds and Ninjas may become a Ninja Guard, it may become a Leaping Ninja Guard here.
birds-leaping-reading-2 = After an advance of two or three squares every square passed over can be taken on en passant, at once.
birds-leaping-reading-3 = The bomber's range is not limited: e0-e11 is one move on an empty file.
birds-leaping-reading-4 = Diagrams 1 and 2 of the source were drawn on an 8x8 board: "no empty square beyond" f1 and d8 is not so here.
birds-leaping-reading-5 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Leaping Ninja Guard.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-leaping-leaping-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; it may also leap three squares one way and one to the side, capturing only where it lands.
    .alone = The Leaping Ninja Guard moves one or two squares along diagonals, or leaps three squares one way and one to the side, like a Camel.
    .telling = The Guard d4 takes the Knight e5 by landing, or e5 together with f6 by d4-f6. Over its own pawn c3 it leaps to b2. By the longer leap it takes the Rook e7, and nothing on the way.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-leaping-lesson-ninja = The Leaping Ninja Guard moves one or two squares along diagonals. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on.
    .title = The Ninja Guard
    .task = Take the Pawn e5 and the Queen f6 in one move.
    .done = A Pawn in front of the Queen is no shelter from a Ninja Guard.
birds-leaping-lesson-leap = It may also leap three squares one way and one to the side, like a Camel, over whatever stands between. By this leap it takes only what it lands on.
    .title = The long leap
    .task = Take the Queen e7.
    .done = That makes sixteen squares in reach from the middle of the board.
