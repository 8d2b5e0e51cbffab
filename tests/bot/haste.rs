//! How fast one person may act, with the rations as they ordinarily are.

use std::time::Duration;

use rookery::discord::haste::Rations;

use super::bench::{Bench, done, wait_for};

tests!(
    who_hurries_is_told_to_wait,
    blitz_is_not_hindered,
    what_one_sees_alone_is_not_rationed,
    turning_the_board_costs_no_move,
);

async fn ordinary() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.rations = Rations::default();
    bench.start().await;
    bench
}

fn who_hurries_is_told_to_wait() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        for _ in 0..10 {
            done(&green.slash("board", &[]).await);
        }
        let messages = green.channel().messages().len();
        for _ in 0..5 {
            let told = green.slash("board", &[]).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert_eq!(
                told.text(),
                "That was very much at once, and nothing has changed. You can go on in 3 seconds."
            );
        }
        assert_eq!(green.channel().messages().len(), messages, "nobody else sees anything of it");
        done(&game.blue.slash("board", &[]).await);
        bench.settings.clock.advance(Duration::from_secs(3));
        done(&green.slash("board", &[]).await);
        assert!(green.slash("board", &[]).await.is_ephemeral(), "one in three seconds");
        bench.finish().await;
    });
}

/// Twenty moves of each side.
const MOVES: &str = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5 c4 c5 d4 d5 e4 e5 f4 f5 g4 g5 h4 h5 \
    Na3 Na6 Nf3 Nf6 Bd2 Bd7 Bd3 Bd6";

fn blitz_is_not_hindered() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        let moves: Vec<_> = MOVES.split_whitespace().collect();
        assert_eq!(moves.len(), 40);
        // As fast as a program can, and far faster than hands.
        done(&game.play(&moves).await);
        for text in ["Qe2", "Qe7", "Qd1", "Qd8", "Qe2", "Qe7"] {
            bench.settings.clock.advance(Duration::from_secs(1));
            let turn = bench.count("SELECT count(*) FROM games WHERE turn = 'white'").await == 1;
            let who = if turn { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", text)]).await);
        }
        bench.finish().await;
    });
}

fn what_one_sees_alone_is_not_rationed() {
    wait_for(async {
        let bench = ordinary().await;
        let red = bench.red("games");
        for _ in 0..30 {
            let list = red.slash("games", &[]).await;
            assert!(list.text().starts_with("You have no live game"), "{}", list.text());
        }
        bench.finish().await;
    });
}

fn turning_the_board_costs_no_move() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        for _ in 0..35 {
            let flipped = game.red.click(&game.board, "Flip board").await;
            let picture = flipped
                .message
                .as_ref()
                .and_then(|message| message.picture().map(|picture| picture.name.clone()));
            assert!(flipped.is_ephemeral() && picture.is_some(), "{}", flipped.text());
        }
        done(&game.play(&["e4"]).await);
        for _ in 0..12 {
            let text = game.red.slash("board", &[("text", "true")]).await;
            assert!(text.is_ephemeral() && text.text().contains("King"), "{}", text.text());
        }
        bench.finish().await;
    });
}
