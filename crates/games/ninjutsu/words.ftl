# Ninjutsu: what it is called, and its rules as `/rules` tells them. What is not told here is as in Claustrophobia.

game-ninjutsu = Ninjutsu
ninjutsu-origin = by Charles Daniel, also called Claustrophobia 2
ninjutsu-short = Claustrophobia with Ninja Warriors for Bombers, and ninjas that change in the enemy's palace.
# What people may type to find it, beside its name and the names of its pieces.
ninjutsu-also = Claustrophobia 2 ninjitsu scepter sceptre palace promotion
ninjutsu-won = You win by checkmate, or when your King captures the scepter: on f8, f7 or g7 (Black on f1, f2 or g2).
ninjutsu-summary = You win by checkmate, or by moving your King legally to any square of the enemy palace (f8 f7 g7 is Black's, f1 f2 g2 is White's): that captures the scepter. A Ninja Guard or Ninja Warrior that lands in the enemy palace becomes an Insane Ninja Knight at once. The board has 46 squares, a1-e8 and the two palaces; missing squares do not hinder any line. There is no castling. Pawns promote on the last rank to Insane Ninja Knight, Queen-Guard, Ninja Warrior, Ninja Guard or Knight. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
ninjutsu-reading-1 = The pawns start on a2-e2 and a7-e7, as in Claustrophobia.
ninjutsu-reading-2 = They are the pawns of Claustrophobia, which may slip past an enemy straight ahead: this is the second part of that game, and no rule here names another pawn.
ninjutsu-reading-3 = A Ninja Guard or Ninja Warrior that lands in the enemy palace always becomes an Insane Ninja Knight; there is no choice. A Knight or a Queen-Guard stays what it is.
ninjutsu-reading-4 = That is not a pawn's move: without a capture the count of fifty moves runs on.
ninjutsu-reading-5 = Bare kings are no draw: the scepter can still be won.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
ninjutsu-insane-ninja-knight = moves one or two squares in any direction, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; it also leaps like a Knight, and then captures only what it lands on.
    .alone = The Insane Ninja Knight reaches every square up to two away: straight, diagonally or by a Knight's leap.
    .telling = It takes d5 by landing, or d5 and the Warrior e6 together by c4-e6, and the Queen-Guard d4 by landing or by leaping on to e4. Over its own pawn b4 it leaps to take the Ninja Guard a4. By a Knight's leap it takes the Knight b6 and nothing else.
ninjutsu-ninja-warrior = moves one or two squares along ranks and files, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; in the enemy palace it becomes an Insane Ninja Knight.
    .alone = The Ninja Warrior moves one or two squares along ranks and files.
    .telling = By d7-f7 the Ninja Warrior takes the Queen-Guard e7 and becomes an Insane Ninja Knight, for f7 is in Black's palace. It takes d6 by landing, or d6 and d5 together by d7-d5. Over its own pawn c7 it leaps to b7.
ninjutsu-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; in the enemy palace it becomes an Insane Ninja Knight.
    .alone = The Ninja Guard moves one or two squares along diagonals. Missing cells do not stop it: from e4 it leaps to g2.
    .telling = On g7, in Black's palace, the Ninja Guard becomes an Insane Ninja Knight; it leaps there over a missing cell. It takes d6 by landing, or d6 and c7 together by e5-c7, and over its own pawn d4 the Warrior c3.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
ninjutsu-lesson-warrior = The Ninja Warrior moves one or two squares along ranks and files. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on. The Ninja Guard does the same along diagonals.
    .title = The Ninja Warrior
    .task = Take the Pawn c4 and the Knight c5 in one move.
    .done = Your own pieces it leaps over without harm.
ninjutsu-lesson-palace = Black's palace is f8, f7 and g7. A Ninja Guard or a Ninja Warrior of yours that lands there becomes an Insane Ninja Knight, the strongest piece of all. Missing squares do not stop a leap.
    .title = Into the palace
    .task = Bring your Ninja Guard into Black's palace.
    .done = Your own palace is f1, f2 and g2. Keep enemy ninjas out of it.
ninjutsu-lesson-mate = The Insane Ninja Knight moves one or two squares in any direction, as ninjas do, and also leaps like a Knight. So it reaches every square up to two away.
    .title = Insane
    .task = Give checkmate in one move.
    .done = It needs no help to mate a King in the corner.
ninjutsu-lesson-slip = A Pawn that has an enemy straight ahead may slip past it: one step diagonally ahead to an empty square, without taking. On the last rank it becomes an Insane Ninja Knight, a Queen-Guard, a Ninja Warrior, a Ninja Guard or a Knight.
    .title = Slip past
    .task = Promote your Pawn and give checkmate with it.
    .done = No other piece would have done it.
ninjutsu-lesson-scepter = A King that gets safely to any square of the enemy palace takes the scepter and wins at once. Black's Ninja Guard is near enough to guard one of those squares.
    .title = The scepter
    .task = Win the scepter in two moves.
    .done = From e7 there are two ways in, and one piece rarely guards both.
