//! The users' latest names, as received from Discord with their interactions. Pages use them to name the
//! players to each other.
//!
//! In memory only; nothing is stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::UserId;

/// The most names kept.
const MOST: usize = 20_000;

/// The known names.
#[derive(Clone, Default)]
pub(super) struct KnownNames(Arc<Mutex<Names>>);

#[derive(Default)]
struct Names {
    /// Each with the counter at its last update.
    by_person: HashMap<UserId, (String, u64)>,
    told: u64,
}

impl KnownNames {
    fn names(&self) -> MutexGuard<'_, Names> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a user's current name.
    pub(super) fn note(&self, person: UserId, name: &str) {
        let mut names = self.names();
        names.told += 1;
        let told = names.told;
        if let Some(known) = names.by_person.get_mut(&person) {
            known.1 = told;
            if known.0 != name {
                name.clone_into(&mut known.0);
            }
            return;
        }
        if names.by_person.len() >= MOST {
            // Keeps the more recently updated half.
            let mut times: Vec<u64> = names.by_person.values().map(|(_, told)| *told).collect();
            let (_, middle, _) = times.select_nth_unstable(MOST / 2);
            let middle = *middle;
            names.by_person.retain(|_, (_, told)| *told > middle);
        }
        names.by_person.insert(person, (name.to_owned(), told));
    }

    /// A user's name, if known.
    pub(super) fn of(&self, person: UserId) -> Option<String> {
        self.names().by_person.get(&person).map(|(name, _)| name.clone())
    }

    /// Forgets a user's name.
    pub(super) fn forget(&self, person: UserId) {
        self.names().by_person.remove(&person);
    }
}

impl std::fmt::Debug for KnownNames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KnownNames").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_names_are_known_and_no_more_than_so_many() {
        let names = KnownNames::default();
        names.note(UserId(1), "Red");
        names.note(UserId(1), "Scarlet");
        assert_eq!(names.of(UserId(1)).as_deref(), Some("Scarlet"));
        for person in 2..=MOST as u64 + 1 {
            names.note(UserId(person), "somebody");
        }
        assert_eq!((names.of(UserId(1)), names.of(UserId(2))), (None, None), "the oldest are gone");
        assert!(names.of(UserId(MOST as u64)).is_some() && names.names().by_person.len() <= MOST);
        names.forget(UserId(MOST as u64));
        assert_eq!(names.of(UserId(MOST as u64)), None);
    }
}
