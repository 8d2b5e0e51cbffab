# Nudges in games without a clock.

news-nudge = { $turn }, { $waits } waits for your move in { GAME($game) }. The last one was { $since }.
nudge-sent = Your opponent was asked to move; you can nudge them again in a day.
nudge-not-sent = I can't write where that game is played, so your opponent was not asked.
nudge-left = { $turn } has left this server, so a nudge would not reach them. After 14 days without a move `/abort` ends the game without asking.
asked-left = { $person } has left this server, so they may not see this.

no-nudge-clock = This game has a clock, which reminds your opponent by itself.
no-nudge-own-turn = It is your turn: play with `/move`.
no-nudge-before = You can nudge your opponent from { $until } on: a day after the last move, and once a day.
no-nudge-away = { $person } is on vacation, which ends { $until }.
no-nudge-no-pings = { $person } has switched pings off, so a nudge would not reach them. After 14 days `/abort` ends the game without asking.
