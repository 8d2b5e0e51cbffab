# What the bot answers beside what happens in a game.

reply-too-fast = { $seconds ->
    [one] That was too fast, so nothing has changed. Try again in { $seconds } second.
   *[other] That was too fast, so nothing has changed. Try again in { $seconds } seconds.
}
reply-board-shown-lately = { $seconds ->
    [one] Everybody was shown this board less than { $seconds } second ago, so this one is for you alone.
   *[other] Everybody was shown this board less than { $seconds } seconds ago, so this one is for you alone.
}
reply-busy = I am very busy just now. Nothing has changed; please try again in a moment.
reply-failed = Something went wrong on my side. Use `/board` to see where the game stands.
reply-slow = This takes longer than usual, and may still happen. Please look at the game before you try again.
    .elsewhere = This takes longer than usual, and may still happen. Please wait a minute, and look whether it did.
    .file = The file is still being fetched; the answer follows here.
reply-unknown-command = I no longer know this command. `/help` lists the ones there are.
reply-unknown-form = I do not know this form. `/help` lists what there is.
reply-unreadable = I could not read that. Please try again, or use `/help`.
reply-managers-only = Only those who may **Manage Server** can set this.
reply-servers-only = This is for servers; use it in a channel of one.
reply-unknown-game = I don't know a game called “{ $text }”. `/rules` shows all games, and while you type I suggest those that fit.
    .blank = Name a game. `/rules` shows all of them, and while you type I suggest those that fit.
reply-one-of-games = “{ $text }” fits more than one game. Do you mean { $games }?
    .many = “{ $text }” fits many games: { $games } and { $more } others. While you type I suggest those that fit.
    .single = Do you mean { GAME($game) }? Choose it, or write a little more of its name.
reply-unknown-piece = I don't know a piece called “{ $text }”. `/rules` shows all games, with their pieces.
reply-piece-of-games = “{ $text }” is a piece of more than one game. Do you mean that of { $games }?
    .many = “{ $text }” is a piece of many games: { $games } and { $more } others. Name one of them too.

# Threads.
reply-no-thread-here = I could not open a thread here. Check that I may Create Public Threads, or say `thread: no`.
reply-thread-failed = Discord could not open a thread just now. Please try again in a moment, or challenge with `thread: no`.
reply-no-thread-of-kind = A channel of this kind has no threads, so the game can be played in the channel: challenge with `thread: no`.
reply-too-many-threads = This server has as many active threads as Discord allows. Close one that is no longer needed, or challenge with `thread: no`.
reply-no-thread = Discord does not open a thread here. Try `thread: no`: then the game is played in the channel.
reply-no-thread-alone = There are no threads in direct messages. Leave `thread` out.
reply-thread-in-thread = This is a thread already, and a thread cannot hold another one. Leave `thread` out.
reply-no-thread-in-voice = There are no threads in voice and stage channels, so this is played here.
reply-unseen-thread = I can't see this thread yet. Mention me here first, so that I can see it; then try again.
reply-waits-unseen = I can't see this thread any more, so its game waits, and so does its clock. Mention me here, so that I can see it; then go on.
thread-reopened = This thread was archived, where nobody can make a move. It is open again, as a game goes on here.
reply-only-answers = I am not in this place, so here I can only answer you. Play me, or challenge yourself to play both sides; to play with others, play in a server that I am in. Whoever manages a server can add me (**Add App** in my profile).
reply-seen-alone = Only you see this game here: this server does not let you show others what an app says that you have brought along (Use External Apps).
thread-name = { GAME($game) }: { $player }
    .two = { GAME($game) }: { $challenger } – { $player }
    .alone = { GAME($game) }: { $player }, both sides
    .bot = { $level ->
        [maximum] { GAME($game) }: { $player } – { $bot } (maximum)
       *[other] { GAME($game) }: { $player } – { $bot } (level { $level })
    }

# What the bot lacks; the names are those that Discord shows.
missing-permissions-boards = { $count ->
    [one] I lack the permission { $names } in this channel, so I could not show the boards. Ask somebody who manages the server.
   *[other] I lack the permissions { $names } in this channel, so I could not show the boards. Ask somebody who manages the server.
}
missing-permissions-thread = { $count ->
    [one] I lack the permission { $names } in this channel, so I could not open a thread for the game. Ask somebody who manages the server.
   *[other] I lack the permissions { $names } in this channel, so I could not open a thread for the game. Ask somebody who manages the server.
}
# { $link } is the bot's invitation.
no-member = Only my commands were added to this server, not me, so I could not show the boards. No role can change that: ask somebody who manages the server to add me by this link: { $link }
perhaps-no-member = If I am not in the list of members, only my commands were added to this server; then I have to be added by this link: { $link }
permission-view-channel = View Channel
permission-connect = Connect
permission-send-messages = Send Messages
permission-attach-files = Attach Files
permission-create-public-threads = Create Public Threads
permission-send-messages-in-threads = Send Messages in Threads

picture-not-drawn = The picture could not be drawn. It would show: { $shown }
reply-profile-of-bot = Bots have no profile.
reply-note-or-remove = Give me either a `text` to note or `remove`, not both.
reply-level-of-person = Levels are for games against me: choose me as the opponent, or leave out the level.
reply-no-board-there = That message shows no game of mine, or an old board without buttons. Take the newest board of the game.
reply-no-pages = Whoever runs me here serves no pages for a browser. Play with `/move`, or with the menu below the board.
reply-pace-against-me = Games against me have no clock, so take all the time you like. Leave `pace` out.
