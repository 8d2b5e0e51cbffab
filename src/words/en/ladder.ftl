# Ladders: the message that tells how one stands, and what is said about them.

ladder-head = **Ladder of { $game }**
ladder-rules = Challenge somebody up to three places above you: if you win, you take their place. Every second challenge that you decline or let pass costs you a place.
ladder-rated = Its games are rated.
ladder-nobody = Nobody is on it yet.
ladder-line = { $place }. { $player }
    .challenged = { $place }. { $player }, challenged by { $challenger }
    .playing = { $place }. { $player }, plays { $challenger } in { $channel }
ladder-above = { $count ->
    [one] One more above.
   *[other] { $count } more above.
}
ladder-more = { $count ->
    [one] One more below.
   *[other] { $count } more below.
}
ladder-closed = This ladder is closed.
ladder-channel = Challenges are made in { $channel }.
ladder-reach = Whom do you challenge?
    .taken = Everybody whom you could challenge has been challenged already.
ladder-challenge-place = Place { $place }
ladder-in = You are on the ladder, at its bottom. *Challenge* below its message shows whom you may challenge.
    .first = You are the first on the ladder. Whoever joins next may challenge you.
ladder-declined = You are now at place { $place } of the ladder of { $game }: you declined two challenges, or let them pass.
    .once = The next challenge on the ladder of { $game } that you decline or let pass costs you a place.
ladder-fallen = { $player }, you are now at place { $place } of the ladder of { $game }: you let two challenges pass, or declined them.
ladder-stayed = Nothing was changed. You stay on the ladder.
    .open = Nothing was changed. The ladder stays open.
ladder-left = You are no longer on the ladder.
ladder-sure-leave = Really leave the ladder? Whoever comes back begins at its bottom. Games that go on are not lost by it.
ladder-sure-close = Really close the ladder of { $game }? The order of everybody on it is lost. Games that go on are not ended by it.
ladder-opened = The ladder is open. Its message follows in this channel.
ladder-is-closed = The ladder is closed.
refused-ladder-not-here = There is no such ladder in this server. Whoever manages the server opens one with `/ladder open`.
refused-ladder-several = This server has several ladders: say of which game.
refused-ladder-not-stored = There is no such ladder here any more.
refused-ladder-exists = This channel has the ladder of this game already.
refused-ladder-not-allowed = Only people who manage this server, or have the role chosen in `/server`, can open or close ladders.
refused-ladder-closed = This ladder is closed.
refused-ladder-full = This ladder is full: it holds 100 people.
refused-ladder-already = You are on this ladder already.
refused-ladder-not-on = You are not on this ladder. `/ladder join` puts you on it.
refused-ladder-other-not-on = They are not on this ladder.
refused-ladder-not-above = They are not above you. A challenge goes up to three places above.
refused-ladder-too-far = They are too far above you. A challenge goes up to three places above.
refused-ladder-yourself = That is you. Challenge somebody up to three places above you.
refused-ladder-first = Nobody is above you.
refused-ladder-elsewhere = Challenges for a place are made in the channel of the ladder; `/ladder show` says which that is.
refused-ladder-no-abort = Games for a place on a ladder are not called off.
refused-ladder-busy = You have a challenge on this ladder already. When it is declined, has lapsed or is played, you may make another one.
refused-ladder-other-busy = Somebody has challenged them already. When that is declined, has lapsed or is played, you may challenge them.
