//! What comes in from Discord, as plain data. Permissions and types of channels are serenity's; ids are those of the game, so that handlers
//! hand them on as they are.
//!
//! What can be done in a channel follows from its kind, which each interaction names (`ChannelKind`): which threads it makes, or none.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::Permissions;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::dispatch::keyed_queue::HeldTicket;
use super::operator::Halted;
use crate::game::{ChannelId, GuildId, InteractionId, MessageId, Millis, RoleId, UserId};
use crate::rules::Variant;
use crate::store::{GatewayShard, UserInstallRow};
use crate::words::Languages;

pub mod permission;
mod place;

pub use place::{ChannelInfo, ChannelKind};

/// How long Discord waits for the first answer to an interaction, counted from its creation, less an allowance for the network.
pub const ANSWER_WITHIN: Duration = Duration::from_millis(2_700);
/// The part of it that is kept for sending an answer.
const ROOM_TO_ANSWER: Duration = Duration::from_millis(600);
/// The part of it that is kept for an answer that should come after others: a picture takes Discord up to a second.
const ROOM_TO_ANSWER_IN_ORDER: Duration = Duration::from_millis(1_500);

/// Something that the gateway or the endpoint reports.
#[derive(Debug)]
pub enum Incoming {
    /// Somebody used a command or a button.
    Interaction(Box<Received>),
    /// A channel or thread with this id is gone.
    ChannelGone(ChannelId),
    /// The bot was removed from this server, or the server is gone.
    GuildGone(GuildId),
    /// This server is unavailable: an outage at Discord, and the bot is still in it.
    GuildOutage(GuildId),
    /// The bot is in this server, and can see the channels and threads with these ids. Sent at each new session, when the bot is added,
    /// and after an outage of the server.
    GuildHere {
        /// The server's id.
        id: GuildId,
        /// The ids of its channels and live threads.
        channels: Vec<ChannelId>,
    },
    /// This thread was archived, and is not locked.
    ThreadArchived(ChannelId),
    /// The bot was added to this thread, or removed from it.
    ThreadAccess(ChannelId),
    /// The bot was invited to this server, of which nothing else is known.
    GuildJoined(GuildId),
    /// All servers that the bot is in, out of those that this shard carries. Sent at each new session: the bot has left any other.
    Guilds(GatewayShard, Vec<GuildId>),
    /// The state of the connections that bring interactions.
    Connections(ConnectionState),
    /// The connection ended for good, for this reason.
    Ended(Halted),
    /// Somebody wants to know whether events are taken.
    AreYouThere(oneshot::Sender<()>),
}

/// The state of the connections that bring interactions to this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// All of them are down, or not up yet; they come back by themselves.
    Down,
    /// Some of them are down.
    Part,
    /// Other processes have them all; this one takes over when one of those ends.
    Standby,
    /// All of them are up.
    Up,
}

/// One use of a command or button.
pub struct Interaction {
    /// Its id, which is unique for ever.
    pub id: InteractionId,
    /// The token by which it can be answered, for 15 minutes. Not to be logged.
    pub token: String,
    pub who: Person,
    /// Where.
    pub place: ChannelInfo,
    /// What the bot may do there; `None` in a DM.
    pub bot_may: Option<Permissions>,
    /// What the person may do there; `None` in a DM.
    pub person_may: Option<Permissions>,
    /// The roles of the person there.
    pub person_roles: Vec<RoleId>,
    /// The locale that the person has set in Discord, in Discord's spelling.
    pub locale: Option<String>,
    /// The locale of the server; `None` in a DM.
    pub guild_locale: Option<String>,
    /// The language that the person has chosen here, which goes before `locale`.
    pub own_language: Option<String>,
    /// The language that the server has chosen, which goes before `guild_locale`.
    pub server_language: Option<String>,
    /// The games from files that can be begun there, if the command may name one.
    pub custom_games: Vec<Variant>,
    /// The languages that the bot speaks.
    pub languages: Languages,
    /// When it arrived; everything it does happens at that time.
    pub received_at: Millis,
    /// The same on the monotonic clock.
    pub received: Instant,
    /// Its age at that moment, by the time in its id.
    pub age: Duration,
    /// The person's new user install, if they have none in this channel yet and a game may begin there.
    pub new_install: Option<UserInstallRow>,
    /// Discord shows every answer to the person alone.
    pub seen_alone: bool,
    /// The link that invites the bot, for people who have to be told of it.
    pub invitation: Arc<str>,
    /// Whether it was sent again after a lost connection or a restart, so that it may have been carried out before.
    pub repeated: bool,
    /// Its place in the queue of changes to its channel, until what it does is stored.
    pub turn: HeldTicket,
    /// If it shows a game: its place behind what was done in its channel before, until it is known who sees the answer.
    pub answer_turn: HeldTicket,
    /// What it was used on.
    pub on: UsedOn,
}

/// An interaction as it came, with what was done as Discord names it.
#[derive(Debug)]
pub struct Received {
    /// By whom, where and when.
    pub interaction: Interaction,
    /// What was done.
    pub data: InteractionData,
}

/// What an interaction was used on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum UsedOn {
    /// Nothing that is there: it is a command.
    #[default]
    Nothing,
    /// A button or menu of this message.
    Message(ClickedMessage),
    /// A form.
    Form {
        /// Nobody else sees the message that it was opened from.
        private: bool,
    },
}

/// The message whose button or menu was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickedMessage {
    /// Its id.
    pub id: MessageId,
    /// Nobody else sees it, and only the token of an interaction can change it.
    pub private: bool,
    /// It is a card.
    pub card: bool,
    /// The name of the person whose command or click it answers, if it says so.
    pub asker: Option<String>,
}

/// The time granted to work that is begun late.
const A_MOMENT: Duration = Duration::from_millis(150);

impl Interaction {
    /// The moment after which Discord accepts no answer.
    pub fn deadline(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age)
    }

    /// The moment at which the person is told that it takes longer, so that this still arrives in time. A late interaction keeps
    /// half of the time that is left.
    pub fn last_moment(&self) -> Instant {
        let left = ANSWER_WITHIN.saturating_sub(self.age);
        self.received + left.saturating_sub(ROOM_TO_ANSWER.min(left / 2))
    }

    /// The same for work that begins now, perhaps late. It has a moment in any case, because nearly everything is done within a few
    /// milliseconds, but no more than half of the time that is left.
    pub fn answer_by(&self) -> Instant {
        let now = Instant::now();
        self.last_moment().max(now + A_MOMENT.min(self.deadline().saturating_duration_since(now) / 2))
    }

    /// How long its answer may wait for those that should come before it.
    pub fn last_moment_for_order(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age).saturating_sub(ROOM_TO_ANSWER_IN_ORDER)
    }

    /// If others see the game it shows, waits for what was done in its channel before, but no longer than its answer may.
    pub async fn wait_for_earlier_answers(&self) {
        if let Some(mut turn) = self.answer_turn.take() {
            turn.come_by(self.last_moment_for_order()).await;
        }
    }

    /// Whether it was done on a private message, so that nobody else at the place knows of it.
    pub fn is_unseen(&self) -> bool {
        match self.on {
            UsedOn::Nothing => false,
            UsedOn::Message(ClickedMessage { private, .. }) | UsedOn::Form { private } => private,
        }
    }

    /// The message whose button or menu was used.
    pub fn clicked(&self) -> Option<&ClickedMessage> {
        match &self.on {
            UsedOn::Message(message) => Some(message),
            UsedOn::Nothing | UsedOn::Form { .. } => None,
        }
    }

    /// ... if everybody sees it.
    pub fn clicked_in_public(&self) -> Option<&ClickedMessage> {
        self.clicked().filter(|message| !message.private)
    }
}

impl fmt::Debug for Interaction {
    /// Shows neither the token nor who did what: it may end up in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interaction").field("id", &self.id).field("age", &self.age).finish_non_exhaustive()
    }
}

impl fmt::Debug for InteractionData {
    /// Shows nothing that a person wrote.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Command(_) => "Command",
            Self::Menu { .. } => "Menu",
            Self::Completing(_) => "Completing",
            Self::Component { .. } => "Component",
            Self::Form { .. } => "Form",
            Self::Other => "Other",
            Self::Unreadable { .. } => "Unreadable",
        })
    }
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The user's id.
    pub id: UserId,
    /// The displayed name, with invisible characters written out.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
}

/// What was done, by the names and ids that Discord sends.
pub enum InteractionData {
    /// A slash command.
    Command(Call),
    /// A command in the menu of a person or of a message, by its registered name.
    Menu { name: String, of: MenuOf },
    /// A slash command is being typed and wants suggestions.
    Completing(Typing),
    /// A button was pressed, or something chosen in a select.
    Component {
        /// Its `custom_id`.
        id: String,
        /// What was chosen; `None` for a button.
        chosen: Option<Entered>,
    },
    /// A form was filled in.
    Form {
        /// The form's `custom_id`.
        id: String,
        /// The `custom_id` of each field, and what was entered or chosen there.
        fields: Vec<(String, Entered)>,
    },
    /// Something this version does not offer.
    Other,
    /// It could not be read, only answered: who, where and what are blank.
    Unreadable {
        /// Suggestions are wanted, which leave no room for a sentence.
        completing: bool,
    },
}

/// What a command in a menu was used on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuOf {
    Person(Person),
    /// A message, with the ids of what is below it.
    Message(Vec<String>),
}

/// What was entered in a field of a form, or chosen in a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// Text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// The values of lines. Some clients send a line's label instead of its value.
    Lines(Vec<String>),
    /// People.
    People(Vec<Person>),
    /// Roles.
    Roles(Vec<ChosenRole>),
    /// Channels.
    Channels(Vec<ChosenChannel>),
    /// The ids of whatever else was to be chosen.
    Ids(Vec<u64>),
}

/// A channel that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenChannel {
    pub id: ChannelId,
    pub kind: ChannelKind,
    /// What the bot may do there; none where Discord does not say.
    pub bot_may: Option<Permissions>,
}

/// A role that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenRole {
    pub id: RoleId,
    /// Everybody may mention it; also set where Discord does not say.
    pub mentionable: bool,
}

impl Entered {
    /// The lines; empty for anything else.
    pub fn lines(&self) -> &[String] {
        match self {
            Self::Lines(lines) => lines,
            _ => &[],
        }
    }
}

/// A command with its options.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The command's name.
    pub name: String,
    /// The subcommand's name, if it is one.
    pub sub: Option<String>,
    /// The options that were given.
    pub options: Vec<(String, Given)>,
}

/// A command while it is typed.
#[derive(Clone, Debug, Default)]
pub struct Typing {
    /// The command so far.
    pub call: Call,
    /// The option being typed.
    pub option: String,
    /// Its text so far.
    pub text: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Text, or one of the choices.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    Person(Person),
    File(AttachedFile),
}

/// A file that was attached to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// The address at which it lies.
    pub url: String,
    /// How many bytes it has, as Discord says.
    pub size: u64,
}

impl Call {
    fn given(&self, name: &str) -> Option<&Given> {
        self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text of an option.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.given(name) {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The yes or no of an option.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.given(name) {
            Some(Given::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// The number of an option.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.given(name) {
            Some(Given::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// An option's file.
    pub fn file(&self, name: &str) -> Option<&AttachedFile> {
        match self.given(name) {
            Some(Given::File(file)) => Some(file),
            _ => None,
        }
    }

    /// The person of an option.
    pub fn person(&self, name: &str) -> Option<&Person> {
        match self.given(name) {
            Some(Given::Person(person)) => Some(person),
            _ => None,
        }
    }
}
