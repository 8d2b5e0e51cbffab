//! A page's actions other than moves, performed with the same calls as commands and buttons.

use serde::{Deserialize, Serialize};

use super::answers::Arrow;
use super::hints;
use super::reader::{Reader, plain};
use crate::app::{
    App, AppResult, Caller, Confirm, DrawWish, Drawn, GameView, LearningAt, Outcome, PageGame, PageView,
    Question, SpectatorAccess, TakebackWish, Target,
};
use crate::game::{OfferKind, Rev};
use crate::words::{Label, PageSays, Words};

/// A button of a page.
#[derive(Serialize)]
pub struct Action {
    r#do: AnyAct,
    label: String,
    /// The event of the offer that the action accepts, declines or withdraws.
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<i64>,
    /// The question to confirm before the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    /// The place where the action applies, if it is not the page's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    kind: Kind,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnyAct {
    Game(GameAct),
    Learning(LearningAct),
    Over(OverAct),
}

impl Action {
    fn new(r#do: AnyAct, label: String, kind: Kind) -> Self {
        Self { r#do, label, offer: None, asks: None, at: None, kind }
    }

    /// A button of a lesson or a puzzle.
    pub fn learns(r#do: LearningAct, label: String, kind: Kind) -> Self {
        Self::new(AnyAct::Learning(r#do), label, kind)
    }

    /// The button that discards the prepared moves.
    pub fn forgets(words: &Words) -> Self {
        Self::new(AnyAct::Game(GameAct::ForgetPrepared), words.label(Label::ForgetPremoves), Kind::Plain)
    }

    /// The button that starts trying moves.
    pub fn tries(words: &Words) -> Self {
        Self::new(AnyAct::Over(OverAct::Try), words.label(Label::TryMoves), Kind::Plain)
    }

    /// Makes the button lead to another place.
    #[must_use]
    pub fn to(self, at: &LearningAt) -> Self {
        Self { at: Some(at.to_string()), ..self }
    }
}

/// How prominent a button is.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Plain,
    Yes,
    Danger,
    /// Rarely used: shown below the rest.
    Rare,
}

/// An action in a lesson or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearningAct {
    Move,
    Hint,
    ShowMove,
    Solution,
    /// Opens another puzzle.
    Next,
    /// Opens the place that the button leads to.
    Open,
    /// Starts a first game against the bot.
    Play,
    /// Sets up a typed position on the board for trying moves.
    SetUp,
}

/// An action on a finished game that changes nothing in it.
///
/// An analysis takes long and so has its own address. The rest happens on the page.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum OverAct {
    Analyse,
    /// Replays the moves on the page.
    Replay,
    /// Shows the game as a file.
    Export,
    /// Opens another game.
    NextGame,
    /// Tries moves on the page.
    Try,
}

/// An action in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameAct {
    Move,
    Hint,
    ShowMove,
    Draw,
    AcceptDraw,
    DeclineDraw,
    WithdrawDraw,
    Takeback,
    AllowTakeback,
    DeclineTakeback,
    WithdrawTakeback,
    Abort,
    AgreeToAbort,
    DeclineAbort,
    WithdrawAbort,
    Resign,
    TakeResignation,
    /// Prepares a reply.
    Prepare,
    ForgetPrepared,
    /// Starts a rematch.
    Again,
    /// Asks the opponent for a rematch.
    AskAgain,
    /// Closes the game to watchers.
    LetNobodyWatch,
    LetWatch,
}

/// An action as a page sends it.
#[derive(Debug, Deserialize)]
pub struct GameRequest {
    /// The action's id. Retries repeat it.
    pub id: String,
    /// The newest event that the page knows.
    pub rev: i64,
    pub r#do: GameAct,
    /// The move, as typed or chosen.
    #[serde(default)]
    pub r#move: String,
    /// The event of the offer that the action answers or withdraws.
    #[serde(default)]
    pub offer: i64,
    /// The game concerned, on a page for all games.
    #[serde(default)]
    pub at: String,
}

impl GameRequest {
    /// Checks the id's format and the move's length.
    pub fn is_sound(&self) -> bool {
        is_sound(&self.id) && self.r#move.len() <= 100
    }
}

/// Checks that an id has the format that pages generate.
pub fn is_sound(id: &str) -> bool {
    (16..=64).contains(&id.len()) && id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_')
}

/// Returns the buttons for the reader in the current state of the game.
///
/// `has_all`: the page opens all games of the reader.
pub fn of(reader: Reader, page: &PageView, has_all: bool) -> Vec<Action> {
    let (view, words) = (&page.view, reader.words);
    let mut all = match (view.over, page.seat) {
        (true, _) => of_end(reader, page, has_all),
        (false, Some(_)) => of_player(reader, page),
        (false, None) => Vec::new(),
    };
    let (watching, own) = (page.watching, view.game_now.side_of(reader.person));
    if watching != SpectatorAccess::Nowhere {
        let is_closed = own.is_some_and(|own| watching.is_closed_by(own));
        let (act, label) = if is_closed {
            (GameAct::LetWatch, Label::LetWatch)
        } else {
            (GameAct::LetNobodyWatch, Label::LetNobodyWatch)
        };
        all.push(Action::new(AnyAct::Game(act), words.label(label), Kind::Rare));
    }
    all
}

/// Returns the buttons of a finished game.
fn of_end(reader: Reader, page: &PageView, has_all: bool) -> Vec<Action> {
    let (view, words) = (&page.view, reader.words);
    let over = |act, label, kind| Action::new(AnyAct::Over(act), words.label(label), kind);
    let mut all = Vec::new();
    if page.end.again {
        let label = if view.game_now.engine.is_some() { Label::PlayMeAgain } else { Label::Rematch };
        all.push(Action::new(AnyAct::Game(GameAct::Again), words.label(label), Kind::Yes));
    }
    if page.end.ask {
        all.push(Action::new(AnyAct::Game(GameAct::AskAgain), words.label(Label::Rematch), Kind::Plain));
    }
    if let Some(next) = page.end.next.filter(|_| has_all) {
        all.push(Action {
            at: Some(next.to_string()),
            ..over(OverAct::NextGame, Label::NextGame, Kind::Plain)
        });
    }
    if view.ply.0 > 0 {
        all.push(over(OverAct::Replay, Label::Replay, Kind::Plain));
        all.push(over(OverAct::Analyse, Label::Analysis, Kind::Plain));
        all.push(Action::tries(words));
        all.push(over(OverAct::Export, Label::Export, Kind::Plain));
    }
    all
}

/// Returns the buttons for a player of a running game.
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
    let button = |r#do, label, kind| Action::new(AnyAct::Game(r#do), words.label(label), kind);
    let answer = |r#do, label, kind, offer: Rev| Action { offer: Some(offer.0), ..button(r#do, label, kind) };
    let own_side = game.side_of(reader.person);
    let offered = |kind| game.offers.open().find(|offer| offer.ask == kind);
    let theirs = |kind| offered(kind).filter(|offer| Some(offer.by) != own_side).map(|offer| offer.rev);
    let withdrawal = |r#do, label, kind| {
        let own = offered(kind).filter(|offer| Some(offer.by) == own_side)?;
        Some(answer(r#do, label, Kind::Plain, own.rev))
    };
    let mut all = Vec::new();
    if view.hints && game.may_move(reader.person, None).is_ok() {
        all.push(button(GameAct::Hint, Label::Hint, Kind::Plain));
        all.push(button(GameAct::ShowMove, Label::ShowMove, Kind::Plain));
    }
    match view.draw {
        DrawWish::Claim => all.push(button(GameAct::Draw, Label::ClaimDraw, Kind::Yes)),
        DrawWish::Accept(_) => {
            if let Some(offer) = theirs(OfferKind::Draw) {
                all.push(answer(GameAct::AcceptDraw, Label::AcceptDraw, Kind::Yes, offer));
                all.push(answer(GameAct::DeclineDraw, Label::Decline, Kind::Plain, offer));
            }
            all.extend(withdrawal(GameAct::WithdrawDraw, Label::WithdrawDraw, OfferKind::Draw));
        }
        DrawWish::Offer => {
            let question = game.is_hot_seat().then(|| asks(Question::Draw)).flatten();
            all.push(Action { asks: question, ..button(GameAct::Draw, Label::OfferDraw, Kind::Plain) });
        }
    }
    match view.takeback {
        Some(TakebackWish::Ask) => all.push(button(GameAct::Takeback, Label::Takeback, Kind::Plain)),
        Some(TakebackWish::Allow(_)) => {
            if let Some(offer) = theirs(OfferKind::Takeback) {
                all.push(answer(GameAct::AllowTakeback, Label::AllowTakeback, Kind::Yes, offer));
                all.push(answer(GameAct::DeclineTakeback, Label::Decline, Kind::Plain, offer));
            }
            all.extend(withdrawal(GameAct::WithdrawTakeback, Label::WithdrawTakeback, OfferKind::Takeback));
        }
        None => {}
    }
    all.extend(withdrawal(GameAct::WithdrawAbort, Label::WithdrawAbort, OfferKind::Abort));
    match theirs(OfferKind::Abort) {
        Some(offer) => {
            all.push(answer(GameAct::AgreeToAbort, Label::AgreeToAbort, Kind::Danger, offer));
            all.push(answer(GameAct::DeclineAbort, Label::PlayOn, Kind::Plain, offer));
        }
        None if page.abort_is_free => {
            let question = asks(Question::Abort);
            all.push(Action { asks: question, ..button(GameAct::Abort, Label::Abort, Kind::Danger) });
        }
        None if offered(OfferKind::Abort).is_none() => {
            let question = asks(Question::AskToAbort);
            all.push(Action { asks: question, ..button(GameAct::Abort, Label::AskToAbort, Kind::Plain) });
        }
        None => {}
    }
    if game.alone() == Some(reader.person) {
        all.push(Action::tries(words));
    }
    if view.asks_to_resign {
        all.push(button(GameAct::TakeResignation, Label::TakeResignation, Kind::Yes));
    }
    all.push(Action { asks: asks(Question::Resign), ..button(GameAct::Resign, Label::Resign, Kind::Danger) });
    all
}

/// The result of an action.
pub enum Performed {
    /// The action was done. Includes the game after it, if known.
    Done(Box<Outcome>, Option<PageGame>),
    /// The game is unchanged. Carries a message.
    Told(String),
    /// The game is unchanged. Carries a message and a move to draw on the board.
    Shown(String, Option<Arrow>),
    /// Another game has started, and the page opens it.
    Begun(Box<GameView>),
}

/// Performs an action in a game.
///
/// # Errors
/// The refusals of the corresponding command. Stale if the position has changed.
pub async fn perform(
    app: &App,
    by: &Caller,
    opened: PageGame,
    (request, words): (&GameRequest, &'static Words),
) -> AppResult<Performed> {
    let game = opened.id();
    let target = Target::Button(game, Rev(request.rev));
    let offer = (game, Rev(request.offer));
    let answered = |kind, yes| app.answer(by, kind, offer, yes);
    let told = async |whole| {
        let (told, shown) = hints::hint(app, by, target, words, whole).await?;
        Ok(Performed::Shown(told, shown))
    };
    let watched = async |yes| {
        let (watching, own) = app.let_watch(by.user, game, yes).await?;
        Ok(Performed::Told(words.watching(watching, own, None)))
    };
    let outcome = match request.r#do {
        GameAct::Hint => return told(false).await,
        GameAct::ShowMove => return told(true).await,
        GameAct::Move => {
            let (outcome, after) = app.play_on_page(by, (opened, Rev(request.rev)), &request.r#move).await?;
            return Ok(Performed::Done(Box::new(outcome), after));
        }
        // The page has already asked for confirmation.
        GameAct::Draw => match app.draw(by, target).await? {
            Drawn::Done(outcome) => Ok(*outcome),
            Drawn::AskFirst(_) => app.draw_sure(by, target).await,
        },
        GameAct::AcceptDraw => answered(OfferKind::Draw, true).await,
        GameAct::DeclineDraw => answered(OfferKind::Draw, false).await,
        GameAct::WithdrawDraw => app.withdraw(by, OfferKind::Draw, offer).await,
        GameAct::Takeback => app.take_back(by, target).await,
        GameAct::AllowTakeback => answered(OfferKind::Takeback, true).await,
        GameAct::DeclineTakeback => answered(OfferKind::Takeback, false).await,
        GameAct::WithdrawTakeback => app.withdraw(by, OfferKind::Takeback, offer).await,
        GameAct::Abort => app.abort(by, target).await,
        GameAct::AgreeToAbort => answered(OfferKind::Abort, true).await,
        GameAct::DeclineAbort => answered(OfferKind::Abort, false).await,
        GameAct::WithdrawAbort => app.withdraw(by, OfferKind::Abort, offer).await,
        GameAct::Resign => app.resign(by, target).await,
        GameAct::TakeResignation => app.take_resignation(by, target).await,
        GameAct::Prepare => {
            app.prepare_next(by, target, &request.r#move).await?;
            return Ok(Performed::Told(String::new()));
        }
        GameAct::Again => return Ok(Performed::Begun(Box::new(app.again_on_page(by, game).await?))),
        GameAct::AskAgain => {
            return Ok(match app.ask_again_on_page(by, game).await? {
                Some(view) => Performed::Begun(view),
                None => Performed::Told(words.page_says(PageSays::RematchAsked)),
            });
        }
        GameAct::ForgetPrepared => {
            app.forget_premoves(by, game).await?;
            return Ok(Performed::Told(words.premoves_forgotten()));
        }
        GameAct::LetNobodyWatch => return watched(false).await,
        GameAct::LetWatch => return watched(true).await,
    };
    Ok(Performed::Done(Box::new(outcome?), None))
}
