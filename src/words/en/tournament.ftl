# Tournaments: the message that tells how one stands, and what is said about them.

tournament-head = **Tournament of { $games }**
tournament-kind = { $kind ->
    [round-robin] Round robin: everybody meets everybody once.
    [knock-out] Knock-out: two games for each pair. If they are level one more decides, in which Black wins a draw.
   *[swiss] Swiss system by FIDE's Dutch rules: everybody plays in each round.
}
    .twice = Round robin: everybody meets everybody twice.
tournament-rated = Its games are rated.
tournament-open = For { $least } to { $most } players. It begins when it is full.
    .at = For { $least } to { $most } players. It begins { $starts }, or when it is full.
    .exactly = For { $most } players. It begins when it is full.
    .exactly-at = For { $most } players. It begins when it is full, { $starts } at the latest.
tournament-joined = { $count ->
    [0] Nobody has joined yet.
    [one] 1 has joined: { $players }.
   *[other] { $count } have joined: { $players }.
}
tournament-ready = There are enough players now. Whoever may make tournaments here can begin it with *Begin now*.
tournament-round = Round { $round }.
    .of = Round { $round } of { $rounds }.
tournament-pairing-soon = The games are being set up.
tournament-open-games = { $count ->
    [0] All its games are played.
    [one] 1 game is still to be played.
   *[other] { $count } games are still to be played.
}
# { $points } is one of `tournament-points`, { $row } the player's row in the cross table.
tournament-line = { $place }\. { $player }, { $points } (row { $row })
    .playing = { $player }, { $points } (row { $row })
    .out = ~~{ $player }~~, { $points } (row { $row })
    .placed-out = { $place }\. ~~{ $player }~~, { $points } (row { $row })
# { $told } is the number as it is written, with a half if there is one; { $halves } counts half points.
tournament-points = { $halves ->
    [1] half a point
    [2] 1 point
   *[other] { $told } points
}
# Below a table that has such a mark.
tournament-not-over = `{ $mark }` is a game that is not over.
tournament-unplayed = `{ $won }` is a point without a game, and `{ $lost }` a game lost without play.
tournament-rows = The rows are those of the table.
tournament-more = { $count ->
    [one] One more player.
   *[other] { $count } more players.
}
tournament-over = It is over.
    .early = It was ended early. No winner. Games that go on no longer count in it.
tournament-won = The tournament of { $games } is over. { $count ->
    [one] { $winners } wins.
   *[other] { $winners } share first place.
}
tournament-over-nobody = The tournament of { $games } is over. Nobody wins.
    .early = The tournament of { $games } was ended early. No winner.
tournament-called-off = It was called off before it began: { $least } players were needed, and { $count ->
    [0] nobody had joined.
    [one] one had joined.
   *[other] { $count } had joined.
}
    .before = It was called off before it began.
    .by-organiser = It was called off by the organiser before it began.
tournament-picture-alt = The cross table. { $lines }
tournament-alt-line = Row { $row }: { $results }; points: { $points }.
    .none = Row { $row }: no game yet.
tournament-alt-against = against row { $number }: { $results }
tournament-alt-round = round { $number }: { $results }
tournament-alt-result = lost
    .won = won
    .drawn = drawn
    .won-unplayed = won without a game
    .lost-unplayed = lost without play
    .open = not over
tournament-pairing = Round { $round }: { $white } has White, { $black } Black. { GAME($game) }.
    .decides = Deciding game of round { $round }: { $white } has White, { $black } Black. { GAME($game) }. If it is drawn, Black goes through.
tournament-thread = { GAME($game) }: { $white } – { $black } (round { $round })
    .unnamed = { GAME($game) } (round { $round }, game { $number })
    .decides = { GAME($game) }: { $white } – { $black } (round { $round }, deciding game)
    .decides-unnamed = { GAME($game) } (round { $round }, deciding game { $number })
# On the boards of its games.
deciding-game = This game decides: if it is drawn, Black goes through.
    .drawn = So Black goes through.
game-of-ended-tournament = The tournament was ended early, so this game does not count in it.
    .rated = The tournament was ended early, so this game counts only for your ratings.
news-left-tournament = { $loser } has left the tournament. { $winner } wins.
    .you-win = { $loser } has left the tournament. You win.
    .you-lose = You have left the tournament. { $winner } wins.
tournament-form = A new tournament
tournament-form-kind = Who meets whom
tournament-form-games = Games
    .hint = One to three. The rounds have them in turn.
tournament-form-pace = Time for each move
tournament-form-more = More
    .rated = The games are rated
    .twice = Each two meet twice (round robin only)
tournament-form-days = Days until it begins
    .hint = 1 to 30. Left empty, it begins when it is full.
    .wrong = The days until it begins are a number from 1 to 30, or are left empty. No tournament is made.
tournament-form-incomplete = A tournament needs a kind and a game. No tournament is made.
tournament-made = The tournament is made. Its message follows in this channel.
tournament-in = You are in the tournament. I add you to a thread for each of your games when it begins.
    .last = You are in the tournament. It is full and begins now; I add you to a thread for each of your games.
tournament-left = You are no longer in the tournament.
tournament-starts = It begins at once.
tournament-sure-withdraw = Really withdraw from the tournament? You lose your games that are not over, and you cannot join it again.
tournament-sure-cancel = Really end this tournament before it has begun? Nobody can join it any more then.
    .running = Really end this tournament? Each side of a game that is not over gets half a point. Games that go on are played to their ends, but change nothing in the table. Nobody wins the tournament.
tournament-cancelled = The tournament is ended.
tournament-stayed = Nothing was changed. You stay in the tournament.
    .goes-on = Nothing was changed. The tournament goes on.
tournament-withdrawn = You have withdrawn from the tournament.
tournament-own-games = Your games in this tournament:
tournament-no-own-game = You do not play in this tournament.
    .out = You are out of this tournament.
    .sits-out = You sit out round { $round } and get a point.
    .round-over = Your game of round { $round } is over. The next round begins when all its games are.
    .all-over = All your games in this tournament are over.
    .opponent-unknown = Your next game begins once it is known whom you meet.
    .early = This tournament was ended early.
tournament-own-line = Round { $round }: { $white } has White, { $black } Black.
    .soon = Round { $round }: { $white } has White, { $black } Black; it is about to begin.
refused-tournament-not-here = There is no tournament in this channel. Whoever manages the server makes one with `/tournament create`.
refused-tournament-not-stored = There is no such tournament here any more.
refused-tournament-channel-has-one = This channel has a tournament that is not over. Make this one in another channel, or end that one with `/tournament cancel`.
refused-tournament-too-many-in-server = This server has { $most } tournaments that are not over, which is the most. Make this one when one of them has ended.
refused-tournament-not-allowed = Only people who manage this server, or have the role chosen in `/server`, can make, begin or end tournaments.
refused-tournament-not-open = Nobody can join this tournament any more: it has begun, was called off, or is over.
refused-tournament-begun = This tournament has begun. `/tournament withdraw` leaves it for good.
refused-tournament-not-begun = This tournament has not begun. `/tournament leave` leaves it.
refused-tournament-over = This tournament is over.
refused-tournament-no-abort = Games of a tournament are not called off. `/tournament withdraw` leaves the whole tournament.
refused-tournament-full = This tournament is full.
refused-tournament-already = You are in this tournament already.
refused-tournament-too-many-of-yours = You play in { $most } tournaments already, which is the most.
refused-tournament-not-in = You do not play in this tournament.
refused-tournament-too-few = { $joined } of the { $least } players that it needs have joined. It can begin once they all have.
refused-tournament-round-robin-size = A round robin needs { $fewest } to { $largest } players. For more, take a knock-out or a Swiss tournament.
refused-tournament-knock-out-size = A knock-out needs { $fewest } to { $largest } players. For fewer, take a round robin; for more, a Swiss tournament.
refused-tournament-swiss-size = A Swiss tournament needs { $fewest } players or more, { $largest } at most. For fewer, take a round robin.
refused-tournament-least-above-most = `least` is more than `most`.
refused-tournament-no-threads = A tournament is made in a channel where I can open threads, not in a thread or in direct messages.
