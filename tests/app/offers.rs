//! Settled offers: updating their messages is not held up by anything.

use super::integrity::execute;
use super::{BLUE, NOON, RED, asking, by, challenge, draw, open, with_path, without_pauses};
use rookery::app::{Accepted, App, Caller, Target};
use rookery::game::{ChannelId, GameId, Rev};

tests!(an_offer_in_a_game_that_cannot_be_read_is_alone_in_that,);

/// A game in this channel in which Red has offered a draw and Blue has moved instead.
async fn settled(app: &App, channel: u64) -> (GameId, Rev) {
    let at = |user| Caller { channel: ChannelId(channel), ..by(user) };
    let asked = challenge(app, &at(RED), asking("chess", Some(BLUE))).await;
    match Box::pin(app.accept(&at(BLUE), asked, None)).await {
        Ok(Accepted::Started(_)) => {}
        other => panic!("no game: {other:?}"),
    }
    Box::pin(app.play(&at(RED), "e4")).await.expect("a move");
    let offer = Box::pin(draw(app, &at(RED), Target::Here)).await.expect("an offer").view;
    Box::pin(app.play(&at(BLUE), "e5")).await.expect("a move");
    (offer.game, offer.rev)
}

fn an_offer_in_a_game_that_cannot_be_read_is_alone_in_that() {
    with_path(async |path| {
        let app = open(&path).await.with_limits(without_pauses());
        let (broken, sound) = (settled(&app, 11).await, settled(&app, 12).await);
        let text = format!("UPDATE events SET kind = 'unheard-of' WHERE game = {} AND seq = 2", broken.0.0);
        execute(&path, &text).await;
        assert!(app.closed_offer(broken.0, broken.1, NOON).await.is_err());
        assert!(app.closed_offer(sound.0, sound.1, NOON).await.expect("a look").is_some());
        let text = format!("UPDATE events SET kind = 'move' WHERE game = {} AND seq = 2", broken.0.0);
        execute(&path, &text).await;
        assert!(app.closed_offer(broken.0, broken.1, NOON).await.expect("a look").is_some());
        app.close().await;
    });
}
