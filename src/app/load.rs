//! From the stored text to a game, by replaying it.

use super::error::{AppError, Refused, Why};
use super::request::{Caller, Target};
use super::view::Place;
use super::{Answer, App};
use crate::game::{Ending, Game, Offers, Ply};
use crate::rules::{ByColor, Line, Position, Variant};
use crate::store::{StoredGame, StoredState, WriteError};

/// A stored game, replayed.
pub(super) struct Loaded {
    pub(super) row: StoredGame,
    pub(super) variant: Variant,
    pub(super) game: Game,
}

impl Loaded {
    pub(super) fn place(&self) -> Place {
        Place { guild: self.row.guild, channel: self.row.channel }
    }
}

/// A stored game that today's rules cannot replay, and why (for the operator).
pub(super) struct Unplayable {
    pub(super) row: StoredGame,
    pub(super) why: String,
}

/// Replays a stored game under today's rules.
pub(super) fn replay(row: StoredGame) -> Result<Loaded, Box<Unplayable>> {
    match rebuild(&row) {
        Ok((variant, game)) => Ok(Loaded { row, variant, game }),
        Err(why) => Err(Box::new(Unplayable { row, why })),
    }
}

fn rebuild(row: &StoredGame) -> Result<(Variant, Game), String> {
    let variant =
        Variant::from_slug(&row.variant).ok_or_else(|| format!("there is no variant {:?}", row.variant))?;
    let start = Position::from_fen(variant, &row.start)
        .map_err(|error| format!("its start position is refused: {error}"))?;
    let mut line = Line::new(start);
    for (i, text) in row.moves.iter().enumerate() {
        let mv = line.position().legal_move(text);
        let mv = mv.ok_or_else(|| format!("its move {} ({text}) is not legal", i + 1))?;
        line.play(mv);
    }
    let ending = row.ending.as_deref().map(str::parse::<Ending>).transpose();
    let ending = ending.map_err(|_| format!("it ended in an unknown way: {:?}", row.ending))?;
    if row.state == StoredState::Live && line.state().is_over() {
        return Err(format!("it goes on, but its position is {}", line.state()));
    }
    let offers = row.offers.parse::<Offers>();
    let offers = offers.map_err(|_| format!("its offers make no sense: {:?}", row.offers))?;
    let players = ByColor { white: row.white, black: row.black };
    Ok((variant, Game { players, line, offers, ending, moved_at: row.moved_at }))
}

impl App {
    /// The game an action is about, and the ply of the button it came from.
    pub(super) async fn load(&self, by: &Caller, target: Target) -> Answer<(Loaded, Option<Ply>)> {
        match target {
            Target::Here => match self.store.live_in(by.channel).await? {
                Some(row) => Ok((self.replayed(row).await?, None)),
                None => Err(self.no_game_here(by).await?),
            },
            Target::Button(id, ply) => match self.store.game(id).await? {
                Some(row) if row.state == StoredState::SetAside => Err(set_aside().into()),
                Some(row) => Ok((self.replayed(row).await?, Some(ply))),
                None => {
                    Err(Refused::new(Why::NoGame, "That game is no longer stored; `/games` lists yours.")
                        .into())
                }
            },
        }
    }

    /// The same to look at: in a channel without a live game its last one, which is over.
    pub(super) async fn load_to_see(&self, by: &Caller, target: Target) -> Answer<(Loaded, Option<Ply>)> {
        if target == Target::Here
            && let Some(row) = self.store.newest_in(by.channel).await?
            && row.state == StoredState::Over
        {
            return Ok((self.replayed(row).await?, None));
        }
        self.load(by, target).await
    }

    /// Replays a game; one that cannot be replayed is set aside as it is.
    pub(super) async fn replayed(&self, row: StoredGame) -> Answer<Loaded> {
        match replay(row) {
            Ok(loaded) => Ok(loaded),
            Err(unplayable) => {
                let Unplayable { row, why } = *unplayable;
                tracing::error!(game = row.id.0, why, "a stored game cannot be replayed and is set aside");
                match self.store.set_aside(row.id, row.version).await {
                    Ok(()) | Err(WriteError::Conflict) => Err(set_aside().into()),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }

    /// Why there is nothing to act on in this channel, with the way to the caller's only live game.
    async fn no_game_here(&self, by: &Caller) -> Answer<AppError> {
        if let Some(newest) = self.store.newest_in(by.channel).await?
            && newest.state == StoredState::SetAside
        {
            return Ok(set_aside().into());
        }
        let elsewhere = self.store.live_of(by.user).await?;
        let text = match elsewhere.as_slice() {
            [only] => {
                let place = Place { guild: only.guild, channel: only.channel };
                format!("There is no game in this channel; your game is here: {}", place.link())
            }
            [] => "There is no game in this channel; `/challenge` starts one.".to_owned(),
            _ => "There is no game in this channel; `/games` lists yours.".to_owned(),
        };
        Ok(Refused::new(Why::NoGame, text).into())
    }
}

/// What the players of a game that is set aside are told.
pub(super) const SET_ASIDE: &str = "This game was begun under rules that this version of Rookery cannot replay. It is set aside, \
     unchanged, and cannot be played on; `/challenge` starts a new one.";

fn set_aside() -> Refused {
    Refused::new(Why::SetAside, SET_ASIDE)
}
