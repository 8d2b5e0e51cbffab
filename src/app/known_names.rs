//! What people are called, as Discord last told with something that they did. It is in memory alone, and goes with the process: nothing is
//! kept of it. Pages name their players to each other with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::UserId;

/// So many names are known at most.
const MOST: usize = 20_000;

/// The names that are known.
#[derive(Clone, Default)]
pub(super) struct KnownNames(Arc<Mutex<Names>>);

#[derive(Default)]
struct Names {
    /// Each with when it was told last, counted in names.
    by_person: HashMap<UserId, (String, u64)>,
    told: u64,
}

impl KnownNames {
    fn names(&self) -> MutexGuard<'_, Names> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody is called this now.
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
            // The half of them that was told last stays.
            let mut times: Vec<u64> = names.by_person.values().map(|(_, told)| *told).collect();
            let (_, middle, _) = times.select_nth_unstable(MOST / 2);
            let middle = *middle;
            names.by_person.retain(|_, (_, told)| *told > middle);
        }
        names.by_person.insert(person, (name.to_owned(), told));
    }

    /// What somebody is called, if that is known.
    pub(super) fn of(&self, person: UserId) -> Option<String> {
        self.names().by_person.get(&person).map(|(name, _)| name.clone())
    }

    /// Forgets what somebody is called.
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
