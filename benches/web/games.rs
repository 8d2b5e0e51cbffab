//! Games against oneself, each with an open page.

use futures_util::StreamExt as _;
use futures_util::stream;
use rookery::app::{
    App, Caller, ChallengeWish, Challenged, ColorWish, Opponent, PageSecret, Target, ThreadWish,
};
use rookery::game::{ChannelId, GameId, InteractionId, PageGrantId, Rev, UserId};
use rookery::games;
use rookery::rules::Variant;
use rookery::store::PageScope;

use super::now;

/// Number of games started at the same time.
const AT_ONCE: usize = 64;

/// A page open in a browser.
#[derive(Clone)]
pub struct OpenPage {
    pub grant: PageGrantId,
    pub browser: PageSecret,
    person: UserId,
    game: GameId,
}

/// A person in a channel of their own.
fn caller(number: u64, action: u64) -> Caller {
    Caller::new(
        (UserId(1_000_000 + number), ChannelId(10_000_000 + number)),
        InteractionId(number * 1_000 + action),
        now(),
    )
}

/// Starts this many games, of all variants in turn, with a page each.
pub async fn begin(app: &App, games: u64) -> Vec<OpenPage> {
    let variants: Vec<Variant> = games::all().collect();
    let begun = (1..=games).map(|number| one(app, number, variants[number as usize % variants.len()]));
    stream::iter(begun).buffered(AT_ONCE).collect().await
}

async fn one(app: &App, number: u64, variant: Variant) -> OpenPage {
    let by = caller(number, 1);
    let wish = ChallengeWish {
        variant,
        opponent: Some(Opponent { user: by.user, bot: false }),
        engine: None,
        color: ColorWish::White,
        pace: None,
        hints: false,
        rated: false,
        thread: ThreadWish::No,
        position: None,
    };
    let Challenged::Started(view) = app.challenge(&by, wish, None).await.expect("a game") else {
        panic!("a game against oneself begins at once");
    };
    let link = app.link_page(&by, PageScope::Game(view.game), None).await.expect("a link");
    let browser = PageSecret::new().expect("random bytes");
    let grant = app.redeem_page((&link, None), &browser, now()).await.expect("a store").expect("a page");
    OpenPage { grant: grant.id, browser, person: by.user, game: view.game }
}

/// Plays a move in the game of a page, as the chat does. Returns the event.
pub async fn play(app: &App, page: &OpenPage) -> Rev {
    let number = page.person.0 - 1_000_000;
    let by = caller(number, 2);
    let game = app.page_game(page.game).await.expect("no fault").expect("a game");
    let view = app.page_view(&by, game).await.expect("a game");
    let mv = view.choices.moves.first().expect("a legal move").mv.to_string();
    let outcome = app.play_in(&by, Target::Button(page.game, view.view.rev), &mv).await.expect("a move");
    outcome.view.rev
}
