//! Leases: held by one process, released, taken over from a dead one.

use super::with_store;
use rookery::store::LeaseMark;

tests_on_both!(
    a_lease_is_held_by_one,
    a_lease_that_is_given_back_is_free,
    a_lease_is_taken_from_whoever_says_nothing,
    of_many_at_once_one_takes_a_lease,
    all_leases_of_a_holder_are_held_and_given_back_at_once,
);

fn a_lease_is_held_by_one() {
    with_store(async |store| {
        let mine = store.hold_lease("duty", 1, None).await.expect("a write");
        assert_eq!(mine, LeaseMark { holder: 1, beat: 1 });
        assert_eq!(store.hold_lease("duty", 2, None).await.expect("a write"), mine, "it is held");
        let again = store.hold_lease("duty", 1, None).await.expect("a write");
        assert_eq!(again, LeaseMark { holder: 1, beat: 2 });
        let other = store.hold_lease("shard 0", 2, None).await.expect("a write");
        assert_eq!(other, LeaseMark { holder: 2, beat: 1 }, "another one is free");
    });
}

fn a_lease_that_is_given_back_is_free() {
    with_store(async |store| {
        let mine = store.hold_lease("duty", 1, None).await.expect("a write");
        store.leave_lease("duty", 2).await.expect("a write");
        assert_eq!(store.hold_lease("duty", 2, None).await.expect("a write"), mine, "by its holder alone");
        store.leave_lease("duty", 1).await.expect("a write");
        assert_eq!(store.hold_lease("duty", 2, None).await.expect("a write").holder, 2);
    });
}

fn a_lease_is_taken_from_whoever_says_nothing() {
    with_store(async |store| {
        let dead = store.hold_lease("duty", 1, None).await.expect("a write");
        let alive = store.hold_lease("duty", 1, None).await.expect("a write");
        let seen = store.hold_lease("duty", 2, Some(dead)).await.expect("a write");
        assert_eq!(seen, alive, "it has said something since");
        let taken = store.hold_lease("duty", 2, Some(alive)).await.expect("a write");
        assert_eq!(taken.holder, 2);
        let lost = store.hold_lease("duty", 1, None).await.expect("a write");
        assert_eq!(lost, taken, "who was taken for dead holds it no more");
    });
}

fn of_many_at_once_one_takes_a_lease() {
    with_store(async |store| {
        let dead = store.hold_lease("duty", 99, None).await.expect("a write");
        let takers = (1..=8).map(|me| {
            let store = store.clone();
            tokio::spawn(async move {
                let mark = store.hold_lease("duty", me, Some(dead)).await.expect("a write");
                mark.holder == me
            })
        });
        let mut taken = 0;
        for taker in takers.collect::<Vec<_>>() {
            taken += usize::from(taker.await.expect("no panic"));
        }
        assert_eq!(taken, 1);
    });
}

fn all_leases_of_a_holder_are_held_and_given_back_at_once() {
    with_store(async |store| {
        for (name, me) in [("shard 0", 1), ("shard 1", 1), ("shard 2", 2)] {
            store.hold_lease(name, me, None).await.expect("a write");
        }
        let mut held = store.beat_leases(1).await.expect("a write");
        held.sort();
        assert_eq!(held, ["shard 0", "shard 1"]);
        assert_eq!(store.beat_leases(3).await.expect("a write"), [""; 0]);
        let mark = |holder, beat| LeaseMark { holder, beat };
        let all = store.leases_of("shard").await.expect("a read");
        let all: Vec<_> = all.iter().map(|(name, mark)| (name.as_str(), *mark)).collect();
        assert_eq!(all, [("shard 0", mark(1, 2)), ("shard 1", mark(1, 2)), ("shard 2", mark(2, 1))]);
        store.leave_leases(1).await.expect("a write");
        assert_eq!(store.leases_of("shard").await.expect("a read"), [("shard 2".to_owned(), mark(2, 1))]);
    });
}
