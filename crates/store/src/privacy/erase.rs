//! Erases a person's data.

use super::own;
use crate::tables::change::apply_change;
use crate::tables::game_lists::select_live;
use crate::tables::{acts, blocks, forgotten, ratings, server_games, shut_out, tournament_changes};
use crate::types::{Change, LiveGame};
use crate::{Store, WriteError, retry_write};
use game::{Millis, UserId};

/// The result of removing a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Live games that ended.
    pub ended: u64,
    /// Games, live or finished, whose player is now a former player.
    pub games: u64,
    /// Challenges from or to the person that were deleted.
    pub challenges: u64,
}

impl Store {
    /// Removes a person everywhere, in one transaction.
    ///
    /// Each of their live games ends by the change that `end` returns. In all their games their side then has
    /// no player. Challenges from and to them, and rows that are theirs alone, are deleted. Blocks against
    /// them keep a mark instead of their id. Event logs contain no ids. Another mark records the removal, for
    /// [`Store::forgotten_elsewhere`].
    pub async fn forget(
        &self,
        user: UserId,
        now: Millis,
        end: impl Fn(&LiveGame) -> Change + Send + Sync,
    ) -> Result<Forgotten, WriteError> {
        retry_write!(self, {
            let end = &end;
            let mut tx = self.begin_long().await?;
            let live = tx
                .all::<LiveGame>(
                    select_live!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"),
                    user,
                )
                .await?;
            let mut ended = 0;
            for game in &live {
                apply_change(&mut tx, game.id, game.stands.rev, &end(game)).await?;
                ended += 1;
            }
            // Clears the bits of their sides (`side_bit`) in `unwatched`.
            let games = tx.execute(
                "UPDATE games SET white = NULLIF(white, $1), black = NULLIF(black, $1), to_move = NULLIF(to_move, $1),
                     unwatched = unwatched & ~(CASE WHEN white = $1 THEN 1 ELSE 0 END | CASE WHEN black = $1 THEN 2 ELSE 0 END)
                 WHERE white = $1 OR black = $1",
                user,
            )
            .await?;
            // The challenges' messages must say that they can no longer be accepted, without naming people.
            tx.execute(
                "INSERT INTO settled_challenges (id, outcome, variant, channel, message, at, locale)
                 SELECT id, 'closed', variant, channel, message, created_at, locale FROM challenges
                 WHERE (challenger = $1 OR opponent = $1) AND message IS NOT NULL ON CONFLICT (id) DO NOTHING",
                user,
            )
            .await?;
            tx.execute(
                "UPDATE settled_challenges SET challenger = NULLIF(challenger, $1), answerer = NULLIF(answerer, $1)
                 WHERE challenger = $1 OR answerer = $1",
                user,
            )
            .await?;
            let challenges = tx
                .one("SELECT count(*) FROM challenges WHERE challenger = $1 OR opponent = $1", user)
                .await?;
            blocks::leave_marks(&mut tx, user).await?;
            tx.hold_games("white = $1 OR black = $1", user).await?;
            ratings::leave_to_nobody(&mut tx, user).await?;
            tournament_changes::leave_to_nobody(&mut tx, user).await?;
            server_games::leave_to_nobody(&mut tx, user).await?;
            acts::leave_marks(&mut tx, user).await?;
            shut_out::leave_mark(&mut tx, user).await?;
            own::erase(&mut tx, user).await?;
            forgotten::note(&mut tx, user, now).await?;
            tx.commit().await?;
            // Deleted values are overwritten with zeroes (`secure_delete`). This checkpoints the zeroes and
            // empties the WAL. If a reader delays that, the next checkpoint empties it.
            self.try_empty_log().await;
            Ok(Forgotten { ended, games, challenges })
        })
    }
}
