//! The interface by which the rest of the bot requests deliveries.

use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

use crate::discord::ops::recent_edits::RecentEdits;
use crate::game::{GameId, MessageId, Millis, Rev};
use crate::store::{Owed, OwedKey, Store, WriteError};

/// How long a message is reserved during an attempt, in milliseconds: longer than an attempt takes.
pub(super) const HOLD: i64 = 30_000;

/// The kind of a board that has not been shown.
pub(super) const BOARD: &str = "board";

/// The step of a board that is about to be posted next to an answer, in a message without a nonce.
pub(super) const BESIDE: &str = "beside";

/// The key of a game's board.
pub fn board_key(game: GameId) -> OwedKey {
    OwedKey::new(BOARD, game.0)
}

/// Reserves an event's board, to post it next to its answer later than the outbox would wait.
///
/// If the row is still pending after that, it is unknown whether the board was posted: the outbox then posts
/// it again without notifying anyone, even if the bot was killed before it sent anything. Returns the row;
/// `None` if the board is shown already, or the outbox has begun to show it.
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

/// Restores the row of a reserved board that was certainly not posted.
pub async fn give_board_back(store: &Store, owed: &Owed) {
    let taken = Owed { step: BESIDE.to_owned(), ..owed.clone() };
    if let Err(error) = store.next_of_owed(&taken, &owed.step, owed.due).await {
        tracing::error!(%error, "a board that was not shown will notify nobody");
    }
}

/// A message to deliver now, and its version if it must match.
pub type Told = (OwedKey, Option<i64>);

/// The sending end of the outbox.
#[derive(Debug)]
pub struct Outbox {
    told: mpsc::Sender<Told>,
    /// Old boards that have lost their buttons, not yet stored.
    retired: Mutex<Vec<MessageId>>,
    /// Counts of recent edits of messages.
    pub(super) edits: RecentEdits,
}

impl Outbox {
    /// The sending end, and the receiving end for the outbox's worker.
    pub fn new() -> (Self, mpsc::Receiver<Told>) {
        let (told, receive) = mpsc::channel(1_024);
        (Self { told, retired: Mutex::default(), edits: RecentEdits::default() }, receive)
    }

    /// Requests a delivery now. If the queue is full, the periodic look at the store finds it.
    pub fn tell(&self, key: OwedKey) {
        let _ = self.told.try_send((key, None));
    }

    /// Requests the next step now, unless the row has changed.
    pub(super) fn go_on(&self, owed: &Owed) {
        let _ = self.told.try_send((owed.key.clone(), Some(owed.version)));
    }

    /// Requests the board of this event, unless an answer shows it soon.
    ///
    /// The board of a later event is the responsibility of the task that created it.
    pub fn show(&self, game: GameId, rev: Rev) {
        let _ = self.told.try_send((board_key(game), Some(rev.0)));
    }

    /// Records that an old board has lost its buttons. Stored later in a batch.
    pub fn retired(&self, message: MessageId) {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Takes the boards recorded by `Outbox::retired`.
    pub(super) fn take_retired(&self) -> Vec<MessageId> {
        std::mem::take(&mut *self.retired.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
