# Ratings and rated games.

rating-settled = { $points }
rating-unsettled = { $points }?
rated-new = Rated, and counted on the Monday after it ends. Of your rated games of { GAME($game) } with each other the first two a week count. Moves are not taken back.
rated-offer = Rated. { $challenger } { $rating }. Counted on the Monday after it ends.
    .unsettled = Rated. { $challenger } { $rating }. Counted on the Monday after it ends; ? = not settled.
rated-offer-two = Rated. { $stakes }. Counted on the Monday after it ends.
    .unsettled = Rated. { $stakes }. Counted on the Monday after it ends; ? = not settled.
rated-offer-unseen = Rated. Counted on the Monday after it ends.
rated-offer-enough = Rated, but you two have finished two rated games of { GAME($game) } this week, and no more of them count. If it ends this week it changes nothing.
# What a win, a draw and a loss do to somebody's rating; where they do the same to both, both are named first.
rated-changes = { $win } / { $draw } / { $loss }
rated-stakes = { $player } { $now }: { $changes }
    .alike = { $first } { $now }, { $second } { $other }: { $changes }
rated-changed = { $changes }, as of now. Counted on Monday.
rated-change = { $player } { $before } -> { $after }
rated-changed-unseen = Counted for both ratings on Monday.
rated-unchanged-no-result = Nobody's rating changes.
rated-unchanged-enough = Nobody's rating changes: of two people's games of { GAME($game) }, two count each week.
refused-not-rated-own-game = Games from files are not rated. Leave out `rated`.
refused-not-rated-alone = A game against oneself is not rated.
refused-not-rated-engine = Games against me are not rated.
refused-not-rated-hints = A rated game has no hints. Leave out `hints`, or `rated`.
refused-not-rated-own-position = A rated game begins from the usual position. Leave out `position`, or `rated`.
refused-not-rated-no-pace = A rated game needs a clock, so that nobody can just stay away. Choose a `pace`.
refused-rated-takeback = Moves of a rated game are not taken back.

# The card of `/profile`.
profile-card = **{ $player }**
profile-ratings = **Ratings**
profile-rating = { GAME($game) }: { $rating }
    .now = { GAME($game) }: { $rating } -> { $now }, as of now
profile-games = **Games against people**
profile-tally = { GAME($game) }: { $won } won, { $drawn } drawn, { $lost } lost
profile-levels = **Games against me**
profile-level = { LEVEL($level) }: { $won } won, { $drawn } drawn, { $lost } lost
profile-wins = Wins in a row: { $now } now, { $best } at best.
profile-learned = Puzzles solved: { $puzzles }, in a row without help: { $streak } now, { $best } at best. Lessons finished: { $lessons }.
profile-together = You against { $player }: { $won } won, { $drawn } drawn, { $lost } lost.
profile-nothing = { $player } has not finished a game yet.
    .own = You have not finished a game yet. `/challenge` begins one, with `rated` if it is to count for a rating.
profile-unseen-hidden = { $player } shows ratings and results to nobody.
profile-unseen-elsewhere = { $player } has not finished a game here. Ratings and results are shown only where somebody has played.
profile-unsure = ? = not settled; about twenty rated games settle a rating.
profile-own = Games against me, lessons, and puzzles other than those of the day are seen by you alone. Who sees the rest is set with `/settings`.
profile-chart = { GAME($game) }: the rating from { $from } to { $until }.
    .alt = A curve of the rating of { GAME($game) } from { $from } to { $until }: { $first } at first, { $last } at last, between { $lowest } and { $highest }. Around it lies the band in which the true strength is, 19 times of 20.

# The card of `/leaderboard`.
leaders-here = **{ GAME($game) }, this server**
leaders-everywhere = **{ GAME($game) }, everywhere**
leaders-line = { $place }. { $player } { $rating }
leaders-none = Nobody here has a settled rating yet. About twenty rated games settle a rating. Begin one: `/challenge` with `rated`.
    .everywhere = Nobody shows a settled rating everywhere yet. At first only your servers see yours; `/settings` changes that.
leaders-own = You are number { $place } of { $listed }.
leaders-absent = { $listed ->
    [one] One player is listed. You are not.
   *[other] { $listed } players are listed. You are not.
}
leaders-hidden = Your own rating is hidden; `/settings` changes that.
leaders-local = Your own rating is shown in your servers only; `/settings` changes that.

# After a game against the bot.
ready-for-level = { $count ->
    [2] That is your second win against { LEVEL($beaten) }. You may be ready for { LEVEL($next) }: `/challenge` with `level`.
   *[other] That is win number { $count } against { LEVEL($beaten) }. You may be ready for { LEVEL($next) }: `/challenge` with `level`.
}

# Notes on a game.
notes-card = Your notes on this game of { GAME($game) }; only you see them:
notes-none = You have no notes on this game of { GAME($game) }. `/note` with `text` makes one.
notes-noted = Noted, for you alone: { $note }
notes-more = { $others ->
    [one] You have one more note on this game.
   *[other] You have { $others } more notes on this game.
}
notes-earlier = { $count ->
    [one] … and one earlier note; `/history` shows it.
   *[other] … and { $count } earlier notes; `/history` shows them.
}
notes-own = Your note: { $text }
notes-last = Your last note: { $note }
notes-line = { $move }: { $text }
    .start = Start: { $text }
    .gone = Taken back: { $text }
note-place-start = Start
note-place-gone = Taken back
refused-no-note = You have noted nothing about that position.
refused-too-many-notes = You have { $most } notes on this game; remove one first.

# The table of the puzzle of the day.
daily-best = Solved without help this week: { $best }.
    .last-week = Solved without help last week: { $best }.
daily-solver = { $player } { $solved }
daily-this-week = **Puzzles of the day solved without help, this week**
daily-last-week = **Last week**
daily-nobody = Nobody yet.
daily-line = { $first ->
    [0] { $place }. { $player }: { $solved }
   *[other] { $place }. { $player }: { $solved }, { $first } of them first
}
daily-in-a-row = { $days ->
    [0] You have no days in a row yet. Missing one day a week does not break the row.
    [one] You have one day in a row. Missing one day a week does not break the row.
   *[other] You have { $days } days in a row. Missing one day a week does not break the row.
}
