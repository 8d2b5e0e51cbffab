//! Where interactions are handled: once each, in order per channel, answered in time, whatever happens.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use super::custom_id::{Action, CustomId, Meaning};
use super::event::{Event, Interaction, What, permission};
use super::follow::{self, Then};
use super::hands::{Hands, Held, Room};
use super::lanes::{Lanes, Place, Seen};
use super::messenger::{Answered, Messenger};
use super::owed::Owed;
use super::reply::{Answer, Choice, MessageAt, Reply};
use super::request::{Failure, Request};
use super::tidy::Tidy;
use super::{buttons, commands, places};
use crate::app::{App, AppError, Caller, MessageRef, Why};
use crate::game::{AnswerToken, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, UserId};

/// Discord's code for "a thread has already been created for this message".
const THREAD_EXISTS: i64 = 160_004;

/// All that a command or button needs.
pub struct Desk {
    /// The games.
    pub app: App,
    /// What says things in Discord.
    pub messenger: Messenger,
    /// Boards that could not be delivered.
    pub owed: Owed,
    /// Old buttons.
    pub tidy: Tidy,
    /// Room for what follows answers, which may have to wait for a slow server.
    pub following: Semaphore,
    /// Room for old boards that lose their buttons at once; without it they wait in `tidy`.
    pub retiring: Semaphore,
}

/// What a command or button comes to.
pub struct Done {
    /// The answer.
    pub answer: Answer,
    /// What is to be done once the answer is out.
    pub then: Vec<Then>,
}

/// Why there is no result: a sentence for the person, or nothing at all.
pub enum Stop {
    /// Tell the person, privately.
    Say(Box<Reply>),
    /// The same, and the message that was clicked is out of date.
    Old(Box<Reply>),
    /// It was carried out before.
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

    /// Whether the answer is a game's board.
    pub fn shows_board(&self) -> bool {
        self.then.iter().any(|then| matches!(then, Then::Board(..)))
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
                if fault.is_told() {
                    tracing::debug!(%fault, "an action failed");
                } else {
                    tracing::error!(%fault, "an action failed");
                }
                Self::say(fault.for_player())
            }
            AppError::Refused(refused) => {
                let mut reply = Reply::private(refused.text);
                if let Some(view) = &refused.fresh {
                    reply.picture = Some(super::boards::picture(view));
                }
                match refused.why {
                    Why::Stale | Why::Over | Why::Gone | Why::NoGame => Self::Old(Box::new(reply)),
                    _ => Self::Say(Box::new(reply)),
                }
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
        answer: None,
        now: now(),
        manages: may(from.person_may, permission::MANAGE_CHANNELS),
        can_thread: !from.place.thread && may(from.bot_may, threads),
        may_thread: may(from.person_may, permission::CREATE_PUBLIC_THREADS),
    }
}

/// The same, for an action whose answer shows the game's new board.
pub fn answering(from: &Interaction) -> Caller {
    Caller { answer: Some(AnswerToken(from.token.clone())), ..caller(from) }
}

/// A message as the games know it.
pub fn message_ref(at: MessageAt) -> MessageRef {
    MessageRef { channel: ChannelId(at.channel), message: MessageId(at.message) }
}

/// A message as the transport knows it.
pub fn message_at(at: MessageRef) -> MessageAt {
    MessageAt { channel: at.channel.0, message: at.message.0 }
}

/// Takes events until the sender is gone and all that it sent is taken; the tasks are left to `tasks`.
pub async fn work(
    desk: Arc<Desk>,
    mut events: tokio::sync::mpsc::Receiver<Event>,
    state: super::State,
    tasks: TaskTracker,
) {
    let (mut lanes, mut seen, hands) = (Lanes::new(), Seen::default(), Hands::default());
    while let Some(event) = events.recv().await {
        match event {
            Event::Connected(up) => state.set_connected(up),
            Event::Ended(why) => state.end(why),
            Event::GuildGone(guild) => {
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { places::guild_gone(&desk, guild).await });
            }
            Event::GuildHere { id, channels } => {
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { places::guild_here(&desk, id, &channels).await });
            }
            Event::Guilds(guilds) => {
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { places::guilds(&desk, &guilds).await });
            }
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
            Event::Interaction(from) if !seen.is_new(from.id) => {
                tracing::debug!(id = from.id, "not taken: seen before");
            }
            Event::Interaction(from) => {
                let desk = Arc::clone(&desk);
                let held = match hands.take(from.who.id) {
                    Room::Taken(held) => held,
                    Room::Full(held) => {
                        tasks.spawn(async move {
                            let _held = held;
                            turn_away(&desk, &from).await;
                        });
                        continue;
                    }
                    Room::None => {
                        tracing::warn!(id = from.id, "dropped: far too much at once");
                        continue;
                    }
                };
                let mut lane = changes(&from.what).then(|| lanes.enter(from.place.channel));
                tasks.spawn(async move {
                    if let Some(lane) = &mut lane {
                        lane.turn().await;
                    }
                    handle(&desk, &from, (lane, held)).await;
                });
            }
        }
    }
    // An orderly stop looks at neither; but without a line to Discord nothing can be done here.
    state.set_connected(false);
    state.end("the line to Discord has broken".to_owned());
}

/// Whether it may do anything but show something to the one who asked.
fn touches(what: &What) -> bool {
    changes(what) || matches!(what, What::Form { .. })
}

/// Says that there is too much to do just now; nothing is done.
async fn turn_away(desk: &Desk, from: &Interaction) {
    let busy = Reply::private("I am very busy just now. Nothing has changed; please try again in a moment.");
    let answer = refused(from, busy).answer;
    if let Err(error) = desk.messenger.answer(from, &answer).await {
        tracing::warn!(%error, id = from.id, "somebody was not told that there is too much to do");
    }
}

/// Whether it may change something; what only reads need not wait for anything.
fn changes(what: &What) -> bool {
    match what {
        What::Completing { .. } | What::Unreadable { .. } => false,
        What::Command(call) => commands::find(&call.name).is_some_and(|command| !command.only_reads()),
        What::Button { id, .. } => !matches!(id.parse(), Ok(Meaning::Rules(_) | Meaning::Piece(_))),
        What::Form { .. } | What::Other => true,
    }
}

/// `until_answered` is let go of as soon as the answer is out.
async fn handle(desk: &Desk, from: &Interaction, until_answered: (Option<Place>, Held)) {
    // An action that can no longer be answered is not begun: nobody would see that it happened.
    if Instant::now() >= from.deadline() {
        tracing::warn!(id = from.id, "too late to answer, so nothing was done");
        return;
    }
    if from.repeated && touches(&from.what) && follow::was_answered(desk, from).await {
        return;
    }
    let handled = AssertUnwindSafe(dispatch(desk, from)).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!(id = from.id, "a handler panicked");
        Err(Stop::say("Something went wrong on my side. Use `/board` to see where the game stands."))
    });
    let mut then = None;
    let mut done = match handled {
        Ok(done) => done,
        Err(Stop::Nothing) => follow::carried_out_before(desk, from).await,
        Err(Stop::Say(reply)) => refused(from, *reply),
        Err(Stop::Old(reply)) => {
            then = outdated(desk, from).await;
            refused(from, *reply)
        }
    };
    done.then.extend(then);
    let answered = desk.messenger.answer(from, &done.answer).await;
    // What follows may have to wait for a busy server, longer than the next in this channel has.
    drop(until_answered);
    let Ok(_room) = desk.following.try_acquire() else {
        for then in done.then {
            follow::put_off(desk, then).await;
        }
        return;
    };
    let updated = matches!(done.answer, Answer::Update(_)) && answered.is_ok();
    let made = match answered {
        Ok(Answered::Now(made)) => made.map(|message| MessageAt { channel: from.place.channel, message }),
        Ok(Answered::Before) => follow::answered_before(desk, from, &done).await,
        Err(_) => follow::instead(desk, from, &done).await,
    };
    for then in done.then {
        follow::follow(desk, from, then.after_answer(updated), made).await;
    }
}

/// What is done with a message whose button is out of date: it loses its buttons. The newest board of a game, where only the
/// offer is gone that it spoke of, shows what stands now.
async fn outdated(desk: &Desk, from: &Interaction) -> Option<Then> {
    let What::Button { id, message, .. } = &from.what else { return None };
    if let Ok(CustomId { action: Action::DrawTake, game, .. }) = id.parse()
        && let Ok(true) = desk.app.is_newest_board(GameId(game), MessageId(*message)).await
    {
        return Some(Then::Relabel(GameId(game)));
    }
    Some(Then::Quiet(MessageAt { channel: from.place.channel, message: *message }))
}

/// A private sentence; somebody who is still typing gets an empty list.
fn refused(from: &Interaction, reply: Reply) -> Done {
    match from.what {
        What::Completing { .. } | What::Unreadable { completing: true } => {
            Done { answer: Answer::Choices(Vec::new()), then: Vec::new() }
        }
        _ => Done::say(reply),
    }
}

async fn dispatch(desk: &Desk, from: &Interaction) -> Handled {
    match &from.what {
        What::Command(call) => {
            let Some(command) = commands::find(&call.name) else {
                return Err(Stop::say("I no longer know this command. `/help` lists the ones there are."));
            };
            command.run(desk, from, call).await
        }
        What::Completing { call, option, text } => {
            let choices = match commands::find(&call.name) {
                Some(command) => command.complete(desk, from, option, text, call).await?,
                None => Vec::new(),
            };
            Ok(Done { answer: Answer::Choices(choices), then: Vec::new() })
        }
        What::Button { id, message, values, .. } => {
            let at = MessageAt { channel: from.place.channel, message: *message };
            buttons::press(desk, from, (id, values), at).await
        }
        What::Form { .. } | What::Other => {
            Err(Stop::say("I do not know this form. `/help` lists what there is."))
        }
        What::Unreadable { .. } => Err(Stop::say("I could not read that. Please try again, or use `/help`.")),
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
    let request = Request::new(&reqwest::Method::POST, &route, from.deadline()).body(&body);
    // A message can have one thread only; of the others there could be two.
    let made = desk.messenger.rest.send(if on.is_some() { request } else { request.once() }).await;
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
