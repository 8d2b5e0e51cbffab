//! Faults on our side, as reported to the operator and shown to the player.

use crate::rules::listed;
use crate::store::{OpenError, StoreError, WriteError};

listed! {
    /// A fault on our side, as far as it concerns a player.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FaultKind {
        /// Nothing that a player could act on; a retry may succeed.
        TryAgain,
        /// The database is overloaded.
        Busy,
        DiskFull,
        DiskFails,
        /// The database server cannot be reached.
        Unreachable,
        /// The connection to the database server broke during an operation, which may have been carried out.
        Away,
        /// Part of the database is damaged.
        Damaged,
        /// The database was moved or removed.
        Lost,
    }
}

/// A fault as the operator sees it (`Display`); the player is shown [`AppFault::kind`].
///
/// Nothing has changed, except possibly with [`FaultKind::Away`].
#[derive(Debug, thiserror::Error)]
#[error("{operator}")]
pub struct AppFault {
    operator: String,
    kind: FaultKind,
    told: bool,
    /// Part of the action was stored before it failed.
    stored: bool,
}

impl AppFault {
    /// The kind shown to the player. Once part of the action is stored, it never claims that nothing has
    /// changed.
    pub fn kind(&self) -> FaultKind {
        if self.stored { FaultKind::Away } else { self.kind }
    }

    /// Marks the fault as coming after part of the action was stored.
    pub(super) fn after_storing(self) -> Self {
        Self { stored: true, ..self }
    }

    /// Marks the fault as unrelated to the action itself: whether or not that operation was carried out, the
    /// action changed nothing.
    pub(super) fn beside_the_action(self) -> Self {
        let kind = if self.kind == FaultKind::Away { FaultKind::Unreachable } else { self.kind };
        Self { kind, ..self }
    }

    /// True if the operator has already been notified of the cause and should not be notified again per
    /// action.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// A state that the code should make impossible.
    pub(super) fn internal(operator: impl Into<String>) -> Self {
        Self { operator: operator.into(), kind: FaultKind::TryAgain, told: false, stored: false }
    }
}

impl From<OpenError> for AppFault {
    fn from(error: OpenError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<StoreError> for AppFault {
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Busy(_) => FaultKind::Busy,
            StoreError::Full(_) => FaultKind::DiskFull,
            StoreError::Disk(_) => FaultKind::DiskFails,
            StoreError::Unreachable(_) => FaultKind::Unreachable,
            StoreError::Away(_) => FaultKind::Away,
            StoreError::Damaged(_) => FaultKind::Damaged,
            StoreError::Lost => FaultKind::Lost,
            StoreError::Unreadable(_) | StoreError::Other(_) => FaultKind::TryAgain,
        };
        // The store itself reports these to the operator, once.
        let told = matches!(
            error,
            StoreError::Full(_)
                | StoreError::Disk(_)
                | StoreError::Unreachable(_)
                | StoreError::Away(_)
                | StoreError::Damaged(_)
                | StoreError::Lost
        );
        Self { operator: error.to_string(), kind, told, stored: false }
    }
}

impl From<WriteError> for AppFault {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Store(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_whether_something_of_its_action_was_stored() {
        let fault = |kind| AppFault { kind, ..AppFault::internal("") };
        for kind in [FaultKind::TryAgain, FaultKind::Unreachable, FaultKind::DiskFull] {
            assert_eq!(fault(kind).kind(), kind);
            assert_eq!(fault(kind).after_storing().kind(), FaultKind::Away);
        }
        assert_eq!(fault(FaultKind::Away).beside_the_action().kind(), FaultKind::Unreachable);
        assert_eq!(fault(FaultKind::DiskFull).beside_the_action().kind(), FaultKind::DiskFull);
    }
}
