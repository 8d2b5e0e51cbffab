# What is kept about a person.

privacy-card = This is what I keep about you, and why:
    - Your Discord id in each game that you play or have played: to know whose turn it is and whom to notify.
    - What happens in those games (moves, also those that you have prepared, offers and answers, the end) with its time, and where they are played: so that you can play on after a restart.
    - Challenges from and to you until they are answered or expire, and for an hour who challenged whom: so that nobody is notified again and again.
    - The language that you have set in Discord, as your games last saw it: to tell you things in it.
    - Your ratings of each week, and which rated games they come from: to tell how you stand. If you delete your data they stay without your id, as those of a former player, so that your opponents' ratings stay right.
    - What you have chosen in `/settings`: so that things are as you like them.
    - Until when you are on vacation, and the days of it: so that your clocks stand still.
    - How far you are in the lessons of `/learn`: so that you go on where you stopped.
    - Which puzzles you have begun and solved, when, whether with help, and how many in a row: so that none comes again.
    - In which tournaments you play, your place in them, and whether you went out: to pair you, and to keep their tables. If you delete your data your place stays without your id.
    - On which ladders you are, how many challenges you let pass there, and whom you challenge: to keep their order.
    - On which days you have solved a server's puzzle of the day without help: for its table, and for your days in a row.
    - What you have noted about games with `/note`: to show it to you alone.
    - Where you have begun games in places where I am not: so that I find them there.
    - Games that you have added to servers, where and when: so that a server knows who added what.
    - Links to your pages that you have asked for, for 15 minutes, and in which browsers you have opened one, until 30 days after you last use it: so that a page there is yours. Of link and browser I keep only a hash.
    - Whom you have blocked: so that they can't challenge you. If they delete their data, I keep a fingerprint instead of their id.

    I keep no name, no picture and no message of yours. The file that *Export* makes holds all of it. To remove it press *Delete*; I ask you once more. The messages in Discord stay there.
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
privacy-deleted = { $ended ->
    [0] Done. Your data is deleted.
    [one] Done. One live game has ended, and your data is deleted.
   *[other] Done. { $ended } live games have ended, and your data is deleted.
}
privacy-kept = Nothing was deleted.

# After /block and /unblock.

block-done = You have blocked { $person }. They are not told. Neither of you can challenge the other now; games that you are playing together go on. `/unblock` undoes it.
block-undone = { $person } is no longer blocked.
    .was-not = You have not blocked { $person }.
