//! What handlers share: what they are given, what they answer, and what follows.

use std::sync::Arc;

use serenity::all::Permissions;
use tokio::sync::Semaphore;

use super::background::clock::BotClock;
use super::background::leader::Leadership;
use super::channels::heard_servers::HeardServers;
use super::channels::missing_permissions::missing_here;
use super::channels::server_availability::ServerAvailability;
use super::channels::thread_reopening::Reopenings;
use super::dispatch::in_flight::InFlight;
use super::dispatch::user_rate_limit::UserRateLimit;
use super::features::game::boards;
use super::interaction::Interaction;
use super::locale;
use super::ops::metrics::Metrics;
use super::outbox::sender::Outbox;
use super::reply::{Answer, DeferredAnalysis, DeferredGame, DeferredHint, Form, HintStep, MenuLine, Reply};
use super::rest::mentions::written;
use super::rest::messenger::Messenger;
use super::startup::command_status::CommandStatus;
use crate::app::{
    App, AppError, AppFault, Caller, GameView, HintAsked, MessageRef, Past, Rejection, RejectionKind,
};
use crate::game::{AnswerToken, ChallengeId, ChannelId, GameId, MessageId, Millis, Rev, UserId};
use crate::store::Store;
use crate::words::{Languages, NotDone, Words};

/// All that a command or button needs.
pub struct Context {
    pub app: App,
    /// What is delivered where, which places are closed, what falls due, and which process does what. The rest goes through `app`.
    pub store: Store,
    pub clock: BotClock,
    /// When this process began.
    pub began: Millis,
    pub languages: Languages,
    pub messenger: Messenger,
    /// How far the registration of commands has got.
    pub command_status: CommandStatus,
    /// The bot's name.
    pub name: Arc<str>,
    /// The address of the pages in a browser, if they are served.
    pub pages: Option<Arc<str>>,
    /// The link that invites the bot.
    pub invitation: Arc<str>,
    /// What is owed to people.
    pub outbox: Outbox,
    /// Threads that were reopened lately.
    pub reopenings: Reopenings,
    /// Whether this process is the leader, which does the work that is due.
    pub leadership: Leadership,
    /// Whether a gateway tells what becomes of servers and channels.
    pub hears_of_places: bool,
    /// The servers of which a new session has not told yet whether they are available.
    pub server_availability: ServerAvailability,
    /// The servers from which interactions came lately.
    pub heard_servers: HeardServers,
    /// The interactions in flight.
    pub in_flight: InFlight,
    /// What became of all interactions.
    pub metrics: Metrics,
    pub user_rate_limit: UserRateLimit,
    /// Permits for what follows answers, which may have to wait for a slow server.
    pub following: Semaphore,
    /// Permits for old boards that lose their buttons at once; without one they wait in the outbox.
    pub retiring: Semaphore,
}

impl Context {
    /// Notes that nothing can be posted in this channel; `code` is Discord's reason.
    pub async fn note_closed(&self, channel: ChannelId, code: i64) {
        if let Err(error) =
            self.store.close_channel(channel, code.unsigned_abs() as u32, self.clock.now()).await
        {
            tracing::error!(%error, %channel, "a closed channel was not noted");
        }
    }
}

/// The result of a command or button.
pub struct Response {
    pub answer: Answer,
    /// What is to be done once the answer is sent.
    pub then: Vec<FollowUp>,
}

/// Why there is no result: a sentence for the person, or nothing at all.
pub enum HandlerError {
    /// The person is told, privately.
    Reply(Box<Reply>),
    /// The same, and the message that was clicked is out of date.
    Outdated(Box<Reply>),
    /// The app layer rejects the action.
    Refused(Rejection),
    /// Something is wrong on our side.
    AppFault(AppFault),
    /// The action was carried out before.
    AlreadyDone,
}

/// Something to do after the answer.
#[derive(Clone, Debug)]
pub enum FollowUp {
    /// The answer is the newest board of this game.
    Board(GameId, Rev),
    /// The answer is the message of this challenge.
    Challenge(ChallengeId),
    /// This challenge is closed, and its message is to say so.
    ChallengeClosed(ChallengeId),
    /// This challenge is closed, and the answer has made its message say so.
    ChallengeClosedShown(ChallengeId),
    /// An offer was made or closed in this game, and its newest board is to show that.
    RedrawButtons(GameId),
    /// The bot moves in this game, and the board is to show it.
    EngineMoves {
        game: GameId,
        /// The last event that is shown.
        seen: Rev,
        /// Where it is shown.
        at: EngineShownAt,
    },
    /// The message with the board of this game is to show this event, or a new one where others have written below it.
    InPlace(GameId, Rev),
    /// The person is told something more, privately.
    PrivateNote(Box<Reply>),
    /// This message loses its buttons.
    RemoveButtons(MessageRef),
    /// The answer is the message of the offer that this event made.
    Offer(GameId, Rev),
    /// This message is that of the offer that this event made; it was answered by a button below it.
    OfferAnswered(GameId, Rev, MessageRef),
    /// The bot joins a thread in which a game begins.
    JoinThread(ChannelId),
    /// The players of a game get into the thread that was opened for it.
    ThreadMembers { thread: ChannelId, members: Vec<UserId>, board: FirstBoard },
    /// Another message is posted.
    Post {
        channel: ChannelId,
        reply: Box<Reply>,
        /// What the message shows, which is then noted.
        shows: Shows,
    },
}

/// The message that shows a game first in a thread of its own.
#[derive(Clone, Debug)]
pub struct FirstBoard {
    pub game: GameId,
    /// The event that it shows.
    pub rev: Rev,
    /// What it says.
    pub reply: Box<Reply>,
}

/// Where the move is shown that the bot makes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineShownAt {
    /// In the answer, which is the board.
    Answer,
    /// In the board that is posted beside the answer.
    Beside,
    /// In the answer, which the player alone sees, and in the message with the board.
    Alone,
    /// In the message with the board alone.
    Board,
}

/// What a message shows, beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Nothing to note.
    Nothing,
    /// The newest board of this game.
    Board(GameId, Rev),
    /// The offer that this event made.
    Offer(GameId, Rev),
}

impl FollowUp {
    /// The answer is this board.
    pub fn board(view: &GameView) -> Self {
        Self::Board(view.game, view.rev)
    }

    /// The same once the answer has been given. `updated`: the answer changed the message that was clicked.
    #[must_use]
    pub fn after_answer(self, updated: bool) -> Self {
        match self {
            Self::ChallengeClosed(challenge) if updated => Self::ChallengeClosedShown(challenge),
            other => other,
        }
    }

    /// The game that it is about, if it names one.
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

    /// Posts the board where its game is played, if the answer goes elsewhere.
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
    /// A message with nothing after it.
    pub fn say(reply: Reply) -> Self {
        Self { answer: Answer::Message(reply), then: Vec::new() }
    }

    /// Suggestions for somebody who is typing.
    pub fn choices(choices: Vec<MenuLine>) -> Self {
        Self { answer: Answer::Choices(choices), then: Vec::new() }
    }

    /// A game's analysis, which is deferred.
    pub fn analysis(past: Past, words: &'static Words) -> Self {
        Self {
            answer: Answer::DeferredAnalysis(Box::new(DeferredAnalysis { past, words })),
            then: Vec::new(),
        }
    }

    /// A hint, which is deferred.
    pub fn hint(asked: HintAsked, step: HintStep, words: &'static Words) -> Self {
        Self { answer: Answer::DeferredHint(Box::new(DeferredHint { asked, step, words })), then: Vec::new() }
    }

    /// The game of the file at this address, which somebody adds, and the answer is deferred.
    pub fn own_game(by: Caller, url: String) -> Self {
        Self { answer: Answer::DeferredGame(Box::new(DeferredGame { by, url })), then: Vec::new() }
    }

    /// A form to fill in.
    pub fn form(form: Form) -> Self {
        Self { answer: Answer::Form(form), then: Vec::new() }
    }

    /// The message with the button says this from now on, and nothing else.
    pub fn update(text: impl Into<String>) -> Self {
        Self { answer: Answer::Update(text.into()), then: Vec::new() }
    }

    /// The message with the button becomes this one.
    pub fn turn(reply: Reply) -> Self {
        Self { answer: Answer::Turn(reply), then: Vec::new() }
    }

    /// Adds something to follow the answer.
    #[must_use]
    pub fn then(mut self, then: FollowUp) -> Self {
        self.then.push(then);
        self
    }

    /// Adds something to follow the answer, if there is something.
    #[must_use]
    pub fn also(mut self, then: Option<FollowUp>) -> Self {
        self.then.extend(then);
        self
    }

    /// Whether the answer is a game's board.
    pub fn shows_board(&self) -> bool {
        self.board().is_some()
    }

    /// The game whose board the answer is, and the event that it shows.
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

    /// A private sentence that says why nothing was done.
    pub fn not_done(interaction: &Interaction, why: NotDone) -> Self {
        Self::say(locale::private(interaction).not_done(why))
    }

    /// What the person is told, and whether the message that was clicked is out of date. `None` if the action was carried out before.
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

/// The person who acts, as the app layer knows them.
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

/// The same, for an action whose answer shows the game's new board.
pub fn answering(interaction: &Interaction) -> Caller {
    Caller { answer: Some(AnswerToken(interaction.token.clone())), ..caller(interaction) }
}

/// A message as the store notes it.
pub fn stored_at(at: MessageRef) -> (ChannelId, MessageId) {
    (at.channel, at.message)
}
