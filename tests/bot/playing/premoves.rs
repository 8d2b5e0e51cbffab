//! Conditional moves in the chat: private, played at once, with one board for both moves.

use rookery::sandbox::Upshot;

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests_on_both!(
    a_line_is_played_with_one_board,
    a_line_that_does_not_apply_is_dropped_with_a_private_word,
    that_a_line_was_dropped_is_told_once,
    the_line_and_its_button_outlive_a_restart,
    a_line_that_was_kept_before_a_restart_is_shown_after_it,
    nobody_else_sees_what_is_prepared,
    a_refused_line_says_which_part_is_wrong,
    forgetting_and_the_move_at_once_leave_one_story,
);

const LINE: &str = "e7e5 if e2e4, then g8f6 if g1f3";

fn a_line_is_played_with_one_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let suggested = game.blue.types("/premove line: if e4").await.expect("suggestions");
        assert!(suggested.contains(&("if e4 then".to_owned(), "if e4 then".to_owned())), "{suggested:?}");
        let replies = game.blue.types("/premove line: if e4 then e5").await.expect("suggestions");
        assert!(replies.contains(&("if e4 then e5".to_owned(), "if e4 then e5".to_owned())), "{replies:?}");
        let kept = message(&game.blue.slash("premove", &[("line", LINE)]).await);
        assert!(kept.is_ephemeral() && kept.pings().is_empty());
        assert_eq!(
            kept.content,
            "Your prepared moves in Chess, which only you see:\n- `e5` if `e4`, then `Nf6` if `Nf3`"
        );
        assert_eq!(kept.labels(), ["Forget"]);
        let before = game.red.channel().messages().len();
        let board = message(&game.red.slash("move", &[("move", "e4")]).await);
        assert_eq!(
            board.content,
            format!(
                "White: Pawn e2-e4. Black answers at once: Pawn e7-e5. White ({}) to move.",
                game.red.mention()
            )
        );
        assert_eq!(board.pings(), [game.red.id()], "who is to move again");
        assert_eq!(board.labels(), ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"]);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        assert_eq!(game.red.channel().messages().len(), before + 2, "a board a move of White");
        let history = game.green_sees(&bench).await;
        assert!(history.contains("1. e4   e5") && history.contains("2. Nf3  Nf6"), "{history}");
        let none = game.blue.slash("premove", &[]).await;
        assert!(none.text().starts_with("You have no prepared moves in Chess."), "{}", none.text());
        bench.finish().await;
    });
}

fn a_line_that_does_not_apply_is_dropped_with_a_private_word() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        let kept = game.blue.slash("premove", &[("line", "Nc6 if Nf3")]).await;
        assert!(kept.text().contains("`Nc6` if `Nf3`"), "{}", kept.text());
        let board = message(&game.red.slash("move", &[("move", "d4")]).await);
        assert!(board.content.starts_with("White: Pawn d2-d4. Black ("), "{}", board.content);
        let dropped = |who: &rookery::sandbox::Member| {
            who.ephemerals()
                .iter()
                .filter(|m| m.content.ends_with("as the game went on differently."))
                .count()
        };
        assert_eq!(dropped(&game.blue), 0);
        let answer = message(&game.blue.slash("move", &[("move", "exd4")]).await);
        assert!(!answer.is_ephemeral(), "the board is for everybody");
        soon("a private word", || dropped(&game.blue) == 1).await;
        done(&game.red.slash("move", &[("move", "Qxd4")]).await);
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        assert_eq!((dropped(&game.blue), dropped(&game.red)), (1, 0), "once, and nobody else");
        bench.finish().await;
    });
}

fn that_a_line_was_dropped_is_told_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        assert!(game.blue.slash("premove", &[("line", "Nc6 if Nf3")]).await.answered());
        done(&game.red.slash("move", &[("move", "d4")]).await);
        let told = "The prepared moves that still waited in Chess are dropped";
        for times in [1, 0, 0] {
            let shown = game.blue.slash("premove", &[]).await;
            assert_eq!(shown.text().matches(told).count(), times, "{}", shown.text());
        }
        done(&game.blue.slash("move", &[("move", "exd4")]).await);
        done(&game.red.slash("move", &[("move", "Qxd4")]).await);
        let words = game.blue.ephemerals();
        assert_eq!(words.iter().filter(|word| word.content.contains(told)).count(), 1);
        bench.finish().await;
    });
}

fn the_line_and_its_button_outlive_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let kept = message(&game.blue.slash("premove", &[("line", LINE)]).await);
        bench.stop().await;
        bench.start().await;
        let board = message(&game.red.slash("move", &[("move", "e4")]).await);
        assert!(board.content.contains("answers at once"), "{}", board.content);
        bench.stop().await;
        bench.start().await;
        // The card is older than the move; the remaining moves are still deleted.
        let forgotten = game.blue.click(&kept, "Forget").await;
        assert_eq!(forgotten.outcome, Upshot::Update, "{}", forgotten.text());
        assert!(forgotten.text().starts_with("You have no prepared moves"), "{}", forgotten.text());
        let board = message(&game.red.slash("move", &[("move", "Nf3")]).await);
        assert!(board.content.starts_with("White: Knight g1-f3. Black"), "{}", board.content);
        bench.finish().await;
    });
}

fn a_line_that_was_kept_before_a_restart_is_shown_after_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let sent = game.blue.slash_now("premove", &[("line", LINE)]).expect("a command");
        Box::pin(bench.prepare_unanswered(&game.blue, &sent, LINE)).await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        let kept = message(&game.blue.answer_to(&sent).await);
        assert!(kept.is_ephemeral(), "it is private");
        assert_eq!(
            kept.content,
            "Your prepared moves in Chess, which only you see:\n- `e5` if `e4`, then `Nf6` if `Nf3`"
        );
        bench.finish().await;
    });
}

fn nobody_else_sees_what_is_prepared() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let kept = message(&game.blue.slash("premove", &[("line", "c7c5 if e2e4, then b8c6 if g1f3")]).await);
        for who in [&game.red, &bench.green("games")] {
            for (command, options) in [
                ("premove", &[][..]),
                ("board", &[][..]),
                ("board", &[("text", "true")][..]),
                ("history", &[][..]),
                ("games", &[][..]),
                ("export", &[][..]),
            ] {
                let seen = who.slash(command, options).await;
                let files = seen.message.iter().flat_map(|m| &m.files);
                let texts: Vec<String> =
                    files.map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).collect();
                for secret in ["c7c5", "c5` if", "b8c6"] {
                    assert!(!seen.text().contains(secret), "/{command}: {}", seen.text());
                    assert!(texts.iter().all(|text| !text.contains(secret)), "/{command}");
                }
            }
            let file = crate::bot::people::privacy::export(who).await.to_string();
            assert!(!file.contains("c7c5"), "{file}");
        }
        let own = crate::bot::people::privacy::export(&game.blue).await;
        let first = &own["games"][0]["prepared"][0][0];
        assert_eq!((first["when"].as_str(), first["reply"].as_str()), (Some("e2e4"), Some("c7c5")));
        let carried = kept.buttons()[0].custom_id.clone();
        let other = game.red.click_stale(&game.board, &carried).await;
        assert!(!other.text().contains("c5"), "{}", other.text());
        assert!(game.blue.slash("premove", &[]).await.text().contains("`c5` if `e4`"), "still there");
        bench.finish().await;
    });
}

fn a_refused_line_says_which_part_is_wrong() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for (line, told) in [
            ("e5 if e5", "You wrote “e5”."),
            ("e5 if e4, then Nf6", "I can't see which move “Nf6” answers."),
            ("e5 if e4, then Qh4 if Ke2, then Ke3 if Ke3", "You wrote “Ke3”."),
            ("@everyone if <@1>", "I can't read `<@1>`; "),
        ] {
            let refused = game.blue.slash("premove", &[("line", line)]).await;
            assert!(refused.is_ephemeral() && refused.text().contains(told), "{}", refused.text());
            assert!(message(&refused).pings().is_empty());
        }
        let own = game.red.slash("premove", &[("line", "e5 if e4")]).await;
        assert!(own.text().starts_with("It is your turn: play with"), "{}", own.text());
        let none = game.blue.slash("premove", &[]).await;
        assert!(none.text().starts_with("You have no prepared moves"), "{}", none.text());
        bench.finish().await;
    });
}

fn forgetting_and_the_move_at_once_leave_one_story() {
    wait_for(async {
        let bench = Bench::new().await;
        for round in 0..8 {
            let game = bench.game(&format!("table-{round}"), "chess", None).await;
            let kept = message(&game.blue.slash("premove", &[("line", "e5 if e4")]).await);
            let (moved, forgotten) =
                tokio::join!(game.red.slash("move", &[("move", "e4")]), game.blue.click(&kept, "Forget"));
            done(&moved);
            assert!(forgotten.text().starts_with("You have no prepared moves"), "{}", forgotten.text());
            let next = if moved.text().contains("answers at once") { &game.red } else { &game.blue };
            let other = if next.id() == game.red.id() { "Nf3" } else { "c5" };
            done(&next.slash("move", &[("move", other)]).await);
        }
        bench.finish().await;
    });
}

impl crate::bot::bench::Game {
    /// The list of moves as a spectator sees it.
    async fn green_sees(&self, bench: &Bench) -> String {
        bench.green("games").slash("history", &[]).await.text().to_owned()
    }
}
