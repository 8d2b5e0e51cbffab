//! Messages about adding, listing and removing games from files.

use super::args;
use super::{Mentioned, Naming, Words, legible};
use crate::app::{
    AddedGame, FILES_A_DAY, FailedGame, FileLimit, GameAdded, NoFile, NoOwnGame, OWN_GAMES_MAX, OwnGameLine,
    Published,
};
use crate::games::{Fault, Refused};
use crate::render;
use crate::rules::{Position, Variant};

/// The maximum length of the lines in a message, which leaves room for the text above and below.
const ROOM: usize = 1_600;
/// The maximum length of one mistake.
const FAULT_MAX: usize = 300;

/// Returns the lines that fit a message, and the number of further ones.
fn fitting(lines: impl Iterator<Item = String>) -> (Vec<String>, usize) {
    let (mut shown, mut more, mut room) = (Vec::new(), 0, ROOM);
    for line in lines {
        let length = render::length(&line) + 1;
        if more > 0 || length > room {
            more += 1;
        } else {
            room -= length;
            shown.push(line);
        }
    }
    (shown, more)
}

/// Puts a text in a code block, in which only the end of the block is markup. Cuts it to fit a message.
fn in_a_block(text: &str) -> String {
    let short = render::beginning(text, ROOM);
    format!("```\n{}\n```", short.replace("```", "'''"))
}

impl Words {
    /// Why an action on a game from a file was refused.
    pub(super) fn no_own_game(&self, why: &NoOwnGame, naming: Naming<'_>) -> String {
        match why {
            NoOwnGame::NoServer => self.plain("refused-own-game-no-server"),
            NoOwnGame::NotAllowed => self.plain("refused-own-game-not-allowed"),
            NoOwnGame::TooOften(reached) => {
                let (key, most) = match reached {
                    FileLimit::Person => ("refused-own-game-too-often", FILES_A_DAY.person),
                    FileLimit::Server => ("refused-own-game-too-often.server", FILES_A_DAY.server),
                    FileLimit::Added => ("refused-own-game-too-often.added", FILES_A_DAY.added),
                };
                self.say(key, &args! { "most" => most })
            }
            NoOwnGame::NoFile(why) => self.no_file(*why),
            NoOwnGame::Refused(refused) => self.file_refused(refused),
            NoOwnGame::Trial(name, fault) => in_a_block(&self.trial_fault(name, fault)),
            NoOwnGame::Broken => self.plain("refused-own-game-broken"),
            NoOwnGame::NameOfOurs(game) => self.say("refused-own-game-name", &args! { "game" => *game }),
            NoOwnGame::TooMany => self.say("refused-own-game-too-many", &args! { "most" => OWN_GAMES_MAX }),
            NoOwnGame::NotHere(name) => {
                self.say("refused-own-game-not-here", &args! { "name" => legible(name) })
            }
            NoOwnGame::Gone(game) => self.say("refused-own-game-gone", &args! { "game" => *game }),
            NoOwnGame::Off(game, until) => {
                let until = naming(Mentioned::Moment(*until));
                self.say("refused-own-game-off", &args! { "game" => *game, "until" => until })
            }
        }
    }

    /// Why a file could not be read.
    fn no_file(&self, why: NoFile) -> String {
        match why {
            NoFile::TooLong(most) => self.say("no-file-too-long", &args! { "most" => most }),
            NoFile::NoText => self.plain("no-file-no-text"),
            NoFile::NotFetched => self.plain("no-file-not-fetched"),
        }
    }

    /// Lists the mistakes in a game's file.
    fn file_refused(&self, refused: &Refused) -> String {
        let faults = match refused {
            Refused::Faults(faults) => faults.clone(),
            Refused::Start(line, start) => vec![Fault { line: *line, text: self.bad_start(start) }],
        };
        let told = faults.iter().map(|fault| {
            let text = render::beginning(&fault.text, FAULT_MAX);
            self.say("own-game-fault", &args! { "line" => fault.line, "text" => text })
        });
        let (shown, more) = fitting(told);
        let head = self.say("own-game-faults", &args! { "count" => faults.len() });
        let tail = if more > 0 {
            self.say("own-game-faults-more", &args! { "count" => more })
        } else {
            String::new()
        };
        format!("{head}\n{}{tail}", in_a_block(&shown.join("\n")))
    }

    /// Confirms that a server now has a game.
    pub fn own_game_is_here(&self, game: Variant, added: GameAdded) -> String {
        let spec = game.spec();
        let args = args! {
            "game" => game, "squares" => spec.squares.len(), "kinds" => spec.kinds().len(),
            "moves" => Position::start(game).count_legal_moves() as usize,
        };
        let key = match added {
            GameAdded::Changed => "own-game-added.changed",
            GameAdded::Same => "own-game-added.same",
            GameAdded::New | GameAdded::TooMany | GameAdded::TooManyToday => "own-game-added",
        };
        self.say(key, &args)
    }

    /// Announces a server's new game to everyone, with its rules in three lines.
    pub fn own_game_for_all(&self, game: Variant, added: GameAdded) -> String {
        let key = if added == GameAdded::Changed { "own-game-for-all.changed" } else { "own-game-for-all" };
        let lines = self.own_in_three_lines(game).map(|line| format!("- {line}"));
        format!("{}\n{}", self.say(key, &args! { "game" => game }), lines.join("\n"))
    }

    /// Confirms a new game to the person who added it, with the results of its trial games.
    pub fn own_game_added(&self, added: &AddedGame) -> String {
        let (game, told) = (added.variant, self.own_game_is_here(added.variant, added.added));
        if added.added == GameAdded::Same {
            return told;
        }
        format!("{told}\n{}", self.trial_in_short(game, &added.report))
    }

    /// Confirms that a server no longer has the game of this name.
    pub fn own_game_removed(&self, name: &str) -> String {
        self.say("own-game-removed", &args! { "name" => name.to_owned() })
    }

    /// Notifies the person who added a game that it is switched off.
    pub fn own_game_failed(&self, failed: &FailedGame, naming: Naming<'_>) -> String {
        let mut args =
            args! { "name" => failed.name.clone(), "until" => naming(Mentioned::Moment(failed.off_until)) };
        let Some(person) = failed.added_by else { return self.say("own-game-failed.former", &args) };
        args.set("person", naming(Mentioned::Person(person)));
        self.say("own-game-failed", &args)
    }

    /// The state of publishing a game to all servers.
    pub fn own_game_published(&self, how: Published) -> String {
        self.plain(match how {
            Published::Agreed => "own-game-published",
            Published::Asked | Published::No => "own-game-published.asked",
        })
    }

    /// Lists the games from files that can be played in a server.
    pub fn custom_games(&self, lines: &[OwnGameLine], naming: Naming<'_>) -> String {
        if lines.is_empty() {
            return self.plain("own-games-none");
        }
        let mut parts = vec![self.say("own-games", &args! { "count" => lines.len() })];
        let (shown, more) = fitting(lines.iter().map(|line| self.own_game_line(line, naming)));
        parts.extend(shown);
        if more > 0 {
            parts.push(self.say("own-games-more", &args! { "count" => more }));
        }
        parts.join("\n")
    }

    fn own_game_line(&self, line: &OwnGameLine, naming: Naming<'_>) -> String {
        let name = line.variant.map_or_else(|| line.name.clone(), |game| game.name().to_owned());
        let mut args = args! { "name" => name, "at" => naming(Mentioned::Moment(line.added_at)) };
        let told = match line.added_by {
            Some(person) if line.is_here => {
                args.set("person", naming(Mentioned::Person(person)));
                self.say("own-game-line", &args)
            }
            _ if line.is_here => self.say("own-game-line.former", &args),
            _ => self.say("own-game-line.elsewhere", &args),
        };
        let state = match (line.variant, line.off_until, line.published) {
            (None, ..) => Some(self.plain("own-game-state")),
            (_, Some(until), _) => {
                let until = naming(Mentioned::Moment(until));
                Some(self.say("own-game-state.off", &args! { "until" => until }))
            }
            (.., Published::Asked) => Some(self.plain("own-game-state.asked")),
            (.., Published::Agreed) if line.is_here => Some(self.plain("own-game-state.published")),
            _ => None,
        };
        state.map_or(told.clone(), |state| format!("{told} {state}"))
    }
}
