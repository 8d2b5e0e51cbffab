# After /block and /unblock.

block-done = You have blocked { $person }. They are not told. Neither of you can challenge the other now; games that you are playing together go on. `/unblock` undoes it.
block-undone = { $person } is no longer blocked.
    .was-not = You have not blocked { $person }.
