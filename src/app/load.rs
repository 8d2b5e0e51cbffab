//! Loads a game from its stored text by replaying it.
//!
//! A stored game is never altered to fit new rules. If the current rules cannot replay it, or lead to another
//! position than the stored one, it is set aside and its players are notified.

use super::caller::{Caller, Target};
use super::error::{AppError, AppFault, Elsewhere, Rejection};
use super::view::Place;
use super::{App, AppResult};
use crate::game::{BadLog, Ending, EventKind, Game, GameId, LogEntry, Millis, MoveClock, Rev};
use crate::games;
use crate::rules::{ByColor, Position, Termination, Variant};
use crate::store::{Change, Effect, Snapshot, StoredGame, StoredState, WriteError};
use crate::timing::{self, Phase};
use std::sync::Arc;

/// A stored game, replayed.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) row: StoredGame,
    pub(super) variant: Variant,
    pub(super) game: Game,
    /// The operator's current announcement.
    pub(super) announced: Option<Arc<str>>,
}

impl Loaded {
    pub(super) fn place(&self) -> Place {
        Place { guild: self.row.guild, channel: self.row.channel }
    }
}

/// A stored game that the current rules cannot replay, and why.
pub(super) struct Unplayable {
    pub(super) row: StoredGame,
    pub(super) why: Unreadable,
}

/// Why the current rules cannot continue a stored game; for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unreadable {
    /// The variant no longer exists.
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// Its log cannot be replayed.
    #[error("{0}")]
    Log(BadLog),
    /// The row says that the game is live, but its position is terminal.
    #[error("it goes on, but its position is {0}")]
    Over(Termination),
    /// The game began under other rules, and its moves now lead to another position than the stored one.
    #[error("it was begun under version {begun} of its rules, and today's lead to {now} instead")]
    Elsewhere {
        /// The version of the rules that it began under.
        begun: u32,
        /// The position under the current rules.
        now: String,
    },
}

/// Replays a stored game under the current rules.
pub(super) fn replay(row: StoredGame) -> Result<Loaded, Box<Unplayable>> {
    let _time = timing::start(Phase::Rules);
    match rebuild(&row) {
        Ok((variant, game)) => Ok(Loaded { row, variant, game, announced: None }),
        Err(why) => Err(Box::new(Unplayable { row, why })),
    }
}

fn rebuild(row: &StoredGame) -> Result<(Variant, Game), Unreadable> {
    let variant = games::from_slug(&row.variant).ok_or_else(|| Unreadable::Variant(row.variant.clone()))?;
    let players = ByColor { white: row.white, black: row.black };
    let engine = row.engine.as_ref().map(|engine| engine.side);
    let mut game =
        Game::replay(variant, players, engine, row.stands.moved_at, &row.log).map_err(Unreadable::Log)?;
    if game.ending.is_none() {
        game.clock = row.clock();
    }
    if row.stands.state == StoredState::Live
        && let Some(how) = game.line.termination()
    {
        return Err(Unreadable::Over(how));
    }
    // All its moves may still be legal and yet mean something else.
    if row.rules_version != variant.spec().rules_version {
        let now = game.line.position();
        if row.stands.fen.as_ref().is_some_and(|stood| !stands_at(now, stood)) {
            return Err(Unreadable::Elsewhere { begun: row.rules_version, now: now.fen() });
        }
    }
    Ok((variant, game))
}

/// True if a stored FEN means this position; its notation may have changed.
fn stands_at(position: &Position, stored: &str) -> bool {
    position.fen() == stored
        || Position::from_fen(position.variant(), stored).is_ok_and(|stood| stood == *position)
}

/// The row derived from a game.
pub(super) fn snapshot(game: &Game) -> Snapshot {
    Snapshot {
        rev: game.rev,
        position_rev: game.position_rev,
        ply: game.ply(),
        turn: game.turn(),
        to_move: game.to_move(),
        fen: Some(game.line.position().fen()),
        state: if game.ending.is_some() { StoredState::Over } else { StoredState::Live },
        ending: game.ending.map(|ending| ending.to_string()),
        moved_at: game.moved_at,
        deadline: game.clock.map(|clock| clock.deadline),
        remind_at: game.clock.map(MoveClock::reminds_at),
    }
}

/// Ends a live game without replaying its log or consulting the rules.
pub(super) fn ended(stands: &Snapshot, ending: Ending, now: Millis) -> Change {
    let by = match ending {
        Ending::Resigned(winner) => Some(winner.other()),
        _ => None,
    };
    let entry = LogEntry { kind: EventKind::Ended, by, text: ending.to_string() };
    let late = ending.is_on_time().then_some(Effect::IfLate);
    let effects = std::iter::once(Effect::Event(entry)).chain(late).collect();
    let after = Snapshot {
        rev: stands.rev.next(),
        to_move: None,
        state: StoredState::Over,
        ending: Some(ending.to_string()),
        deadline: None,
        remind_at: None,
        ..stands.clone()
    };
    Change { effects, after, interaction: None, answer: None, now }
}

/// Sets a game aside, unchanged, because the current rules cannot continue it.
pub(super) fn aside(stands: &Snapshot, why: &Unreadable, now: Millis) -> Change {
    let entry = LogEntry { kind: EventKind::SetAside, by: None, text: why.to_string().replace('\n', " ") };
    let after = Snapshot {
        rev: stands.rev.next(),
        to_move: None,
        state: StoredState::SetAside,
        deadline: None,
        remind_at: None,
        ..stands.clone()
    };
    let effects = vec![Effect::Event(entry)];
    Change { effects, after, interaction: None, answer: None, now }
}

impl App {
    /// The game an action is about, and the event at which the pressed button was made; `None` for a command.
    pub(super) async fn load(&self, by: &Caller, target: Target) -> AppResult<(Loaded, Option<Rev>)> {
        match target {
            Target::Here => match self.store.live_in(by.channel).await? {
                Some(row) => Ok((self.replayed(self.opened(row, by).await?, by.now).await?, None)),
                None => Err(self.no_game_here(by).await?),
            },
            Target::Game(id) => Ok((self.load_named(by, id).await?, None)),
            Target::Button(id, rev) => Ok((self.load_named(by, id).await?, Some(rev))),
        }
    }

    async fn load_named(&self, by: &Caller, game: GameId) -> AppResult<Loaded> {
        let row = self.store.game(game).await?.ok_or(Rejection::NotStored)?;
        self.load_read(by, row).await
    }

    /// Replays the game of a row that was read.
    pub(super) async fn load_read(&self, by: &Caller, row: StoredGame) -> AppResult<Loaded> {
        if row.stands.state == StoredState::SetAside {
            return Err(Rejection::SetAside.into());
        }
        self.replayed(self.opened(row, by).await?, by.now).await
    }

    /// Reopens the game's channel if it was closed and the caller acts in it. The game can be played by
    /// responses to interactions, regardless of the bot's permissions, so its clock runs again.
    async fn opened(&self, row: StoredGame, by: &Caller) -> AppResult<StoredGame> {
        let closed = row.closed.is_some() && row.stands.state == StoredState::Live;
        if !closed || by.channel != row.channel {
            return Ok(row);
        }
        let opened = self.store.open_available(row.channel, by.now).await;
        opened.map_err(|error| AppFault::from(error).beside_the_action())?;
        Ok(self.store.game(row.id).await?.unwrap_or(row))
    }

    /// Loads a game for viewing only: in a channel without a live game, its last finished one.
    pub(super) async fn load_to_see(&self, by: &Caller, target: Target) -> AppResult<(Loaded, Option<Rev>)> {
        if target == Target::Here
            && let Some(row) = self.store.newest_in(by.channel).await?
            && row.stands.state == StoredState::Over
        {
            return Ok((self.replayed(row, by.now).await?, None));
        }
        self.load(by, target).await
    }

    /// Replays a game, with the deadline it would have if its channel opened now. A game that cannot be
    /// replayed is set aside.
    pub(super) async fn replayed(&self, mut row: StoredGame, now: Millis) -> AppResult<Loaded> {
        self.silence(&mut row);
        self.know_own_game(&row.variant).await?;
        match replay(row) {
            Ok(mut loaded) => {
                loaded.announced = self.announced(now);
                if loaded.game.clock.is_some() {
                    loaded.game.clock = loaded.row.clock_if_open(now);
                }
                let kept = loaded.row.vacations;
                let still = |until: Option<Millis>| until.filter(|until| *until > now);
                loaded.game.away = ByColor { white: still(kept.white), black: still(kept.black) };
                Ok(loaded)
            }
            Err(unplayable) => {
                let Unplayable { row, why } = *unplayable;
                self.set_aside(&row, &why, now).await?;
                Err(Rejection::SetAside.into())
            }
        }
    }

    /// Sets a live game aside; its players are notified later. False if it has changed meanwhile, or is not
    /// live.
    pub(super) async fn set_aside(&self, row: &StoredGame, why: &Unreadable, now: Millis) -> AppResult<bool> {
        if row.stands.state != StoredState::Live {
            return Ok(false);
        }
        match self.store.change(row.id, row.stands.rev, &aside(&row.stands, why, now)).await {
            Ok(()) => {
                tracing::error!(game = row.id.0, %why, "a stored game cannot be replayed and is set aside");
                Ok(true)
            }
            Err(WriteError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The refusal if this channel has no game to act on, with a link to the caller's only live game.
    pub(super) async fn no_game_here(&self, by: &Caller) -> AppResult<AppError> {
        if let Some(newest) = self.store.newest_in(by.channel).await?
            && newest.stands.state == StoredState::SetAside
        {
            return Ok(Rejection::SetAside.into());
        }
        let elsewhere = self.store.live_of(by.user).await?;
        let elsewhere = match elsewhere.as_slice() {
            [] => Elsewhere::Nowhere,
            [only] => {
                let mut place = Place { guild: only.guild, channel: only.channel };
                self.resolve_places(by.user, vec![&mut place]).await?;
                Elsewhere::Here(place)
            }
            _ => Elsewhere::Several,
        };
        Ok(Rejection::NoGameHere(elsewhere).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ChannelId, GameId, Intent, UserId, decide};
    use crate::rules::Line;

    /// Chess, Red against Blue, as stored after these moves under version 0 of the rules.
    fn stored(start: &str, moves: &[&str]) -> StoredGame {
        let chess = games::from_slug("chess").expect("a game");
        let start = Position::from_fen(chess, start).expect("a position");
        let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
        let mut game = Game::new(players, Line::new(start), Millis(0));
        let mut log = vec![LogEntry::begun(&start)];
        for text in moves {
            let who = game.to_move().expect("it goes on");
            let wish = Intent::Move((*text).to_owned());
            for event in decide(&game, who, &wish, None, Millis(0)).expect("a legal move") {
                log.push(event.entry(game.side_of(who)));
                game.apply(&event, Millis(0)).expect("a legal move");
            }
        }
        StoredGame {
            id: GameId(1),
            variant: "chess".to_owned(),
            rules_version: 0,
            white: players.white,
            black: players.black,
            engine: None,
            guild: None,
            channel: ChannelId(3),
            created_at: Millis(0),
            pace: None,
            hints: false,
            rated: false,
            premoves: None,
            vacations: crate::store::VacationsRow::default(),
            locales: crate::store::LocalesRow::default(),
            preferences: crate::store::PreferencesRows::default(),
            closed: None,
            last_alive: None,
            house: crate::store::GuildBoardsRow::default(),
            set_back: false,
            voided: None,
            tournament: None,
            stands: snapshot(&game),
            log,
        }
    }

    fn why(row: StoredGame) -> Option<String> {
        replay(row).err().map(|unplayable| unplayable.why.to_string())
    }

    #[test]
    fn a_game_of_changed_rules_goes_on_only_where_they_lead_to_the_same() {
        let castling = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(why(stored(castling, &["Kd2", "Ke7"])), None, "nothing that was changed was played");
        // Every move is still legal, but castling has changed: under the old rules the rook stopped one
        // square short.
        let mut castled = stored(castling, &["O-O-O", "Ke7", "Kd2"]);
        castled.stands.fen = Some("8/4k3/8/8/8/8/3K4/1R6 b - - 3 2".to_owned());
        assert_eq!(
            why(castled).as_deref(),
            Some(
                "it was begun under version 0 of its rules, and today's lead to 8/4k3/8/8/8/8/3K4/3R4 b - - 3 2 instead"
            )
        );
    }

    #[test]
    fn a_position_may_be_written_otherwise_than_it_was() {
        let mut row = stored("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["Kd2"]);
        row.stands.fen = Some("4k3/8/8/8/8/8/3K4/R7  b - - 1 1".to_owned());
        assert_eq!(why(row), None);
    }
}
