//! Offers that are settled, and what holds up none of them.

use super::carried::execute;
use super::{BLUE, NOON, RED, asking, by, challenge, draw, open, with_path, without_pauses};
use rookery::app::{Accepted, App, Caller, Target};
use rookery::game::{ChannelId, GameId, MessageId, Millis, Rev};

tests!(
    a_game_that_cannot_be_read_holds_up_no_other_offer,
    an_offer_whose_message_is_on_its_way_holds_up_no_other,
    the_answer_to_an_old_offer_may_be_what_its_message_is_learned_from,
);

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

async fn posted(app: &App, (game, rev): (GameId, Rev), message: u64) {
    app.store().note_offer(game, rev, (ChannelId(message), MessageId(message))).await.expect("a note");
}

/// The games of the offers that are to be told of, one look after another, one offer a look.
async fn told(app: &App, now: Millis, looks: u32) -> Vec<GameId> {
    let mut games = Vec::new();
    for _ in 0..looks {
        let closed = app.closed_offers(now, 1).await.expect("a look");
        games.extend(closed.iter().map(|closed| closed.game));
    }
    games
}

fn a_game_that_cannot_be_read_holds_up_no_other_offer() {
    with_path(async |path| {
        let app = open(&path).await.with_limits(without_pauses());
        let (broken, sound) = (settled(&app, 11).await, settled(&app, 12).await);
        for (offer, message) in [(broken, 1), (sound, 2)] {
            posted(&app, offer, message).await;
        }
        let text = format!("UPDATE events SET kind = 'unheard-of' WHERE game = {} AND seq = 2", broken.0.0);
        execute(&path, &text).await;
        assert_eq!(told(&app, NOON, 3).await, [sound.0]);
        let text = format!("UPDATE events SET kind = 'move' WHERE game = {} AND seq = 2", broken.0.0);
        execute(&path, &text).await;
        let later = Millis(NOON.0 + Millis::HOUR);
        app.store().offer_told(sound.0, sound.1).await.expect("a note");
        assert_eq!(told(&app, later, 2).await, [broken.0], "it is looked at again");
        app.close().await;
    });
}

fn an_offer_whose_message_is_on_its_way_holds_up_no_other() {
    with_path(async |path| {
        let app = open(&path).await.with_limits(without_pauses());
        let (unnoted, noted) = (settled(&app, 11).await, settled(&app, 12).await);
        posted(&app, noted, 2).await;
        assert_eq!(told(&app, NOON, 3).await, [noted.0]);
        posted(&app, unnoted, 1).await;
        assert_eq!(told(&app, NOON, 1).await, [unnoted.0], "as soon as it is known");
        app.close().await;
    });
}

fn the_answer_to_an_old_offer_may_be_what_its_message_is_learned_from() {
    with_path(async |path| {
        let app = open(&path).await.with_limits(without_pauses());
        let (game, rev) = settled(&app, 11).await;
        execute(
            &path,
            &format!("UPDATE events SET at = at - 3600000 WHERE game = {} AND seq <= {}", game.0, rev.0),
        )
        .await;
        assert_eq!(told(&app, NOON, 1).await, [], "its message is not known");
        posted(&app, (game, rev), 1).await;
        assert_eq!(told(&app, NOON, 1).await, [game], "as soon as it is known");
        app.close().await;
    });
}
