# What those who manage a server set with /server: the text of each page, each menu, and what its lines say.

server-kept = Saved. { $card }
server-page-places = Places
server-page-games = Games
server-page-boards = Boards
# The menus show what is chosen.
server-places = **Places.** A thread counts as its channel.
server-games = **Games.** The pace is used when a challenge names none.
server-boards = **Boards.** Side and theme apply to the boards that everybody sees, the language to what everybody reads.

server-lobby-closed = I can't write in { $channel }, so the open challenges are not listed there: I need **View Channel** and **Send Messages**.
server-daily-closed = I can't write in { $channel }, so there is no puzzle of the day: I need **View Channel**, **Send Messages** and **Attach Files**.
server-role-silent = { $role } can't be notified by me: let everybody mention that role, or give me the permission **Mention All Roles**.
server-role-everyone = I don't notify everybody; choose a role for those who want to hear of open challenges.

# { $missing } is one or more of the next message, and perhaps the one behind it.
server-missing-permissions = Nothing has changed. { $missing } Give me what is missing, or choose another channel.
server-missing-permissions-in = { $count ->
    [one] I lack the permission { $names } in { $channels }.
   *[other] I lack the permissions { $names } in { $channels }.
}
server-missing-permissions-more = { $count ->
    [one] In one more channel I lack permissions too.
   *[other] In { $count } more channels I lack permissions too.
}

server-part-channels = Channels for games: all
    .head = Channels for games
server-part-lobby = List of open challenges: none
    .head = List of open challenges
server-part-daily = Puzzle of the day: none
    .head = Puzzle of the day
server-part-thread = Threads
server-part-bot-games = Games against me
server-part-games = Games
server-no-games = At least one game has to stay. Nothing has changed.
server-part-pace = Pace
server-part-role = Role for open challenges: none
    .head = Role that is notified of open challenges
server-part-organisers = Role for tournaments and ladders: none
    .head = Role that may make tournaments and open ladders, as those who manage the server may
server-part-side = Board side
server-part-theme = Theme
server-part-language = Language

server-form = How games are played here
server-bot-games = anywhere
    .threads = in threads and direct messages
    .dm = in direct messages
server-side = as the player to move likes it
    .to-move = the side to move at the bottom
    .white = always White at the bottom
server-theme = as the player to move likes it

# The languages; the name of each in itself.
language-own-name = English
language-line = Language: as Discord says
    .auto = as Discord says
    .named = Language: { $language }
