# Squirrel Chess: what it is called, and its rules as `/rules` tells them.

game-squirrel = Squirrel Chess
squirrel-origin = by Vitya Makov, 2009
family-squirrel = Guards that brake
    .told = Ten by ten, where a guard slows down whatever comes near: Squirrel Chess and its Mongolian ancestor.
squirrel-short = Ten by ten with leaping Squirrels and Camels, and Guards that brake whatever comes near.
# What people may type to find it, beside its name and the names of its pieces.
squirrel-also = brake leapers large
squirrel-summary = You win by checkmate. Brake: beside an enemy Guard a Rook, Bishop or Queen moves one square only, and one that comes from outside stops there; a Knight, Camel or Squirrel beside it cannot move and never captures a Guard; a pawn makes no second step. Castling: from f2 the King goes to h2 with the Rook j2, or to c2 with the Rook a2; Black on rank 9. Promotion on rank 10 (Black 1): your first pawn becomes a Knight, Guard or Camel, the second a Squirrel, Rook or Bishop, the third a Queen, later ones any of these. On the board ⊖ marks the squares and pieces that a Guard brakes, light for White's, dark for Black's; ↑2 beside it says that a side has promoted twice. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
squirrel-reading-1 = The start array is ours: the source's picture is lost. A challenge may start from any other position.
squirrel-reading-2 = A pawn's second step is braked as well: none from a braked square, none over one.
squirrel-reading-3 = The brake does not stop the Rook when castling.
squirrel-reading-4 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Camel.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
squirrel-king = moves one square in any direction, and castles with a Rook of its own rank.
    .alone = The King moves one square in any direction.
    .telling = The King castles to h2, the Rook j2 landing on g2, or to c2, the Rook a2 landing on d2. Here it can castle to c2 alone, for the Guard i3 attacks h2.
squirrel-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals.
    .telling = The Guard e6 brakes the hatched squares. A Queen that stands on one of them moves one square only: away from the Guard, along its side, or taking it or the pawn d6.
squirrel-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files.
    .telling = The Rook comes from outside, so it must stop on b4, the first of the squares that the Guard b5 brakes. From there it moves one square at a time, and only then can it take the Guard.
squirrel-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = The Bishop must stop on e5, the first square beside the Guard f5, but it may take the Knight there. Even if e5 were empty, it could not go on to f6.
squirrel-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = A Knight never takes a Guard, so c5 is not open to it. It may land beside the Guard, here taking the pawn b4, but there it could not move any more while the Guard stays.
squirrel-squirrel = leaps exactly two squares straight or diagonally, or like a Knight, over whatever stands between.
    .alone = The Squirrel leaps to any square exactly two away: straight, diagonally or like a Knight.
    .telling = The Squirrel leaps over its neighbours e6 and f5 and can take the Rook g6. Only two squares are closed to it: c5, where its own pawn stands, and e7, for no leaper takes a Guard.
squirrel-camel = leaps three squares one way and one to the side, over whatever stands between.
    .alone = The Camel leaps three squares one way and one to the side, and so stays on squares of one colour.
    .telling = Beside an enemy Guard a Camel has no moves at all: the Guard d6 holds it, although the Rook h6 is only a leap away. Knights and Squirrels are held in the same way.
squirrel-guard = moves and captures one square in any direction, like a King, can be captured, and brakes the enemies on the eight squares round it.
    .alone = The Guard moves one square in any direction, like a King, but may be taken. The squares round it, hatched here, are braked for the enemy.
    .telling = The Guard takes as it moves, and brakes the enemies beside it: the Rook d6 can move one square at most, the Knight f6 not at all. A Knight could not take the Guard from outside either.
squirrel-pawn = moves one or two squares forward from any rank, or one back, and captures as in chess, also en passant after any double step.
    .alone = The pawn advances one or two squares from any rank, or steps one back. White has promoted once, so its next pawn becomes a Squirrel, Rook or Bishop. The first becomes a Knight, Guard or Camel, the third a Queen, later ones any of these.
    .telling = The pawn cannot advance two squares, for the Guard d8 brakes e7. It takes as in chess: the Knight d7, or en passant on f7 the pawn that has just run from f8 to f6.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
squirrel-lesson-squirrel = The Squirrel leaps exactly two squares away: straight, diagonally or like a Knight, over whatever stands between. It can't reach the squares beside it in one move.
    .title = The Squirrel
    .task = Bring the Squirrel to h8 in two leaps.
    .done = With sixteen squares in reach it is stronger than a Knight.
squirrel-lesson-camel = The Camel leaps three squares one way and one to the side, over whatever stands between, and so stays on squares of one colour.
    .title = The Camel
    .task = One of Black's pieces is a leap away: take it.
    .done = A Camel is easily overlooked, for it strikes from afar.
squirrel-lesson-brake = The Guard moves one square in any direction and brakes the enemies on the eight squares round it: Rooks, Bishops and Queens move one square at most from there, Knights, Camels and Squirrels not at all.
    .title = The brake
    .task = Brake the Rook d7 and the Knight f7 at the same time.
    .done = The Knight is stuck, and the Rook moves one square at a time, until your Guard goes away.
squirrel-lesson-shield = A Rook, Bishop or Queen that comes from outside must stop on the first square beside a Guard. Check obeys the brake: what can't get to the King does not attack it. Black's Rook e10 gives check.
    .title = A shield beside the line
    .task = Stop the check with your Guard.
    .done = The Guard need not stand in the way: beside the line is enough.
squirrel-lesson-guard = How to take a Guard? Knights, Camels and Squirrels never can. A Rook, Bishop or Queen from outside has to stop before it. But one that stands beside it may take it by a step of one square, and so may Kings, Guards and Pawns.
    .title = Against the brake
    .task = Take the Guard d6.
    .done = Bring a slider beside a Guard first, then take it.
squirrel-lesson-promotion = Pawns advance one or two squares from anywhere and may step one back. What they become is counted: your first Pawn becomes a Knight, a Guard or a Camel, the second a Squirrel, a Rook or a Bishop, the third a Queen.
    .title = The first promotion
    .task = Promote so that you give check at once.
    .done = From the fourth promotion on you may choose any of these.
