# Hiashatar: what it is called, and its rules as `/rules` tells them.

game-hiashatar = Hiashatar
hiashatar-origin = traditional, from Mongolia
hiashatar-short = The large chess of Mongolia: ten by ten, with Bodyguards that brake whatever passes by.
# What people may type to find it, beside its name and the names of its pieces.
hiashatar-also = Mongolian shatar brake large
hiashatar-summary = You win by checkmate. The board has ten by ten squares, and each side two Bodyguards (hia). Brake: beside an enemy Bodyguard a Queen, Rook, Bishop or Bodyguard moves one square only, and one that comes from outside stops there; a pawn's long first step is braked in the same way. So a Queen, Rook or Bishop takes a Bodyguard only from beside it. Knights and Kings are not braked. A Bodyguard never takes a King, so it gives no check, and a King may stand beside it and take it. There is no castling. Pawns promote on rank 10 (Black 1), to a Queen only. On the board ⊖ marks the squares and pieces that a Bodyguard brakes, light for White's, dark for Black's. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
hiashatar-reading-1 = A Bodyguard brakes enemies only. By some sources it brakes the pieces of its own side as well.
hiashatar-reading-2 = A Bodyguard takes on its second square too. By some sources it takes only beside it.
hiashatar-reading-3 = A pawn's long first step is braked as well: it goes one square at most from a braked square, and stops on one.
hiashatar-reading-4 = Black's King starts on f10 and its Queen on e10, as the source lists them; Wikipedia has them the other way round. The source's list has Black's Bodyguards on d8 and g8, which we take for d10 and g10.
hiashatar-reading-5 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Bodyguard.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
hiashatar-king = moves one square in any direction, and never castles.
    .alone = The King moves one square in any direction. There is no castling.
    .telling = Bodyguards never take a King, so this King is not in check. It can take the Bodyguard d5, although the Bodyguard f5 could reach that square. The Bodyguard f5 it cannot take, for the Rook f10 guards it.
hiashatar-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals.
    .telling = The Bodyguard e6 brakes the hatched squares. A Queen that stands on one of them moves one square only: away from the Bodyguard, along its side, or taking it or the pawn d6.
hiashatar-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files.
    .telling = The Rook comes from outside, so it must stop on b4, the first of the squares that the Bodyguard b5 brakes. From there it moves one square at a time, and only then can it take the Bodyguard.
hiashatar-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = The Bishop must stop on e5, the first square beside the Bodyguard f5, but it may take the Knight there. Even if e5 were empty, it could not go on to f6.
hiashatar-knight = leaps two squares one way and one to the side, over whatever stands between, and is never braked.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = Knights are not braked. Beside the Bodyguard e6 this one leaps as it likes, and it takes the Bodyguard f4 from afar, which a Queen, Rook or Bishop never could.
hiashatar-bodyguard = moves and captures one or two squares in any direction without leaping, never captures a King, and brakes the enemies on the eight squares round it.
    .alone = The Bodyguard moves one or two squares in any direction, but does not leap. The squares round it, hatched here, are braked for the enemy.
    .telling = It takes c5, two squares away, d6 or f6, but never a King: the King g3 is not in check. Its own pawn e6 stops it. The Rook d6, beside it, can move one square at most. The Knight f6 is not braked.
hiashatar-pawn = moves one, two or three squares forward from its start rank, else one, and captures as in chess, also en passant on any square that an enemy pawn has just passed over.
    .alone = From its start rank the pawn advances one, two or three squares, later one. On rank 10 it becomes a Queen.
    .telling = The pawn can advance to e3 or e4 but not to e5, for the Bodyguard d5 brakes e4. It takes as in chess: the Knight f3.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
hiashatar-lesson-brake = The Bodyguard moves one or two squares in any direction, without leaping. It brakes the enemies on the eight squares round it: Queens, Rooks, Bishops and Bodyguards move one square at most from there.
    .title = The brake
    .task = Brake the Rook d8 and the Bishop e8 at the same time.
    .done = They move one square at a time until your Bodyguard goes away. A Knight there would be free.
hiashatar-lesson-shield = A Queen, Rook or Bishop that comes from outside must stop on the first square beside a Bodyguard. Check obeys the brake: what can't get to the King does not attack it. Black's Rook e10 gives check.
    .title = A shield beside the line
    .task = Stop the check with your Bodyguard.
    .done = The Bodyguard need not stand in the way: beside the line is enough.
hiashatar-lesson-knight = How to take a Bodyguard? The Rook d1 and the Bishop g3 would have to stop beside it. But a Knight is not braked: it leaps in, out, and onto a Bodyguard.
    .title = The Knight is free
    .task = Take the Bodyguard d6.
    .done = Keep your Bodyguards where enemy Knights can't reach them.
hiashatar-lesson-beside = A Queen, Rook or Bishop that stands beside a Bodyguard may take it by a step of one square. So may Kings, Pawns and Bodyguards that are close enough.
    .title = From beside
    .task = Take the Bodyguard d6.
    .done = Bring a piece beside the Bodyguard first, then take it.
hiashatar-lesson-run = From its start rank a Pawn advances one, two or three squares. The brake stops this, too: the Bodyguard b4 brakes c3, so the Pawn c2 can't go beyond it.
    .title = Three squares
    .task = Give check with a Pawn.
    .done = After its first move a Pawn advances one square at a time. On rank 10 it becomes a Queen.
hiashatar-lesson-passing = A Pawn that runs two or three squares may be taken at once, en passant, on any square that it has passed over. The Pawn e6 has just run from e9.
    .title = In passing
    .task = Take the Pawn e6 en passant.
    .done = Both your Pawns could do it: one on e7, one on e8.
