//! What handlers share: their context, their responses, and the follow-ups.

use std::sync::Arc;

use serenity::all::Permissions;
use tokio::sync::Semaphore;

use super::interaction::Interaction;
use super::locale;
use super::reply::{Answer, DeferredAnalysis, DeferredGame, DeferredHint, Form, HintStep, MenuLine, Reply};
use super::rest::mentions::written;
use super::rest::messenger::Messenger;
use crate::app::{
    App, AppError, AppFault, AskedFor, Caller, GameView, HintAsked, MessageRef, Past, Rejection,
    RejectionKind,
};
use crate::discord::clock::BotClock;
use crate::discord::messages::boards;
use crate::discord::metrics::Metrics;
use crate::discord::ops::command_status::CommandStatus;
use crate::discord::ops::in_flight::InFlight;
use crate::discord::ops::leader::Leadership;
use crate::discord::ops::user_rate_limit::UserRateLimit;
use crate::discord::outbox_sender::Outbox;
use crate::discord::places::heard_servers::HeardServers;
use crate::discord::places::missing_permissions::missing_here;
use crate::discord::places::server_availability::ServerAvailability;
use crate::discord::places::thread_reopening::Reopenings;
use crate::game::{AnswerToken, ChallengeId, ChannelId, GameId, GuildId, MessageId, Millis, Rev, UserId};
use crate::store::Store;
use crate::words::{Languages, NotDone, Words};

/// Everything a command or component handler needs.
pub struct Context {
    pub app: App,
    /// For deliveries, closed channels, due jobs and leases. Everything else goes through `app`.
    pub store: Store,
    pub clock: BotClock,
    /// When this process started.
    pub began: Millis,
    pub languages: Languages,
    pub messenger: Messenger,
    /// Progress of the registration of commands.
    pub command_status: CommandStatus,
    /// The bot's name.
    pub name: Arc<str>,
    /// Base URL of the browser pages, if they are served.
    pub pages: Option<Arc<str>>,
    /// The link that invites the bot.
    pub invitation: Arc<str>,
    /// Pending deliveries.
    pub outbox: Outbox,
    /// Recently reopened threads.
    pub reopenings: Reopenings,
    /// Whether this process is the leader, which does the work that is due.
    pub leadership: Leadership,
    /// Whether a gateway reports changes of servers and channels.
    pub hears_of_places: bool,
    /// Servers whose availability a new session has not reported yet.
    pub server_availability: ServerAvailability,
    /// Servers from which interactions arrived recently.
    pub heard_servers: HeardServers,
    /// The interactions in flight.
    pub in_flight: InFlight,
    /// Outcomes of all interactions.
    pub metrics: Metrics,
    pub user_rate_limit: UserRateLimit,
    /// Permits for follow-ups, which may have to wait for a slow server.
    pub following: Semaphore,
    /// Permits for removing the buttons of old boards at once. Without a permit that goes through the outbox.
    pub retiring: Semaphore,
}

impl Context {
    /// Handles the bot's removal from a server.
    pub async fn guild_gone(&self, guild: GuildId) {
        match self.store.close_guild(guild, self.clock.now()).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(%guild, games, "removed from a server; its games wait"),
            Err(error) => tracing::error!(%error, %guild, "the removal from a server was not noted"),
        }
    }

    /// Marks this channel as closed for posting; `code` is Discord's error code.
    pub async fn note_closed(&self, channel: ChannelId, code: i64) {
        if let Err(error) =
            self.store.close_channel(channel, code.unsigned_abs() as u32, self.clock.now()).await
        {
            tracing::error!(%error, %channel, "a closed channel was not noted");
        }
    }
}

/// The result of a command or component handler.
pub struct Response {
    pub answer: Answer,
    /// Follow-ups to run once the answer is sent.
    pub then: Vec<FollowUp>,
}

/// Why there is no result: a sentence for the person, or nothing at all.
pub enum HandlerError {
    /// Sent to the person privately.
    Reply(Box<Reply>),
    /// Sent to the person privately; the clicked message is also out of date.
    Outdated(Box<Reply>),
    /// The app layer rejected the action.
    Refused(Rejection),
    /// An internal fault.
    AppFault(AppFault),
    /// The action was carried out before.
    AlreadyDone,
}

/// Work that follows the answer.
#[derive(Clone, Debug)]
pub enum FollowUp {
    /// The answer is the newest board of this game.
    Board(GameId, Rev),
    /// The answer is the message of this challenge.
    Challenge(ChallengeId),
    /// This challenge is closed, and its message must be edited to show that.
    ChallengeClosed(ChallengeId, AskedFor),
    /// This challenge is closed, and the answer has already edited its message.
    ChallengeClosedShown(ChallengeId, AskedFor),
    /// An offer was made or closed in this game; its newest board must show that.
    RedrawButtons(GameId),
    /// The bot moves in this game, and the board must show the move.
    EngineMoves {
        game: GameId,
        /// The last event shown.
        seen: Rev,
        /// Where it is shown.
        at: EngineShownAt,
    },
    /// Shows this event in the message with the game's board, or in a new message if others have written
    /// below it.
    InPlace(GameId, Rev),
    /// Sends the person a further private message.
    PrivateNote(Box<Reply>),
    /// Removes this message's buttons.
    RemoveButtons(MessageRef),
    /// The answer is the message of the offer made by this event.
    Offer(GameId, Rev),
    /// This is the message of the offer made by this event; it was answered with a button below it.
    OfferAnswered(GameId, Rev, MessageRef),
    /// The bot joins a thread in which a game begins.
    JoinThread(ChannelId),
    /// Adds the players of a game to the thread opened for it.
    ThreadMembers { thread: ChannelId, members: Vec<UserId>, board: FirstBoard },
    /// Posts another message.
    Post {
        channel: ChannelId,
        reply: Box<Reply>,
        /// What the message shows, to be stored with it.
        shows: Shows,
    },
}

/// The first message of a game in its own thread.
#[derive(Clone, Debug)]
pub struct FirstBoard {
    pub game: GameId,
    /// The event it shows.
    pub rev: Rev,
    /// What it says.
    pub reply: Box<Reply>,
}

/// Where the bot's move after an answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineShownAt {
    /// In the answer, which is the board.
    Answer,
    /// In the board posted next to the answer.
    Beside,
    /// In the answer, which only the player sees, and in the message with the board.
    Alone,
    /// Only in the message with the board.
    Board,
}

/// What a message shows, for the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Nothing to store.
    Nothing,
    /// The newest board of this game.
    Board(GameId, Rev),
    /// The offer made by this event.
    Offer(GameId, Rev),
}

impl FollowUp {
    /// The answer is this board.
    pub fn board(view: &GameView) -> Self {
        Self::Board(view.game, view.rev)
    }

    /// The follow-up once the answer has been sent. `updated`: the answer changed the clicked message.
    #[must_use]
    pub fn after_answer(self, updated: bool) -> Self {
        match self {
            Self::ChallengeClosed(id, asked) if updated => Self::ChallengeClosedShown(id, asked),
            other => other,
        }
    }

    /// The game this is about, if it names one.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Board(game, _)
            | Self::InPlace(game, _)
            | Self::RedrawButtons(game)
            | Self::EngineMoves { game, .. }
            | Self::Offer(game, _)
            | Self::OfferAnswered(game, ..)
            | Self::Post { shows: Shows::Board(game, _) | Shows::Offer(game, _), .. } => Some(*game),
            _ => None,
        }
    }

    /// Posts the board where its game is played, for an answer that goes elsewhere.
    pub fn post_board(words: &'static Words, view: &GameView) -> Self {
        Self::Post {
            channel: view.place.channel,
            reply: Box::new(boards::board(words, view)),
            shows: Shows::Board(view.game, view.rev),
        }
    }
}

/// What handlers return.
pub type HandlerResult = Result<Response, HandlerError>;

impl Response {
    /// A message without follow-ups.
    pub fn say(reply: Reply) -> Self {
        Self { answer: Answer::Message(reply), then: Vec::new() }
    }

    /// Suggestions for an option being typed.
    pub fn choices(choices: Vec<MenuLine>) -> Self {
        Self { answer: Answer::Choices(choices), then: Vec::new() }
    }

    /// A deferred analysis of a game.
    pub fn analysis(past: Past, words: &'static Words) -> Self {
        Self {
            answer: Answer::DeferredAnalysis(Box::new(DeferredAnalysis { past, words })),
            then: Vec::new(),
        }
    }

    /// A deferred hint.
    pub fn hint(asked: HintAsked, step: HintStep, words: &'static Words) -> Self {
        Self { answer: Answer::DeferredHint(Box::new(DeferredHint { asked, step, words })), then: Vec::new() }
    }

    /// Adds the game from the file at this URL. The answer is deferred.
    pub fn own_game(by: Caller, url: String) -> Self {
        Self { answer: Answer::DeferredGame(Box::new(DeferredGame { by, url })), then: Vec::new() }
    }

    /// A form to fill in.
    pub fn form(form: Form) -> Self {
        Self { answer: Answer::Form(form), then: Vec::new() }
    }

    /// Replaces the message with the button by this text alone.
    pub fn update(text: impl Into<String>) -> Self {
        Self { answer: Answer::Update(text.into()), then: Vec::new() }
    }

    /// Replaces the message with the button by this one.
    pub fn turn(reply: Reply) -> Self {
        Self { answer: Answer::Turn(reply), then: Vec::new() }
    }

    /// Adds a follow-up.
    #[must_use]
    pub fn then(mut self, then: FollowUp) -> Self {
        self.then.push(then);
        self
    }

    /// Adds a follow-up, if there is one.
    #[must_use]
    pub fn also(mut self, then: Option<FollowUp>) -> Self {
        self.then.extend(then);
        self
    }

    /// True if the answer is a game's board.
    pub fn shows_board(&self) -> bool {
        self.board().is_some()
    }

    /// The game whose board the answer is, and the event it shows.
    pub fn board(&self) -> Option<(GameId, Rev)> {
        self.then.iter().find_map(|then| match then {
            FollowUp::Board(game, rev) => Some((*game, *rev)),
            _ => None,
        })
    }
}

impl HandlerError {
    /// A private sentence.
    pub fn say(text: impl Into<String>) -> Self {
        Self::Reply(Box::new(Reply::private(text)))
    }

    /// A private sentence saying why nothing was done.
    pub fn not_done(interaction: &Interaction, why: NotDone) -> Self {
        Self::say(locale::private(interaction).not_done(why))
    }

    /// The message for the person, and whether the clicked message is out of date.
    ///
    /// `None` if the action was carried out before.
    pub fn told(self, words: &'static Words) -> Option<(Reply, bool)> {
        match self {
            Self::AlreadyDone => None,
            Self::Reply(reply) => Some((*reply, false)),
            Self::Outdated(reply) => Some((*reply, true)),
            Self::AppFault(fault) => Some((Reply::private(words.fault(fault.kind())), false)),
            Self::Refused(refused) => {
                let mut reply = Reply::private(words.refused(&refused, &written));
                reply.picture = refused.fresh().map(|view| boards::picture(words, view));
                let old = matches!(
                    refused.why(),
                    RejectionKind::Stale | RejectionKind::Over | RejectionKind::Gone | RejectionKind::NoGame
                );
                Some((reply, old))
            }
        }
    }
}

impl<E: Into<AppError>> From<E> for HandlerError {
    fn from(error: E) -> Self {
        match error.into() {
            AppError::Replayed => Self::AlreadyDone,
            AppError::AppFault(fault) => {
                if fault.is_told() {
                    tracing::debug!(%fault, "an action failed");
                } else {
                    tracing::error!(%fault, "an action failed");
                }
                Self::AppFault(fault)
            }
            AppError::Refused(refused) => Self::Refused(refused),
        }
    }
}

/// The person who acts, in the app layer's terms.
pub fn caller(interaction: &Interaction) -> Caller {
    let may = |has: Option<Permissions>, wanted: Permissions| has.is_some_and(|has| has.contains(wanted));
    let threads = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    Caller {
        user: interaction.who.id,
        channel: interaction.place.channel,
        parent: interaction.place.parent,
        guild: interaction.place.guild,
        new_install: interaction.new_install,
        interaction: interaction.id,
        menu: None,
        answer: None,
        now: interaction.received_at,
        locale: locale::own(interaction).map(str::to_owned),
        guild_locale: locale::server(interaction).map(str::to_owned),
        manages: may(interaction.person_may, Permissions::MANAGE_CHANNELS),
        can_thread: interaction.place.kind.thread_type().is_some() && may(interaction.bot_may, threads),
        may_thread: may(interaction.person_may, Permissions::CREATE_PUBLIC_THREADS),
        may_post: !interaction.place.absent && missing_here(interaction).is_none(),
    }
}

/// Like `caller`, for an action whose answer shows the game's new board.
pub fn answering(interaction: &Interaction) -> Caller {
    Caller { answer: Some(AnswerToken(interaction.token.clone())), ..caller(interaction) }
}

/// A message in the store's terms.
pub fn stored_at(at: MessageRef) -> (ChannelId, MessageId) {
    (at.channel, at.message)
}
