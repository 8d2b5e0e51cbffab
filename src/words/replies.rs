//! The bot's replies that are not about events in a game.

use super::args;
use super::{Joined, SOME, Words, legible};
use crate::app::Level;
use crate::rules::{Variant, listed};

listed! {
    /// Why an action was not done, for reasons outside any game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NotDone {
        /// The bot is overloaded.
        Busy,
        /// A fault on our side occurred during the action.
        Failed,
        /// An action in a game takes longer than a response may.
        Slow,
        /// An action outside a game takes longer than a response may.
        SlowElsewhere,
        /// A file is still being fetched.
        SlowFile,
        /// The command no longer exists.
        UnknownCommand,
        /// The modal does not exist.
        UnknownForm,
        /// The interaction cannot be read.
        Unreadable,
        /// Only people who manage the server may do it.
        ManagersOnly,
        /// It works in servers only.
        ServersOnly,
        /// The bot may not create threads in this channel.
        NoThreadHere,
        /// Discord failed to create a thread.
        ThreadFailed,
        /// A channel of this kind has no threads.
        NoThreadOfKind,
        /// The server has as many threads as Discord allows.
        TooManyThreads,
        /// No thread can be created.
        NoThread,
        /// A thread was requested in direct messages.
        NoThreadAlone,
        /// A thread was requested in a thread.
        ThreadInThread,
        /// A thread was requested in a voice or stage channel. The game is played there instead.
        NoThreadInVoice,
        /// A game was requested in a private thread that the bot is not in.
        UnseenThread,
        /// The game of a private thread waits, because the bot is no longer in it.
        WaitsUnseen,
        /// The bot is not a member there, so it can only respond to interactions.
        OnlyAnswers,
        /// A level was given for a game against a person.
        LevelOfPerson,
        /// Bots have no profile.
        ProfileOfBot,
        /// A note was to be written and removed at the same time.
        NoteOrRemove,
        /// A pace was given for a game against the bot.
        PaceAgainstBot,
        /// A message shows no game, or one without buttons.
        NoBoardThere,
        /// This bot serves no pages.
        NoPages,
    }
}

/// A permission of the bot, by its name in Discord's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    ViewChannel,
    /// Needed for any action in a voice or stage channel.
    Connect,
    SendMessages,
    /// Needed for pictures.
    AttachFiles,
    CreatePublicThreads,
    SendMessagesInThreads,
}

/// An action that needs permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Showing the boards.
    Boards,
    /// Creating a thread for the game.
    Thread,
}

impl Words {
    /// Why an action was not done.
    pub fn not_done(&self, why: NotDone) -> String {
        self.plain(match why {
            NotDone::Busy => "reply-busy",
            NotDone::Failed => "reply-failed",
            NotDone::Slow => "reply-slow",
            NotDone::SlowElsewhere => "reply-slow.elsewhere",
            NotDone::SlowFile => "reply-slow.file",
            NotDone::UnknownCommand => "reply-unknown-command",
            NotDone::UnknownForm => "reply-unknown-form",
            NotDone::Unreadable => "reply-unreadable",
            NotDone::ManagersOnly => "reply-managers-only",
            NotDone::ServersOnly => "reply-servers-only",
            NotDone::NoThreadHere => "reply-no-thread-here",
            NotDone::ThreadFailed => "reply-thread-failed",
            NotDone::NoThreadOfKind => "reply-no-thread-of-kind",
            NotDone::TooManyThreads => "reply-too-many-threads",
            NotDone::NoThread => "reply-no-thread",
            NotDone::NoThreadAlone => "reply-no-thread-alone",
            NotDone::ThreadInThread => "reply-thread-in-thread",
            NotDone::NoThreadInVoice => "reply-no-thread-in-voice",
            NotDone::UnseenThread => "reply-unseen-thread",
            NotDone::WaitsUnseen => "reply-waits-unseen",
            NotDone::OnlyAnswers => "reply-only-answers",
            NotDone::LevelOfPerson => "reply-level-of-person",
            NotDone::ProfileOfBot => "reply-profile-of-bot",
            NotDone::NoteOrRemove => "reply-note-or-remove",
            NotDone::PaceAgainstBot => "reply-pace-against-me",
            NotDone::NoBoardThere => "reply-no-board-there",
            NotDone::NoPages => "reply-no-pages",
        })
    }

    /// Says that the typed text matches no game, or several.
    pub fn unknown_game(&self, typed: &str, like: &[Variant]) -> String {
        let text = legible(typed.trim());
        match like {
            _ if text.is_empty() => self.plain("reply-unknown-game.blank"),
            [] => self.say("reply-unknown-game", &args! { "text" => text }),
            [one] => self.say("reply-one-of-games.single", &args! { "game" => *one }),
            _ => self.one_of_games(["reply-one-of-games", "reply-one-of-games.many"], text, like),
        }
    }

    /// Says that no game has a piece of that name, or several have.
    pub fn piece_of_games(&self, typed: &str, games: &[Variant]) -> String {
        let text = legible(typed.trim());
        match games {
            [] => self.say("reply-unknown-piece", &args! { "text" => text }),
            _ => self.one_of_games(["reply-piece-of-games", "reply-piece-of-games.many"], text, games),
        }
    }

    fn one_of_games(&self, [few, many]: [&str; 2], text: String, games: &[Variant]) -> String {
        let names: Vec<String> = games.iter().take(SOME).map(|game| self.game(*game)).collect();
        let more = games.len() - names.len();
        if more == 0 {
            return self.say(few, &args! { "text" => text, "games" => self.list(Joined::Or, &names) });
        }
        let games = self.list(Joined::More, &names);
        self.say(many, &args! { "text" => text, "games" => games, "more" => more })
    }

    /// Says that the person is over the rate limit, and when they can continue.
    pub fn too_fast(&self, seconds: u64) -> String {
        self.say("reply-too-fast", &args! { "seconds" => seconds })
    }

    /// Why a board is shown privately: the channel got one of the same game less than this many seconds ago.
    pub fn board_shown_lately(&self, seconds: u64) -> String {
        self.say("reply-board-shown-lately", &args! { "seconds" => seconds })
    }

    /// The name of a permission.
    pub fn permission(&self, permission: Permission) -> String {
        self.plain(match permission {
            Permission::ViewChannel => "permission-view-channel",
            Permission::Connect => "permission-connect",
            Permission::SendMessages => "permission-send-messages",
            Permission::AttachFiles => "permission-attach-files",
            Permission::CreatePublicThreads => "permission-create-public-threads",
            Permission::SendMessagesInThreads => "permission-send-messages-in-threads",
        })
    }

    /// Lists the names of permissions.
    pub(super) fn permissions(&self, permissions: &[Permission]) -> String {
        let bold = |permission: &Permission| format!("**{}**", self.permission(*permission));
        self.list(Joined::More, &permissions.iter().map(bold).collect::<Vec<_>>())
    }

    /// Names the permissions that the bot lacks for an action.
    pub fn missing_permissions(&self, permissions: &[Permission], needs: Needs) -> String {
        let args = args! { "count" => permissions.len(), "names" => self.permissions(permissions) };
        let key = match needs {
            Needs::Boards => "missing-permissions-boards",
            Needs::Thread => "missing-permissions-thread",
        };
        self.say(key, &args)
    }

    /// Says that the bot itself is not in the server, with the link that adds it.
    pub fn no_member(&self, link: &str) -> String {
        self.say("no-member", &args! { "link" => link })
    }

    /// Says that the bot may not be in the server, with the link that adds it.
    pub fn perhaps_no_member(&self, link: &str) -> String {
        self.say("perhaps-no-member", &args! { "link" => link })
    }

    /// The name of a game's thread, with its players. `challenger` is `None` if the name is unknown.
    pub fn thread_name(&self, game: Variant, player: &str, challenger: Option<&str>) -> String {
        match challenger {
            None => self.say("thread-name", &args! { "game" => game, "player" => player }),
            Some(challenger) => {
                let args = args! { "game" => game, "challenger" => challenger, "player" => player };
                self.say("thread-name.two", &args)
            }
        }
    }

    /// The name of a thread in which one person plays both sides.
    pub fn thread_name_alone(&self, game: Variant, player: &str) -> String {
        self.say("thread-name.alone", &args! { "game" => game, "player" => player })
    }

    /// The name of a thread for a game against the bot, which has this name and level.
    pub fn thread_name_bot(&self, game: Variant, player: &str, (bot, level): (&str, Level)) -> String {
        let args = args! { "game" => game, "player" => player, "bot" => bot, "level" => level.slug() };
        self.say("thread-name.bot", &args)
    }

    /// Says that no one else sees the new game.
    pub fn seen_alone(&self) -> String {
        self.plain("reply-seen-alone")
    }

    /// Says that an archived thread is open again.
    pub fn thread_reopened(&self) -> String {
        self.plain("thread-reopened")
    }

    /// The text in place of a picture: its description.
    pub fn not_drawn(&self, shown: &str) -> String {
        self.say("picture-not-drawn", &args! { "shown" => shown })
    }
}
