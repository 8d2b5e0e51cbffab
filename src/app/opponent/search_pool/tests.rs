use super::*;
use crate::engine::Level;
use crate::games;
use futures_util::FutureExt;

fn chess() -> Variant {
    games::from_slug("chess").expect("a game")
}

fn search(search_pool: &SearchPool, limits: SearchLimits) -> oneshot::Receiver<Thought> {
    let (answer, found) = oneshot::channel();
    let line = Line::new(Position::start(chess()));
    search_pool.want(chess(), line, limits, answer).expect("a thread");
    found
}

#[tokio::test]
async fn the_same_search_finds_the_same_among_others() {
    let search_pool = SearchPool::new();
    let line = Line::new(Position::start(chess()));
    let alone = search_pool.think(chess(), line.clone(), SearchLimits::nodes(2_000)).await.expect("a move");
    let others: Vec<_> = (0..5).map(|n| search(&search_pool, SearchLimits::nodes(500 + n))).collect();
    let again = search_pool.think(chess(), line, SearchLimits::nodes(2_000)).await.expect("a move");
    assert_eq!((again.best(), again.score, again.nodes), (alone.best(), alone.score, alone.nodes));
    for other in others {
        assert!(other.await.expect("a search").best().is_some());
    }
    assert_eq!(lock(&search_pool.0.desk).pending, 0, "nothing is left to do");
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_is_given_up() {
    let search_pool = SearchPool::new();
    let endless: Vec<_> =
        (0..search_pool.0.most).map(|_| search(&search_pool, SearchLimits::nodes(u64::MAX / 64))).collect();
    assert!(search_pool.are_busy());
    drop(endless);
    assert!(search(&search_pool, SearchLimits::nodes(100)).await.expect("its turn comes").best().is_some());
}

#[test]
fn a_long_search_is_overtaken_by_shorter_ones_but_not_for_ever() {
    let mut tray = InTray::default();
    let ask = |tray: &mut InTray, nodes| {
        tray.add(
            chess(),
            Line::new(Position::start(chess())),
            SearchLimits::nodes(nodes),
            oneshot::channel().0,
        );
    };
    ask(&mut tray, 40_000);
    let mut shorter = 0;
    loop {
        ask(&mut tray, 4_000);
        let Reverse(next) = tray.waiting.pop().expect("one waits");
        tray.done(next.limits);
        if next.limits.nodes == 40_000 {
            break;
        }
        shorter += 1;
    }
    assert_eq!(shorter, 18, "twice its work, less that of two of them");
}

#[test]
fn many_beginners_are_no_great_load() {
    let search_pool = SearchPool::new();
    let mut tray = lock(&search_pool.0.desk);
    for level in Level::all().take(3) {
        let limits = level.limits(chess(), 1);
        assert!(cost(limits) < limits.nodes / 4, "{level}");
        for _ in 0..300 {
            tray.add(chess(), Line::new(Position::start(chess())), limits, oneshot::channel().0);
        }
    }
    drop(tray);
    assert!(!search_pool.are_busy());
}

#[tokio::test]
async fn whoever_thinks_about_a_game_hears_that_it_went_on() {
    let search_pool = SearchPool::new();
    let (one, other) = (search_pool.alone_with(GameId(1)).await, search_pool.alone_with(GameId(2)).await);
    let (mut gone_on, mut others) = (Box::pin(one.gone_on()), Box::pin(other.gone_on()));
    search_pool.went_on(GameId(1));
    assert!((&mut gone_on).now_or_never().is_some(), "also where it was not waited for yet");
    assert!((&mut others).now_or_never().is_none() && one.gone_on().now_or_never().is_none());
    search_pool.all_went_on();
    assert!(others.now_or_never().is_some());
}

#[tokio::test]
async fn two_do_not_think_about_one_game_at_once() {
    let search_pool = SearchPool::new();
    let held = search_pool.alone_with(GameId(1)).await;
    let other = search_pool.clone();
    let second = tokio::spawn(async move { drop(other.alone_with(GameId(1)).await) });
    drop(search_pool.alone_with(GameId(2)).await);
    tokio::task::yield_now().await;
    assert!(!second.is_finished(), "it waits");
    drop(held);
    second.await.expect("then it goes on");
}
