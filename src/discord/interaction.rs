//! What comes in from Discord, as plain data. Nothing after the gateway sees the library's own types.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dispatch::keyed_queue::HeldTicket;
use crate::app::{GatewayShard, StoredSeat};
use crate::game::Millis;
use crate::words::Languages;

/// Discord's permission bits that we speak of.
pub mod permission {
    use crate::words::Permission;

    /// Administrator: all of it.
    pub const ADMINISTRATOR: u64 = 1 << 3;
    /// Manage Channels.
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    /// Manage Server.
    pub const MANAGE_GUILD: u64 = 1 << 5;
    /// View Channel.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Send Messages.
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Attach Files.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Mention @everyone, @here and All Roles.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Create Public Threads.
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    /// Send Messages in Threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

    /// What an application may have in a server that its bot is no member of: Embed Links, Attach Files, Mention Everyone, Use External
    /// Emojis.
    pub const IN_ANSWERS: u64 = 1 << 14 | ATTACH_FILES | MENTION_EVERYONE | 1 << 18;

    /// All that the bot asks for when it is invited.
    pub const NEEDED: [(u64, Permission); 5] = [
        (VIEW_CHANNEL, Permission::ViewChannel),
        (SEND_MESSAGES, Permission::SendMessages),
        (ATTACH_FILES, Permission::AttachFiles),
        (CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads),
        (SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads),
    ];
}

/// How long Discord waits for the first answer to an interaction, from its making, less what the ways may take.
pub const ANSWER_WITHIN: Duration = Duration::from_millis(2_700);
/// How much of it is kept for an answer.
const ROOM_TO_ANSWER: Duration = Duration::from_millis(600);
/// How much of it is kept for an answer that would rather come after others: a picture takes Discord up to a second.
const ROOM_TO_ANSWER_IN_ORDER: Duration = Duration::from_millis(1_500);

/// Something the gateway tells.
#[derive(Debug)]
pub enum Incoming {
    /// Somebody used a command or a button.
    Interaction(Box<Interaction>),
    /// A channel or thread with this id is gone.
    ChannelGone(u64),
    /// The bot was removed from this server, or the server is gone.
    GuildGone(u64),
    /// A server the bot is in, with the ids of the channels and threads that the bot can see there. Told at each new session, and when
    /// the bot is added.
    GuildHere {
        /// The server's id.
        id: u64,
        /// Its channels and live threads.
        channels: Vec<u64>,
    },
    /// This thread was archived, and is not locked.
    ThreadArchived(u64),
    /// The bot was put into this thread, or taken out of it.
    ThreadAccess(u64),
    /// The bot was invited to this server, which nothing else is known of.
    GuildJoined(u64),
    /// All servers the bot is in, of those that this shard carries, told at each new session: it has left those that are not among them.
    Guilds(GatewayShard, Vec<u64>),
    /// How it stands with the ways by which interactions come.
    Lines(LineState),
    /// The connection ended for good, and why.
    Ended(String),
}

/// How it stands with the ways by which interactions come to this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    /// All of them are lost, or not there yet; they come back by themselves.
    Down,
    /// Some of them are.
    Part,
    /// Other processes have them all; this one takes over when one of those goes.
    Standby,
    /// They come.
    Up,
}

/// One use of a command or button.
pub struct Interaction {
    /// Its id, unique for ever.
    pub id: u64,
    /// The right to answer it, for 15 minutes. Not to be logged.
    pub token: String,
    /// Who did it.
    pub who: Person,
    /// Where.
    pub place: ChannelInfo,
    /// What the bot may do there; none in a DM.
    pub bot_may: Option<u64>,
    /// What the person may do there; none in a DM.
    pub person_may: Option<u64>,
    /// The locale that the person has chosen in Discord, as Discord names it.
    pub locale: Option<String>,
    /// The locale of the server; none in a DM.
    pub guild_locale: Option<String>,
    /// The language that the person has chosen here, in the place of that locale.
    pub own_language: Option<String>,
    /// The same of the server.
    pub server_language: Option<String>,
    /// The languages that the bot speaks.
    pub languages: Languages,
    /// When it reached us; whatever it does happens at that time.
    pub received_at: Millis,
    /// The same as the wire counts it.
    pub received: Instant,
    /// How old it was then, by the time in its id.
    pub age: Duration,
    /// The person's seat, if the place has none of theirs yet and a game may begin there.
    pub sits_at: Option<StoredSeat>,
    /// The link that invites the bot, for whoever has to be told of it.
    pub invitation: Arc<str>,
    /// It was sent again after a lost connection or a restart, so it may have been carried out before.
    pub repeated: bool,
    /// Its place among those who change something in its channel, until what it does is stored.
    pub turn: HeldTicket,
    /// Its place behind what was done in its channel before, if it shows a game, until it is known who sees that.
    pub answer_turn: HeldTicket,
    /// What was done.
    pub what: InteractionData,
}

/// Time for what was begun late.
const A_MOMENT: Duration = Duration::from_millis(150);

impl Interaction {
    /// The moment after which no answer is accepted any more.
    pub fn deadline(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age)
    }

    /// The moment at which whoever waits is told that it takes longer, so that this still arrives in time. What came late has half of the
    /// time that is left.
    pub fn last_moment(&self) -> Instant {
        let left = ANSWER_WITHIN.saturating_sub(self.age);
        self.received + left.saturating_sub(ROOM_TO_ANSWER.min(left / 2))
    }

    /// The same for what begins now, perhaps late: it has a moment in any case, for nearly everything is done within a few milliseconds,
    /// but no more than half of the time that is left.
    pub fn moment_to_tell(&self) -> Instant {
        let now = Instant::now();
        self.last_moment().max(now + A_MOMENT.min(self.deadline().saturating_duration_since(now) / 2))
    }

    /// How long its answer may wait for those that were to come before it.
    pub fn last_moment_for_order(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age).saturating_sub(ROOM_TO_ANSWER_IN_ORDER)
    }

    /// Others see what it shows of a game: waits for what was done in its channel before, no longer than its answer may.
    pub async fn wait_for_earlier_answers(&self) {
        if let Some(mut turn) = self.answer_turn.take() {
            turn.come_by(self.last_moment_for_order()).await;
        }
    }

    /// Whether it was done on a message that nobody else sees, so that nobody else at the place knows of it.
    pub fn is_unseen(&self) -> bool {
        matches!(
            self.what,
            InteractionData::Component { private: true, .. } | InteractionData::Form { private: true, .. }
        )
    }
}

impl fmt::Debug for Interaction {
    /// Neither the token nor who did what: it may end up in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interaction").field("id", &self.id).field("age", &self.age).finish_non_exhaustive()
    }
}

/// The kind of a channel, as far as it matters for what can be done there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelKind {
    /// A text channel, or one of which nothing else is known.
    #[default]
    Text,
    /// Direct messages, of two or more.
    Direct,
    /// Other servers can follow it.
    Announcement,
    /// People talk there or are talked to, and write beside it: a voice or stage channel.
    Voice,
    /// Only threads are made in it, which are its posts.
    Forum,
    /// A thread that whoever sees its channel sees, such as a forum's post.
    PublicThread,
    /// A thread that those see who are in it.
    PrivateThread,
}

impl ChannelKind {
    /// By Discord's number.
    pub fn of(number: Option<u64>) -> Self {
        match number {
            Some(1 | 3) => Self::Direct,
            Some(5) => Self::Announcement,
            Some(2 | 13) => Self::Voice,
            Some(15 | 16) => Self::Forum,
            Some(10 | 11) => Self::PublicThread,
            Some(12) => Self::PrivateThread,
            _ => Self::Text,
        }
    }

    /// Whether it is a thread.
    pub fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }

    /// Discord's number of the public threads that can be made in it; none where there can be none but posts.
    pub fn thread_type(self) -> Option<u8> {
        match self {
            Self::Text => Some(11),
            Self::Announcement => Some(10),
            _ => None,
        }
    }
}

/// A channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelInfo {
    /// Its id.
    pub channel: u64,
    /// Its guild (server); none in a DM.
    pub guild: Option<u64>,
    /// What it is.
    pub kind: ChannelKind,
    /// The channel that holds the thread.
    pub parent: Option<u64>,
    /// The bot is not there, but the person has it: it can answer and do nothing else.
    pub absent: bool,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The user's id.
    pub id: u64,
    /// The name shown to others, with what would not be seen in it written out.
    pub name: String,
    /// It is a program.
    pub bot: bool,
}

/// What was done.
pub enum InteractionData {
    /// A slash command.
    Command(Call),
    /// A slash command is being typed and wants suggestions.
    Completing(Typing),
    /// A button was pressed, or something chosen in a select.
    Component {
        /// Its `custom_id`.
        id: String,
        /// The message that carries it.
        message: u64,
        /// Nobody else sees that message, and only the token of an interaction can change it.
        private: bool,
        /// That message is a card.
        card: bool,
        /// Who used the command that the message answers, as far as it says so.
        asker: Option<String>,
        /// What was chosen; none for a button.
        chosen: Option<Entered>,
    },
    /// A form was filled in.
    Form {
        /// The form's `custom_id`.
        id: String,
        /// The `custom_id` of each field, and what was entered or chosen there.
        fields: Vec<(String, Entered)>,
        /// Nobody else sees the message that it was opened from.
        private: bool,
    },
    /// Something this version does not offer.
    Other,
    /// It could not be read, only answered: who, where and what are blank.
    Unreadable {
        /// Suggestions are wanted, which have no room for a sentence.
        completing: bool,
    },
}

/// What was entered in a field of a form, or chosen in a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// Text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// The values of lines; some clients send what a line says instead of its value.
    Lines(Vec<String>),
    /// People.
    People(Vec<Person>),
    /// Roles.
    Roles(Vec<ChosenRole>),
    /// The ids of channels, or whatever else was to be chosen.
    Ids(Vec<u64>),
}

/// A role that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenRole {
    /// Its id.
    pub id: u64,
    /// Everybody may mention it; also where Discord does not say.
    pub mentionable: bool,
}

impl Entered {
    /// The lines, where there are lines.
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
    /// A person.
    Person(Person),
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

    /// The person of an option.
    pub fn person(&self, name: &str) -> Option<&Person> {
        match self.given(name) {
            Some(Given::Person(person)) => Some(person),
            _ => None,
        }
    }
}
