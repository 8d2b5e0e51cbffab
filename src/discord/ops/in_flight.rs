//! Limits how many interactions are in flight, in total and per person, so that one person cannot use
//! up the room of others.

use crate::game::UserId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum of interactions in flight. Even if each takes a second at Discord, this is some hundreds a second.
const IN_ALL: usize = 512;
/// Maximum for one person: as many commands as the user rate limit allows at once, each of which may take
/// Discord a second, and typing in an autocomplete field as well.
const A_PERSON: usize = 16;
/// Maximum of refusals in flight; further interactions are dropped.
const REFUSALS: usize = 64;

#[derive(Debug, Default)]
struct Pending {
    taken: usize,
    refusing: usize,
    people: HashMap<UserId, usize>,
}

/// The interactions in flight. Clones share the state.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<Pending>>);

/// Whether there is room for one more interaction.
pub enum Room {
    /// There is room; dropping the permit frees it.
    Taken(Permit),
    /// There is no room for the interaction, but enough for a refusal.
    Full(Permit),
    /// There is no room even for a refusal.
    None,
}

/// A place that is held until this is dropped.
pub struct Permit {
    in_flight: InFlight,
    person: Option<UserId>,
}

impl InFlight {
    fn with<T>(&self, act: impl FnOnce(&mut Pending) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns how many interactions are in flight now.
    pub fn in_hand(&self) -> usize {
        self.with(|inner| inner.taken)
    }

    /// Takes a place for an interaction of this person.
    ///
    /// A redelivered one always finds a place: it may have been carried out before, so the answer cannot say
    /// that nothing has changed. Redelivered interactions are those of a few seconds, no more.
    pub fn take(&self, person: UserId, repeated: bool) -> Room {
        let in_flight = self.clone();
        self.with(|inner| {
            let own = inner.people.get(&person).copied().unwrap_or(0);
            if repeated || inner.taken < IN_ALL && own < A_PERSON {
                inner.taken += 1;
                inner.people.insert(person, own + 1);
                return Room::Taken(Permit { in_flight, person: Some(person) });
            }
            if inner.refusing < REFUSALS {
                inner.refusing += 1;
                return Room::Full(Permit { in_flight, person: None });
            }
            Room::None
        })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let person = self.person;
        self.in_flight.with(|inner| {
            let Some(person) = person else {
                inner.refusing -= 1;
                return;
            };
            inner.taken -= 1;
            if let Some(own) = inner.people.get_mut(&person) {
                *own -= 1;
                if *own == 0 {
                    inner.people.remove(&person);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_leaves_room_for_the_others() {
        let in_flight = InFlight::default();
        let held: Vec<_> = (0..A_PERSON).map(|_| in_flight.take(UserId(1), false)).collect();
        assert!(held.iter().all(|room| matches!(room, Room::Taken(_))));
        assert!(matches!(in_flight.take(UserId(1), false), Room::Full(_)));
        assert!(matches!(in_flight.take(UserId(2), false), Room::Taken(_)));
        assert!(matches!(in_flight.take(UserId(1), true), Room::Taken(_)), "it may have been done before");
        drop(held);
        assert!(matches!(in_flight.take(UserId(1), false), Room::Taken(_)));
        assert!(in_flight.with(|inner| inner.people.is_empty() && inner.taken == 0 && inner.refusing == 0));
    }

    #[test]
    fn what_is_taken_in_hand_is_bounded() {
        let in_flight = InFlight::default();
        let rooms: Vec<_> = (0..10_000).map(|person| in_flight.take(UserId(person), false)).collect();
        let count = |wanted: fn(&Room) -> bool| rooms.iter().filter(|room| wanted(room)).count();
        assert_eq!(count(|room| matches!(room, Room::Taken(_))), IN_ALL);
        assert_eq!(count(|room| matches!(room, Room::Full(_))), REFUSALS);
    }
}
