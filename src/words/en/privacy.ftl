# What /privacy tells, and what its buttons do.

privacy-card = This is what I keep about you, and why:
    { $kept }

    I keep no name, no picture and no message of yours. The file that *Export* makes holds all of it. To remove it press *Delete*; I ask you once more. What others need stays without your id, as that of a former player: games, results, ratings and places in tournaments. The messages in Discord stay there.
privacy-exported = This is all that I keep about you. Only you see this message.
    .in-part = { $count ->
    [one] This is all that I keep about you, but one of your oldest games is in it without its moves, as the file would be too large. Only you see this message.
   *[other] This is all that I keep about you, but { $count } of your oldest games are in it without their moves, as the file would be too large. Only you see this message.
}
privacy-question = Really delete all that I keep about you? It happens at once and cannot be taken back.
    - { $resigned ->
        [0] You have no live game against somebody else that would be lost.
        [one] Your live game against somebody else is resigned.
       *[other] Your { $resigned } live games against others are resigned.
    }
    - { $aborted ->
        [0] You have no live game against yourself.
        [one] Your live game against yourself is aborted.
       *[other] Your { $aborted } live games against yourself are aborted.
    }
    - Games that are over stay for your opponents, with “a former player” in your place.
    - Challenges from and to you are closed.
    - Your blocks are removed. If others have blocked you, that stays, with a fingerprint in place of your id.
    - Another fingerprint stays for 400 days, so that a backup does not bring you back.
privacy-deleted = { $ended ->
    [0] Done. Your data is deleted.
    [one] Done. One live game has ended, and your data is deleted.
   *[other] Done. { $ended } live games have ended, and your data is deleted.
}
privacy-kept = Nothing was deleted.

# Each message that begins with `kept-`, here or in another file, tells of a kind of data: on the card of /privacy, and in a row of
# `docs/privacy.md`, which `ROOKERY_BLESS=1` makes of these messages in English. `.why` completes it on both. The others are only for that page:
# `.more` says more; `.until` is how long it is kept, unless that is until the person deletes it; `.file` has the names in the file of
# *Export*, unless there is one that is the message's own.

privacy-line = - { $what }: { $why }.
kept-games = Your Discord id in the games that you play or have played, with their moves, prepared ones too, and offers, when and where
    .why = to know whose turn it is and whom to notify, and so that you can play on after a restart
    .more = A sister of a game that you play may be suggested. What is kept of a game is in the next table
    .until = you delete it; the rest of a game stays
    .file = person, games
kept-challenges = Challenges from and to you until their messages say what became of them, and for an hour who challenged whom
    .why = to accept them, and so that nobody is notified again and again
    .more = Of each: who, whom, who answered, which game, where
    .until = they are answered or withdrawn, after 24 hours at most, and their messages say so; who challenged whom: about an hour
    .file = challenges, settled_challenges, challenged_lately
kept-locale = The language that you have set in Discord, as your games last saw it
    .why = to tell you things in it
kept-settings = What you have chosen in `/settings`
    .why = so that boards, reminders and answers are as you like them
kept-ratings = Your ratings of each week, which rated games they come from, and on which leaderboards you are
    .why = to tell how you stand
    .more = They are under a number that stands for you
    .until = you delete your data: then nothing connects the number with you, and you are on no leaderboard; results and ratings stay as those of a former player, because your opponents' ratings follow from them
kept-vacation = Until when you are or were on vacation, and the days used of that year
    .why = so that your clocks stand still
    .more = Also in which games that is still to be told
    .file = vacation, vacation_untold_in
kept-lessons = How far you are in the lessons of `/learn`
    .why = so that you go on where you stopped
kept-puzzles = Which puzzles you have started and solved, when, whether with help, and how many in a row
    .why = so that none comes again
    .file = puzzles, puzzles_in_a_row
kept-puzzles-of-the-day = On which days you have solved a server's puzzle of the day, or were helped with it
    .why = for its table, and for your days in a row
    .more = Of each: the server and the time. Members of that server see the table
kept-tournaments = Tournaments in which you play or have played, your place in each, and whether you went out
    .why = to pair you, and to keep their tables
    .more = Of each: your number, your rating, since when
    .until = you leave a tournament before it begins; afterwards the place stays until 90 days after I was removed from its server, and when you delete your data it is that of a former player
kept-ladders = On which ladders you are, how many challenges you let pass there, and whom you challenge or who challenges you
    .why = to keep their order
    .more = Also your place, and since when, and for a day that a place you lost is still to be told. Members of that server see the order
    .until = you leave it, it is closed, I was removed from its server 90 days ago, or you delete your data; a challenge goes when it is played
    .file = ladders, ladder_challenges, ladder_places_lost_untold
kept-notes = What you have noted about games with `/note`
    .why = to show it to you alone
    .more = Of each: the game, and after which move
    .until = you remove it, or delete your data
kept-seats = Where you have started games in places that I am not in
    .why = to find the games there
    .more = Of each: the server and the channel
kept-games-added = Games that you have added to servers, where and when
    .why = so that a server knows who added what, and you are told if one fails
    .more = Of each: its name, the server's language, whether it is offered to all servers, how often it failed and since when
    .until = the game is removed from the server, I was removed from the server 90 days ago, or you delete your data: the server keeps the game, and nobody is named. The texts of games say nothing of people
kept-files-sent = How many files of games you have sent today
    .why = so that nobody fills my memory
    .until = two days have passed, or you delete your data
kept-pages = Links to your pages that you have asked for, and in which browsers you have opened one, both only as hashes, and on which kind of device
    .why = so that a page there is yours
    .more = For some minutes also a hash of the attempt that opened it; a number that stands in the page's address; for which game to play or to watch, or for lessons and puzzles and in which server; your language; when you asked for it, opened it, and last used it, within an hour
    .until = you delete your data. A link goes sooner: it is opened or ended, 15 minutes have passed, or you have asked for 20 newer ones. So does a browser: you end it, it was not used for 30 days, or a week has passed if you only watch; of more than 50, those that were unused for longest go
    .file = page_links, pages
kept-push = Where a browser of yours takes messages that tell of your turn, if you have switched that on, with the keys by which it reads them
    .why = so that this browser tells you while no page is open
    .more = On which page you have switched it on, and when. The company that makes the browser delivers such a message and sees when it comes, not what it says
    .until = you switch it off, the page ends, or the browser takes no messages any more; of more than five, the oldest goes
    .file = push_subscriptions
kept-blocked = Whom you have blocked; of those who have deleted their data, a fingerprint instead of their id
    .why = so that neither of you can challenge the other
    .more = The fingerprint is a keyed hash of both ids
    .until = you unblock them, or delete your data
    .file = blocked, blocked_former
kept-operator = What the people who run this bot have done about you
    .why = so that they can answer for it
    .more = When, and why. Also whether they have shut you out. Of those who have deleted their data, a fingerprint instead of their id: a keyed hash of it
    .until = a year has passed; that you are shut out, until they let you in again
    .file = shut_out, acts_of_the_operator
