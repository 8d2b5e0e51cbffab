//! Limits on what one person may have: challenges and live games. Each limit is checked in the transaction
//! that would exceed it, so that two concurrent ones cannot both pass.

use crate::privacy::personal::{
    Kind::{Id, Number},
    Personal,
    Rows::Many,
};
use crate::types::{NewChallenge, NewGame};
use crate::{Store, StoreError, Write, WriteError};
use game::{ChallengeId, Color, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "recently_challenged",
    person: &["challenger", "opponent"],
    key: "challenged_lately",
    rows: Many,
    columns: &[("at", "at_ms", Number), ("challenger", "challenger", Id), ("opponent", "opponent", Id)],
}];

/// How long a challenge stays open, in milliseconds.
pub const CHALLENGE_LASTS: i64 = Millis::DAY;

/// The limits per person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open challenges to the same person.
    pub challenges_to_one: u32,
    /// Open challenges in the same channel, to any person.
    pub challenges_in_channel: u32,
    /// The pause between two challenges to the same person, in milliseconds. Each one notifies them.
    pub pause_to_one: i64,
    /// The pause after that person has declined, in milliseconds.
    pub pause_declined: i64,
    /// The pause between two open challenges, in milliseconds.
    pub pause_to_anyone: i64,
    /// Live games. One against oneself counts once.
    pub live_games: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            challenges_to_one: 3,
            challenges_in_channel: 5,
            pause_to_one: 60_000,
            pause_declined: 600_000,
            pause_to_anyone: 10_000,
            live_games: 100,
        }
    }
}

impl Limits {
    /// No limits: the default of a store.
    pub const NONE: Self = Self {
        challenges_to_one: u32::MAX,
        challenges_in_channel: u32::MAX,
        pause_to_one: 0,
        pause_declined: 0,
        pause_to_anyone: 0,
        live_games: u32::MAX,
    };
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This many challenges to the person are open; the oldest lapses at this time.
    ToOne(u32, Millis),
    /// This many challenges in the channel are open; the oldest lapses at this time.
    InChannel(u32, Millis),
    /// The last challenge to this person (or the last open one) was too recent; the next is possible at this
    /// time.
    Pause(Millis),
    /// This player has this many live games.
    LiveGames(UserId, u32),
    /// This many people are blocked.
    Blocks(u32),
}

impl Store {
    /// Returns this store with limits. By default it has none.
    pub fn limited(mut self, limits: Limits) -> Self {
        self.1 = limits;
        self
    }

    /// Returns which of these people has too many live games to begin another, as far as this is known in
    /// advance.
    pub async fn too_many_games(&self, players: [UserId; 2]) -> Result<Option<Limit>, StoreError> {
        for player in players {
            let live: u32 = self.one(COUNT_LIVE, player).await?;
            if live >= self.1.live_games {
                return Ok(Some(Limit::LiveGames(player, self.1.live_games)));
            }
        }
        Ok(None)
    }
}

type Tx = Write;

/// Counts the live games of a person, on either side. One against oneself counts once.
const COUNT_LIVE: &str = "SELECT (SELECT count(*) FROM games WHERE state = 'live' AND white = $1)
    + (SELECT count(*) FROM games WHERE state = 'live' AND black = $1 AND white IS DISTINCT FROM $1)";

/// The opponent of a challenge as stored in `recently_challenged`.
fn opponent(new: &NewChallenge) -> UserId {
    new.opponent.unwrap_or(UserId(0))
}

/// Records a new challenge, or fails with the limit that it would exceed.
pub(crate) async fn admit_challenge(
    tx: &mut Tx,
    limits: &Limits,
    new: &NewChallenge,
) -> Result<(), WriteError> {
    let lapse = |made: Millis| Millis(made.0 + CHALLENGE_LASTS);
    let (challenger, open_since) = (new.challenger, new.created_at.0 - CHALLENGE_LASTS);
    if new.opponent.is_some() {
        let (open, oldest): (u32, Option<Millis>) = tx
            .one(
                "SELECT count(*), min(created_at) FROM challenges
             WHERE challenger = $1 AND opponent = $2 AND created_at >= $3",
                (challenger, opponent(new), open_since),
            )
            .await?;
        if open >= limits.challenges_to_one {
            return Err(
                Limit::ToOne(limits.challenges_to_one, lapse(oldest.unwrap_or(new.created_at))).into()
            );
        }
    }
    let (open, oldest): (u32, Option<Millis>) = tx
        .one(
            "SELECT count(*), min(created_at) FROM challenges
         WHERE challenger = $1 AND channel = $2 AND created_at >= $3",
            (challenger, new.channel, open_since),
        )
        .await?;
    if open >= limits.challenges_in_channel {
        return Err(
            Limit::InChannel(limits.challenges_in_channel, lapse(oldest.unwrap_or(new.created_at))).into()
        );
    }
    let pause = if new.opponent.is_some() { limits.pause_to_one } else { limits.pause_to_anyone };
    let last: Option<Millis> = tx
        .first(
            "SELECT at FROM recently_challenged WHERE challenger = $1 AND opponent = $2",
            (challenger, opponent(new)),
        )
        .await?;
    match last.map(|at| Millis(at.0 + pause)) {
        Some(again) if again > new.created_at => Err(Limit::Pause(again).into()),
        _ => {
            note_challenged(tx, challenger, opponent(new), new.created_at).await?;
            // A challenger wants to play with this person: a reply is welcome at once, whatever was declined
            // before.
            tx.execute(
                "DELETE FROM recently_challenged WHERE challenger = $2 AND opponent = $1",
                (challenger, opponent(new)),
            )
            .await?;
            Ok(())
        }
    }
}

async fn note_challenged(
    tx: &mut Tx,
    challenger: UserId,
    opponent: UserId,
    at: Millis,
) -> Result<(), WriteError> {
    tx.execute(
        "INSERT INTO recently_challenged (challenger, opponent, at) VALUES ($1, $2, $3)
         ON CONFLICT (challenger, opponent) DO UPDATE SET at = excluded.at",
        (challenger, opponent, at),
    )
    .await?;
    Ok(())
}

/// Prolongs the pause because an open challenge is about to be declined. The challenge is recorded as made so
/// much later that the ordinary pause ends when the longer one does.
pub(crate) async fn note_declined(
    tx: &mut Tx,
    limits: &Limits,
    id: ChallengeId,
    now: Millis,
) -> Result<(), WriteError> {
    let at = now.0 + (limits.pause_declined - limits.pause_to_one).max(0);
    tx.execute(
        "INSERT INTO recently_challenged (challenger, opponent, at)
         SELECT challenger, opponent, $2 FROM challenges WHERE id = $1 AND opponent IS NOT NULL
         ON CONFLICT (challenger, opponent) DO UPDATE SET at = excluded.at",
        (id, at),
    )
    .await?;
    Ok(())
}

/// Ends the pause, because an open challenge is about to be accepted and so was welcome, or because it was
/// never shown.
pub(crate) async fn no_pause_after(tx: &mut Tx, id: ChallengeId) -> Result<(), WriteError> {
    tx.execute(
        "DELETE FROM recently_challenged WHERE (challenger, opponent) IN
             (SELECT challenger, coalesce(opponent, 0) FROM challenges WHERE id = $1)",
        id,
    )
    .await?;
    Ok(())
}

/// Refuses if a player of a new game has too many live games.
pub(crate) async fn admit_game(tx: &mut Tx, limits: &Limits, new: &NewGame) -> Result<(), WriteError> {
    let engine = new.engine.as_ref().map(|engine| engine.side);
    for side in Color::BOTH.into_iter().filter(|side| Some(*side) != engine) {
        let player = if side == Color::White { new.white } else { new.black };
        let live: u32 = tx.one(COUNT_LIVE, player).await?;
        if live >= limits.live_games {
            return Err(Limit::LiveGames(player, limits.live_games).into());
        }
    }
    Ok(())
}
