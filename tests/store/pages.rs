//! Links to pages and their grants: their person, scope and lifetime.

use super::{NOON, begin, left, one_move, with_store};
use crate::databases::with_database;
use rookery::app::App;
use rookery::game::{GameId, Millis, PageGrantId, Rev, UserId};
use rookery::store::{
    PAGE_GRANT_LASTS, PAGE_LINK_LASTS, PageGrant, PageLink, PageScope, Store, StoreOptions,
};
use serde_json::json;
use std::future::Future;

use PageScope::{Game, Games, Learning};

tests_on_both!(
    a_link_is_redeemed_once,
    the_same_try_gets_the_same_again,
    of_several_who_redeem_a_link_at_once_one_gets_a_grant,
    a_link_that_is_too_old_opens_nothing,
    what_one_browser_may_another_may_not,
    two_people_and_what_they_opened_in_one_browser_are_told_apart,
    the_same_browser_and_person_have_one_grant_for_the_same,
    a_grant_that_nobody_uses_ends_after_thirty_days,
    a_person_has_a_limited_number_of_links,
    a_person_has_a_limited_number_of_grants,
    whose_a_grant_is_may_end_it_and_nobody_else,
    links_and_grants_go_with_their_person,
    what_is_too_old_is_swept_away,
    the_newest_event_of_many_games_is_read_at_once,
);

const RED: UserId = UserId(1);
const BLUE: UserId = UserId(2);
const GAME: PageScope = PageScope::Game(GameId(7));

/// This many milliseconds after noon.
fn after(time: i64) -> Millis {
    Millis(NOON.0 + time)
}

async fn link(store: &Store, hash: &str, person: UserId, scope: PageScope, made_at: Millis) {
    let locale = Some("de".to_owned());
    let link = PageLink { hash: hash.to_owned(), person, scope, guild: None, locale, made_at };
    assert!(store.make_page_link(&link, None).await.expect("a link"));
}

async fn redeem(store: &Store, hash: &str, browser: &str, now: Millis) -> Option<PageGrant> {
    store.redeem_page_link((hash, None), browser, now).await.expect("a write")
}

/// A grant with a link of its own.
async fn granted(store: &Store, browser: &str, person: UserId, scope: PageScope, at: Millis) -> PageGrant {
    link(store, "a link of its own", person, scope, at).await;
    redeem(store, "a link of its own", browser, at).await.expect("a grant")
}

async fn grant(store: &Store, id: PageGrantId, browser: &str, now: Millis) -> Option<PageGrant> {
    store.page_grant(id, browser, now).await.expect("a read")
}

async fn ids_of(store: &Store, person: UserId, now: Millis) -> Vec<PageGrantId> {
    let grants = store.page_grants_of(person, now).await.expect("a read");
    grants.iter().map(|grant| grant.id).collect()
}

/// The number of a person's stored links and grants, valid or not.
async fn stored(store: &Store, person: UserId) -> [usize; 2] {
    let own = store.kept_of(person, 0).await.expect("a read").own;
    ["page_links", "pages"].map(|part| own[part].as_array().map_or(0, Vec::len))
}

/// Runs all of them at once. Returns their results.
async fn at_once<T: Send + 'static>(
    all: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let tasks: Vec<_> = all.map(tokio::spawn).collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.expect("no panic"));
    }
    done
}

fn a_link_is_redeemed_once() {
    with_store(async |store| {
        link(&store, "a", RED, GAME, NOON).await;
        assert_eq!(redeem(&store, "b", "browser", NOON).await, None, "it is another one");
        let now = after(5);
        let made = redeem(&store, "a", "browser", now).await.expect("a grant");
        let locale = Some("de".to_owned());
        let id = made.id;
        assert_eq!(
            made,
            PageGrant {
                id,
                person: RED,
                scope: GAME,
                guild: None,
                locale,
                device: None,
                made_at: now,
                used_at: now
            }
        );
        assert_eq!(grant(&store, id, "browser", now).await.as_ref(), Some(&made));
        for browser in ["browser", "another"] {
            assert_eq!(redeem(&store, "a", browser, now).await, None, "{browser}");
        }
        assert_eq!(store.page_grants_of(RED, now).await.expect("a read"), [made]);
        assert_eq!(stored(&store, RED).await, [0, 1]);
    });
}

fn the_same_try_gets_the_same_again() {
    with_store(async |store| {
        let tried = async |hash: &str, attempt: &str, browser: &str, at: i64| {
            let found = store.redeem_page_link((hash, Some(attempt)), browser, after(at)).await;
            found.expect("a write").map(|grant| grant.id)
        };
        link(&store, "a", RED, GAME, NOON).await;
        let made = tried("a", "try", "one", 0).await.expect("a grant");
        assert_eq!(tried("a", "try", "one", 1).await, Some(made));
        // Its cookie was lost with the response.
        assert_eq!(tried("a", "try", "two", 2).await, Some(made));
        assert_eq!(grant(&store, made, "one", after(3)).await, None);
        assert!(grant(&store, made, "two", after(3)).await.is_some());
        for attempt in ["another", ""] {
            assert_eq!(tried("a", attempt, "three", 4).await, None, "{attempt}");
        }
        // A browser that already has the same grant keeps it.
        let own = granted(&store, "four", RED, GAME, after(5)).await.id;
        assert_eq!(tried("a", "try", "four", 6).await, Some(own));
        assert!(grant(&store, made, "two", after(7)).await.is_none());
        let late = 2 * 60_000 + 7;
        assert_eq!(tried("a", "try", "four", late).await, None);
        store.drop_old_pages(after(late)).await.expect("a write");
        assert_eq!(tried("a", "try", "four", 8).await, None, "nothing is kept of it");
        assert!(grant(&store, own, "four", after(late)).await.is_some());
    });
}

fn of_several_who_redeem_a_link_at_once_one_gets_a_grant() {
    with_database(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        let beside = Store::open_beside_at(&url).await.expect("another process");
        for round in 0..5 {
            link(&store, "a", RED, Game(GameId(round)), NOON).await;
            let tries = (0..8).map(|number| {
                let store = if number % 2 == 0 { store.clone() } else { beside.clone() };
                // Some of them in the same browser.
                async move { redeem(&store, "a", &format!("browser {}", number / 2), NOON).await }
            });
            let got = at_once(tries).await;
            assert_eq!(got.iter().flatten().count(), 1, "{got:?}");
        }
        assert_eq!(stored(&store, RED).await, [0, 5]);
        beside.close().await;
        store.close().await;
    });
}

fn a_link_that_is_too_old_opens_nothing() {
    with_store(async |store| {
        for hash in ["a", "b"] {
            link(&store, hash, RED, GAME, NOON).await;
        }
        assert!(redeem(&store, "a", "browser", after(PAGE_LINK_LASTS)).await.is_some());
        assert_eq!(redeem(&store, "b", "browser", after(PAGE_LINK_LASTS + 1)).await, None);
    });
}

fn what_one_browser_may_another_may_not() {
    with_store(async |store| {
        let mine = granted(&store, "mine", RED, GAME, NOON).await;
        let theirs = granted(&store, "theirs", RED, GAME, NOON).await;
        assert_ne!(mine.id, theirs.id);
        assert!(mine.id.0 > 0 && mine.id.0 < 1 << 53, "{mine:?}");
        assert_eq!(grant(&store, mine.id, "theirs", NOON).await, None);
        assert_eq!(grant(&store, mine.id, "", NOON).await, None);
        for (browser, has) in [("mine", vec![mine]), ("theirs", vec![theirs]), ("nobody's", vec![])] {
            assert_eq!(store.page_grants_in(browser, NOON).await.expect("a read"), has);
        }
    });
}

fn two_people_and_what_they_opened_in_one_browser_are_told_apart() {
    with_store(async |store| {
        let of = [
            (RED, GAME),
            (RED, Games),
            (RED, Game(GameId(8))),
            (RED, Learning),
            (BLUE, GAME),
            (BLUE, Games),
            (BLUE, Learning),
        ];
        let mut all = Vec::new();
        for (later, (person, scope)) in (0..).zip(of) {
            let made = granted(&store, "browser", person, scope, after(later)).await;
            assert_eq!((made.person, made.scope), (person, scope));
            all.insert(0, made);
        }
        assert_eq!(store.page_grants_in("browser", NOON).await.expect("a read"), all, "the last used first");
        all.retain(|grant| grant.person == RED);
        assert_eq!(store.page_grants_of(RED, NOON).await.expect("a read"), all);
    });
}

fn the_same_browser_and_person_have_one_grant_for_the_same() {
    with_store(async |store| {
        for scope in [GAME, Games, Learning] {
            let first = granted(&store, "browser", RED, scope, NOON).await;
            let now = after(Millis::DAY);
            let again = PageLink {
                hash: "b".to_owned(),
                person: RED,
                scope,
                guild: None,
                locale: None,
                made_at: now,
            };
            assert!(store.make_page_link(&again, None).await.expect("a link"));
            let renewed = redeem(&store, "b", "browser", now).await.expect("a grant");
            assert_eq!(renewed, PageGrant { locale: None, used_at: now, ..first });
            assert_eq!(grant(&store, renewed.id, "browser", now).await, Some(renewed));
        }
        assert_eq!(stored(&store, RED).await, [0, 3]);
    });
}

fn a_grant_that_nobody_uses_ends_after_thirty_days() {
    with_store(async |store| {
        let id = granted(&store, "browser", RED, GAME, NOON).await.id;
        for (used, noted) in
            [(Millis::HOUR, 0), (Millis::HOUR + 1, Millis::HOUR + 1), (Millis::HOUR, Millis::HOUR + 1)]
        {
            store.page_used(id, after(used)).await.expect("a write");
            let now = grant(&store, id, "browser", after(used)).await.expect("the grant");
            assert_eq!((now.used_at, now.made_at), (after(noted), NOON));
        }
        let last = after(Millis::HOUR + 1 + PAGE_GRANT_LASTS);
        assert!(grant(&store, id, "browser", last).await.is_some());
        let late = Millis(last.0 + 1);
        // A use does not revive it either.
        store.page_used(id, late).await.expect("a write");
        assert_eq!(grant(&store, id, "browser", late).await, None);
        assert_eq!(store.page_grants_in("browser", late).await.expect("a read"), []);
        assert_eq!(store.page_grants_of(RED, late).await.expect("a read"), []);
        // On the last day it does.
        store.page_used(id, last).await.expect("a write");
        assert!(grant(&store, id, "browser", late).await.is_some());
        // A use of a missing grant records nothing.
        store.page_used(PageGrantId(-1), late).await.expect("a write");
        assert_eq!(stored(&store, RED).await, [0, 1]);
    });
}

fn a_person_has_a_limited_number_of_links() {
    with_store(async |store| {
        link(&store, "of Blue", BLUE, Games, NOON).await;
        for number in 0..25 {
            link(&store, &format!("link {number}"), RED, Games, after(number)).await;
        }
        assert_eq!(stored(&store, RED).await, [20, 0]);
        assert_eq!(redeem(&store, "link 4", "browser", after(30)).await, None, "the oldest are gone");
        for hash in ["link 5", "link 24", "of Blue"] {
            assert!(redeem(&store, hash, "browser", after(30)).await.is_some(), "{hash}");
        }
        let more = (100..108).map(|number| {
            let store = store.clone();
            async move { link(&store, &format!("link {number}"), RED, Games, after(number)).await }
        });
        at_once(more).await;
        assert_eq!(stored(&store, RED).await[0], 20, "also if many are made at once");
    });
}

fn a_person_has_a_limited_number_of_grants() {
    with_store(async |store| {
        let of_blue = granted(&store, "browser", BLUE, Games, NOON).await.id;
        let mut made = Vec::new();
        for game in 0..50 {
            made.push(granted(&store, "browser", RED, Game(GameId(game)), after(game)).await.id);
        }
        // A used one is not the first to be removed.
        store.page_used(made[0], after(Millis::DAY)).await.expect("a write");
        let now = after(Millis::DAY + 1);
        for game in [100, 101] {
            made.push(granted(&store, "browser", RED, Game(GameId(game)), now).await.id);
        }
        let left = ids_of(&store, RED, now).await;
        assert_eq!(left.len(), 50);
        for (at, id) in made.iter().enumerate() {
            assert_eq!(left.contains(id), ![1, 2].contains(&at), "{at}");
        }
        // Renewing one removes none.
        granted(&store, "browser", RED, Game(GameId(100)), now).await;
        assert_eq!(ids_of(&store, RED, now).await.len(), 50);
        assert_eq!(ids_of(&store, BLUE, now).await, [of_blue]);
    });
}

fn whose_a_grant_is_may_end_it_and_nobody_else() {
    with_store(async |store| {
        let first = granted(&store, "browser", RED, GAME, NOON).await.id;
        let second = granted(&store, "browser", RED, Games, NOON).await.id;
        let third = granted(&store, "phone", RED, Games, NOON).await.id;
        let other = granted(&store, "browser", BLUE, GAME, NOON).await.id;
        for (hash, person, scope) in
            [("a", RED, GAME), ("b", BLUE, GAME), ("c", RED, Games), ("d", RED, Games)]
        {
            link(&store, hash, person, scope, NOON).await;
        }
        let end = async |person, only| store.end_page_grants(person, only).await.expect("a write");
        assert_eq!(end(BLUE, Some(first)).await, 0, "it is not theirs");
        assert_eq!(stored(&store, RED).await, [3, 3]);
        assert_eq!(end(RED, Some(first)).await, 1);
        assert_eq!(end(RED, Some(first)).await, 0);
        assert_eq!(grant(&store, first, "browser", NOON).await, None);
        assert_eq!(stored(&store, RED).await, [2, 2]);
        assert_eq!(redeem(&store, "a", "phone", NOON).await, None, "its page may have made this link");
        assert!(redeem(&store, "c", "phone", NOON).await.is_some(), "this one opens something else");
        assert_eq!(end(RED, None).await, 2);
        for (id, browser) in [(second, "browser"), (third, "phone")] {
            assert_eq!(grant(&store, id, browser, NOON).await, None);
        }
        assert_eq!(redeem(&store, "d", "browser", NOON).await, None, "the link ended as well");
        assert_eq!(ids_of(&store, BLUE, NOON).await, [other]);
        assert!(redeem(&store, "b", "phone", NOON).await.is_some());
    });
}

fn links_and_grants_go_with_their_person() {
    with_store(async |store| {
        let id = granted(&store, "browser", RED, GAME, NOON).await.id;
        granted(&store, "browser", BLUE, Games, NOON).await;
        link(&store, "a", RED, Games, NOON).await;
        link(&store, "b", BLUE, Games, NOON).await;
        let own = store.kept_of(RED, 0).await.expect("a read").own;
        assert_eq!(
            own["page_links"],
            json!([{ "made_ms": NOON.0, "game": null, "opens": null, "server": null, "locale": "de" }])
        );
        let pages = json!([{ "made_ms": NOON.0, "used_ms": NOON.0, "game": 7, "opens": null, "server": null, "locale": "de", "device": null }]);
        assert_eq!(own["pages"], pages, "neither a hash nor the page's number");
        store.forget(RED, super::NOON, left(RED)).await.expect("a write");
        assert_eq!(stored(&store, RED).await, [0, 0]);
        assert_eq!(grant(&store, id, "browser", NOON).await, None);
        assert_eq!(redeem(&store, "a", "browser", NOON).await, None);
        assert_eq!(stored(&store, BLUE).await, [1, 1]);
    });
}

fn what_is_too_old_is_swept_away() {
    with_store(async |store| {
        let app = App::new(store.clone());
        let sweep = async |now| app.lapse_challenges(now, None).await.expect("a write");
        granted(&store, "browser", RED, GAME, NOON).await;
        link(&store, "a", RED, Games, NOON).await;
        sweep(after(PAGE_LINK_LASTS)).await;
        assert_eq!(stored(&store, RED).await, [1, 1]);
        sweep(after(PAGE_LINK_LASTS + 1)).await;
        assert_eq!(stored(&store, RED).await, [0, 1]);
        sweep(after(PAGE_GRANT_LASTS)).await;
        assert_eq!(stored(&store, RED).await, [0, 1]);
        sweep(after(PAGE_GRANT_LASTS + 1)).await;
        assert_eq!(stored(&store, RED).await, [0, 0]);
    });
}

fn the_newest_event_of_many_games_is_read_at_once() {
    with_store(async |store| {
        let mut known = Vec::new();
        for moves in 0..4_u32 {
            let id = begin(&store, 5 + u64::from(moves)).await;
            for ply in 0..moves {
                let change = one_move(ply, "a move");
                store.change(id, Rev(i64::from(ply) + 1), &change).await.expect("the change");
            }
            known.push((id, Rev(i64::from(moves) + 1)));
        }
        assert_eq!(store.page_revs(&[]).await.expect("a read"), []);
        let some = [known[2].0, GameId(-5), known[1].0, known[2].0, GameId(i64::MAX)];
        assert_eq!(store.page_revs(&some).await.expect("a read"), known[1..3]);
        // More than the maximum number of parameters of a statement.
        let first = known[0].0.0;
        let many: Vec<GameId> = (first - 50_000..first + 50_000).map(GameId).collect();
        let before = store.reads();
        assert_eq!(store.page_revs(&many).await.expect("a read"), known);
        assert_eq!(store.reads() - before, 1);
    });
}
