# The list of open challenges of a server, in one message.

lobby-head = **Open challenges.** Accept one to play it; `/challenge` makes another.
    .none = **Open challenges.** There is none just now; `/challenge` makes one.
    .retired = The open challenges of this server are no longer listed here.
lobby-line = - [{ GAME($game) }]({ $place }), { $challenger }. { $pace } Expires { $lapses }.
lobby-no-clock = No clock.
lobby-rated = Rated.
lobby-more = … and { $count } more.
