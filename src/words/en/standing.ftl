# Ratings and rated games.

rating-settled = { $points }
rating-unsettled = { $points }?
rated-new = The game is rated: ratings change when the week ends, the first two games count that you two finish in it, and moves are not taken back.
rated-offer = The game is rated; { $challenger } has { $rating }. Ratings change at the end of each week.
rated-offer-two = The game is rated. { $stakes } Ratings change at the end of each week; these figures are as of now.
rated-offer-unseen = The game is rated. Ratings change at the end of each week.
rated-offer-enough = The game is rated, but you two have finished two rated games of { GAME($game) } this week, and no more of them count. If it ends this week it changes nothing.
rated-stakes = { $player } has { $now }: { $win } after a win, { $draw } after a draw, { $loss } after a loss.
rated-changed = If the week ended now, the ratings would be: { $changes }.
rated-change = { $player } { $after } (before this game { $before })
rated-changed-unseen = It counts for both ratings when the week ends.
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
    .now = { GAME($game) }: { $rating }; { $now } if the week ended now
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
profile-unsure = A question mark means that a rating is not settled yet.
profile-own = Games against me, lessons, and puzzles other than those of the day are seen by you alone. Who sees the rest is set with `/settings`.
profile-chart = { GAME($game) }: the rating from { $from } to { $until }.
    .alt = A curve of the rating of { GAME($game) } from { $from } to { $until }: { $first } at first, { $last } at last, between { $lowest } and { $highest }. Around it lies the band in which the true strength is, 19 times of 20.

# The card of `/leaderboard`.
leaders-here = **{ GAME($game) }, this server**
leaders-everywhere = **{ GAME($game) }, everywhere**
leaders-line = { $place }. { $player } { $rating }
leaders-none = Nobody here has a settled rating yet. It takes about twenty rated games (`rated` of `/challenge`), fewer against people whose ratings are settled.
    .everywhere = Nobody shows a settled rating everywhere yet. Ratings are seen in one's servers at first; `/settings` changes that.
leaders-own = You are number { $place } of { $listed }.
leaders-absent = { $listed ->
    [one] One player is listed. You are not.
   *[other] { $listed } players are listed. You are not.
}
leaders-hidden = Your own rating is hidden; `/settings` changes that.
leaders-local = Your own rating is shown in your servers only; `/settings` changes that.

# After a game against the bot.
level-next = { $count ->
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
    [0] You have no days in a row yet. One day a week may be left out.
    [one] You have one day in a row. One day a week may be left out.
   *[other] You have { $days } days in a row. One day a week may be left out.
}
