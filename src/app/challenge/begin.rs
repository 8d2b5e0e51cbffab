//! Begins a game from a request: assigns sides, decides whether a thread is needed, and builds the first
//! board.

use super::too_many;
use crate::app::caller::{Caller, ChallengeWish, ColorWish, ThreadWish};
use crate::app::error::{AppError, AppFault, Rejection};
use crate::app::load::{Loaded, snapshot};
use crate::app::positions::typed_position;
use crate::app::view::{GameView, News};
use crate::app::{App, AppResult};
use crate::game::{ChallengeId, ChannelId, Game, GameId, LogEntry, Millis, Pace, UserId};
use crate::games;
use crate::rules::{ByColor, Color, Line, Position, Variant};
use crate::store::{
    self, Change, Effect, EngineRow, LocalesRow, NewGame, PreferencesRows, StoreError, WriteError,
};

/// The origin and options of a new game.
pub(super) struct BegunFrom {
    pub(super) challenge: Option<ChallengeId>,
    pub(super) pace: Option<Pace>,
    pub(super) hints: bool,
    pub(super) rated: bool,
    pub(super) rematch_of: Option<GameId>,
    /// The bot, if it plays.
    pub(super) engine: Option<EngineRow>,
}

impl App {
    /// Refuses, before a thread is opened, a game that would exceed a player's limit.
    pub(super) async fn room_for(&self, players: [UserId; 2], who: UserId) -> AppResult<()> {
        match self.store.too_many_games(players).await? {
            Some(limit) => Err(too_many(limit, who, None).into()),
            None => Ok(()),
        }
    }

    /// Whether the game needs a thread of its own; refused if it needs one and cannot have it. The bot opens
    /// threads only for users who may open them, or if the challenger might (`granted`).
    pub(super) async fn thread_needed(
        &self,
        by: &Caller,
        channel: ChannelId,
        wish: ThreadWish,
        granted: bool,
    ) -> AppResult<bool> {
        let allowed = by.may_thread || granted;
        let taken = || async { Ok::<bool, AppError>(self.store.live_in(channel).await?.is_some()) };
        match wish {
            ThreadWish::Yes if by.can_thread && allowed => Ok(true),
            ThreadWish::Yes if by.can_thread => Err(Rejection::MayNotThread.into()),
            ThreadWish::Yes => Err(Rejection::NoThreadHere.into()),
            ThreadWish::Auto if by.can_thread && allowed => taken().await,
            ThreadWish::Auto if by.can_thread && taken().await? => Err(Rejection::OccupiedAndNoThread.into()),
            ThreadWish::Auto | ThreadWish::No if taken().await? => Err(occupied(by).into()),
            ThreadWish::Auto | ThreadWish::No => Ok(false),
        }
    }

    pub(super) async fn begin(
        &self,
        by: &Caller,
        start: &Position,
        players: ByColor<UserId>,
        channel: ChannelId,
        from: BegunFrom,
    ) -> Result<Loaded, WriteError> {
        let variant = start.variant();
        let seats = ByColor { white: Some(players.white), black: Some(players.black) };
        let engine = from.engine.as_ref().map(|engine| engine.side);
        let game = Game::new(seats, Line::new(*start), by.now).timed(from.pace).with_engine(engine);
        let new = NewGame {
            variant: variant.slug().to_owned(),
            rules_version: variant.spec().rules_version,
            white: players.white,
            black: players.black,
            engine: from.engine,
            guild: by.guild,
            channel,
            // A thread opened for the game belongs to the channel of the request.
            parent: if channel == by.channel { by.parent } else { Some(by.channel) },
            pace: from.pace,
            hints: from.hints,
            rated: from.rated,
            challenge: from.challenge,
            rematch_of: from.rematch_of,
            tournament: None,
            user_install: by.new_install.filter(|new| new.id == channel).map(|new| (by.user, new)),
        };
        let begun = Effect::Event(LogEntry::begun(start));
        let change = Change {
            effects: std::iter::once(begun).chain(by.locales(seats, &LocalesRow::default())).collect(),
            after: snapshot(&game),
            interaction: Some(by.interaction),
            // In a thread of its own, the first board is not the interaction's response.
            answer: by.answer.clone().filter(|_| channel == by.channel),
            now: by.now,
        };
        let id = self.store.begin_game_by(&new, &change, by.menu).await?;
        Ok(Loaded { row: new.stored(id, change), variant, game, announced: self.announced(by.now) })
    }

    /// The first board of a game, with its players' preferences and its server's settings.
    ///
    /// # Errors
    /// Marks a fault of the store as coming after the write: the game has begun all the same.
    pub(super) async fn first_view(
        &self,
        begun: Loaded,
        players: ByColor<UserId>,
        now: Millis,
    ) -> AppResult<GameView> {
        let viewed = self.chosen_view(begun, players, now).await;
        viewed.map_err(|error| AppError::from(error).after_storing())
    }

    async fn chosen_view(
        &self,
        begun: Loaded,
        players: ByColor<UserId>,
        now: Millis,
    ) -> Result<GameView, StoreError> {
        let Loaded { mut row, variant, mut game, announced } = begun;
        let ping = game.to_move().filter(|_| game.alone().is_none());
        row.preferences = PreferencesRows {
            white: self.store.preferences(players.white).await?,
            black: self.store.preferences(players.black).await?,
            pushed: self.store.pushed([players.white, players.black], row.id).await?,
        };
        if let Some(guild) = row.guild {
            row.house = self.store.server(guild).await?.house;
        }
        if row.pace.is_some() {
            for side in Color::BOTH {
                let vacation = self.store.vacation(players[side]).await?;
                game.away[side] = vacation.map(|last| last.until).filter(|until| *until > now);
            }
            // Mirrors how the stored deadline is extended.
            game.put_off(now);
        }
        Ok(Loaded { row, variant, game, announced }.view_asked(News::Started, ping))
    }
}

/// The challenge's starting position, or the variant's own.
pub(super) fn start_position(new: &ChallengeWish) -> AppResult<Position> {
    let Some(fen) = &new.position else { return Ok(Position::start(new.variant)) };
    typed_position(new.variant, fen)
}

pub(super) fn variant(asked: &store::NewChallenge) -> AppResult<Variant> {
    games::from_slug(&asked.variant)
        .ok_or_else(|| AppFault::internal("a challenge to an unknown variant").into())
}

/// Resolves a colour choice to a side.
pub(super) fn own_side(wish: ColorWish) -> Color {
    let white = match wish {
        ColorWish::White => true,
        ColorWish::Black => false,
        ColorWish::Random => fastrand::bool(),
    };
    if white { Color::White } else { Color::Black }
}

/// Assigns the sides, with `who` playing `own`.
pub(super) fn seats(own: Color, who: UserId, opponent: UserId) -> ByColor<UserId> {
    match own {
        Color::White => ByColor { white: who, black: opponent },
        Color::Black => ByColor { white: opponent, black: who },
    }
}

/// The refusal of a game in a channel that already hosts one.
pub(super) fn occupied(by: &Caller) -> Rejection {
    if by.guild.is_some() { Rejection::Occupied } else { Rejection::OccupiedAlone }
}
