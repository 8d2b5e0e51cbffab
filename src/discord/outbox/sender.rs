//! How the rest of the bot asks for something that it knows to be owed now.

use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

use super::HOLD;
use super::recent_edits::RecentEdits;
use crate::game::{GameId, MessageId, Millis, Rev};
use crate::store::{Owed, OwedKey, Store, WriteError};

/// The kind of a board that nobody was shown.
pub(super) const BOARD: &str = "board";

/// The step of a board that is about to be shown beside an answer, by a message that no nonce names.
pub(super) const BESIDE: &str = "beside";

/// The key of a game's board.
pub fn board_key(game: GameId) -> OwedKey {
    OwedKey::new(BOARD, game.0)
}

/// Takes the board of an event into one's own hands, to show it beside its answer, later than the outbox waits for that. As long as it is owed
/// after that, nobody knows whether it is there: the outbox shows it once more and notifies nobody, also where the bot was killed before it
/// sent anything. Returns what was owed; `None`: it is shown, or the outbox has begun to show it.
pub async fn take_board(store: &Store, game: GameId, rev: Rev, now: Millis) -> Option<Owed> {
    let taken = async {
        let until = Millis(now.0 + HOLD);
        let owed = store.owed_one(&board_key(game)).await?;
        let Some(owed) = owed.filter(|owed| owed.version == rev.0) else { return Err(WriteError::Conflict) };
        store.take_owed_into(&owed, BESIDE, until, now).await?;
        Ok(owed)
    };
    match taken.await {
        Ok(owed) => Some(owed),
        Err(WriteError::Conflict) => None,
        Err(error) => {
            tracing::error!(%error, %game, "a board that comes late is left to the outbox");
            None
        }
    }
}

/// The board that was taken is not there for certain: it is owed as it was.
pub async fn give_board_back(store: &Store, owed: &Owed) {
    let taken = Owed { step: BESIDE.to_owned(), ..owed.clone() };
    if let Err(error) = store.next_of_owed(&taken, &owed.step, owed.due).await {
        tracing::error!(%error, "a board that was not shown will notify nobody");
    }
}

/// What is to be delivered now, and which version of it, if only that.
pub type Told = (OwedKey, Option<i64>);

/// The sending end of the outbox.
#[derive(Debug)]
pub struct Outbox {
    told: mpsc::Sender<Told>,
    /// Old boards that have lost their buttons, which is still to be noted in the store.
    retired: Mutex<Vec<MessageId>>,
    /// How often messages were edited lately.
    pub(super) edits: RecentEdits,
}

impl Outbox {
    /// The sending end, and the receiving end for [`worker::work`](super::worker::work).
    pub fn new() -> (Self, mpsc::Receiver<Told>) {
        let (told, receive) = mpsc::channel(1_024);
        (Self { told, retired: Mutex::default(), edits: RecentEdits::default() }, receive)
    }

    /// Has it delivered now. If too many come at once, the regular look at the store finds it.
    pub fn tell(&self, key: OwedKey) {
        let _ = self.told.try_send((key, None));
    }

    /// Has its next step taken now, unless it has changed.
    pub(super) fn go_on(&self, owed: &Owed) {
        let _ = self.told.try_send((owed.key.clone(), Some(owed.version)));
    }

    /// Has the board of this event posted, if nobody is shown it soon. That of a later one is in the hands of whoever made it.
    pub fn show(&self, game: GameId, rev: Rev) {
        let _ = self.told.try_send((board_key(game), Some(rev.0)));
    }

    /// An old board has lost its buttons. That is noted together with others.
    pub fn retired(&self, message: MessageId) {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Those of which that is to be noted.
    pub(super) fn take_retired(&self) -> Vec<MessageId> {
        std::mem::take(&mut *self.retired.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
