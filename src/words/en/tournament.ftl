# Tournaments: the message that tells how one stands, and what is said about them.

tournament-head = **Tournament of { $games }**
tournament-kind = { $kind ->
    [round-robin] Round robin: everybody meets everybody once.
    [knock-out] Knock-out: two games for each pair. If they are level one more decides, in which Black wins a draw.
   *[swiss] Swiss system by FIDE's Dutch rules: everybody plays in each round.
}
    .twice = Round robin: everybody meets everybody twice.
tournament-rated = Its games are rated.
tournament-open = Open for { $least } to { $most } players. It begins when it is full.
    .at = Open for { $least } to { $most } players. It begins { $starts }, or when it is full.
    .exactly = Open for { $most } players. It begins when it is full.
    .exactly-at = Open for { $most } players. It begins when it is full, { $starts } at the latest.
tournament-joined = { $count ->
    [0] Nobody has joined yet.
    [one] One player has joined: { $players }.
   *[other] { $count } players have joined: { $players }.
}
tournament-round = Round { $round }.
    .of = Round { $round } of { $rounds }.
tournament-pairing-soon = Its games are about to begin.
tournament-open-games = { $count ->
    [0] No game is left to be played.
    [one] One game is to be played.
   *[other] { $count } games are to be played.
}
tournament-line = { $place }\. { $player }: { $points }
    .playing = { $player }: { $points }
    .out = ~~{ $player }~~: { $points }
    .placed-out = { $place }\. ~~{ $player }~~: { $points }
tournament-more = { $count ->
    [one] One more player.
   *[other] { $count } more players.
}
tournament-over = It is over.
tournament-won = The tournament of { $games } is over. { $count ->
    [one] { $winners } has won it.
   *[other] { $winners } share the first place.
}
tournament-over-nobody = The tournament of { $games } is over, and nobody has won it.
tournament-called-off = It was called off before it began: { $least } players were needed, and { $count ->
    [0] nobody had joined.
    [one] one had joined.
   *[other] { $count } had joined.
}
    .before = It was called off before it began.
tournament-picture-alt = The cross table, by the numbers behind the names. { $lines }
tournament-alt-line = { $player }: { $cells }; { $points } in all.
tournament-alt-none = no game
tournament-player = { $player } ({ $number })
tournament-pairing = Round { $round }: { $white } has White, { $black } Black. { GAME($game) }.
tournament-thread = { GAME($game) }, round { $round }, game { $number }
tournament-made = The tournament is made. Its message follows in this channel.
tournament-in = You are in the tournament. I add you to a thread for each of your games when it begins.
    .last = You are in the tournament. It is full and begins now; I add you to a thread for each of your games.
tournament-left = You are no longer in the tournament.
tournament-starts = It begins at once.
tournament-sure-withdraw = Really withdraw? Your games that go on are lost then, and you cannot come back.
tournament-sure-cancel = Really end this tournament before it has begun? Nobody can join it any more then.
    .running = Really end this tournament? Each side of a game that is not over gets half a point. Games that go on are played to their ends, but change nothing in the table.
tournament-cancelled = The tournament is over, and its message will say so.
tournament-withdrawn = You have withdrawn from the tournament.
tournament-own-games = Your games in this tournament:
    .none = You have no game in this tournament just now.
tournament-own-line = Round { $round }: { $white } has White, { $black } Black.
    .soon = Round { $round }: { $white } has White, { $black } Black; it is about to begin.
refused-tournament-not-here = There is no tournament in this channel. `/tournament create` makes one.
refused-tournament-not-stored = There is no such tournament here any more.
refused-tournament-channel-has-one = This channel has a tournament that is not over. Make this one in another channel, or end that one with `/tournament cancel`.
refused-tournament-too-many-in-server = This server has { $most } tournaments that are not over, which is the most. Make this one when one of them has ended.
refused-tournament-not-allowed = Only those who manage the server, or have the role that `/server` names for it, make and begin tournaments.
refused-tournament-not-open = Nobody can join this tournament any more: it has begun, was called off, or is over.
refused-tournament-begun = This tournament has begun. `/tournament withdraw` leaves it for good.
refused-tournament-not-begun = This tournament has not begun. `/tournament leave` leaves it.
refused-tournament-over = This tournament is over.
refused-tournament-no-abort = Games of a tournament are not called off. `/tournament withdraw` leaves the whole tournament.
refused-tournament-full = This tournament is full.
refused-tournament-already = You are in this tournament already.
refused-tournament-too-many-of-yours = You play in { $most } tournaments already, which is the most.
refused-tournament-not-in = You do not play in this tournament.
refused-tournament-too-few = It has not enough players yet.
refused-tournament-bad-size = That many players are not possible: a round robin has 3 to 10, a knock-out 4 to 32, a Swiss tournament 9 to 64.
refused-tournament-no-threads = A tournament is made in a channel where I can open threads, not in a thread or in direct messages.
