//! Where interactions are handled: once each, in order per channel, answered in time, whatever happens.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use tokio_util::task::TaskTracker;

use super::event::{Event, Interaction, What, permission};
use super::lanes::{Lanes, Place, Seen};
use super::reply::{Answer, Choice, MessageAt, Reply};
use super::transport::{Failure, Transport};
use super::{buttons, commands, wire};
use crate::app::{App, AppError, Caller, GameView, MessageRef};
use crate::game::{ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, Ply, UserId};

/// Time for what follows an answer: old buttons, notices.
const AFTERWARDS: Duration = Duration::from_secs(10);
/// Discord's code for "a thread has already been created for this message".
const THREAD_EXISTS: i64 = 160_004;

/// All that a command or button needs.
pub struct Desk {
    /// The games.
    pub app: App,
    /// The way to Discord.
    pub rest: Transport,
    /// The application's id.
    pub application: u64,
}

/// What a command or button comes to.
pub struct Done {
    /// The answer.
    pub answer: Answer,
    /// What is to be done once the answer is out.
    pub then: Vec<Then>,
}

/// Something that follows the answer.
#[derive(Clone, Debug)]
pub enum Then {
    /// The answer (or the message, if one is named) is the newest board of this game.
    Board(GameId, Ply, Option<MessageAt>),
    /// The answer is the message of this challenge.
    Challenge(ChallengeId),
    /// This message loses its buttons.
    Quiet(MessageAt),
    /// Another message is posted; it may be the newest board of a game.
    Post {
        /// Where.
        channel: ChannelId,
        /// What.
        reply: Box<Reply>,
        /// Which game's board it shows.
        board: Option<(GameId, Ply)>,
    },
}

impl Then {
    /// The board is posted where its game is played, when that is not where the answer goes.
    pub fn post_board(view: &GameView) -> Self {
        Self::Post {
            channel: view.place.channel,
            reply: Box::new(super::boards::board(view)),
            board: Some((view.game, view.ply)),
        }
    }
}

/// Why there is no result: a sentence for the person, or nothing at all.
pub enum Stop {
    /// Tell the person, privately.
    Say(Box<Reply>),
    /// It was answered before.
    Nothing,
}

/// What handlers return.
pub type Handled = Result<Done, Stop>;

impl Done {
    /// A message and nothing after it.
    pub fn say(reply: Reply) -> Self {
        Self { answer: Answer::Message(reply), then: Vec::new() }
    }

    /// The message with the button says this from now on.
    pub fn update(text: impl Into<String>) -> Self {
        Self { answer: Answer::Update(text.into()), then: Vec::new() }
    }

    /// The same, followed by something.
    #[must_use]
    pub fn then(mut self, then: Then) -> Self {
        self.then.push(then);
        self
    }
}

impl Stop {
    /// A private sentence.
    pub fn say(text: impl Into<String>) -> Self {
        Self::Say(Box::new(Reply::private(text)))
    }
}

impl From<AppError> for Stop {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Replayed => Self::Nothing,
            AppError::Fault(fault) => {
                tracing::error!(%fault, "an action failed");
                Self::say(fault.for_player())
            }
            AppError::Refused(refused) => {
                let mut reply = Reply::private(refused.text);
                if let Some(view) = &refused.fresh {
                    reply.picture = Some(super::boards::picture(view));
                }
                Self::Say(Box::new(reply))
            }
        }
    }
}

/// The present moment, as the games count it.
pub fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_millis() as i64))
}

/// Who asks, as the games know it.
pub fn caller(from: &Interaction) -> Caller {
    let may = |bits: Option<u64>, wanted: u64| bits.is_some_and(|bits| bits & wanted == wanted);
    let threads = permission::CREATE_PUBLIC_THREADS | permission::SEND_MESSAGES_IN_THREADS;
    Caller {
        user: UserId(from.who.id),
        channel: ChannelId(from.place.channel),
        parent: from.place.parent.map(ChannelId),
        guild: from.place.guild.map(GuildId),
        interaction: InteractionId(from.id),
        now: now(),
        manages: may(from.person_may, permission::MANAGE_CHANNELS),
        can_thread: !from.place.thread && may(from.bot_may, threads),
        may_thread: may(from.person_may, permission::CREATE_PUBLIC_THREADS),
    }
}

/// A message as the games know it.
pub fn message_ref(at: MessageAt) -> MessageRef {
    MessageRef { channel: ChannelId(at.channel), message: MessageId(at.message) }
}

/// A message as the transport knows it.
pub fn message_at(at: MessageRef) -> MessageAt {
    MessageAt { channel: at.channel.0, message: at.message.0 }
}

/// Takes events until the sender is gone or `stop` is told; the tasks are left to `tasks`.
pub async fn work(
    desk: Arc<Desk>,
    mut events: tokio::sync::mpsc::UnboundedReceiver<Event>,
    state: super::State,
    tasks: TaskTracker,
) {
    let (mut lanes, mut seen) = (Lanes::new(), Seen::default());
    while let Some(event) = events.recv().await {
        match event {
            Event::Connected(up) => state.set_connected(up),
            Event::Ended(why) => state.end(why),
            Event::ChannelGone(channel) => {
                let (desk, mut lane) = (Arc::clone(&desk), lanes.enter(channel));
                tasks.spawn(async move {
                    lane.turn().await;
                    match desk.app.channel_deleted(ChannelId(channel), now()).await {
                        Ok(Some(game)) => {
                            tracing::info!(%game, channel, "the channel was deleted, so its game ended");
                        }
                        Ok(None) => {}
                        Err(error) => tracing::error!(%error, channel, "a deleted channel was not noted"),
                    }
                });
            }
            Event::Interaction(from) if state.is_closing() || !seen.is_new(from.id) => {
                tracing::debug!(id = from.id, "not taken: seen before, or closing");
            }
            Event::Interaction(from) => {
                let desk = Arc::clone(&desk);
                let mut lane = changes(&from.what).then(|| lanes.enter(from.place.channel));
                tasks.spawn(async move {
                    if let Some(lane) = &mut lane {
                        lane.turn().await;
                    }
                    handle(&desk, &from, lane).await;
                });
            }
        }
    }
}

/// Whether it may change something; what only reads need not wait for anything.
fn changes(what: &What) -> bool {
    match what {
        What::Completing { .. } => false,
        What::Command(call) => commands::find(&call.name).is_some_and(|command| !command.only_reads()),
        What::Button { .. } | What::Other => true,
    }
}

async fn handle(desk: &Desk, from: &Interaction, lane: Option<Place>) {
    // An action that can no longer be answered is not begun: nobody would see that it happened.
    if Instant::now() >= from.deadline() {
        tracing::warn!(id = from.id, "too late to answer, so nothing was done");
        return;
    }
    let handled = AssertUnwindSafe(dispatch(desk, from)).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!(id = from.id, "a handler panicked");
        Err(Stop::say("Something went wrong on my side. Use /board to see where the game stands."))
    });
    let done = match handled {
        Ok(done) => done,
        Err(Stop::Nothing) => return,
        Err(Stop::Say(reply)) => match from.what {
            What::Completing { .. } => Done { answer: Answer::Choices(Vec::new()), then: Vec::new() },
            _ => Done::say(*reply),
        },
    };
    let answered = desk.rest.answer(from, desk.application, &done.answer).await;
    // What follows may have to wait for a busy server, longer than the next in this channel has.
    drop(lane);
    let made = match answered {
        Ok(made) => made.map(|message| MessageAt { channel: from.place.channel, message }),
        Err(_) => post_instead(desk, from, &done).await,
    };
    for then in done.then {
        follow(desk, from, then, made).await;
    }
}

/// The answer did not get through, but what it tells has happened: a plain message or edit tells it.
async fn post_instead(desk: &Desk, from: &Interaction, done: &Done) -> Option<MessageAt> {
    match &done.answer {
        Answer::Message(reply) if !reply.private => {
            let deadline = Instant::now() + AFTERWARDS;
            desk.rest.post(from.place.channel, reply, from.id, deadline).await.ok()
        }
        Answer::Update(text) => {
            if let What::Button { message, .. } = from.what {
                close_message(desk, MessageAt { channel: from.place.channel, message }, text).await;
            }
            None
        }
        _ => None,
    }
}

async fn follow(desk: &Desk, from: &Interaction, then: Then, made: Option<MessageAt>) {
    let outcome = match (then, made) {
        (Then::Board(game, ply, Some(at)), _) | (Then::Board(game, ply, None), Some(at)) => {
            board_posted(desk, game, ply, at).await
        }
        (Then::Challenge(id), Some(at)) => desk.app.challenge_posted(id, MessageId(at.message)).await,
        (Then::Quiet(at), _) => {
            quiet(desk, at).await;
            Ok(())
        }
        (Then::Post { channel, reply, board }, _) => {
            match (desk.rest.tell(channel.0, &reply, from, desk.application).await, board) {
                (Some(at), Some((game, ply))) => board_posted(desk, game, ply, at).await,
                _ => Ok(()),
            }
        }
        (Then::Board(..) | Then::Challenge(_), None) => Ok(()),
    };
    if let Err(error) = outcome {
        tracing::error!(%error, "what follows an answer failed");
    }
}

/// Notes the newest board of a game; the one before loses its buttons.
///
/// # Errors
/// When the store fails.
pub async fn board_posted(desk: &Desk, game: GameId, ply: Ply, at: MessageAt) -> Result<(), AppError> {
    if let Some(old) = desk.app.board_posted(game, ply, message_ref(at)).await? {
        quiet(desk, message_at(old)).await;
    }
    Ok(())
}

/// Takes the buttons off a message. That it may be gone or out of reach does not matter.
pub async fn quiet(desk: &Desk, at: MessageAt) {
    let _ = desk.rest.edit(at, &wire::without_buttons(), Instant::now() + AFTERWARDS).await;
}

/// Gives a message its last text, without buttons. That it may be gone does not matter.
pub async fn close_message(desk: &Desk, at: MessageAt, text: &str) {
    let _ = desk.rest.edit(at, &wire::new_text(text), Instant::now() + AFTERWARDS).await;
}

async fn dispatch(desk: &Desk, from: &Interaction) -> Handled {
    match &from.what {
        What::Command(call) => {
            let Some(command) = commands::find(&call.name) else {
                return Err(Stop::say("I no longer know this command. /help lists the ones there are."));
            };
            command.run(desk, from, call).await
        }
        What::Completing { call, option, text } => {
            let choices = match commands::find(&call.name) {
                Some(command) => command.complete(desk, from, option, text).await?,
                None => Vec::new(),
            };
            Ok(Done { answer: Answer::Choices(choices), then: Vec::new() })
        }
        What::Button { id, message } => {
            let at = MessageAt { channel: from.place.channel, message: *message };
            buttons::press(desk, from, id, at).await
        }
        What::Other => Err(Stop::say("I do not know this form. /help lists what there is.")),
    }
}

/// Suggestions of the games as Discord wants them.
pub fn choices(list: Vec<crate::app::Choice>) -> Vec<Choice> {
    list.into_iter().take(super::reply::CHOICES_MAX).map(|c| Choice::new(&c.label, &c.value)).collect()
}

/// Opens a public thread, on a message if one is named, and gives its id.
///
/// # Errors
/// A sentence for the person when Discord refuses.
pub async fn open_thread(
    desk: &Desk,
    from: &Interaction,
    on: Option<u64>,
    name: &str,
) -> Result<ChannelId, Stop> {
    let name = super::reply::cut(name, 100);
    let mut body = serde_json::json!({ "name": name, "auto_archive_duration": 1_440 });
    let route = if let Some(message) = on {
        format!("/channels/{}/messages/{message}/threads", from.place.channel)
    } else {
        // A thread without a message to hang on must say that it is public.
        body["type"] = 11.into();
        format!("/channels/{}/threads", from.place.channel)
    };
    let made = desk.rest.send(reqwest::Method::POST, &route, Some(&body), None, from.deadline()).await;
    let id = match made {
        Ok(thread) => super::transport::snowflake(&thread["id"]),
        // An earlier click came this far and no further. A thread on a message has the message's id.
        Err(Failure::Refused { code: THREAD_EXISTS, .. }) => on,
        Err(_) => None,
    };
    id.map(ChannelId).ok_or_else(|| {
        Stop::say(
            "I could not open a thread here. Check that I may Create Public Threads, or say `thread: no`.",
        )
    })
}
