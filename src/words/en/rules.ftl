# What stands around the rules of a game; the rules themselves are in the game's own file.

rules-goal = Goal and special moves
# How a game is won whose only goal is mate; the others say it in their own files.
rules-won-by-mate = You win by checkmate.
rules-our-reading = Our reading, where the source leaves a doubt:
rules-source = Source: { $address }
rules-piece-of = A piece of { GAME($game) }; source: { $address }
rules-more-pieces = And { $count } more, which the menu below explains.
rules-upper-board = Upper board:
rules-lower-board = Lower board:
rules-see-a-piece = See a piece of { GAME($game) }
rules-no-such-piece = { GAME($game) } has no such piece. It has: { $pieces }.

# All families of games, and the games of one.
rules-families = The games
    .told = There are { $count }, in these families. Choose one for its rules; `/learn` teaches it, and `/challenge` begins it where it is played.
rules-family-games = { $count ->
        [one] Rules
       *[other] { $count } games
    }
rules-see-a-game = See a game
rules-all-families = All families
rules-boards-of = The start positions of { $games }
