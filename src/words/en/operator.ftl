# What people are told of what whoever runs the bot has done.

operator-shut-out = The people who run this bot have shut you out of it: { $reason }. `/privacy` still works for you.
operator-server-shut-out = The people who run this bot have shut this server out of it: { $reason }.
operator-contact = You can reach them here: { $contact }
operator-ended = The people who run this bot have ended this game: { $reason }.
operator-voided = The people who run this bot have taken the result of this game back: { $reason }. It counts for nothing.
operator-announced = From the people who run this bot: { $text }
operator-off =
    .puzzles = Puzzles are switched off for now by the people who run this bot.
    .tournaments = New tournaments are switched off for now by the people who run this bot. Those that run go on.
    .ladders = Ladders are switched off for now by the people who run this bot. Games that run go on.
    .bot-games = New games against me are switched off for now by the people who run this bot. Those that run go on.
    .own-games = Games from files are switched off for now by the people who run this bot. Those that run go on.
    .pages = New pages are switched off for now by the people who run this bot. Those that are open go on.
    .push = Messages of your browser are switched off for now by the people who run this bot. Discord pings you instead.
    .analysis = Analyses are switched off for now by the people who run this bot.
