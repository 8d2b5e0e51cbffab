# Looking back at a game: its moves, its positions, its files.

past-moves = { $count ->
    [0] { GAME($game) }: no move has been played yet.
    [one] { GAME($game) }, { $count } move.
   *[other] { GAME($game) }, { $count } moves.
}
past-page = Page { $page } of { $pages }:
past-film = { GAME($game) }: an animation of the game from its first position to its last.
past-not-filmed = The animation could not be made, or is too large to be sent here. `/export` with `format: pgn` gives all the moves.
past-films-one-at-a-time = I am making an animation for you already. One at a time, please.
past-films-busy = Too many people are asking for animations just now. Try again in a minute.
past-start = { GAME($game) }: the start position.
past-after = { GAME($game) }, after { $move }: { $told }.
