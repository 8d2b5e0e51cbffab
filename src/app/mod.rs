//! The application layer: load, decide, append, view.
//!
//! [`App`] is the chat side's whole interface to games and users. Every action names its [`Caller`]; commands
//! find the game by the caller's channel, buttons by what they carry ([`Target`]).
//!
//! An action returns once its transaction is on disk. It returns a plain view ([`GameView`],
//! [`ChallengeView`], ...) to be turned into a message, or an [`AppError`]: a refusal for the player, a fault
//! for the operator, or that this interaction was already acted on.

mod background;
mod caller;
mod challenge;
mod custom_games;
mod drawn;
mod error;
mod fair_play;
mod fault;
mod game;
mod guild;
mod known_names;
mod ladder;
mod learning;
mod load;
mod long_work;
mod named;
mod operator;
mod opponent;
mod page_device;
mod page_end;
mod page_game;
mod page_players;
mod page_rules;
mod page_ways;
mod pages;
mod pages_in_front;
mod people;
mod positions;
mod pushing;
mod refusals;
mod standing;
mod tournament;
mod trying;
mod view;
mod watching;

pub use background::due_jobs::{JobDone, Reminder};
pub use background::verify::Contradiction;
pub use caller::{Caller, ChallengeWish, ColorWish, Opponent, Side, Target, ThreadWish};
pub use challenge::bot_games::{BeginsAt, BotGamesIn, PlaceAnswer};
pub use challenge::lobbies::{Lobby, LobbyLine};
pub use challenge::{AskedFor, Became, Closed, Rematched};
pub use custom_games::failures::FailedGame;
pub use custom_games::refusals::{NoFile, NoOwnGame};
pub use custom_games::{AddedGame, FILES_A_DAY, OWN_GAMES_MAX, OwnGameLine};
pub use drawn::{diagrams_png, drawn_once, picture_known};
pub use error::{
    AppError, AppFault, Elsewhere, FaultKind, FeatureRefusal, NoHint, NoNudge, NotAnalysed, Rejection,
    RejectionInGame, RejectionKind, Surplus,
};
pub use game::analysis::{Analysed, HowFar};
pub use game::autocomplete::completions;
pub use game::from_here::PositionAt;
pub use game::hint::{HintAsked, HintPatience, HintView};
pub use game::history::{Note, Past, PastMove, PastPosition, PastRow};
pub use game::list::{GameLine, LostLine, Waits};
pub use game::move_menus::{MenuTarget, MoveMenu, Mover, MoverView};
pub use game::next::{NextGame, NextUp};
pub use game::nudge::Nudge;
pub use game::offers::ClosedOffer;
pub use game::premoves::PremovesView;
pub use guild::games_chosen::{GAMES_IN_A_MENU, GamesChosen};
pub use guild::settings::{ServerPage, ServerPart, ServerSetting, ServerSettings, Unsaid};
pub use ladder::entry::{CostOfDeclining, Fallen, LadderView, Rung};
pub use ladder::refusals::NoLadder;
pub use learning::board_at::BoardAt;
pub use learning::choice::{LearningLine, PuzzlesLine};
pub use learning::daily::DailyPuzzle;
pub use learning::done::StepDone;
pub use learning::lessons::{LessonCard, LessonEnd, LessonLine, LessonNews, LessonView};
pub use learning::page::{LearningAction, LearningAt, LearningBoard, LearningCard, LearningView};
pub use learning::puzzles::{
    PuzzleCard, PuzzleEnd, PuzzleNews, PuzzleStand, PuzzleView, PuzzleWish, Refutation, Standing,
};
pub use learning::sisters::SisterGame;
pub use long_work::{ExclusiveJobs, NoPlace, OwnPlace};
pub use named::Named;
pub use operator::feature::Feature;
pub use operator::games::{GameKnown, GameStopped};
pub use operator::moment::moment;
pub use operator::people::{GamesOfShutOut, PersonKnown};
pub use operator::servers::ServerRemoved;
pub use opponent::search_pool::Occupied;
pub use page_device::Device;
pub use page_end::PageEnd;
pub use page_game::{HasPage, PageGame};
pub use page_players::PagePlayer;
pub use page_ways::PageWays;
pub use pages::{PageChoices, PageHolds, PageSecret, PageThen, PageView, Seat, page_action};
pub use pages_in_front::PageInFront;
pub use people::own_data::{Leaving, PersonFile};
pub use people::preferences::{
    BoardSide, BoardSize, BotGames, Preferences, ReminderWay, Setting, SettingOf, StandingSeen,
};
pub use people::vacation::{VACATION_DAYS, VacationNews, VacationStep, VacationView, VacationWord};
pub use pushing::{PushDue, PushNews, Pushed};
pub use refusals::{NotTried, Unfair};
pub use standing::daily_table::DailyTable;
pub use standing::leaderboard::{Leader, Leaderboard};
pub use standing::levels::NextLevel;
pub use standing::notes::{NoteWish, noted_move};
pub use standing::periods::WrongRating;
pub use standing::profile::{Profile, ProfileChart, ProfileResults, Tally, Unseen};
pub use standing::refusals::NotRated;
pub use standing::stakes::{RatedNews, RatingNow, Stakes, StakesOffered, Uncounted};
pub use tournament::entry::{TOURNAMENT_DAYS_MAX, TournamentDraft, TournamentWish, VARIANTS_MAX};
pub use tournament::refusals::{NoTournament, TOURNAMENTS_OF_GUILD, TOURNAMENTS_OF_PERSON, TooFewPlayers};
pub use tournament::steps::PairedBegun;
pub use tournament::table::{
    NOT_OVER, OpenPairing, Pairing, TournamentLine, TournamentView, UNPLAYED_LOST, UNPLAYED_WON, points,
};
pub use trying::{BestLine, Tried, TriedAt, Trying};
pub use view::{
    Accepted, BoardNoted, ChallengeView, Challenged, Choice, Confirm, DrawWish, Drawn, Expected, GameView,
    MessageRef, Missed, MovesView, News, Notice, OldBoard, Outcome, PendingAnswer, Place, Posted, Question,
    Reviewed, Shown, TakebackWish, Untold, What,
};
pub use watching::SpectatorAccess;

pub use crate::engine::{Aim, Grade, Level, Motif};
pub use crate::render::BoardView as Board;
pub use crate::rules::{Color, Variant};
pub use crate::store::{
    Act, ActOn, DailySolver, FileLimit, FileLimits, Forgotten, GameAdded, Limit, Limits, NOTES_MAX,
    Published, TOKEN_LIFE, TournamentNews,
};

use known_names::KnownNames;
use learning::places::LearningPlaces;
use operator::state::KnownState;
use opponent::search_pool::SearchPool;
use pages_in_front::PagesInFront;
use pushing::Pushing;

use crate::game::{GameId, Rev, UserId};
use crate::store::{Health, Store, StoreOptions, StoreUrl};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::broadcast;

/// Events buffered per subscriber; those beyond are shown a little later.
const WAITING: usize = 1_024;

/// The value of the autocomplete choice that counts the hidden moves or squares; choosing it is refused with
/// a hint. Some clients send its name instead, which `words` recognises.
pub const MORE: &str = "?more";

/// The handle that the chat side acts through. Cheap to clone, safe to share, holds no cache.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    search_pool: SearchPool,
    /// The users with a running analysis, in chat or on a page.
    analyses: ExclusiveJobs,
    /// The users with a running hint search, in chat or on a page.
    hints: ExclusiveJobs,
    /// The users with an animation being made.
    films: ExclusiveJobs,
    /// Held during the trial games of a game from a file.
    game_trials: Arc<tokio::sync::Mutex<()>>,
    /// The game pages that players have in front now.
    pages_in_front: PagesInFront,
    /// Push messages to browsers without an open page.
    pushing: Pushing,
    /// State set by the operator's commands.
    operator_state: KnownState,
    /// The operator's contact, if it is to be shown.
    contact: Option<Arc<str>>,
    /// The users' names.
    names: KnownNames,
    /// Where users opened their learning page.
    learning_places: LearningPlaces,
    /// Actions on pages.
    page_events: broadcast::Sender<(GameId, Rev)>,
    /// Events in games, from any source, in this process.
    happened: broadcast::Sender<(GameId, Rev)>,
    /// Pages ended early by this process.
    pages_ended: broadcast::Sender<PagesEnded>,
}

/// Pages that are ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PagesEnded {
    /// One or all of a user's pages: each open page checks whether it is one of them.
    Of(UserId),
    /// The pages of a game's spectators.
    Watching(GameId),
    /// The pages of any blocked user.
    Any,
}

/// The result of every action.
pub type AppResult<T> = Result<T, AppError>;

impl App {
    /// Opens (or creates) the database at `path`, locks it for this process and brings its schema up to date.
    ///
    /// # Errors
    /// An [`AppFault`] whose `Display` is one clear sentence for the operator; nothing has been overwritten.
    pub async fn open(path: &Path) -> Result<Self, AppFault> {
        Ok(Self::new(Store::open(path, StoreOptions::default()).await?))
    }

    /// Opens the database at a URL.
    ///
    /// # Errors
    /// As [`App::open`].
    pub async fn open_at(url: &StoreUrl) -> Result<Self, AppFault> {
        Ok(Self::new(Store::open_at(url, StoreOptions::default()).await?))
    }

    /// Uses a store that is already open, with the default [`Limits`] for users.
    pub fn new(store: Store) -> Self {
        Self {
            store: store.limited(Limits::default()),
            search_pool: SearchPool::new(),
            analyses: ExclusiveJobs::default(),
            hints: ExclusiveJobs::default(),
            films: ExclusiveJobs::default(),
            game_trials: Arc::default(),
            pages_in_front: PagesInFront::default(),
            pushing: Pushing::default(),
            operator_state: KnownState::default(),
            contact: None,
            names: KnownNames::default(),
            learning_places: LearningPlaces::default(),
            page_events: broadcast::Sender::new(WAITING),
            happened: broadcast::Sender::new(WAITING),
            pages_ended: broadcast::Sender::new(WAITING),
        }
    }

    /// Replaces the limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { store: self.store.limited(limits), ..self }
    }

    /// Sets the operator's contact, which is shown to blocked users.
    #[must_use]
    pub fn with_contact(self, contact: Option<&str>) -> Self {
        Self { contact: contact.map(Into::into), ..self }
    }

    /// The operator's contact, if it is to be shown.
    pub fn contact(&self) -> Option<&str> {
        self.contact.as_deref()
    }

    /// The store. `discord` queries it directly for deliveries, closed places and due jobs. Decisions about
    /// games, challenges and users are methods of `App`.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The users with a running analysis: one at a time each.
    pub fn analyses(&self) -> &ExclusiveJobs {
        &self.analyses
    }

    /// The users with a running hint search: one at a time each.
    pub fn hints(&self) -> &ExclusiveJobs {
        &self.hints
    }

    /// The users with an animation being made: one at a time each.
    pub fn films(&self) -> &ExclusiveJobs {
        &self.films
    }

    /// Marks the page of a game as in front of this player until the returned guard is dropped.
    pub fn page_in_front(&self, game: GameId, player: UserId) -> PageInFront {
        self.pages_in_front.enter(game, player)
    }

    /// Records that a page of a game fetched this event for this player.
    pub fn seen_on_page(&self, game: GameId, player: UserId, rev: Rev) {
        self.pages_in_front.see(game, player, rev);
    }

    /// Announces an action on a page, so that chat shows it soon. Its outbox entry is already stored.
    pub fn done_on_page(&self, game: GameId, rev: Rev) {
        // Without a receiver, the outbox finds the entry itself.
        let _ = self.page_events.send((game, rev));
    }

    /// Subscribes to actions on pages: games, with the event to show.
    pub fn hear_pages(&self) -> broadcast::Receiver<(GameId, Rev)> {
        self.page_events.subscribe()
    }

    /// Subscribes to events in games, as far as this process makes them: games, with their newest event.
    pub fn hear(&self) -> broadcast::Receiver<(GameId, Rev)> {
        self.happened.subscribe()
    }

    /// Subscribes to pages that this process ends early.
    pub fn hear_ended_pages(&self) -> broadcast::Receiver<PagesEnded> {
        self.pages_ended.subscribe()
    }

    /// Notifies subscribers of pages that have just ended.
    fn tell_ended(&self, pages: PagesEnded) {
        let _ = self.pages_ended.send(pages);
    }

    /// Notifies subscribers of an event in a game.
    fn tell_happened(&self, game: GameId, rev: Rev) {
        // Usually there are no subscribers.
        let _ = self.happened.send((game, rev));
    }

    /// Checks that data can be saved.
    ///
    /// # Errors
    /// The reason why it cannot, for the operator, without a full stop.
    pub fn healthy(&self) -> Result<(), String> {
        match self.store.health() {
            Health::Well => Ok(()),
            Health::Ill(why) | Health::Lost(why) => Err(why),
        }
    }

    /// Waits until the database is found to be gone, moved or replaced; pends forever otherwise. After that
    /// no action can be stored. Returns a sentence for the operator.
    pub async fn lost(&self) -> String {
        self.store.lost().await;
        error::DatabaseGone(self.store.place()).to_string()
    }

    /// Waits for the actions in progress and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
