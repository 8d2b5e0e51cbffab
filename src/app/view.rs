//! What the application layer returns: plain data to make messages from.
//!
//! `words` makes the sentences; nobody but `ping` is to be notified.

use crate::game::{
    AnswerToken, ChallengeId, ChannelId, Event, Game, GameId, GuildId, InteractionId, MessageId, Millis,
    OfferKind, Pace, Ply, Rev, RoleId, UserId,
};
use crate::render::{BoardView, Look};
use crate::rules::{Color, DescribedMove, Hold, NoDrop, PieceType, Square, Stuck, Variant};
use crate::store::StoppedRow;
use std::sync::Arc;

use super::caller::ColorWish;
use super::learning::sisters::SisterGame;
use super::standing::levels::NextLevel;
use super::standing::stakes::{RatedNews, StakesOffered};
use crate::engine::Level;

/// A channel with its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel or thread.
    pub channel: ChannelId,
}

impl Place {
    /// Its path at Discord's own address, in every client.
    pub fn path(self) -> String {
        match self.guild {
            Some(guild) => format!("/channels/{guild}/{}", self.channel),
            None => format!("/channels/@me/{}", self.channel),
        }
    }
}

/// A message somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRef {
    pub channel: ChannelId,
    pub message: MessageId,
}

/// A game as it stands: text, picture and who is notified, all from one state.
#[derive(Clone, Debug)]
pub struct GameView {
    /// Buttons carry it.
    pub game: GameId,
    /// The last event that it shows; buttons carry it. Of two boards, the one with the higher number is newer.
    pub rev: Rev,
    pub ply: Ply,
    pub place: Place,
    /// The locale last seen there, for messages that nobody has asked for.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<UserId>,
    /// The bot's level, if it plays.
    pub level: Option<Level>,
    /// The other level at which the bot has just played, for lack of time.
    pub lowered_level: Option<Level>,
    /// Its players may have hints.
    pub hints: bool,
    /// What it means for the ratings of its players; none for a game that is not rated.
    pub rated: Option<RatedNews>,
    /// The bot asks whether it is to be mated, or its resignation is wanted.
    pub asks_to_resign: bool,
    /// What asking for a draw would come to now.
    pub draw: DrawWish,
    /// What asking for a takeback would come to now; `None`: no person has moved.
    pub takeback: Option<TakebackWish>,
    /// No more moves can be made.
    pub over: bool,
    pub news: News,
    /// Why whoever runs the bot has stopped it, where that is the news.
    pub stopped: Option<Arc<StoppedRow>>,
    /// What whoever runs the bot announces just now.
    pub announced: Option<Arc<str>>,
    /// What happened before, and no message has told.
    pub untold: Option<Untold>,
    /// The game itself, for the sentences about it.
    pub game_now: Arc<Game>,
    /// The one person to notify; the sentence mentions them.
    pub ping: Option<UserId>,
    /// The player to move, if they want to be notified.
    pub to_move_pinged: Option<UserId>,
    /// For the picture, the alt text and the text board.
    pub board: BoardView,
    /// How the picture looks: as preferred by the player asked to move, or by whoever asked to see it.
    pub look: Look,
}

/// What happened in a game before its news, and no message has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The moves from this ply on, where somebody plays faster on a page than messages follow.
    Moves(Ply),
    /// A backup has set it back.
    SetBack,
}

/// What is said about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Started,
    /// Nothing new: how it stands.
    Standing,
    /// This has just happened, and this person did it.
    Happened(Event, UserId),
    /// A move was played, and a reply to it that the opponent had prepared, or that the bot found.
    Answered,
    /// It has just ended without a result: one side asked, and the other agreed.
    AbortAgreed,
    /// It was set back to this position, as the database was restored from a backup.
    SetBack,
    /// Whoever runs the bot has ended it, or has taken its result back, as [`GameView::stopped`] says.
    Stopped,
}

/// What asking for a draw comes to, as a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawWish {
    /// A draw is offered; in a hot-seat game it is agreed, after a confirmation.
    Offer,
    /// The opponent has offered a draw in this event, so it is accepted. The answer carries the event.
    Accept(Rev),
    /// A draw can be claimed.
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

/// What asking for a takeback comes to, as a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakebackWish {
    /// The opponent is asked; in a hot-seat game it is done at once.
    Ask,
    /// The opponent has asked for one in this event, so it is allowed. The answer carries the event.
    Allow(Rev),
}

impl TakebackWish {
    pub(super) fn of(game: &Game) -> Option<Self> {
        let offer = game.offers.open().find(|offer| offer.ask == OfferKind::Takeback);
        // Against the bot, when a person is to move, the last move is the bot's, and goes along with the one before.
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
    /// Who asked for something has withdrawn it: the question says so.
    Withdrawn,
}

/// An action that was carried out.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub what: What,
    /// The game after it; `view.news` is what happened.
    pub view: GameView,
    /// In a game against the bot the player alone is answered, and the message with the board is made to show it.
    pub quiet: bool,
    /// Conditional moves of the person were dropped earlier; they are told now, privately.
    pub premoves_dropped: bool,
    /// A game to try, after one of theirs has ended; they are told privately too.
    pub sister: Option<SisterGame>,
    /// A stronger level of the bot, for whoever has just beaten one; they are told privately too.
    pub next_level: Option<NextLevel>,
}

/// What became of asking for a draw.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// It is claimed, agreed or offered.
    Done(Box<Outcome>),
    /// Nothing is stored: ask for confirmation, then call `draw_sure`.
    AskFirst(Confirm),
}

/// An open challenge to be posted.
#[derive(Clone, Debug)]
pub struct ChallengeView {
    /// Buttons carry it.
    pub challenge: ChallengeId,
    pub challenger: UserId,
    pub color: ColorWish,
    /// How long each move may take; `None`: no clock.
    pub pace: Option<Pace>,
    /// Both players may have hints.
    pub hints: bool,
    /// What the game would change; none for a game that is not rated.
    pub stakes: Option<StakesOffered>,
    /// It begins from a typed position.
    pub own_position: bool,
    /// It asks for a rematch.
    pub rematch: bool,
    /// The place on a ladder for which it is made, from 1.
    pub for_place: Option<u32>,
    /// Until when it can be accepted.
    pub lapses: Millis,
    /// The named opponent, who is notified; `None`: anyone may accept, and the buttons are Accept / Cancel instead of Accept / Decline.
    pub ping: Option<UserId>,
    /// The role that is notified as well.
    pub ping_role: Option<RoleId>,
    /// The start position.
    pub board: BoardView,
}

/// What became of `/challenge`.
#[derive(Clone, Debug)]
pub enum Challenged {
    /// Post it, then call `challenge_posted`.
    Open(Box<ChallengeView>),
    /// A game against oneself or the bot has begun: post its board (into `view.place`).
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game, against the bot at this level if there is one, and call again with it.
    ThreadFirst(Variant, Option<Level>),
}

/// What became of Accept.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// The game has begun: post its board (into `view.place`); what the challenge now says is in `closed_challenge`.
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game on the challenge's message and call again with it.
    ThreadFirst(Variant),
}

/// A challenge that is no longer open.
#[derive(Clone, Debug)]
pub struct Closed {
    pub challenge: ChallengeId,
    /// Its message, if it is known.
    pub message: Option<MessageRef>,
    /// What became of it: what its message now says, without buttons and picture.
    pub became: Became,
    /// The game; `None`: there is no such game any more.
    pub variant: Option<Variant>,
    /// Who asked; `None`: a former player.
    pub challenger: Option<UserId>,
    /// Who accepted or declined.
    pub answerer: Option<UserId>,
    /// The challenger, if they are still to be told that it was declined, in a separate message, as an edit notifies nobody. Then
    /// call `decline_told`.
    pub tells: Option<UserId>,
    /// Where that message goes.
    pub channel: ChannelId,
    /// The locale of the server that it was made in.
    pub locale: Option<String>,
    pub at: Millis,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// Somebody accepted; the game is played in this channel, if not in that of the challenge.
    Accepted(Option<ChannelId>),
    Declined,
    Withdrawn,
    /// Nobody accepted it in time.
    Lapsed,
    /// It is no longer open, and its people are no longer known.
    Dropped,
}

/// A question that is asked before something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Resign,
    /// To end a game against oneself as a draw.
    Draw,
    /// To accept the draw that the opponent has offered.
    AcceptDraw,
    /// To ask the opponent to abort: nothing ends yet.
    AskToAbort,
    /// To abort at once.
    Abort,
    /// To abort as the opponent has asked.
    AgreeToAbort,
}

/// A private confirmation ("really?").
#[derive(Clone, Debug)]
pub struct Confirm {
    /// The button carries it.
    pub game: GameId,
    /// The button carries it.
    pub rev: Rev,
    pub question: Question,
    pub who: UserId,
    pub variant: Variant,
    pub game_now: Arc<Game>,
}

/// One choice of an autocomplete list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is shown; `words` makes its name.
    pub shown: Shown,
    /// What is sent; at most 100 characters.
    pub value: String,
}

/// What a choice shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Move(DescribedMove),
    /// A piece that cannot move, and why.
    Stuck(&'static PieceType, Square, Stuck),
    /// Why nothing can be dropped.
    NoDrop(&'static PieceType, NoDrop),
    /// A piece and where it stands.
    Piece(Color, &'static PieceType, Square),
    /// A text that is typed, or to be typed on.
    Text(String),
    /// This many more are not shown.
    More(usize),
}

/// The answer to `/moves`.
#[derive(Clone, Debug)]
pub struct MovesView {
    pub square: Square,
    pub piece: &'static PieceType,
    /// What holds it.
    pub holds: Vec<Hold>,
    /// The holds themselves say that it cannot move.
    pub held_fast: bool,
    /// The board with the target squares dotted.
    pub board: BoardView,
    pub look: Look,
}

/// The result of one part of the review of live games.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Games that were set aside, each with the event that its players are still to be told of.
    pub set_aside: Vec<(GameId, Rev)>,
    /// Where the next part begins; `None`: all have been looked at.
    pub next: Option<ChannelId>,
}

/// A game was set aside; its players are to be told.
#[derive(Clone, Debug)]
pub struct Notice {
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
}

/// What a channel has not been shown, as far as we know.
#[derive(Clone, Debug)]
pub enum Missed {
    Board {
        /// The board, with a ping.
        view: Box<GameView>,
        /// The response that should have been this board, while it can still be edited.
        answer: Option<PendingAnswer>,
        /// The newest message that is known to show a board of a game against the bot: where nothing stands below it, this board takes its place.
        in_place_of: Option<MessageRef>,
    },
    /// The game was set aside.
    SetAside(Notice),
}

/// The response to an interaction that was to show how a game stands, or how it stood before the bot moved.
#[derive(Clone, Debug)]
pub struct PendingAnswer {
    /// The interaction; Discord can be asked for its response.
    pub expected: Expected,
    /// Whether it shows all that is to be shown; if not, the bot has moved since, and it may show the player's move alone.
    pub is_whole: bool,
    /// The message, if it is known.
    pub message: Option<MessageId>,
}

/// An interaction whose response should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub interaction: InteractionId,
    pub token: AnswerToken,
}

/// A message that shows a board, as Discord created it.
#[derive(Clone, Debug)]
pub struct Posted {
    pub game: GameId,
    /// The event that it shows.
    pub rev: Rev,
    pub message: MessageRef,
    /// The interaction whose token created it; `None`: a message of its own.
    pub answer: Option<Expected>,
    pub now: Millis,
}

/// What came of recording a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardNoted {
    /// The message that is no longer the newest board.
    pub old: Option<OldBoard>,
    /// If the recorded board arrived later than the newest one, and so stands below it: by what it can be made to show the same.
    pub below: Option<Expected>,
    /// Something has happened since that the board should show, but that needs no new one: an offer.
    pub behind: bool,
    /// A later event is to be shown already, so that this board may be looked for.
    pub overtaken: bool,
    /// Something has happened after an offer of the game, whose message may have to say so.
    pub offers: bool,
}

/// A message that loses its buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldBoard {
    pub message: MessageRef,
    /// The token that created it, while it is valid.
    pub token: Option<AnswerToken>,
}
