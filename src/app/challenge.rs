//! Challenges: made, accepted, declined, withdrawn, lapsed.

use super::error::{AppError, Fault, Refused, Why};
use super::load::Loaded;
use super::request::{Caller, ColorWish, NewChallenge, ThreadWish};
use super::view::{Accepted, ChallengeView, Challenged, Closed, GameView, MessageRef};
use super::{Answer, App, words};
use crate::game::{ChallengeId, ChannelId, Game, MessageId, Millis, UserId};
use crate::render::BoardView;
use crate::rules::{ByColor, Color, Line, Position, Variant};
use crate::store::{self, CHALLENGE_LASTS, Limit, NewGame, StoredChallenge, TooOld, WriteError};

/// How long an interaction is remembered, so that it is acted on once; the chat itself drops one after 15 minutes.
const REMEMBERED: i64 = Millis::HOUR;
/// The token of an interaction is good in the chat for 15 minutes. It is wiped a minute before that is over, as the sweep comes
/// once a minute; milliseconds.
const TOKEN_LIFE: i64 = 14 * 60_000;
/// A challenge that has no message after so long will never have one; milliseconds.
const POSTED_WITHIN: i64 = 60_000;
/// How long it is remembered who challenged whom, for the pauses between challenges; longer than any of them.
const CHALLENGED: i64 = Millis::HOUR;

impl App {
    /// A new challenge (or, against oneself, a hot-seat game at once).
    ///
    /// [`Challenged::ThreadFirst`]: nothing is stored yet; open a thread and call again with `thread` (hot-seat only).
    /// After posting the challenge, tell [`App::challenge_posted`].
    ///
    /// # Errors
    /// Refused: a bot as opponent, a bad position (all defects), a position that is already over, a channel that hosts a
    /// game while no thread is wanted, possible or allowed; more challenges or games than one person may have.
    pub async fn challenge(
        &self,
        by: &Caller,
        new: NewChallenge,
        thread: Option<ChannelId>,
    ) -> Answer<Challenged> {
        if new.opponent.is_some_and(|o| o.bot) {
            return Err(Refused::new(
                Why::Bot,
                "Bots do not play here; challenge a person, or yourself for a hot-seat game.",
            )
            .into());
        }
        let start = start_position(&new)?;
        if let Some(opponent) = new.opponent
            && opponent.user == by.user
        {
            return self.hot_seat(by, &start, new.thread, thread).await;
        }
        if by.guild.is_none() {
            let text = "Nobody else can accept a challenge made here; make it in a channel of a server, or challenge yourself for a hot-seat game.";
            return Err(Refused::new(Why::NotForYou, text).into());
        }
        // Said now rather than when somebody accepts.
        self.thread_needed(by, by.channel, new.thread, false).await?;
        let asked = store::NewChallenge {
            challenger: by.user,
            opponent: new.opponent.map(|o| o.user),
            variant: new.variant.slug().to_owned(),
            color: color_text(new.color).to_owned(),
            thread: thread_text(new.thread).to_owned(),
            may_thread: by.may_thread,
            start: start.fen(),
            guild: by.guild,
            channel: by.channel,
            created_at: by.now,
        };
        let challenge = match self.store.new_challenge(&asked, Some(by.interaction)).await {
            Err(WriteError::Limit(limit)) => return Err(limited(limit, by.user, asked.opponent).into()),
            other => other?,
        };
        let side = if new.color == ColorWish::Black { Color::Black } else { Color::White };
        Ok(Challenged::Open(Box::new(ChallengeView {
            challenge,
            text: challenge_text(&asked, new.variant, new.position.is_some()),
            ping: asked.opponent,
            open: asked.opponent.is_none(),
            board: BoardView::new(&start, None, side),
        })))
    }

    async fn hot_seat(
        &self,
        by: &Caller,
        start: &Position,
        wish: ThreadWish,
        thread: Option<ChannelId>,
    ) -> Answer<Challenged> {
        let variant = start.variant();
        if thread.is_none() && self.thread_needed(by, by.channel, wish, false).await? {
            self.room_for([by.user; 2], by.user).await?;
            return Ok(Challenged::ThreadFirst(format!("{}: both sides", variant.name())));
        }
        let players = ByColor { white: by.user, black: by.user };
        let channel = thread.unwrap_or(by.channel);
        match self.begin(by, start, players, channel, None).await {
            Ok(view) => Ok(Challenged::Started(Box::new(view))),
            Err(WriteError::Occupied) => Err(occupied().into()),
            Err(WriteError::Limit(limit)) => Err(limited(limit, by.user, None).into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Refuses before a thread is opened for a game that could not begin.
    async fn room_for(&self, players: [UserId; 2], who: UserId) -> Answer<()> {
        match self.store.too_many_games(players).await? {
            Some(limit) => Err(limited(limit, who, None).into()),
            None => Ok(()),
        }
    }

    /// Remembers where the challenge was posted, so that it can be edited when it lapses.
    ///
    /// # Errors
    /// Only faults.
    pub async fn challenge_posted(&self, challenge: ChallengeId, message: MessageId) -> Answer<()> {
        Ok(self.store.challenge_posted(challenge, message).await?)
    }

    /// Ends a challenge whose message could not be posted, so that nobody can answer it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn drop_challenge(&self, challenge: ChallengeId, now: Millis) -> Answer<()> {
        match self.store.end_challenge(challenge, None, now).await {
            Ok(()) | Err(WriteError::Gone) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Accepts: the game begins, in the challenge's channel or in `thread`.
    ///
    /// [`Accepted::ThreadFirst`]: nothing is stored yet; open a thread on the challenge's message and call again with it.
    ///
    /// # Errors
    /// Refused: not for you, your own, lapsed or no longer open, the channel hosts a game and no thread is possible.
    pub async fn accept(
        &self,
        by: &Caller,
        challenge: ChallengeId,
        thread: Option<ChannelId>,
    ) -> Answer<Accepted> {
        let stored = self.open_challenge(by, challenge).await?;
        let asked = &stored.asked;
        if asked.challenger == by.user {
            return Err(not_for_you("That is your own challenge; somebody else has to accept it.").into());
        }
        if asked.opponent.is_some_and(|opponent| opponent != by.user) {
            return Err(not_for_you("That challenge is for somebody else.").into());
        }
        let variant = variant(asked)?;
        let wish = thread_wish(&asked.thread);
        if thread.is_none() && self.thread_needed(by, asked.channel, wish, asked.may_thread).await? {
            self.room_for([by.user, asked.challenger], by.user).await?;
            return Ok(Accepted::ThreadFirst(format!("{} #{challenge}", variant.name())));
        }
        let Ok(start) = Position::from_fen(variant, &asked.start) else {
            return Err(Refused::new(
                Why::BadPosition,
                "The position of that challenge is no longer allowed; make a new one.",
            )
            .into());
        };
        let players = seats(asked, by.user);
        let channel = thread.unwrap_or(asked.channel);
        match self.begin(by, &start, players, channel, Some(challenge)).await {
            Ok(view) => Ok(Accepted::Started(Box::new(view))),
            Err(WriteError::Occupied) => Err(occupied().into()),
            Err(WriteError::Limit(limit)) => Err(limited(limit, by.user, None).into()),
            Err(WriteError::Gone) => Err(self.unless_replayed(by, gone()).await?),
            Err(error) => Err(error.into()),
        }
    }

    /// Declines (the opponent) or withdraws (the challenger), whoever clicks; others are refused.
    ///
    /// # Errors
    /// Refused: neither of the two, or no longer open.
    pub async fn decline(&self, by: &Caller, challenge: ChallengeId) -> Answer<Closed> {
        let stored = self.open_challenge(by, challenge).await?;
        if stored.asked.challenger == by.user {
            return self.end(by, &stored, false).await;
        }
        if stored.asked.opponent != Some(by.user) {
            return Err(not_for_you("That challenge is for somebody else.").into());
        }
        self.end(by, &stored, true).await
    }

    /// Withdraws a challenge; the challenger only.
    ///
    /// # Errors
    /// Refused: not yours, or no longer open.
    pub async fn cancel(&self, by: &Caller, challenge: ChallengeId) -> Answer<Closed> {
        let stored = self.open_challenge(by, challenge).await?;
        if stored.asked.challenger != by.user {
            let text =
                format!("Only {} can withdraw this challenge.", words::mention(stored.asked.challenger));
            return Err(not_for_you(&text).into());
        }
        self.end(by, &stored, false).await
    }

    /// Closes the challenges older than 24 h; their messages want editing. Also forgets old
    /// interaction ids, tokens that are no longer good, and who was challenged by whom.
    ///
    /// # Errors
    /// Only faults.
    pub async fn lapse_challenges(&self, now: Millis) -> Answer<Vec<Closed>> {
        let before = |age: i64| Millis(now.0 - age);
        let old = TooOld {
            challenges: before(CHALLENGE_LASTS),
            challenged: before(CHALLENGED),
            unposted: before(POSTED_WITHIN),
            closed: before(Millis::DAY),
            interactions: before(REMEMBERED),
            tokens: before(TOKEN_LIFE),
        };
        let lapsed = self.store.tidy(&old).await?;
        Ok(lapsed
            .iter()
            .map(|stored| {
                closed(stored, "This challenge has lapsed: nobody answered within 24 hours.".to_owned())
            })
            .collect())
    }

    /// A challenge that may be answered.
    async fn open_challenge(&self, by: &Caller, id: ChallengeId) -> Answer<StoredChallenge> {
        match self.store.challenge(id).await? {
            Some(stored) if by.now.since(stored.asked.created_at) <= CHALLENGE_LASTS => Ok(stored),
            _ => Err(self.unless_replayed(by, gone()).await?),
        }
    }

    async fn end(&self, by: &Caller, stored: &StoredChallenge, declined: bool) -> Answer<Closed> {
        let interaction = Some(by.interaction);
        let (ended, did) = if declined {
            let ended = self.store.decline_challenge(stored.id, interaction, by.now).await;
            (ended, "declined the challenge")
        } else {
            (self.store.end_challenge(stored.id, interaction, by.now).await, "withdrew the challenge")
        };
        match ended {
            Ok(()) => Ok(closed(stored, format!("{} {did}.", words::mention(by.user)))),
            Err(WriteError::Gone) => Err(self.unless_replayed(by, gone()).await?),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the game needs a thread of its own; refused where it needs one and cannot have it. The bot opens threads
    /// only for people who may, or where the challenger might (`granted`).
    async fn thread_needed(
        &self,
        by: &Caller,
        channel: ChannelId,
        wish: ThreadWish,
        granted: bool,
    ) -> Answer<bool> {
        let allowed = by.may_thread || granted;
        let taken = || async { Ok::<bool, AppError>(self.store.live_in(channel).await?.is_some()) };
        match wish {
            ThreadWish::Yes if by.can_thread && allowed => Ok(true),
            ThreadWish::Yes if by.can_thread => {
                let text = "You lack the permission **Create Public Threads** in this channel, so I can't open a thread for you. Leave `thread` out, or ask somebody who manages the server.";
                Err(Refused::new(Why::NoThread, text).into())
            }
            ThreadWish::Yes => {
                let text = "I cannot open a thread here: that needs a text channel of a server, and the right to create threads.";
                Err(Refused::new(Why::Occupied, text).into())
            }
            ThreadWish::Auto if by.can_thread && allowed => taken().await,
            ThreadWish::Auto if by.can_thread && taken().await? => {
                let text = "This channel already hosts a game, and you lack the permission **Create Public Threads** for another one beside it; play in another channel.";
                Err(Refused::new(Why::NoThread, text).into())
            }
            ThreadWish::Auto | ThreadWish::No if taken().await? => Err(occupied().into()),
            ThreadWish::Auto | ThreadWish::No => Ok(false),
        }
    }

    async fn begin(
        &self,
        by: &Caller,
        start: &Position,
        players: ByColor<UserId>,
        channel: ChannelId,
        challenge: Option<ChallengeId>,
    ) -> Result<GameView, WriteError> {
        let variant = start.variant();
        let new = NewGame {
            variant: variant.slug().to_owned(),
            rules_version: variant.spec().rules_version,
            start: start.fen(),
            white: players.white,
            black: players.black,
            guild: by.guild,
            channel,
            // A thread that was opened for the game hangs on the channel it was asked for in.
            parent: if channel == by.channel { by.parent } else { Some(by.channel) },
            // In a thread of its own the first board is another message than the answer.
            answer: by.answer.clone().filter(|_| channel == by.channel),
            now: by.now,
        };
        let id = self.store.begin_game(&new, challenge, Some(by.interaction)).await?;
        let seats = ByColor { white: Some(players.white), black: Some(players.black) };
        let game = Game::new(seats, Line::new(*start), by.now);
        let text = words::started(variant.name(), &game);
        let ping = game.to_move().filter(|_| !game.is_hot_seat());
        Ok(Loaded { row: new.stored(id), variant, game }.view(None, text, ping))
    }
}

/// The position the challenge names, or the variant's own.
fn start_position(new: &NewChallenge) -> Answer<Position> {
    let Some(fen) = &new.position else { return Ok(Position::start(new.variant)) };
    let refused = |text| AppError::from(Refused::new(Why::BadPosition, text));
    let position = Position::from_fen(new.variant, fen.trim())
        .map_err(|error| refused(super::view::cut(&format!("I can't set up that position: {error}"))))?;
    let state = position.state();
    if state.is_over() {
        return Err(refused(format!("That position is already over: {}.", state.told())));
    }
    Ok(position)
}

fn variant(asked: &store::NewChallenge) -> Answer<Variant> {
    Variant::from_slug(&asked.variant)
        .ok_or_else(|| Fault::internal("a challenge to an unknown variant").into())
}

fn seats(asked: &store::NewChallenge, opponent: UserId) -> ByColor<UserId> {
    let challenger_is_white = match asked.color.as_str() {
        "white" => true,
        "black" => false,
        _ => fastrand::bool(),
    };
    if challenger_is_white {
        ByColor { white: asked.challenger, black: opponent }
    } else {
        ByColor { white: opponent, black: asked.challenger }
    }
}

fn challenge_text(asked: &store::NewChallenge, variant: Variant, own_position: bool) -> String {
    let challenger = words::mention(asked.challenger);
    let whom = asked.opponent.map_or("anyone".to_owned(), words::mention);
    let position = if own_position { " from this position" } else { "" };
    let color = match asked.color.as_str() {
        "white" => format!("{challenger} plays White."),
        "black" => format!("{challenger} plays Black."),
        _ => "Colours are chosen at random.".to_owned(),
    };
    format!("{challenger} challenges {whom} to {}{position}. {color} Open for 24 hours.", variant.name())
}

fn closed(stored: &StoredChallenge, text: String) -> Closed {
    let message = stored.message.map(|message| MessageRef { channel: stored.asked.channel, message });
    Closed { challenge: stored.id, message, text }
}

fn occupied() -> Refused {
    Refused::new(
        Why::Occupied,
        "This channel already hosts a game, and a channel hosts one at a time; play this one in a thread or another channel.",
    )
}

/// What there is too much of, and when that is over. `who` acts; `opponent` is whom they would challenge.
fn limited(limit: Limit, who: UserId, opponent: Option<UserId>) -> Refused {
    let again = |at: Millis| format!("<t:{}:R>", at.0.div_euclid(1_000) + 1);
    let text = match (limit, opponent) {
        (Limit::Pause(until), Some(opponent)) => {
            format!("You can challenge {} again {}.", words::mention(opponent), again(until))
        }
        (Limit::Pause(until), None) => format!("You can make another open challenge {}.", again(until)),
        (Limit::ToOne(count, lapse), _) => {
            let to = opponent.map(|user| format!(" to {}", words::mention(user))).unwrap_or_default();
            format!("You have {count} open challenges{to}. Withdraw one; the oldest lapses {}.", again(lapse))
        }
        (Limit::InChannel(count, lapse), _) => format!(
            "You have {count} open challenges in this channel. Withdraw one; the oldest lapses {}.",
            again(lapse)
        ),
        (Limit::LiveGames(full, count), _) if full == who => {
            format!("You have {count} live games; finish one first.")
        }
        (Limit::LiveGames(full, count), _) => {
            format!("{} has {count} live games; one of them has to end first.", words::mention(full))
        }
    };
    Refused::new(Why::TooMany, text)
}

fn gone() -> Refused {
    Refused::new(Why::Gone, "That challenge is no longer open.")
}

fn not_for_you(text: &str) -> Refused {
    Refused::new(Why::NotForYou, text)
}

fn color_text(wish: ColorWish) -> &'static str {
    match wish {
        ColorWish::White => "white",
        ColorWish::Black => "black",
        ColorWish::Random => "random",
    }
}

fn thread_text(wish: ThreadWish) -> &'static str {
    match wish {
        ThreadWish::Auto => "auto",
        ThreadWish::Yes => "yes",
        ThreadWish::No => "no",
    }
}

fn thread_wish(text: &str) -> ThreadWish {
    match text {
        "yes" => ThreadWish::Yes,
        "no" => ThreadWish::No,
        _ => ThreadWish::Auto,
    }
}
