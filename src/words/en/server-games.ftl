# Games from files: adding, listing, removing and publishing them.

own-game-added = **{ GAME($game) }** can be played here now: { $squares } squares, { $kinds } kinds of pieces, { $moves } moves at the start. Challenge somebody with `/challenge`.
    .changed = **{ GAME($game) }** has changed: { $squares } squares, { $kinds } kinds of pieces, { $moves } moves at the start. Games in progress go on as they began.
    .same = This server has **{ GAME($game) }** already, and this file is the same.
# To whoever added it.
own-game-tried = { $games ->
    [one] I have played one game of it with myself: it took { $median } moves, and White scored { $score } %. Ending: { $endings }.
   *[other] I have played { $games } games of it with myself: half of them took { $median } moves or fewer, and White scored { $score } %. Endings: { $endings }.
}
    .no-score = { $games ->
    [one] I have played one game of it with myself: it took { $median } moves. Ending: { $endings }.
   *[other] I have played { $games } games of it with myself: half of them took { $median } moves or fewer. Endings: { $endings }.
}
own-game-for-all = **{ GAME($game) }** can be played here now.
    .changed = **{ GAME($game) }** has changed. Games in progress go on as they began.
own-game-removed = **{ $name }** can no longer be started here. Games in progress go on.
own-game-published = Every server has that game.
    .asked = I have asked whoever runs me. Once they agree, every server has that game.
own-games-none = This server has no games of its own yet. Those who manage it add one with `/game add` and a file.
own-games = { $count ->
    [one] This game from a file can be played here:
   *[other] These games from files can be played here:
}
own-games-more = And { $count } more.
own-game-line = - **{ $name }**, added by { $person } { $at }.
    .former = - **{ $name }**, added { $at }.
    .elsewhere = - **{ $name }**, which every server has.
own-game-failed = { $person }, I failed three times at **{ $name }**, which you added. It can be started again { $until }. Games in progress go on. Change its file and add it with `/game add`, and it can be started at once.
    .former = I failed three times at **{ $name }**. It can be started again { $until }. Games in progress go on.
own-game-state = Its file cannot be read any more.
    .off = It failed too often, and can be started again { $until }.
    .asked = Whoever runs me is asked to give it to every server.
    .published = Every server has it.
own-game-faults = { $count ->
    [one] Something is wrong with that file:
   *[other] { $count } things are wrong with that file:
}
own-game-fault = line { $line }: { $text }
own-game-faults-more = And { $count } more.

no-file-too-long = That file is too long: a game has at most { $most } bytes.
no-file-no-text = That file is not text. A game is a text file in TOML.
no-file-not-fetched = I could not fetch that file from Discord. Please try again.

refused-own-game-no-server = Games from files belong to servers.
refused-own-game-not-allowed = Only those who manage this server (Manage Server) add, remove and publish its games.
refused-own-game-broken = I failed at reading that file, so it cannot be played. Whoever runs me can see why.
refused-own-game-name = { GAME($game) } is one of my own games. Give yours another name.
refused-own-game-too-many = A server has at most { $most } games of its own. Remove one with `/game remove` first.
refused-own-game-too-often = You have sent { $most } files today, the most I read from one person. Go on tomorrow (UTC); `rookery game check` finds mistakes without me.
    .server = This server has sent { $most } files today, the most I read from one server. Go on tomorrow (UTC); `rookery game check` finds mistakes without me.
    .added = Servers have added { $most } new games today, the most I keep in a day. Add yours tomorrow (UTC).
refused-own-game-not-here = This server has no game { $name }. `/game list` shows those that it has.
refused-own-game-gone = { GAME($game) } can no longer be started here. `/game list` shows what can.
refused-own-game-off = { GAME($game) } failed too often, and can be started again { $until }.
