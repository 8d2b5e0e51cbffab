//! Takebacks: requested, allowed, declined, on the board and by command.

use std::time::Duration;

use rookery::sandbox::{Fault, Trouble};

use crate::bot::bench::{Bench, done, idle, long_after, message, soon, wait_for};

tests_on_both!(
    a_takeback_is_asked_for_and_allowed,
    a_takeback_is_declined,
    a_board_whose_move_is_taken_back_at_once_says_what_its_picture_shows,
    a_standing_request_is_on_every_board,
    the_newest_board_keeps_its_buttons_when_a_request_is_gone,
    the_newest_board_keeps_its_buttons_where_there_is_nothing_to_take_back,
    alone_it_is_done_at_once,
    an_old_board_takes_nothing_back,
    the_buttons_work_after_a_restart,
);

fn a_takeback_is_asked_for_and_allowed() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let none = game.red.slash("takeback", &[]).await;
        assert!(
            none.is_ephemeral() && none.text() == "You have no move to take back yet.",
            "{}",
            none.text()
        );
        let board = message(&game.play(&["e4"]).await);
        assert_eq!(board.labels(), ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"]);
        // The player who has just moved clicks below the board on which the other one is to move.
        let asked = message(&game.red.click(&board, "Takeback").await);
        assert_eq!(
            asked.content,
            format!(
                "White ({}) asks to take back a move: Pawn e2-e4. Black ({}): do you agree?",
                game.red.mention(),
                game.blue.mention()
            )
        );
        assert_eq!(asked.labels(), ["Allow takeback", "Decline", "Withdraw"]);
        assert_eq!(asked.pings(), [game.blue.id()]);
        for (who, why) in [(&game.red, "your own request"), (&bench.green("games"), "Only ")] {
            let refused = who.click(&asked, "Allow takeback").await;
            assert!(refused.is_ephemeral() && refused.text().contains(why), "{}", refused.text());
        }
        let back = message(&game.blue.click(&asked, "Allow takeback").await);
        assert_eq!(
            back.content,
            format!("Taken back: it is move 1 again. White ({}) to move.", game.red.mention())
        );
        assert_eq!(back.pings(), [game.red.id()], "whose turn it is again");
        assert!(back.picture().is_some());
        let channel = game.red.channel();
        soon("the question and the old board lose their buttons", || {
            [&asked, &board]
                .iter()
                .all(|old| channel.message(&old.id).is_some_and(|m| m.buttons().is_empty()))
        })
        .await;
        done(&game.play(&["d4", "d5"]).await);
        bench.finish().await;
    });
}

fn a_takeback_is_declined() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let asked = message(&game.red.slash("takeback", &[]).await);
        assert!(
            asked.content.contains("asks to take back the move Pawn e2-e4 and the answer to it."),
            "{}",
            asked.content
        );
        let no = message(&game.blue.click(&asked, "Decline").await);
        assert!(no.content.ends_with("declined the takeback. The game goes on."), "{}", no.content);
        assert_eq!(no.pings(), [game.red.id()]);
        let again = game.red.slash("takeback", &[]).await;
        assert!(again.is_ephemeral() && again.text().contains("after your next move"), "{}", again.text());
        let late = game.blue.click_stale(&asked, &asked.buttons()[0].custom_id).await;
        assert!(late.is_ephemeral() && late.text().contains("no longer asked for"), "{}", late.text());
        // A declined takeback does not affect draw offers.
        let drawn = message(&game.red.slash("draw", &[]).await);
        assert_eq!(drawn.labels(), ["Accept draw", "Decline", "Withdraw"]);
        done(&game.play(&["Nf3", "Nc6"]).await);
        done(&game.red.slash("takeback", &[]).await);
        bench.finish().await;
    });
}

fn a_board_whose_move_is_taken_back_at_once_says_what_its_picture_shows() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4"]).await);
        // The response to the request arrives late, when it has already been allowed, and that of the next
        // board even later.
        for late in [700, 1_500] {
            let slow = Trouble::SlowAnswer(Duration::from_millis(late));
            bench.discord.faults().add(Fault::next("/callback", slow));
        }
        let asked = message(&game.red.slash("takeback", &[]).await);
        let back = message(&game.blue.click(&asked, "Allow takeback").await);
        let channel = game.red.channel();
        soon("the old board loses its buttons", || {
            channel.message(&board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        idle().await;
        assert_eq!(channel.message(&board.id).expect("a board").content, board.content);
        let newest = channel.message(&back.id).expect("a board");
        assert!(newest.content.starts_with("Taken back: it is move 1 again."), "{}", newest.content);
        bench.finish().await;
    });
}

fn a_standing_request_is_on_every_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        done(&game.red.slash("takeback", &[]).await);
        let board = message(&game.blue.slash("board", &[]).await);
        assert!(board.content.ends_with("asks to take back a move."), "{}", board.content);
        assert_eq!(board.labels(), ["Type a move", "Flip board", "Offer draw", "Allow takeback", "Resign"]);
        let back = message(&game.blue.click(&board, "Allow takeback").await);
        assert!(back.content.starts_with("Taken back: it is move 1 again."), "{}", back.content);
        assert_eq!(back.labels(), ["Type a move", "Flip board", "Offer draw", "Resign", "Rules"]);
        // `/takeback` allows it as well.
        done(&game.play(&["d4"]).await);
        done(&game.red.slash("takeback", &[]).await);
        let back = message(&game.blue.slash("takeback", &[]).await);
        assert!(back.content.starts_with("Taken back"), "{}", back.content);
        bench.finish().await;
    });
}

fn the_newest_board_keeps_its_buttons_when_a_request_is_gone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let asked = message(&game.red.slash("takeback", &[]).await);
        let board = message(&game.red.slash("board", &[]).await);
        let allow = board.buttons().into_iter().find(|button| button.label == "Allow takeback");
        let allow = allow.expect("the board has the request").custom_id;
        done(&game.blue.click(&asked, "Decline").await);
        let now = || game.red.channel().message(&board.id).expect("the board").labels();
        let usual = ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"];
        soon("the board shows it no longer", || now() == usual).await;
        // A slow client still shows the button.
        let late = game.blue.click_stale(&board, &allow).await;
        assert!(late.is_ephemeral() && late.text().contains("no longer asked for"), "{}", late.text());
        long_after().await;
        assert_eq!(now(), usual);
        bench.finish().await;
    });
}

fn the_newest_board_keeps_its_buttons_where_there_is_nothing_to_take_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4"]).await);
        let none = game.blue.click(&board, "Takeback").await;
        assert!(none.is_ephemeral(), "{}", none.text());
        assert_eq!(none.text(), "You have no move to take back yet.");
        long_after().await;
        let now = game.red.channel().message(&board.id).expect("the board");
        assert_eq!(now.labels(), ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"]);
        // White has a move to take back.
        let asked = message(&game.red.click(&now, "Takeback").await);
        assert_eq!(asked.labels(), ["Allow takeback", "Decline", "Withdraw"]);
        bench.finish().await;
    });
}

fn alone_it_is_done_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "squirrel"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        done(&red.slash("move", &[("move", "e3e4")]).await);
        let board = message(&red.slash("move", &[("move", "e8e7")]).await);
        let back = message(&red.click(&board, "Takeback").await);
        assert_eq!(back.content, "Taken back: it is move 1 again. Black to move.");
        let back = message(&red.slash("takeback", &[]).await);
        assert_eq!(back.content, "Taken back: it is move 1 again. White to move.");
        assert!(back.pings().is_empty());
        bench.finish().await;
    });
}

fn an_old_board_takes_nothing_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let old = message(&game.play(&["e4"]).await);
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        let carried = old.buttons()[3].custom_id.clone();
        let stale = game.red.click_stale(&old, &carried).await;
        assert!(stale.is_ephemeral() && stale.text().contains("board is old"), "{}", stale.text());
        // A board of a position that was taken back does not either.
        let board = message(&game.red.slash("board", &[]).await);
        let carried: Vec<_> = board.buttons().iter().map(|button| button.custom_id.clone()).collect();
        done(&game.blue.slash("takeback", &[]).await);
        done(&game.red.slash("takeback", &[]).await);
        for id in carried {
            let stale = game.blue.click_stale(&board, &id).await;
            assert!(stale.is_ephemeral() && stale.text().contains("it is now move 1"), "{}", stale.text());
        }
        bench.finish().await;
    });
}

fn the_buttons_work_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        let asked = message(&game.blue.click(&board, "Takeback").await);
        bench.stop().await;
        bench.start().await;
        let back = message(&game.red.click(&asked, "Allow takeback").await);
        assert!(back.content.starts_with("Taken back: it is move 1 again. Black"), "{}", back.content);
        done(&game.blue.slash("move", &[("move", "c5")]).await);
        bench.finish().await;
    });
}
