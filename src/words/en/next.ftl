# /next: the game that waits for whoever asks.

next-number = { $count ->
    [one] One game waits for you.
   *[other] Game { $number } of { $count } that wait for you.
}
next-only = This is the only game that waits for you.
next-side = You play { COLOR($side) } against { $person }; your turn began { $since }.
    .nobody = You play { COLOR($side) } against a former player; your turn began { $since }.
    .alone = You play both sides; the last move was made { $since }.
    .alone-begun = You play both sides; no move was made yet.
next-none = { $count ->
    [one] No game waits for you: in your one live game it is not your turn, or it cannot go on just now.
   *[other] No game waits for you: in your { $count } live games it is not your turn, or they cannot go on just now.
}
next-soonest = Your opponents' next deadline is { $until }.
