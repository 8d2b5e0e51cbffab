//! The `custom_id` of a button or select: `v2:action:payload`. It holds all that the action needs, so it means the same after a restart.
//!
//! Ids of earlier releases (`v1`) are still read. Their buttons on challenges and rules act as before; those on a
//! game say only which game it was.
//!
//! A button is old when the position has changed since its `rev`. One that answers an offer carries the offer's own `rev`, and accepts
//! that
//! offer or nothing. Ids and values of menus hold what is half chosen.

mod lessons;
mod puzzles;
mod seen;
mod steps;

use std::fmt;
use std::str::FromStr;

pub use lessons::{Learner, LessonAction};
pub use steps::{OfPerson, StartWith};

use crate::app::{PuzzleStand, PuzzleWish, ServerPage, ServerPart, SettingOf};
use crate::game::{ChallengeId, GameId, Millis, Rev};
use crate::rules::{Family, Variant};

/// The most characters of an id that Discord takes.
pub const ID_MAX: usize = 100;

/// The one table of actions: the word in the id, the action, and its payload. Writing and reading ids follow from it.
macro_rules! component_actions {
    ($($(#[$doc:meta])* $word:literal => $name:ident($payload:ty),)*) => {
        /// What a click or a choice means, with its payload.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ComponentAction {
            $($(#[$doc])* $name($payload),)*
        }

        impl ComponentAction {
            /// Its word in the id.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => $word,)*
                }
            }

            fn parts(&self) -> (&'static str, String) {
                match self {
                    $(Self::$name(payload) => ($word, payload.write()),)*
                }
            }

            fn of_parts(word: &str, payload: &str) -> Option<Self> {
                match word {
                    $($word => Payload::read(payload).map(Self::$name),)*
                    _ => None,
                }
            }
        }

        #[cfg(test)]
        const WORDS: &[&str] = &[$($word),*];
    };
}

component_actions! {
    /// Accept a challenge.
    "accept" => Accept(ChallengeId),
    /// Decline a challenge.
    "decline" => Decline(ChallengeId),
    /// Withdraw one's own challenge.
    "cancel" => Cancel(ChallengeId),
    /// See what the chosen piece can do, privately.
    "choose" => ChoosePiece(GameRev),
    /// See what another piece can do, instead of what the message shows.
    "swap" => SwapPiece(GameRev),
    /// Play the chosen move of this piece.
    "go" => PlayTo(PieceThen),
    /// Play the move that makes a pawn the chosen piece.
    "become" => PlayAs(PieceThen),
    /// Open the form for a move. Submitting the form, which has the same id, plays what was typed.
    "type" => TypeMove(GameRev),
    /// See the board from the other side, privately.
    "flip" => Flip(GameRev),
    /// Offer a draw.
    "draw" => Draw(GameRev),
    /// Agree to a draw, where it was offered.
    "draw-yes" => DrawAccept(GameRev),
    /// Agree to a draw on a board; names the event of the offer.
    "draw-take" => DrawTake(GameRev),
    /// End a game against oneself as a draw, after the question.
    "draw-sure" => DrawSure(GameRev),
    /// Refuse a draw.
    "draw-no" => DrawDecline(GameRev),
    /// Take back one's last move, or ask for it.
    "takeback" => Takeback(GameRev),
    /// Allow a takeback, where it was asked for.
    "takeback-yes" => TakebackAccept(GameRev),
    /// Allow a takeback on a board; names the event of the request.
    "takeback-take" => TakebackTake(GameRev),
    /// Refuse a takeback.
    "takeback-no" => TakebackDecline(GameRev),
    /// Ask whether to resign.
    "resign" => Resign(GameRev),
    /// Resign, after the question.
    "resign-yes" => ResignSure(GameRev),
    /// Accept the resignation that the bot has offered.
    "resign-take" => TakeResignation(GameRev),
    /// Abort, after the question.
    "abort-yes" => AbortSure(GameRev),
    /// Agree to end the game without a result.
    "abort-agree" => AbortAgree(GameRev),
    /// Play on instead of aborting.
    "abort-refuse" => AbortRefuse(GameRev),
    /// Ask for a rematch of a game that is over, or agree to one.
    "rematch" => Rematch(GameRev),
    /// Leave a private question and go on with the game.
    "never" => Never(GameRev),
    /// See a page of the moves of a game, instead of what the message shows.
    "moves" => MoveList(Leaf),
    /// See the position after a number of half-moves, instead of what the message shows.
    "after" => After(Leaf),
    /// See a game as an animation.
    "replay" => Replay(GameId),
    /// End one's vacation, if it is the one that would last until this moment.
    "end-vacation" => EndVacation(Millis),
    /// Ask, on the card of settings, whether to begin a vacation of the chosen days.
    "vacation" => Vacation(()),
    /// Begin a vacation of this many days, on that card.
    "begin-vacation" => BeginVacation(u32),
    /// Forget one's premoves in a game.
    "forget-premoves" => ForgetPremoves(GameId),
    /// See which piece a hint points to.
    "hint" => Hint(GameRev),
    /// See the move of a hint, instead of its piece.
    "hint-move" => HintMove(GameRev),
    /// Have a finished game analysed.
    "analysis" => Analyse(GameId),
    /// Get a game as PGN.
    "export" => Export(GameId),
    /// See a page of the commands, instead of what the message shows.
    "help" => Help(u32),
    /// Choose a game to begin with.
    "start" => Start(StartWith),
    /// Begin with the chosen game.
    "start-game" => StartGame(StartWith),
    /// Play a game against the bot at the chosen level.
    "level" => StartLevel(Variant),
    /// Challenge the chosen person to a game.
    "invite" => Invite(Variant),
    /// See a page of somebody's live games, instead of what the message shows.
    "games" => Games(OfPerson),
    /// Ask the opponent to move.
    "nudge" => Nudge(GameRev),
    /// Show the next game, after this one, in which the person who clicks is to move.
    "next" => Next(GameId),
    /// See what the chosen piece can do, on the card of the next game.
    "next-piece" => NextPiece(GameRev),
    /// Play the chosen move of this piece, on that card.
    "next-to" => NextTo(PieceThen),
    /// Play the move that makes a pawn the chosen piece, on that card.
    "next-as" => NextAs(PieceThen),
    /// Open the form for a move from that card. Submitting the form, which has the same id, plays what was typed.
    "next-type" => NextType(GameRev),
    /// Do something on a card of lessons.
    "lesson" => Lesson(LessonAction),
    /// See what the chosen piece can do in a puzzle.
    "puzzle-piece" => PuzzlePiece(PuzzleStand),
    /// Play the chosen move of this piece in a puzzle.
    "puzzle-to" => PuzzleTo(PieceThen<PuzzleStand>),
    /// Play the move that makes a pawn the chosen piece in a puzzle.
    "puzzle-as" => PuzzleAs(PieceThen<PuzzleStand>),
    /// Open the form for a move in a puzzle. Submitting the form, which has the same id, plays what was typed.
    "puzzle-type" => PuzzleType(PuzzleStand),
    /// See which piece is to move in a puzzle.
    "puzzle-hint" => PuzzleHint(PuzzleStand),
    /// See which move it is to play in a puzzle.
    "puzzle-move" => PuzzleMove(PuzzleStand),
    /// See the solution of a puzzle.
    "puzzle-solution" => PuzzleSolution(PuzzleStand),
    /// See a puzzle from its beginning, or the puzzle of the day.
    "puzzle-again" => PuzzleAgain(PuzzleStand),
    /// See a puzzle that one has not solved.
    "puzzle" => Puzzle(PuzzleWish),
    /// See another puzzle instead of this one.
    "puzzle-next" => PuzzleNext(PuzzleStand),
    /// Tell the rules of a game.
    "rules" => Rules(Variant),
    /// Tell the rules of the chosen game.
    "rules-of" => RulesOf(()),
    /// Show all families of games.
    "families" => Families(()),
    /// Show the games of a family.
    "family" => OfFamily(Family),
    /// Show the chosen piece of a game.
    "piece" => Piece(Variant),
    /// Do something with the data kept about the person who clicks.
    "person" => Person(PrivacyAction),
    /// Set a preference to what is chosen.
    "setting" => Setting(SettingOf),
    /// Choose one's own language.
    "language" => Language(()),
    /// See a page of what is set for the server.
    "server" => ServerPage(ServerPage),
    /// Set a setting of the server to what is chosen.
    "server-set" => ServerSet(ServerPart),
}

/// A game as it stood when a button was made, or when the offer that the button answers was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRev {
    pub game: GameId,
    /// The last event at that time, or the event of the offer.
    pub rev: Rev,
}

/// A page of a game's moves, or one of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub game: GameId,
    /// The number, counted from 0.
    pub number: u32,
}

/// What people do with the data kept about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyAction {
    /// Export it as a file.
    Export,
    /// Ask whether to delete it.
    Delete,
    /// Delete it, after the question.
    DeleteSure,
    /// Leave it as it is.
    Keep,
}

impl PrivacyAction {
    const WORDS: [(&str, Self); 4] = [
        ("export", Self::Export),
        ("delete", Self::Delete),
        ("delete-sure", Self::DeleteSure),
        ("keep", Self::Keep),
    ];
}

/// The payload of an action as text.
trait Payload: Sized {
    fn write(&self) -> String;

    fn parse(text: &str) -> Option<Self>;

    /// Accepts only what [`Self::write`] makes: "+7" and "007" are not ours.
    fn read(text: &str) -> Option<Self> {
        Self::parse(text).filter(|read| read.write() == text)
    }
}

impl Payload for () {
    fn write(&self) -> String {
        String::new()
    }

    fn parse(_: &str) -> Option<Self> {
        Some(())
    }
}

impl Payload for ChallengeId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }
}

impl Payload for GameId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }
}

impl Payload for Millis {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl Payload for GameRev {
    fn write(&self) -> String {
        format!("{}:{}", self.game.0, self.rev.0)
    }

    fn parse(text: &str) -> Option<Self> {
        let (game, rev) = text.split_once(':')?;
        let game = game.parse().ok().filter(|game| *game > 0)?;
        Some(Self { game: GameId(game), rev: Rev(rev.parse().ok().filter(|rev| *rev >= 0)?) })
    }
}

impl Payload for Leaf {
    fn write(&self) -> String {
        format!("{}:{}", self.game.0, self.number)
    }

    fn parse(text: &str) -> Option<Self> {
        let (game, number) = text.split_once(':')?;
        let game = game.parse().ok().filter(|game| *game > 0)?;
        Some(Self { game: GameId(game), number: number.parse().ok()? })
    }
}

impl Payload for PrivacyAction {
    fn write(&self) -> String {
        Self::WORDS.iter().find(|(_, deed)| deed == self).map_or("", |(word, _)| word).to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(word, _)| *word == text).map(|(_, deed)| *deed)
    }
}

impl Payload for Family {
    fn write(&self) -> String {
        self.slug().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::from_slug(text)
    }
}

impl Payload for Variant {
    fn write(&self) -> String {
        self.slug().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::from_slug(text)
    }
}

impl fmt::Display for ComponentAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, payload) = self.parts();
        write!(f, "v2:{word}")?;
        if payload.is_empty() { Ok(()) } else { write!(f, ":{payload}") }
    }
}

/// What the id of a component means to this release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// An action of this release.
    Now(ComponentAction),
    /// A button of an earlier release for this game. What its id says about the position is no longer understood.
    Before {
        game: GameId,
        /// It is below a board; otherwise below an offer or a question.
        board: bool,
    },
}

/// The id is not ours, or is of an unknown version.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign;

impl FromStr for CustomId {
    type Err = Foreign;

    fn from_str(text: &str) -> Result<Self, Foreign> {
        let (version, rest) = text.split_once(':').ok_or(Foreign)?;
        let (word, payload) = rest.split_once(':').unwrap_or((rest, ""));
        let read = match version {
            // An earlier release had a second button to end a vacation, on the card of settings.
            "v2" if word == "back" => {
                Millis::read(payload).map(|until| CustomId::Now(ComponentAction::EndVacation(until)))
            }
            "v2" => ComponentAction::of_parts(word, payload)
                .filter(|meaning| meaning.to_string() == text)
                .map(Self::Now),
            "v1" => of_v1(word, payload),
            _ => None,
        };
        read.ok_or(Foreign)
    }
}

/// What `v1` wrote: `game:ply` after every action except those on rules. The id of a challenge took the place of the game.
fn of_v1(word: &str, payload: &str) -> Option<CustomId> {
    if let "rules" | "piece" = word {
        return ComponentAction::of_parts(word, payload).map(CustomId::Now);
    }
    let (id, ply) = payload.split_once(':')?;
    let (id, ply) = (id.parse::<i64>().ok().filter(|id| *id > 0)?, ply.parse::<u32>().ok()?);
    if payload != format!("{id}:{ply}") {
        return None;
    }
    match word {
        "accept" | "decline" | "cancel" => {
            ComponentAction::of_parts(word, &id.to_string()).map(CustomId::Now)
        }
        // Going on with a game needs nothing but the game.
        "never" => Some(CustomId::Now(ComponentAction::Never(GameRev { game: GameId(id), rev: Rev(0) }))),
        "flip" | "draw" | "draw-take" | "resign" => Some(CustomId::Before { game: GameId(id), board: true }),
        "draw-yes" | "draw-sure" | "draw-no" | "resign-yes" | "abort-yes" | "abort-agree"
        | "abort-refuse" => Some(CustomId::Before { game: GameId(id), board: false }),
        _ => None,
    }
}

mod piece;
mod settings;
#[cfg(test)]
mod tests;

pub use piece::{HAND, PieceThen};
