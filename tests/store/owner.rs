//! A database belongs to one application, even with simultaneous attempts.

use crate::databases::with_database;
use rookery::store::{Store, StoreOptions, StoreUrl, adopt};

tests_on_both!(whoever_comes_first_owns_it_alone, what_is_given_away_has_another_owner,);

async fn open(url: &StoreUrl) -> Store {
    Store::open_at(url, StoreOptions::default()).await.expect("a database")
}

fn whoever_comes_first_owns_it_alone() {
    with_database(async |url| {
        let store = open(&url).await;
        assert_eq!(store.owner().await.expect("a read"), None);
        let owners = futures_util::future::join_all((1..=8).map(|application| store.own(application))).await;
        let owners: Vec<u64> = owners.into_iter().map(|owner| owner.expect("a write")).collect();
        assert!((1..=8).contains(&owners[0]) && owners.iter().all(|owner| *owner == owners[0]), "{owners:?}");
        store.close().await;
        // Discord's ids have 64 bits.
        let store = open(&url).await;
        assert_eq!(store.own(u64::MAX).await.expect("a read"), owners[0]);
        store.close().await;
    });
}

fn what_is_given_away_has_another_owner() {
    with_database(async |url| {
        let store = open(&url).await;
        store.close().await;
        assert_eq!(adopt(&url, 7).await.expect("nobody plays on it"), None);
        assert_eq!(adopt(&url, u64::MAX).await.expect("nobody plays on it"), Some(7));
        let store = open(&url).await;
        assert_eq!(store.own(7).await.expect("a read"), u64::MAX);
        store.close().await;
    });
}
