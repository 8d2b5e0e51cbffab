# What stands around the rules of a game; the rules themselves are in the game's own file.

rules-goal = Goal and special moves
rules-our-reading = Our reading, where the source leaves a doubt:
rules-source = Source: { $address }
rules-piece-of = A piece of { GAME($game) }; source: { $address }
rules-upper-board = Upper board:
rules-lower-board = Lower board:
rules-see-a-piece = See a piece of { GAME($game) }
rules-no-such-piece = { GAME($game) } has no such piece. It has: { $pieces }.
