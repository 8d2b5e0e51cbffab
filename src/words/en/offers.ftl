# What the message of an offer says once it is no longer open.

offer-draw-accepted = { $side } offered a draw, and { $other } accepted.
offer-draw-declined = { $side } offered a draw, and { $other } declined.
offer-draw-played-on = { $side } offered a draw, but { $other } played on.
offer-draw-withdrawn = { $side } offered a draw, then withdrew the offer.
offer-draw-taken-back = { $side } offered a draw, but then moves were taken back.
offer-draw-over = { $side } offered a draw, but the game ended without an answer.
offer-takeback-accepted = { $side } asked to take back a move, and { $other } agreed.
offer-takeback-declined = { $side } asked to take back a move, and { $other } declined.
offer-takeback-played-on = { $side } asked to take back a move, but { $other } played on.
offer-takeback-withdrawn = { $side } asked to take back a move, then withdrew that.
offer-takeback-over = { $side } asked to take back a move, but the game ended without an answer.
offer-abort-accepted = { $side } asked to end the game without a result, and { $other } agreed.
offer-abort-declined = { $side } asked to end the game without a result, but { $other } wanted to play on.
offer-abort-played-on = { $side } asked to end the game without a result, but { $other } played on.
offer-abort-withdrawn = { $side } asked to end the game without a result, then withdrew that.
offer-abort-taken-back = { $side } asked to end the game without a result, but then moves were taken back.
offer-abort-ended-so = { $side } asked to end the game without a result, and it ended so.
offer-abort-over = { $side } asked to end the game without a result, but it ended otherwise.
