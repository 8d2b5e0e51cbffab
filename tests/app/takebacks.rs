//! Takebacks in the store: the log keeps the moves taken back, and everything else follows from it.

use super::{BLUE, RED, by, open, play, start, with_path};
use rookery::app::{Target, What};
use rookery::game::{EventKind, Ply, Rev};
use rookery::store::{Checked, Store, StoreOptions, check};

tests!(the_log_keeps_what_was_taken_back);

fn the_log_keeps_what_was_taken_back() {
    with_path(async |path| {
        let app = open(&path).await;
        let view = start(&app, "chess", None).await;
        play(&app, "e4 e5 Nf3").await;
        let asked = app.take_back(&by(RED), Target::Here).await.expect("it is asked for");
        let yes = app.take_back(&by(BLUE), Target::Here).await.expect("it is allowed");
        assert_eq!((yes.what, yes.view.ply, yes.view.rev), (What::TakenBack, Ply(2), Rev(6)));
        assert_eq!((asked.view.ping, yes.view.ping), (Some(BLUE), Some(RED)));
        play(&app, "Nc3 Nf6").await;
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 1, moves: 4, up_to_date: true });

        let app = open(&path).await;
        let board = app.board(&by(RED), Target::Here, None).await.expect("a board");
        assert_eq!((board.ply, board.to_move), (Ply(4), Some(RED)));
        app.close().await;
        let store = Store::open(&path, StoreOptions::default()).await.expect("the database opens");
        let row = store.game(view.game).await.expect("a read").expect("the game");
        let log: Vec<_> = row.log.iter().map(|entry| (entry.kind, entry.text.as_str())).collect();
        assert_eq!(
            log[3..],
            [
                (EventKind::Move, "g1f3"),
                (EventKind::Asked, "takeback"),
                (EventKind::Takeback, "2"),
                (EventKind::Move, "b1c3"),
                (EventKind::Move, "g8f6"),
            ]
        );
        store.close().await;
    });
}
