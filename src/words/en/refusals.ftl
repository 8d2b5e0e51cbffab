# Why an action in a game is refused.

refusal-over = This game is over: { $how }. `/challenge` starts a new one.
    .page = This game is over: { $how }.
refusal-not-your-turn = It is not your turn: { $side } is to move.
refusal-two-play = Only { $white } and { $black } play here. `/challenge` starts a game of your own.
refusal-one-plays = Only { $player } plays here. `/challenge` starts a game of your own.
refusal-nobody-plays = Nobody plays here any more. `/challenge` starts a new game.
refusal-engine-plays-on = I would rather play on for now, so this is no draw yet.
refusal-nothing-to-take-back = You have no move to take back yet.
refusal-stale = That board is old: it is now move { $number }, { COLOR($turn) } to move.
refusal-played = Your move is played already: it is now move { $number }, { COLOR($turn) } to move.
refusal-asked-draw = You have offered a draw already. Wait for the answer, or press *Withdraw* where you offered it.
    .page = You have offered a draw already. Wait for the answer.
refusal-asked-takeback = You have asked for a takeback already. Wait for the answer, or press *Withdraw* where you asked.
    .page = You have asked for a takeback already. Wait for the answer.
refusal-asked-abort = You have asked to abort already. Wait for the answer, or press *Withdraw* where you asked.
    .page = You have asked to abort already. Wait for the answer.
refusal-too-soon-draw = You have offered a draw already; you may offer one again after your next move.
refusal-draw-declined = Your draw offer was declined; you can make another one after your move { $number }.
refusal-too-soon-takeback = You have asked for a takeback already; you may ask again after your next move.
refusal-too-soon-abort = You have asked to abort already; you may ask again after your next move.
refusal-nothing-asked-draw = That draw offer is no longer open; `/draw` makes a new one.
    .page = That draw offer is no longer open.
refusal-nothing-asked-takeback = That takeback is no longer asked for; `/takeback` asks for a new one.
    .page = That takeback is no longer asked for.
refusal-nothing-asked-abort = That request to abort is no longer open; `/abort` makes a new one.
    .page = That request to abort is no longer open.
refusal-own-draw = That is your own offer; your opponent answers it.
refusal-own-takeback = That is your own request; your opponent answers it.
refusal-own-abort = That is your own request; your opponent answers it.
refusal-their-ask = Your opponent asked for that, so only they can withdraw it. You can decline it.

# A side with its player.
side-played = { COLOR($side) } ({ $player })
side-former-player = { COLOR($side) } (a former player)

# Why nothing was done.
refused-type-more = There is more than the list can show. Type a square or a piece's name to see it.
refused-unfair = This position stands in a game that is being played. Hints and analysis open when it has ended.
    .game = A position of this game stands in another game that is being played. Analysis opens when that one has ended.
    .begins = This position stands in a game that is being played. You can play me from it when that game has ended.
    .plays = You play a game of { GAME($game) } without hints against somebody. Hints and analysis of { GAME($game) } open for you when it has ended.
refused-try = Moves can be tried here once the game has ended.
    .not-done = Moves can be tried here once this is solved.
    .over = The game would be over here. Go back to try another move.
    .too-many = No more than { $most } moves can be tried in a row. Go back to try others.
refused-no-square = Name a square of the board, such as e4.
refused-not-on-board = { $square } is not a square of this board.
refused-empty-square = Nothing stands on { $square }.
refused-no-such-move = There is no move of that number; the last one is move { $last }. `/history` lists them.
refused-no-move-yet = No move has been played yet.
refused-no-game = There is no game in this channel; `/challenge` starts one.
refused-game-elsewhere = There is no game in this channel; your game is here: { $place }
refused-games-elsewhere = There is no game in this channel; `/games` lists yours.
refused-not-stored = That game is no longer stored; `/games` lists yours.
refused-set-aside = This game began under rules that this version of Rookery cannot replay. It is set aside, unchanged, and cannot be played on; `/challenge` starts a new one.
refused-bot = I don't play against other bots: challenge me, a person, or yourself to play both sides.
refused-nobody-else-here = Nobody else can accept a challenge made here; make it in a channel of a server, or challenge yourself to play both sides.
refused-position-outdated = The position of that challenge is no longer allowed; make a new one.
refused-begun-by-menu = You have already started { GAME($game) } from that menu; `/board` shows it.
    .elsewhere = You have already started { GAME($game) } from that menu: { $place }
refused-occupied-alone = A game goes on here already, and outside of servers that I am in a place hosts one at a time. Finish that one first, or play this one in such a server.
refused-occupied = This channel already hosts a game, and a channel hosts one at a time; play this one in a thread or another channel.
refused-occupied-and-no-thread = This channel already hosts a game, and you lack the permission **Create Public Threads** for another one beside it; play in another channel.
refused-may-not-thread = You lack the permission **Create Public Threads** in this channel, so I can't open a thread for you. Leave `thread` out, or ask somebody who manages the server.
refused-no-thread-here = I cannot open a thread here: that needs a text channel of a server, and the right to create threads.
refused-challenge-gone = That challenge is no longer open; `/challenge` makes a new one.
refused-own-challenge = That is your own challenge; somebody else has to accept it. *Cancel* withdraws it.
refused-for-another = Only { $opponent } can answer this challenge; `/challenge` makes one of your own.
refused-for-anybody = This challenge is open to anybody; press Accept to play.
refused-not-yours = Only { $challenger } can withdraw this challenge.
refused-goes-on = Your game in this channel is not over yet; `/rematch` asks for another one afterwards.
refused-rematch-asked = You have asked for this rematch already; wait for the answer. *Cancel* below it withdraws it.
refused-rematched = This game has had its rematch in this channel. `/rematch` asks for the next one once that is over.
    .elsewhere = This game has had its rematch; it is here: { $place }
refused-former-opponent = Your opponent is a former player, so there can be no rematch; `/challenge` starts a new game.
refused-blocked = You have blocked { $person }; `/unblock` first.
refused-cannot-be-challenged = { $person } can't be challenged now.
refused-cannot-accept = This challenge can't be accepted now.
refused-played-elsewhere = Games are not played in this channel; challenge in { $channels }.
refused-not-offered = { GAME($game) } is not played in this server; choose { $offered }.
    .many = { GAME($game) } is not played in this server; choose { $offered } or one of { $more } others that are suggested while you type.
refused-block-oneself = You can't block yourself.
refused-block-bot = Bots challenge nobody, so there is nothing to block.

# What there is too much of.
too-many-blocks = You have blocked { $count } people, which is as many as I keep; `/unblock` one first.
too-many-pause = You can challenge { $opponent } again from { $until } on.
    .open = An open challenge may notify many people, so you can make another one from { $until } on.
too-many-to-one = You have { $count } open challenges to { $opponent }. Withdraw one; the oldest expires { $lapse }.
too-many-open = You have { $count } open challenges. Withdraw one; the oldest expires { $lapse }.
too-many-in-channel = You have { $count } open challenges in this channel. Withdraw one; the oldest expires { $lapse }.
too-many-games = You have { $count } live games; finish one first.
    .of-another = { $player } has { $count } live games; one of them has to end first.

# Trouble on our side.
trouble-try-again = Something went wrong on my side. Nothing has changed; please try again.
trouble-busy = I am very busy just now. Nothing has changed; please try again in a moment.
trouble-disk-full = I can't save anything just now because my disk is full. Nothing has changed; please try again later.
trouble-disk-fails = I can't save anything just now because my disk fails. Nothing has changed; please try again later.
trouble-unreachable = I can't reach my database just now. Nothing has changed; please try again in a moment.
trouble-away = I can't reach my database just now. What you did may have got through: please look before you try again.
trouble-damaged = A part of my database is damaged. Nothing has changed; please tell whoever runs me.
trouble-lost = My database was moved or removed while I was running. Nothing has changed; whoever runs me must restart me.
