# Hints.
hint-piece = Look at { $piece }.
hint-hand = Look at what you have in hand.
hint-move = { $told }.
    .why = { $told }: it { $why }.
    .then = { $told }. { $why }
hint-others = Hints work in games against me, when you play both sides, or if the challenge allowed them (`hints` of `/challenge`).
hint-one-at-a-time = I am still looking for your last hint.
hint-busy = Too many people are asking for hints just now. Try again in a moment.
hint-late = This took too long and was given up. Try again when I have less to do.

# Why a move is good: each goes on from "it" or "which".

merit-enemy = the { COLOR($side, form: "adjective") } { KIND($kind) } { $square }
merit-piece = the { KIND($kind) } { $square }

# A move that is threatened, and what it takes.
merit-taking = { $move }, taking { $pieces }

merit-mates = mates
    .rule = wins the game
merit-forces = wins by force within { $moves } moves
    .mate = forces mate within { $moves } moves
    .goal = wins by force within { $moves } moves: the King { $wins }
merit-holds-out = { $moves ->
    [one] loses at once, as every move does
   *[other] holds out longest: every move loses, but after this one { COLOR($side) } may need { $moves } moves
}
merit-only = is the only legal move
merit-promotes = promotes to { KIND($kind, form: "a") }
merit-gains = wins { $won }
    .for = wins { $won } for { $lost }
merit-catches = wins { $won } by force
    .for = wins { $won } by force, for { $lost }
    .check = gives check and wins { $won }
    .check-for = gives check and wins { $won } for { $lost }
merit-stops = prevents a win that would begin with { $move }
    .mate = { $moves ->
        [one] prevents mate by { $move }
       *[other] prevents mate in { $moves } moves, beginning with { $move }
    }
    .goal = { $moves ->
        [one] keeps the { COLOR($side, form: "adjective") } King from { $doing }
       *[other] keeps the { COLOR($side, form: "adjective") } King from { $doing } in { $moves } moves
    }
merit-menaces = threatens { $move }, which would win
    .mate = { $moves ->
        [one] threatens mate by { $move }
       *[other] threatens mate in { $moves } moves, beginning with { $move }
    }
    .goal = { $moves ->
        [one] threatens to { $deed }
       *[other] threatens to { $deed } in { $moves } moves
    }
merit-thaws = lets { $pieces } move again, frozen no longer
merit-saves-away = brings { $piece } to safety from { $from }
merit-saves-covered = protects { $piece } against { $from }
merit-saves-barred = keeps { $from } from taking { $piece }
merit-takes-back = recaptures
merit-trades = trades { $lost } for { $won }
merit-forks = threatens { $pieces } at once
merit-threatens = threatens to take { $pieces }
    .other = lets { $by } threaten { $pieces }
merit-freezes = freezes { $pieces }
merit-brakes = brakes { $pieces }
merit-unbrakes = frees { $pieces } from the brake
merit-guards = { $steps ->
    [one] guards { $place }, one step from the { COLOR($side, form: "adjective") } King
   *[other] guards { $place }, { $steps } steps from the { COLOR($side, form: "adjective") } King
}
merit-nears = { $steps ->
    [one] brings the King within one step of { $place }
   *[other] brings the King within { $steps } steps of { $place }
}
merit-advances = { $steps ->
    [one] brings the { KIND($kind) } within one step of promotion
   *[other] brings the { KIND($kind) } within { $steps } steps of promotion
}
merit-castles = castles
merit-pins = pins { $piece } to its King
merit-unpins = frees { $piece } from having to shield the King
merit-escapes = gets the King out of check
merit-checks = { $answers ->
    [one] gives check, to which there is one answer
   *[other] gives check, to which there are { $answers } answers
}
merit-develops = brings { $piece } into play, with { $after ->
    [one] one square
   *[other] { $after } squares
} to go to
    .more = brings { $piece } into play, with { $after } squares to go to instead of { $before }
merit-ranges = gives the { KIND($kind) } more room, with { $after } squares to go to instead of { $before }
merit-opens = makes room for { $piece }, which then has { $after ->
    [one] one square to go to
   *[other] { $after } squares to go to
} instead of { $before ->
    [0] none
   *[other] { $before }
}
merit-hems = { $after ->
    [0] leaves { $piece } no square to go to
    [one] leaves { $piece } one square to go to instead of { $before }
   *[other] leaves { $piece } { $after } squares to go to instead of { $before }
}
merit-prevents = makes { $move } impossible, which { COLOR($side) } would like to play
merit-follows = prepares { $move }, which { $merit } if { COLOR($side) } answers { $answer }
merit-protects = protects { $piece }
merit-approaches = { $steps ->
    [one] brings the King to { $piece }
   *[other] brings the King within { $steps } steps of { $piece }
}
merit-shelters = { $after ->
    [0] leaves { COLOR($side) } no check to give
    [one] leaves { COLOR($side) } one check to give instead of { $before }
   *[other] leaves { COLOR($side) } { $after } checks to give instead of { $before }
}
merit-enters = brings the { KIND($kind) } from the hand into play
merit-repeats = { $times ->
    [2] repeats the position
    [3] reaches the same position a third time, so that a draw can be claimed
   *[other] reaches the same position once more, so that a draw can be claimed
}

# The reasons that are sentences of their own: where a piece would be lost if it came there, and what { $side } would like to play, and now
# costs them the piece.
merit-denies = { COLOR($side) }'s { KIND($kind) } { $square } can be taken if it goes to { $squares }.
merit-costs = If { COLOR($side) } plays { $move }, { COLOR($by) } can take that { KIND($kind, form: "listed") }.
    .you = If { COLOR($side) } plays { $move }, you can take that { KIND($kind, form: "listed") }.
