# Vacations, on which a person's clocks stand still.

vacation-left = { $left ->
    [0] You are not on vacation, and have no day of it left this year.
    [one] You are not on vacation. One day of the { $days } of this year is left; `/vacation` with `days` begins it at once.
   *[other] You are not on vacation. { $left } days of the { $days } of this year are left; `/vacation` with `days` begins some of them at once.
}
vacation-on = You are on vacation, which ends { $until }. Until then your clocks stand still, and your opponents are told; you may still move. { $left ->
    [0] No day of this year is left after it.
    [one] One day of this year is left after it.
   *[other] { $left } days of this year are left after it.
}
vacation-days = { $days ->
    [one] Vacation: one day, from now on
   *[other] Vacation: { $days } days, from now on
}
vacation-begun = { $side } is on vacation, which ends { $until }. In { GAME($game) } their clock stands still until then.
news-away = { $side } is on vacation, which ends { $until }.

refused-on-vacation = You are on vacation, which ends { $until }; end it first, with the button below `/vacation`.
refused-no-vacation = { $left ->
    [0] You have no day of vacation left this year.
    [one] You have one day of vacation left this year.
   *[other] You have { $left } days of vacation left this year; choose from 1 to { $left }.
}
refused-vacation-over = That vacation is over already.
