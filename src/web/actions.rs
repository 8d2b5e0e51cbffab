//! What can be done on a page besides moving, and how it is done: by the calls that commands and buttons use.

use serde::{Deserialize, Serialize};

use super::hints;
use super::reader::{Reader, plain};
use crate::app::{
    App, AppResult, Caller, Confirm, DrawWish, Drawn, LearningAt, Outcome, PageView, Question, TakebackWish,
    Target, Watching,
};
use crate::game::{GameId, OfferKind, Rev};
use crate::words::{Label, Words};

/// A button of a page.
#[derive(Serialize)]
pub struct Action {
    r#do: AnyDeed,
    label: String,
    /// The event of the offer that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<i64>,
    /// What is asked before it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    /// Where it is done, if not where the page is.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    kind: Kind,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnyDeed {
    Game(Deed),
    Learning(Learns),
    Over(Looks),
}

impl Action {
    fn new(r#do: AnyDeed, label: String, kind: Kind) -> Self {
        Self { r#do, label, offer: None, asks: None, at: None, kind }
    }

    /// A button of a lesson or a puzzle.
    pub fn learns(r#do: Learns, label: String, kind: Kind) -> Self {
        Self::new(AnyDeed::Learning(r#do), label, kind)
    }

    /// The same that leads elsewhere.
    #[must_use]
    pub fn to(self, at: &LearningAt) -> Self {
        Self { at: Some(at.to_string()), ..self }
    }
}

/// How loud it is.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Plain,
    Yes,
    Danger,
    /// Seldom wanted: it stands below the rest.
    Rare,
}

/// What is done in a lesson or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learns {
    Move,
    Hint,
    ShowMove,
    Solution,
    /// Another puzzle.
    Next,
    /// What the button leads to.
    Open,
}

/// What is asked of a game that is over. It changes nothing, takes long, and has an address of its own.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Looks {
    Analyse,
}

/// What is done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    Move,
    Hint,
    ShowMove,
    Draw,
    AcceptDraw,
    DeclineDraw,
    Takeback,
    AllowTakeback,
    DeclineTakeback,
    Abort,
    AgreeToAbort,
    DeclineAbort,
    Resign,
    TakeResignation,
    /// Lets nobody watch.
    StopWatching,
    LetWatch,
}

/// A wish as a page sends it.
#[derive(Debug, Deserialize)]
pub struct Wish {
    /// The same for each try of it.
    pub id: String,
    /// The newest event that the page knows of.
    pub rev: i64,
    pub r#do: Deed,
    /// The move, as typed or chosen.
    #[serde(default)]
    pub r#move: String,
    /// The event of the offer that it answers.
    #[serde(default)]
    pub offer: i64,
    /// Which of all games it is about.
    #[serde(default)]
    pub at: String,
}

impl Wish {
    /// Whether its id is one that a page makes.
    pub fn is_sound(&self) -> bool {
        (16..=64).contains(&self.id.len())
            && self.id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_')
            && self.r#move.len() <= 100
    }
}

/// The buttons for somebody, as their game stands.
pub fn of(reader: Reader, page: &PageView) -> Vec<Action> {
    let (view, words) = (&page.view, reader.words);
    let mut all = match (view.over, page.seat) {
        (true, _) if view.ply.0 > 0 => {
            vec![Action::new(AnyDeed::Over(Looks::Analyse), words.label(Label::Analysis), Kind::Plain)]
        }
        (false, Some(_)) => of_player(reader, page),
        (true, _) | (false, None) => Vec::new(),
    };
    let (watching, own) = (page.watching, view.game_now.side_of(reader.person));
    if watching != Watching::Nowhere {
        let is_closed = own.is_some_and(|own| watching.is_closed_by(own));
        let (deed, label) = if is_closed {
            (Deed::LetWatch, Label::LetWatch)
        } else {
            (Deed::StopWatching, Label::StopWatching)
        };
        all.push(Action::new(AnyDeed::Game(deed), words.label(label), Kind::Rare));
    }
    all
}

/// The buttons for a player while the game goes on.
fn of_player(reader: Reader, page: &PageView) -> Vec<Action> {
    let (view, words) = (&page.view, reader.words);
    let game = &*view.game_now;
    let naming = |what| reader.names(game, what);
    let asks = |question| {
        let confirm = Confirm {
            game: view.game,
            rev: view.rev,
            question,
            who: reader.person,
            variant: view.variant,
            game_now: view.game_now.clone(),
        };
        Some(plain(&words.question(&confirm, &naming)))
    };
    let button = |r#do, label, kind| Action::new(AnyDeed::Game(r#do), words.label(label), kind);
    let answer = |r#do, label, kind, offer: Rev| Action { offer: Some(offer.0), ..button(r#do, label, kind) };
    let theirs = |kind| {
        let own = game.side_of(reader.person);
        game.offers.open().find(|offer| offer.ask == kind && Some(offer.by) != own).map(|offer| offer.rev)
    };
    let mut all = Vec::new();
    if view.hints && game.may_move(reader.person, None).is_ok() {
        all.push(button(Deed::Hint, Label::Hint, Kind::Plain));
        all.push(button(Deed::ShowMove, Label::ShowMove, Kind::Plain));
    }
    match view.draw {
        DrawWish::Claim => all.push(button(Deed::Draw, Label::ClaimDraw, Kind::Yes)),
        DrawWish::Accept(_) => {
            if let Some(offer) = theirs(OfferKind::Draw) {
                all.push(answer(Deed::AcceptDraw, Label::AcceptDraw, Kind::Yes, offer));
                all.push(answer(Deed::DeclineDraw, Label::Decline, Kind::Plain, offer));
            }
        }
        DrawWish::Offer => {
            let question = game.is_hot_seat().then(|| asks(Question::Draw)).flatten();
            all.push(Action { asks: question, ..button(Deed::Draw, Label::OfferDraw, Kind::Plain) });
        }
    }
    match view.takeback {
        Some(TakebackWish::Ask) => all.push(button(Deed::Takeback, Label::Takeback, Kind::Plain)),
        Some(TakebackWish::Allow(_)) => {
            if let Some(offer) = theirs(OfferKind::Takeback) {
                all.push(answer(Deed::AllowTakeback, Label::AllowTakeback, Kind::Yes, offer));
                all.push(answer(Deed::DeclineTakeback, Label::Decline, Kind::Plain, offer));
            }
        }
        None => {}
    }
    let is_asked = game.offers.open().any(|offer| offer.ask == OfferKind::Abort);
    match theirs(OfferKind::Abort) {
        Some(offer) => {
            all.push(answer(Deed::AgreeToAbort, Label::AgreeToAbort, Kind::Danger, offer));
            all.push(answer(Deed::DeclineAbort, Label::PlayOn, Kind::Plain, offer));
        }
        None if page.abort_is_free => {
            let question = asks(Question::Abort);
            all.push(Action { asks: question, ..button(Deed::Abort, Label::Abort, Kind::Danger) });
        }
        None if !is_asked => {
            let question = asks(Question::AskToAbort);
            all.push(Action { asks: question, ..button(Deed::Abort, Label::AskToAbort, Kind::Plain) });
        }
        None => {}
    }
    if view.asks_to_resign {
        all.push(button(Deed::TakeResignation, Label::TakeResignation, Kind::Yes));
    }
    all.push(Action { asks: asks(Question::Resign), ..button(Deed::Resign, Label::Resign, Kind::Danger) });
    all
}

/// What became of a wish.
pub enum Performed {
    Done(Box<Outcome>),
    /// Nothing has changed, and this is told.
    Told(String),
}

/// Does what is wished in a game.
///
/// # Errors
/// As the command would be refused; stale where the position is another one by now.
pub async fn perform(
    app: &App,
    by: &Caller,
    game: GameId,
    (wish, words): (&Wish, &'static Words),
) -> AppResult<Performed> {
    let target = Target::Button(game, Rev(wish.rev));
    let answered = |kind, yes| app.answer(by, kind, (game, Rev(wish.offer)), yes);
    let told = async |whole| Ok(Performed::Told(hints::hint(app, by, target, words, whole).await?));
    let watched = async |yes| {
        let (watching, own) = app.let_watch(by.user, game, yes).await?;
        Ok(Performed::Told(words.watching(watching, own)))
    };
    let outcome = match wish.r#do {
        Deed::Hint => return told(false).await,
        Deed::ShowMove => return told(true).await,
        Deed::Move => app.play_in(by, target, &wish.r#move).await,
        // The page has asked already where that is needed.
        Deed::Draw => match app.draw(by, target).await? {
            Drawn::Done(outcome) => Ok(*outcome),
            Drawn::AskFirst(_) => app.draw_sure(by, target).await,
        },
        Deed::AcceptDraw => answered(OfferKind::Draw, true).await,
        Deed::DeclineDraw => answered(OfferKind::Draw, false).await,
        Deed::Takeback => app.take_back(by, target).await,
        Deed::AllowTakeback => answered(OfferKind::Takeback, true).await,
        Deed::DeclineTakeback => answered(OfferKind::Takeback, false).await,
        Deed::Abort => app.abort(by, target).await,
        Deed::AgreeToAbort => answered(OfferKind::Abort, true).await,
        Deed::DeclineAbort => answered(OfferKind::Abort, false).await,
        Deed::Resign => app.resign(by, target).await,
        Deed::TakeResignation => app.take_resignation(by, target).await,
        Deed::StopWatching => return watched(false).await,
        Deed::LetWatch => return watched(true).await,
    };
    Ok(Performed::Done(Box::new(outcome?)))
}
