# Flying Bombers with Hangars: what it is called, and its rules as `/rules` tells them; its pawn is that of chess.

game-flying-bombers-hangars = Flying Bombers with Hangars
flying-bombers-hangars-origin = by Charles Daniel
flying-bombers-hangars-short = Chess with two Bombers a side, each in a hangar of its own at the corner of the board.
# What people may type to find it, beside its name and the names of its pieces.
flying-bombers-hangars-also = holes
flying-bombers-hangars-summary = Chess with two Flying Bombers more on each side. You win by checkmate. The board has 68 squares: a1-h8 and the hangars a0, h0, a9 and h9, which every piece but a pawn may enter. A Bomber that flies over an enemy comes down on any of the empty squares behind it, up to the next piece; the square right behind has to be empty. The King castles from e1 to g1 or c1 (Black on rank 8), as in chess. Pawns promote on rank 8 (Black 1) to Queen, Rook, Bishop, Knight or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
flying-bombers-hangars-reading-1 = Nothing goes from one hangar straight to the next, from a0 to h0 or from a9 to h9: there is no board between them.
flying-bombers-hangars-reading-2 = Pawns promote on rank 8 (Black 1), before a hangar and not in it, to Queen, Rook, Bishop, Knight or Flying Bomber.
flying-bombers-hangars-reading-3 = The game is drawn when only the two Kings are left. One Bishop or Knight more is no draw, for either can mate a King in a hangar.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
flying-bombers-hangars-king = moves one square in any direction, and castles with a Rook by moving two squares towards it.
    .alone = The King moves one square in any direction, also into a hangar: from b1 to a0.
    .telling = The King castles two squares towards a Rook: here to c1, with the Rook a1 landing on d1. It cannot castle to g1, for the Rook f8 attacks f1, which it would cross.
flying-bombers-hangars-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals, also into a hangar: from d3 to a0.
    .telling = The Queen takes the first enemy on any line: the Knight d7, or the Bomber in its hangar h9. Its own pawn b3 holds it back.
flying-bombers-hangars-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files. The a-file and the h-file are longer than the others: they run from hangar to hangar.
    .telling = From the hangar the Rook moves up the file alone, as far as taking the Knight a7. It can't get at the Bomber h0, for between the hangars there is no board.
flying-bombers-hangars-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour. From d3 it reaches the hangar a0.
    .telling = The Bishop takes the first enemy on each diagonal: the Knight a6, or the Bomber in its hangar h9. Its own pawn e2 holds it back.
flying-bombers-hangars-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, also into a hangar: from b2 to a0.
    .telling = The Knight leaps over whatever stands between, so the pieces round it do not hold it. It takes where it lands: the Rook e8, or the Bomber in its hangar h9. Only its own pawn e6 is in its way.
flying-bombers-hangars-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to any of the empty squares behind it, if the one right behind is empty; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take. From its hangar a0 it can only fly up the file, as far as a9.
    .telling = The Bomber a3 takes the pawn d3 and comes down on any square from e3 to h3. With a piece on e3 the pawn would be safe. Over its own pawn a4 the Bomber hops to take the Knight a5.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
flying-bombers-hangars-lesson-landing = The Flying Bomber slides any distance like a Rook, but takes otherwise: it flies over the first enemy in its way and comes down on any of the empty squares behind it, up to the next piece. If the King were that enemy, it would be in check.
    .title = Far behind
    .task = Take the Pawn d4 so that you give check.
    .done = From h4 the Bomber could fly over the King to h7.
flying-bombers-hangars-lesson-hop = The Flying Bomber can also hop exactly two squares. It takes an enemy that it hops over as well as one that it lands on. Your own pieces it hops over without harm.
    .title = Two at once
    .task = Take the Pawn e4 and the Knight e5 in one move.
    .done = Two pieces in a row, right in front of a Bomber, can be lost together.
flying-bombers-hangars-lesson-behind = The hangars are squares like others: every piece but a pawn may enter them, and a Bomber may land in one behind what it takes. Black's King stands right before the hangar a9.
    .title = The square behind
    .task = Give check with your Bomber.
    .done = On d8 it would have been no check: along the rank the edge of the board is behind the King.
flying-bombers-hangars-lesson-fill = Black's Bomber a6 gives check: it could fly over your King to the hangar a0. What it needs is that empty square.
    .title = Fill the hangar
    .task = Stop the check with your Bishop.
    .done = The Bishop need not stand between: behind the King it does as well.
flying-bombers-hangars-lesson-mate = A King in a hangar has only two squares beside it: from a0 they are a1 and b1. So a King with a Knight or a Bishop may be enough to mate it.
    .title = No way out
    .task = Give checkmate in one move.
    .done = A hangar is a shelter from many lines, but it has few ways out.
