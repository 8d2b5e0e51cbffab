# Vacations, on which a person's clocks stand still.

vacation-left = { $left ->
    [0] You are not on vacation. No vacation days left this year.
   *[other] You are not on vacation. { $left } of { $days } vacation days left this year.
}
vacation-how = `/vacation` with `days` begins one at once; a day counts once it has begun.
vacation-on = You are on vacation, which ends { $until }. Until then your clocks stand still, and your opponents are told; you may still move. A day counts once it has begun. { $left ->
    [0] After it you have no day left this year.
    [one] After it you have one day left this year.
   *[other] After it you have { $left } days left this year.
}
vacation-days = { $days ->
    [one] Vacation: one day, from now on
   *[other] Vacation: { $days } days, from now on
}
vacation-question = { $days ->
    [one] Begin a vacation of one day now? Your clocks then stand still, and your opponents are told.
   *[other] Begin a vacation of { $days } days now? Your clocks then stand still, and your opponents are told. You can end it early; a day counts once it has begun.
}
vacation-begun = { $side } is on vacation, which ends { $until }. In { GAME($game) } their clock stands still until then.
vacation-ended = { $side } has ended their vacation. In { GAME($game) } their clock runs again.
    .to-move = { $side } has ended their vacation. In { GAME($game) } their clock runs again; time runs out { $until }.
news-away = { $side } is on vacation, which ends { $until }.

refused-on-vacation = You are on vacation, which ends { $until }; end it first, with the button below `/vacation`.
refused-no-vacation = { $left ->
    [0] You have no day of vacation left this year.
    [one] You have one day of vacation left this year.
   *[other] You have { $left } days of vacation left this year; choose from 1 to { $left }.
}
refused-vacation-over = That vacation is over already.
