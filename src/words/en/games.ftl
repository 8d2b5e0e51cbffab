# Somebody's live games.

games-none = You have no live game. Start one with `/challenge`.
    .of = { $person } has no live game.
    .with-me = You have no live game with me. Start one with `/challenge`.
games-count = { $count ->
    [one] You have { $count } live game:
   *[other] You have { $count } live games:
}
    .of = { $count ->
    [one] { $person } has { $count } live game:
   *[other] { $person } has { $count } live games:
}
    .with-me = { $count ->
    [one] You have { $count } live game with me:
   *[other] You have { $count } live games with me:
}
games-page = Page { $page } of { $pages }.

games-line = { $title }, { $against }
    { $turn }; { $moves ->
        [0] no move yet
        [one] { $moves } move
       *[other] { $moves } moves
    }
games-over = { $title }, { $against }
    { $how }; { $moves ->
        [0] no move was played
        [one] { $moves } move
       *[other] { $moves } moves
    }
games-in = { $line }; { $place }
games-against = against { $person }
    .nobody = against a former player
    .oneself = both sides played by one person
    .yourself = you play both sides
games-against-level = { $against } ({ LEVEL($level) })
games-lost = Recently ended without a result:
    .deleted = { $title }, { $against }; its channel was deleted { $at }
    .removed = { $title }, { $against }; it ended { $at }, a week after I was removed from its server
games-lost-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
games-turn = The opponent's turn
    .yours = **Your turn**
    .theirs = Their turn
games-until = { $turn }, time runs out { $until }
games-away = { $turn }, on vacation, which ends { $until }
games-waits-channel-gone = { $line } (it waits: its channel is gone)
games-waits-removed = { $line } (it waits: I was removed from its server)
games-waits-locked = { $line } (it waits: its thread is locked, and somebody with Manage Threads has to unlock it)
games-waits-closed = { $line } (it waits: I can't write there)
games-waits-no-answer = { $line } (it waits: Discord says nothing of its channel just now, so nobody loses on time)
games-waits-server-outage = { $line } (it waits: its server is down at Discord, so nobody loses on time)

# After some games of one, for whoever ended the last of them.
games-sister = You have finished { $count } games of { GAME($game) }. You may like { $sister } too: { $short } `/learn` teaches it, `/challenge` begins it.
