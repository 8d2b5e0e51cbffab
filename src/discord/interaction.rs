//! Input from Discord as plain data.
//!
//! Permissions and channel types are serenity's; ids are those of the game, so that handlers pass them on
//! unchanged. Each interaction names its channel's kind (`ChannelKind`), which decides what threads are
//! possible.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::Permissions;
use tokio::time::Instant;

use crate::discord::interaction::keyed_queue::HeldTicket;
use crate::game::{ChannelId, GuildId, InteractionId, MessageId, Millis, RoleId, UserId};
use crate::rules::Variant;
use crate::store::UserInstallRow;
use crate::words::Languages;

pub(super) mod incoming;
pub(super) mod keyed_queue;
pub mod permission;
mod place;
pub(super) mod values;

pub use place::{ChannelInfo, ChannelKind};

/// How long Discord waits for the first response to an interaction, from its creation, minus a network
/// allowance.
pub const ANSWER_WITHIN: Duration = Duration::from_millis(2_700);
/// The part of `ANSWER_WITHIN` reserved for sending an answer.
const ROOM_TO_ANSWER: Duration = Duration::from_millis(600);
/// The part of `ANSWER_WITHIN` reserved for an answer in order after others: a picture takes Discord up to a
/// second.
const ROOM_TO_ANSWER_IN_ORDER: Duration = Duration::from_millis(1_500);

/// One use of a command or button.
pub struct Interaction {
    /// Its id, unique for all time.
    pub id: InteractionId,
    /// The token to respond with, valid for 15 minutes. Must not be logged.
    pub token: String,
    pub who: Person,
    /// The channel it was used in.
    pub place: ChannelInfo,
    /// The bot's permissions there; `None` in a DM.
    pub bot_may: Option<Permissions>,
    /// The person's permissions there; `None` in a DM.
    pub person_may: Option<Permissions>,
    /// The person's roles there.
    pub person_roles: Vec<RoleId>,
    /// The locale set in the person's Discord client, in Discord's spelling.
    pub locale: Option<String>,
    /// The locale of the server; `None` in a DM.
    pub guild_locale: Option<String>,
    /// The language the person chose in the bot's settings; takes precedence over `locale`.
    pub own_language: Option<String>,
    /// The language the server chose in the bot's settings; takes precedence over `guild_locale`.
    pub server_language: Option<String>,
    /// The games from files that can be started there, if the command may name one.
    pub custom_games: Vec<Variant>,
    /// The languages the bot speaks.
    pub languages: Languages,
    /// When it arrived. Everything it does is dated with this time.
    pub received_at: Millis,
    /// The arrival on the monotonic clock.
    pub received: Instant,
    /// Its age on arrival, by the timestamp in its id.
    pub age: Duration,
    /// The person's new user install, if they have none in this channel yet and a game may begin there.
    pub new_install: Option<UserInstallRow>,
    /// True if Discord shows every answer to the person alone.
    pub seen_alone: bool,
    /// The server in which a user install was used. Such a game has no server as its place.
    pub user_install_guild: Option<GuildId>,
    /// The invitation link, for people who need it.
    pub invitation: Arc<str>,
    /// True if it was sent again after a lost connection or a restart, so it may have been carried out
    /// before.
    pub repeated: bool,
    /// Its place in its channel's queue of changes, held until its effect is stored.
    pub turn: HeldTicket,
    /// For an interaction that shows a game: its place behind earlier actions in its channel, held until it
    /// is known who sees the answer.
    pub answer_turn: HeldTicket,
    /// What it was used on.
    pub on: UsedOn,
}

/// An interaction as received, with the action in Discord's names.
#[derive(Debug)]
pub struct Received {
    /// Who, where and when.
    pub interaction: Interaction,
    /// What was done.
    pub data: InteractionData,
    /// The shape of a slash command that only our lenient reader could read.
    pub refused_by_serenity: Option<String>,
}

/// What an interaction was used on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum UsedOn {
    /// Nothing: it is a command.
    #[default]
    Nothing,
    /// A button or menu of this message.
    Message(ClickedMessage),
    /// A form.
    Form {
        /// True if only this person sees the message it was opened from.
        private: bool,
    },
}

/// The message whose button or menu was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickedMessage {
    /// Its id.
    pub id: MessageId,
    /// True if only this person sees it. Only an interaction's token can then change it.
    pub private: bool,
    /// True if it is a card.
    pub card: bool,
    /// The name of the person whose command or click it answers, if it shows one.
    pub asker: Option<String>,
}

/// Minimum time granted to work that begins late.
const A_MOMENT: Duration = Duration::from_millis(150);

impl Interaction {
    /// Returns the nonce of a message beside the answer. It differs from that of a message in place of the answer.
    pub fn nonce_beside(&self) -> String {
        (self.id.0 ^ 1).to_string()
    }

    /// The time after which Discord accepts no response.
    pub fn deadline(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age)
    }

    /// The time at which the person is informed of a delay, so that this message still arrives in time.
    ///
    /// A late interaction keeps half of the time that is left.
    pub fn last_moment(&self) -> Instant {
        let left = ANSWER_WITHIN.saturating_sub(self.age);
        self.received + left.saturating_sub(ROOM_TO_ANSWER.min(left / 2))
    }

    /// Like `Interaction::last_moment`, for work that begins now, perhaps late.
    ///
    /// Grants at least a moment, because nearly everything finishes within a few milliseconds, but no more
    /// than half of the time that is left.
    pub fn answer_by(&self) -> Instant {
        let now = Instant::now();
        self.last_moment().max(now + A_MOMENT.min(self.deadline().saturating_duration_since(now) / 2))
    }

    /// How long its answer may wait for earlier ones.
    pub fn last_moment_for_order(&self) -> Instant {
        self.received + ANSWER_WITHIN.saturating_sub(self.age).saturating_sub(ROOM_TO_ANSWER_IN_ORDER)
    }

    /// Waits for earlier actions in the channel if others see the game it shows, but no longer than its
    /// answer may.
    pub async fn wait_for_earlier_answers(&self) {
        if let Some(mut turn) = self.answer_turn.take() {
            turn.come_by(self.last_moment_for_order()).await;
        }
    }

    /// True if it was used on a private message, so that no one else in the channel knows of it.
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

    /// The message whose button or menu was used, if everyone sees it.
    pub fn clicked_in_public(&self) -> Option<&ClickedMessage> {
        self.clicked().filter(|message| !message.private)
    }
}

impl fmt::Debug for Interaction {
    /// Omits the token and the people: this may be logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interaction").field("id", &self.id).field("age", &self.age).finish_non_exhaustive()
    }
}

impl fmt::Debug for InteractionData {
    /// Omits everything a person wrote.
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
    /// The display name, with invisible characters escaped.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
}

/// What was done, in Discord's names and ids.
pub enum InteractionData {
    /// A slash command.
    Command(Call),
    /// A context menu command of a person or message, by its registered name.
    Menu { name: String, of: MenuOf },
    /// A slash command being typed, which wants suggestions.
    Completing(Typing),
    /// A button was pressed, or a select's value chosen.
    Component {
        /// Its `custom_id`.
        id: String,
        /// The chosen values; `None` for a button.
        chosen: Option<Entered>,
    },
    /// A form was submitted.
    Form {
        /// The form's `custom_id`.
        id: String,
        /// Each field's `custom_id`, with what was entered or chosen.
        fields: Vec<(String, Entered)>,
    },
    /// Something this version does not support.
    Other,
    /// Unreadable, so it can only be answered: who, where and what are blank.
    Unreadable {
        /// True for autocomplete, whose response has no room for a sentence.
        completing: bool,
    },
}

/// The target of a context menu command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuOf {
    Person(Person),
    /// A message, with the ids of its components.
    Message(Vec<String>),
}

/// What was entered in a field of a form, or chosen in a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// Text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// The values of the chosen lines. Some clients send a line's label instead of its value.
    Lines(Vec<String>),
    /// People.
    People(Vec<Person>),
    /// Roles.
    Roles(Vec<ChosenRole>),
    /// Channels.
    Channels(Vec<ChosenChannel>),
    /// Ids of any other kind.
    Ids(Vec<u64>),
}

/// A channel that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenChannel {
    pub id: ChannelId,
    pub kind: ChannelKind,
    /// The bot's permissions there; `None` if Discord does not send them.
    pub bot_may: Option<Permissions>,
}

/// A role that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenRole {
    pub id: RoleId,
    /// True if everyone may mention it, or if Discord does not say.
    pub mentionable: bool,
}

impl Entered {
    /// The chosen lines; empty for anything else.
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
    /// The options given.
    pub options: Vec<(String, Given)>,
}

/// A command being typed.
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
    /// Its URL.
    pub url: String,
    /// Its size in bytes, according to Discord.
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

    /// The flag of an option.
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

    /// The file of an option.
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
