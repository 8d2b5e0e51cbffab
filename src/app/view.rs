//! What the shell answers: plain data to make messages from.
//!
//! The sentences are made of it in `words`; nobody but `ping` is to be notified.

use crate::game::{
    AnswerToken, ChallengeId, ChannelId, Event, Game, GameId, GuildId, InteractionId, MessageId, Millis,
    OfferKind, Pace, Ply, Rev, RoleId, UserId,
};
use crate::render::{BoardView, Look};
use crate::rules::{Color, DescribedMove, Hold, NoDrop, PieceType, Square, Stuck, Variant};
use crate::store::UnshownGame;
use std::sync::Arc;

use super::caller::ColorWish;
use super::learning::sisters::SisterGame;
use crate::engine::Level;

/// A channel with its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; none in direct messages.
    pub guild: Option<GuildId>,
    /// The channel or thread.
    pub channel: ChannelId,
}

/// A message somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRef {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
}

/// A game as it stands: text, picture and who is notified, all from one state.
#[derive(Clone, Debug)]
pub struct GameView {
    /// The game; buttons carry it.
    pub game: GameId,
    /// The last event that it shows; buttons carry it. Of two boards the one of the higher number is the newer.
    pub rev: Rev,
    /// How many moves it has had.
    pub ply: Ply,
    /// Where it is played.
    pub place: Place,
    /// The locale that was last seen there, for what nobody has asked for.
    pub locale: Option<String>,
    /// Its rules.
    pub variant: Variant,
    /// The player to move; none when the game is over.
    pub to_move: Option<UserId>,
    /// How strongly the bot plays, if it plays.
    pub level: Option<Level>,
    /// The other level at which it has just played, for want of time.
    pub in_haste: Option<Level>,
    /// Its players may have hints.
    pub hints: bool,
    /// The bot asks whether it is to be mated, or its resignation is wanted.
    pub asks_to_resign: bool,
    /// What a wish for a draw comes to just now.
    pub draw: DrawWish,
    /// What a wish to take back comes to just now; none: no person has moved.
    pub takeback: Option<TakebackWish>,
    /// No more moves can be made.
    pub over: bool,
    /// What is told of it.
    pub news: News,
    /// The game itself, as it is told of.
    pub game_now: Arc<Game>,
    /// The one person to notify; the sentence mentions them.
    pub ping: Option<UserId>,
    /// The player to move, if they want to be notified.
    pub to_move_pinged: Option<UserId>,
    /// For the picture, the alt text and the text board.
    pub board: BoardView,
    /// How the picture looks: as the one likes it who is asked to move, or has asked for it.
    pub look: Look,
}

/// What is told of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It begins.
    Started,
    /// Nothing new: how it stands.
    Standing,
    /// This has just happened, and this person has done it.
    Happened(Event, UserId),
    /// A move was played, and a reply to it that the opponent had prepared, or that the bot has found.
    Answered,
    /// It has just ended without a result, as one side asked and the other agreed.
    AbortAgreed,
}

/// What a wish for a draw comes to, as a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawWish {
    /// A draw is offered; in a hot-seat game it is agreed, after a question.
    Offer,
    /// A draw is offered already, by this event: to accept it is what is left. The answer carries it.
    Accept(Rev),
    /// A draw stands and is claimed.
    Claim,
}

impl DrawWish {
    pub(super) fn of(game: &Game) -> Self {
        if game.line.claim().is_some() {
            return Self::Claim;
        }
        let offer = game.offers.open().find(|offer| offer.ask == OfferKind::Draw);
        offer.map_or(Self::Offer, |offer| Self::Accept(offer.rev))
    }
}

/// What a wish to take back a move comes to, as a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakebackWish {
    /// The opponent is asked; in a hot-seat game it is done at once.
    Ask,
    /// It was asked for already, by this event: to allow it is what is left. The answer carries it.
    Allow(Rev),
}

impl TakebackWish {
    pub(super) fn of(game: &Game) -> Option<Self> {
        let offer = game.offers.open().find(|offer| offer.ask == OfferKind::Takeback);
        // Where somebody is to move against the bot, the last move is the bot's, and goes with the one before.
        let bot_moved_last = game.engine.is_some_and(|engine| game.turn() != engine);
        let ask = (game.ply() > Ply(u32::from(bot_moved_last))).then_some(Self::Ask);
        offer.map(|offer| Self::Allow(offer.rev)).or(ask)
    }
}

/// What an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A move was played (and may have ended the game: see `view.over`). Post the board.
    Moved,
    /// The game ended without a move. Post the board.
    Ended,
    /// Moves were taken back. Post the board.
    TakenBack,
    /// The opponent is asked to agree to something: post the news with Accept / Decline; no new board is needed.
    Asked(OfferKind),
    /// What was asked for was declined: post the news, take the buttons off the question.
    Declined,
}

/// A done action.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it did.
    pub what: What,
    /// The game after it; `view.news` is what happened.
    pub view: GameView,
    /// What the person had prepared was dropped before, of which they are told alone, now.
    pub premoves_dropped: bool,
    /// A game to try, where one of theirs has ended, of which they are told alone too.
    pub sister: Option<SisterGame>,
}

/// What became of a wish for a draw.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// It is claimed, agreed or offered.
    Done(Box<Outcome>),
    /// Nothing is stored: ask, then call `draw_sure`.
    AskFirst(Confirm),
}

/// An open challenge to be posted.
#[derive(Clone, Debug)]
pub struct ChallengeView {
    /// Buttons carry it.
    pub challenge: ChallengeId,
    /// Who challenges.
    pub challenger: UserId,
    /// The challenger's colour.
    pub color: ColorWish,
    /// How long each move may take; none: no clock.
    pub pace: Option<Pace>,
    /// Both players may have hints.
    pub hints: bool,
    /// It begins from a position that was typed.
    pub own_position: bool,
    /// It asks for a rematch.
    pub rematch: bool,
    /// Until when it can be accepted.
    pub lapses: Millis,
    /// The named opponent, who is notified; none: anyone may accept, and the buttons are Accept / Cancel instead of Accept / Decline.
    pub ping: Option<UserId>,
    /// The role that is notified of it as well.
    pub ping_role: Option<RoleId>,
    /// The start position.
    pub board: BoardView,
}

/// What became of `/challenge`.
#[derive(Clone, Debug)]
pub enum Challenged {
    /// Post it, then tell `challenge_posted`.
    Open(Box<ChallengeView>),
    /// A game against oneself or the bot has begun: post its board (into `view.place`).
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game and call again with it.
    ThreadFirst(Variant),
}

/// What became of Accept.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// The game has begun: post its board (into `view.place`); what the challenge now says is in `settled_challenge`.
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game on the challenge's message and call again with it.
    ThreadFirst(Variant),
}

/// A challenge that is no longer open.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Which.
    pub challenge: ChallengeId,
    /// Its message, if it is known.
    pub message: Option<MessageRef>,
    /// What became of it: what its message now says, without buttons and picture.
    pub became: Became,
    /// The game; none: there is no such game any more.
    pub variant: Option<Variant>,
    /// Who asked; none: a former player.
    pub challenger: Option<UserId>,
    /// Who accepted or declined.
    pub answerer: Option<UserId>,
    /// The challenger who is to be told that it was declined, in a message of its own, as an edit notifies nobody. Then tell
    /// `decline_told`.
    pub tells: Option<UserId>,
    /// Where that message belongs.
    pub channel: ChannelId,
    /// The locale of the server that it was made in.
    pub locale: Option<String>,
    /// When it was closed.
    pub at: Millis,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// Somebody accepted; the game is played in this channel, if not in that of the challenge.
    Accepted(Option<ChannelId>),
    /// The opponent declined.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
    /// Nobody accepted it in time.
    Lapsed,
    /// It is no longer open, and who was in it is not known any more.
    Dropped,
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// To resign.
    Resign,
    /// To end a game against oneself as a draw.
    Draw,
    /// To ask the opponent to abort: nothing ends yet.
    AskToAbort,
    /// To abort at once.
    Abort,
    /// To abort as the opponent has asked.
    AgreeToAbort,
}

/// A private "really?".
#[derive(Clone, Debug)]
pub struct Confirm {
    /// The button carries it.
    pub game: GameId,
    /// The button carries it.
    pub rev: Rev,
    /// What is asked.
    pub question: Question,
    /// Who is asked.
    pub who: UserId,
    /// The rules of the game.
    pub variant: Variant,
    /// The game itself.
    pub game_now: Arc<Game>,
}

/// One choice of an autocomplete list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is shown; its name is made in `words`.
    pub shown: Shown,
    /// What is sent; at most 100 characters.
    pub value: String,
}

/// What a choice shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A move.
    Move(DescribedMove),
    /// A piece that cannot move, and why.
    Stuck(&'static PieceType, Square, Stuck),
    /// Why nothing can be dropped.
    NoDrop(&'static PieceType, NoDrop),
    /// A piece and where it stands.
    Piece(Color, &'static PieceType, Square),
    /// So many more are not shown.
    More(usize),
}

/// The answer to `/moves`.
#[derive(Clone, Debug)]
pub struct MovesView {
    /// Where the piece stands.
    pub square: Square,
    /// The piece.
    pub piece: &'static PieceType,
    /// What holds it.
    pub holds: Vec<Hold>,
    /// What holds it says already that it cannot move.
    pub held_fast: bool,
    /// The board with the dots.
    pub board: BoardView,
    /// How the picture looks.
    pub look: Look,
}

/// What a part of the review of live games came to.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Games that were set aside, each with the event that its players are still to be told of.
    pub set_aside: Vec<(GameId, Rev)>,
    /// Where the next part begins; none: all have been looked at.
    pub next: Option<ChannelId>,
}

/// A game was set aside: its players are told.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Where.
    pub place: Place,
    /// The locale that was last seen there.
    pub locale: Option<String>,
}

/// A game in a state that its channel has not been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unshown {
    /// The game.
    pub game: GameId,
    /// The event that is not shown.
    pub rev: Rev,
    /// When it came about.
    pub at: Millis,
    /// A player was removed, so nobody but the one who looks for such games tells of its end.
    pub left: bool,
}

impl From<UnshownGame> for Unshown {
    fn from(row: UnshownGame) -> Self {
        Self { game: row.id, rev: row.due, at: row.due_at, left: row.left }
    }
}

/// What a channel has not been shown, or not that we know of.
#[derive(Clone, Debug)]
pub enum Missed {
    /// A board.
    Board {
        /// The board, with a ping.
        view: Box<GameView>,
        /// The answer that it should have been, while that can be changed.
        answer: Option<OwedAnswer>,
    },
    /// That its game was set aside.
    SetAside(Notice),
}

/// The answer to an interaction that was to show how a game stands, or how it stood before the bot moved.
#[derive(Clone, Debug)]
pub struct OwedAnswer {
    /// The interaction: the chat can be asked for its answer.
    pub expected: Expected,
    /// It shows all that is to be shown; else the bot has moved since, and it may show the player's move alone.
    pub is_whole: bool,
    /// The message, where it is known.
    pub message: Option<MessageId>,
}

/// An interaction whose answer should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The interaction.
    pub interaction: InteractionId,
    /// Its token.
    pub token: AnswerToken,
}

/// A message that shows a board, as the chat made it.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The game.
    pub game: GameId,
    /// The event that it shows.
    pub rev: Rev,
    /// Where it is.
    pub message: MessageRef,
    /// The interaction by whose token it was made; none: a message of its own.
    pub answer: Option<Expected>,
    /// The present moment.
    pub now: Millis,
}

/// What came of noting a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardNoted {
    /// The message that is the newest board no longer.
    pub old: Option<OldBoard>,
    /// That one got through later than the newest board, so that it stands below it; by what it can be made to show the same.
    pub below: Option<Expected>,
    /// Something has happened since that the board is to show, but that needs no new one: an offer.
    pub behind: bool,
    /// Something has happened after an offer of the game, whose message may have to say so.
    pub offers: bool,
}

/// A message that loses its buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldBoard {
    /// Which.
    pub message: MessageRef,
    /// The token that it was made by, while that is good.
    pub token: Option<AnswerToken>,
}
