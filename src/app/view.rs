//! The results of the application layer: plain data from which messages are made.
//!
//! `words` makes the sentences; only `ping` may be notified.

use crate::game::{
    AnswerToken, ChallengeId, ChannelId, Event, Game, GameId, GuildId, InteractionId, MessageId, Millis,
    OfferKind, Pace, Ply, Rev, RoleId, UserId,
};
use crate::render::{BoardView, Look};
use crate::rules::{Color, DescribedMove, Hold, NoDrop, PieceType, Square, Stuck, Variant};
use crate::store::{StoppedRow, TournamentNews};
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
    /// Its path on Discord's site, valid in every client.
    pub fn path(self) -> String {
        match self.guild {
            Some(guild) => format!("/channels/{guild}/{}", self.channel),
            None => format!("/channels/@me/{}", self.channel),
        }
    }
}

/// A message and its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRef {
    pub channel: ChannelId,
    pub message: MessageId,
}

/// A game's view: text, picture and ping, all from one state.
#[derive(Clone, Debug)]
pub struct GameView {
    /// Carried by buttons.
    pub game: GameId,
    /// The last event shown; carried by buttons. Of two boards, the one with the higher number is newer.
    pub rev: Rev,
    pub ply: Ply,
    pub place: Place,
    /// The locale last seen there, for messages that answer no interaction.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The player to move; `None` if the game is over.
    pub to_move: Option<UserId>,
    /// The bot's level, if it plays.
    pub level: Option<Level>,
    /// The lowered level at which the bot has just played, for lack of time.
    pub lowered_level: Option<Level>,
    /// Its players may use hints.
    pub hints: bool,
    /// Its effect on the players' ratings; `None` if the game is not rated.
    pub rated: Option<RatedNews>,
    /// The bot asks the player to mate it or to accept its resignation.
    pub asks_to_resign: bool,
    /// The effect of asking for a draw now.
    pub draw: DrawWish,
    /// The effect of asking for a takeback now; `None`: no person has moved.
    pub takeback: Option<TakebackWish>,
    /// The game is over: no more moves can be made.
    pub over: bool,
    pub news: News,
    /// Why the operator has stopped it, if that is the news.
    pub stopped: Option<Arc<StoppedRow>>,
    /// What its tournament has to say about it.
    pub tournament: Option<TournamentNews>,
    /// The operator's current announcement.
    pub announced: Option<Arc<str>>,
    /// Earlier events that no message has shown.
    pub untold: Option<Untold>,
    /// The game itself, for the sentences about it.
    pub game_now: Arc<Game>,
    /// The one user to notify; the sentence mentions them.
    pub ping: Option<UserId>,
    /// The player to move, if they want to be notified.
    pub to_move_pinged: Option<UserId>,
    /// For the picture, the alt text and the text board.
    pub board: BoardView,
    /// The look of the picture: the preferences of the player to move, or of the user who asked to see it.
    pub look: Look,
}

/// Events before the news that no message has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The moves from this ply on, if a page user plays faster than messages follow.
    Moves(Ply),
    /// The game was set back by a restored backup.
    SetBack,
}

/// The news in a message about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Started,
    /// Nothing new: the current state.
    Standing,
    /// This event has just happened, by this user.
    Happened(Event, UserId),
    /// A move was played, and the reply that the opponent had prepared, or that the bot found.
    Answered,
    /// It has just been aborted: one side asked, and the other agreed.
    AbortAgreed,
    /// It was set back to this position because the database was restored from a backup.
    SetBack,
    /// The operator has ended it or voided its result, see [`GameView::stopped`].
    Stopped,
}

/// The effect of asking for a draw in the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawWish {
    /// Offers a draw; in a hot-seat game, ends the game as a draw after a confirmation.
    Offer,
    /// Accepts the draw that the opponent offered in this event. The answer carries the event.
    Accept(Rev),
    /// Claims a draw.
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

/// The effect of asking for a takeback in the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakebackWish {
    /// Asks the opponent; in a hot-seat game, takes back at once.
    Ask,
    /// Allows the takeback that the opponent requested in this event. The answer carries the event.
    Allow(Rev),
}

impl TakebackWish {
    pub(super) fn of(game: &Game) -> Option<Self> {
        let offer = game.offers.open().find(|offer| offer.ask == OfferKind::Takeback);
        // Against the bot, if a person is to move, the last move is the bot's and is taken back along with
        // the one before.
        let bot_moved_last = game.engine.is_some_and(|engine| game.turn() != engine);
        let ask = (game.ply() > Ply(u32::from(bot_moved_last))).then_some(Self::Ask);
        offer.map(|offer| Self::Allow(offer.rev)).or(ask)
    }
}

/// The kind of a completed action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A move was played (and may have ended the game: see `view.over`). Post the board.
    Moved,
    /// The game ended without a move. Post the board.
    Ended,
    /// Moves were taken back. Post the board.
    TakenBack,
    /// The opponent is asked to agree: post the news with Accept / Decline; no new board is needed.
    Asked(OfferKind),
    /// The request was declined: post the news, and remove the buttons from the question.
    Declined,
    /// The request was withdrawn; the question is edited to say so.
    Withdrawn,
}

/// A completed action.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub what: What,
    /// The game afterwards; `view.news` has the event.
    pub view: GameView,
    /// Respond to the player privately; the message with the board of a game against the bot is updated to
    /// show the action.
    pub quiet: bool,
    /// The user's premoves were dropped earlier; notify them now, privately.
    pub premoves_dropped: bool,
    /// A game to suggest after one of theirs has ended, also privately.
    pub sister: Option<SisterGame>,
    /// A stronger level of the bot to suggest after beating one, also privately.
    pub next_level: Option<NextLevel>,
}

/// The outcome of asking for a draw.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// The draw was claimed, agreed or offered.
    Done(Box<Outcome>),
    /// Nothing is stored: ask for confirmation, then call `draw_sure`.
    AskFirst(Confirm),
}

/// An open challenge to be posted.
#[derive(Clone, Debug)]
pub struct ChallengeView {
    /// Carried by buttons.
    pub challenge: ChallengeId,
    pub challenger: UserId,
    pub color: ColorWish,
    /// Time per move; `None`: no clock.
    pub pace: Option<Pace>,
    /// Both players may use hints.
    pub hints: bool,
    /// The possible rating changes; `None` if the game is not rated.
    pub stakes: Option<StakesOffered>,
    /// It begins from a typed position.
    pub own_position: bool,
    /// It asks for a rematch.
    pub rematch: bool,
    /// The challenged place on a ladder, from 1.
    pub for_place: Option<u32>,
    /// When it expires.
    pub lapses: Millis,
    /// The named opponent, who is notified; `None`: open to anyone, with the buttons Accept / Cancel instead
    /// of Accept / Decline.
    pub ping: Option<UserId>,
    /// The role to notify as well.
    pub ping_role: Option<RoleId>,
    /// The start position.
    pub board: BoardView,
}

/// The outcome of `/challenge`.
#[derive(Clone, Debug)]
pub enum Challenged {
    /// Post it, then call `challenge_posted`.
    Open(Box<ChallengeView>),
    /// A game against oneself or the bot has begun: post its board (into `view.place`).
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game (with the bot's level, if it plays) and call again with
    /// it.
    ThreadFirst(Variant, Option<Level>),
}

/// The outcome of Accept.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// The game has begun: post its board (into `view.place`); the challenge's new text is in
    /// `closed_challenge`.
    Started(Box<GameView>),
    /// Nothing is stored: open a thread for this game on the challenge's message and call again with it.
    ThreadFirst(Variant),
}

/// A question asked before an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Resign,
    /// Ends a hot-seat game as a draw.
    Draw,
    /// Accepts the draw that the opponent has offered.
    AcceptDraw,
    /// Asks the opponent to abort: nothing ends yet.
    AskToAbort,
    /// Aborts at once.
    Abort,
    /// Aborts as the opponent has asked.
    AgreeToAbort,
}

/// A private confirmation.
#[derive(Clone, Debug)]
pub struct Confirm {
    /// Carried by the button.
    pub game: GameId,
    /// Carried by the button.
    pub rev: Rev,
    pub question: Question,
    pub who: UserId,
    pub variant: Variant,
    pub game_now: Arc<Game>,
}

/// One choice of an autocomplete list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The content shown; `words` makes its name.
    pub shown: Shown,
    /// The value sent; at most 100 characters.
    pub value: String,
}

/// The content of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Move(DescribedMove),
    /// A piece that cannot move, and why.
    Stuck(&'static PieceType, Square, Stuck),
    /// Why no drop is possible.
    NoDrop(&'static PieceType, NoDrop),
    /// A piece and its square.
    Piece(Color, &'static PieceType, Square),
    /// A typed text or its completion.
    Text(String),
    /// This many more choices are hidden.
    More(usize),
}

/// The response to `/moves`.
#[derive(Clone, Debug)]
pub struct MovesView {
    pub square: Square,
    pub piece: &'static PieceType,
    /// What restricts its moves.
    pub holds: Vec<Hold>,
    /// The holds themselves say that it cannot move.
    pub held_fast: bool,
    /// The board with the target squares dotted.
    pub board: BoardView,
    pub look: Look,
}

/// The result of one batch of the review of live games.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Games set aside, each with the event that its players are still to be notified of.
    pub set_aside: Vec<(GameId, Rev)>,
    /// Where the next batch begins; `None`: all games have been reviewed.
    pub next: Option<ChannelId>,
}

/// A notice to the players that their game was set aside.
#[derive(Clone, Debug)]
pub struct Notice {
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
}

/// An event that, as far as known, a channel has not been shown.
#[derive(Clone, Debug)]
pub enum Missed {
    Board {
        /// The board, with a ping.
        view: Box<GameView>,
        /// The response that should have been this board, while it can still be edited.
        answer: Option<PendingAnswer>,
        /// The newest known board message of a game against the bot: if no message is below it, it is edited
        /// into this board.
        in_place_of: Option<MessageRef>,
    },
    /// The game was set aside.
    SetAside(Notice),
}

/// The response to an interaction that was to show the current board, or the one before the bot moved.
#[derive(Clone, Debug)]
pub struct PendingAnswer {
    /// The interaction, whose response can be requested from Discord.
    pub expected: Expected,
    /// True if it shows everything; if not, the bot has moved since, and it may show the player's move alone.
    pub is_whole: bool,
    /// The message, if known.
    pub message: Option<MessageId>,
}

/// An interaction whose response should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub interaction: InteractionId,
    pub token: AnswerToken,
}

/// A message that shows a board, as created by Discord.
#[derive(Clone, Debug)]
pub struct Posted {
    pub game: GameId,
    /// The event that it shows.
    pub rev: Rev,
    pub message: MessageRef,
    /// The interaction whose token created it; `None`: a separate message.
    pub answer: Option<Expected>,
    pub now: Millis,
}

/// The result of recording a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardNoted {
    /// The message that is no longer the newest board.
    pub old: Option<OldBoard>,
    /// The event that it shows, if an offer may stand on it.
    pub asked: Option<Rev>,
    /// Set if the recorded board arrived later than the newest one, and so is below it: the token with which
    /// to edit it to show the same.
    pub below: Option<Expected>,
    /// An offer was made since, which the board should show without a new one.
    pub behind: bool,
    /// A later event is already pending, so this board may be looked up.
    pub overtaken: bool,
    /// Something has happened after an offer of the game, so the offer's message may need an update.
    pub offers: bool,
}

/// A message that loses its buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldBoard {
    pub message: MessageRef,
    /// The token that created it, while valid.
    pub token: Option<AnswerToken>,
}
