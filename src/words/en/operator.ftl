# What people are told of what whoever runs the bot has done.

operator-shut-out = The people who run this bot have shut you out of it: { $reason }. `/privacy` still works for you.
operator-ended = The people who run this bot have ended this game: { $reason }.
operator-voided = The people who run this bot have taken the result of this game back: { $reason }. It counts for nothing.
operator-announced = From the people who run this bot: { $text }
