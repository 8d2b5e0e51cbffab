# The sentences above the boards.

former-player = a former player
side-alone = { COLOR($side) }
news-started = { GAME($game) }: { $white } plays White, { $black } Black. { $turn } to move; moves are made with `/move`.
    .in-check = { GAME($game) }: { $white } plays White, { $black } Black. { $turn } to move; check; moves are made with `/move`.
news-started-alone = { GAME($game) }: { $player } plays both sides. { $turn } to move; moves are made with `/move`.
    .in-check = { GAME($game) }: { $player } plays both sides. { $turn } to move; check; moves are made with `/move`.
news-over = { GAME($game) }. { $outcome }
news-standing = { GAME($game) }, move { $number }: { $turn } to move.
    .in-check = { GAME($game) }, move { $number }: { $turn } to move; check.
news-last-move = Last move, { COLOR($side) }: { $move }.
news-moved = { COLOR($side) }: { $move }. { $turn } to move.
    .in-check = { COLOR($side) }: { $move }; check. { $turn } to move.
news-taken-back = Taken back: it is move { $number } again. { $turn } to move.
    .in-check = Taken back: it is move { $number } again. { $turn } to move; check.
news-moved-last = { COLOR($side) }: { $move }. { $outcome }
news-draw-offered = { $side } offers a draw. { $other }: do you accept?
news-takeback-asked = { $side } asks to take back a move: { $move }. { $other }: do you agree?
    .answered = { $side } asks to take back a move and the answer to it: { $move }. { $other }: do you agree?
news-abort-asked = { $side } asks to end this game without a result. { $other }: do you agree?
news-draw-declined = { $asker }, { $decliner } declined the draw. The game goes on.
news-takeback-declined = { $asker }, { $decliner } declined the takeback. The game goes on.
news-abort-declined = { $asker }, { $decliner } wants to play on. The game goes on.
news-time = Time runs out { $until }.
news-offers-draw = { $side } offers a draw.
news-asks-takeback = { $side } asks to take back a move.
news-asks-abort = { $side } asks to end this game without a result.
news-claim-threefold = The position has come up three times: `/draw` claims a draw.
news-claim-fifty = Fifty moves without progress: `/draw` claims a draw.
news-resigned = { $loser } resigns. { $winner } wins.
news-claimed = { $player } claims a draw. { $outcome }
news-aborted = { $player } aborted the game: no result.
    .of = { $player } aborted the game of { $players }: no result.

# Who won and how.
outcome-checkmate = Checkmate. { $winner } beats { $loser }.
outcome-goal = { $news }. { $winner } beats { $loser }.
outcome-resigned = { $winner } won: { $loser } resigned.
outcome-stalemate = Stalemate: a draw between { $players }.
outcome-material = Neither side has enough pieces to mate: a draw between { $players }.
outcome-fivefold = The same position for the fifth time: a draw between { $players }.
outcome-seventy-five = Seventy-five moves without progress: a draw between { $players }.
outcome-threefold = Threefold repetition: a draw between { $players }.
outcome-fifty = Fifty moves without progress: a draw between { $players }.
outcome-agreed = Draw agreed between { $players }.
outcome-aborted = The game of { $players } was aborted: no result.
outcome-channel-deleted = The game of { $players } ended with its channel: no result.
