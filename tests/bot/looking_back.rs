//! Looking back at a game: its moves, its positions, its files.

use rookery::render::BoardView;
use rookery::rules::{Color, Line, Position, Variant};
use rookery::sandbox::{Response, Upshot};

use super::bench::{Bench, done, message, wait_for};

tests!(
    the_moves_are_listed_in_columns,
    a_long_list_is_paged_also_after_a_restart,
    a_position_is_shown_by_its_number,
    positions_are_walked_through_by_buttons,
    what_was_taken_back_is_not_listed,
);

/// A private answer.
#[track_caller]
fn private(response: &Response) -> &str {
    assert!(response.answered() && response.is_ephemeral(), "{}", response.text());
    response.text()
}

fn chess(moves: &[&str]) -> Line {
    let mut line = Line::new(Position::start(Variant::from_slug("chess").expect("chess")));
    for text in moves {
        line.play_typed(text).expect("a legal move");
    }
    line
}

fn the_moves_are_listed_in_columns() {
    wait_for(async {
        let bench = Bench::new().await;
        let none = bench.green("quiet").slash("history", &[]).await;
        assert!(private(&none).starts_with("There is no game in this channel;"), "{}", none.text());
        let game = bench.game("games", "chess", None).await;
        let start = game.red.slash("history", &[]).await;
        assert_eq!(private(&start), "Chess: no move has been played yet.");
        assert_eq!(start.labels(), Vec::<String>::new());
        done(&game.play(&["f3", "e5", "g4"]).await);
        // Whoever can see the channel may look.
        let shown = bench.green("games").slash("history", &[]).await;
        assert_eq!(private(&shown), "Chess, 3 moves played.\n```\n1. f3  e5\n2. g4\n```");
        assert_eq!(shown.labels(), ["See the board"]);
        done(&game.blue.slash("move", &[("move", "Qh4")]).await);
        let over = game.red.slash("history", &[]).await;
        assert_eq!(private(&over), "Chess, 4 moves played.\n```\n1. f3  e5\n2. g4  Qh4#\n0-1\n```");
        bench.finish().await;
    });
}

fn a_long_list_is_paged_also_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for pawns in [["a3", "a6"], ["b3", "b6"], ["c3", "c6"]] {
            // Knights out and back, as often as no position comes up five times.
            for _ in 0..3 {
                done(&game.play(&["Nf3", "Nf6", "Ng1", "Ng8"]).await);
            }
            done(&game.play(&pawns).await);
        }
        let last = message(&game.red.slash("history", &[]).await);
        assert_eq!(last.content, "Chess, 42 moves played. Page 2 of 2:\n```\n21. c3  c6\n```");
        assert_eq!(last.labels(), ["Earlier moves", "See the board"]);
        bench.stop().await;
        bench.start().await;
        let turned = game.red.click(&last, "Earlier moves").await;
        assert_eq!(turned.outcome, Upshot::Update);
        let first = message(&turned);
        assert!(first.id == last.id && first.is_ephemeral(), "the same message, as a page is turned");
        assert!(
            first.content.contains("Page 1 of 2:\n```\n 1. Nf3  Nf6\n 2. Ng1  Ng8\n"),
            "{}",
            first.content
        );
        assert!(first.content.ends_with("\n20. Ng1  Ng8\n```"), "{}", first.content);
        assert_eq!(first.labels(), ["Later moves", "See the board"]);
        let again = message(&game.red.click(&first, "Later moves").await);
        assert_eq!(again.content, last.content);
        bench.finish().await;
    });
}

fn a_position_is_shown_by_its_number() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let moves = ["e4", "e5", "Nf3", "Nf6", "Nxe5"];
        let early = game.red.slash("history", &[("move", "1")]).await;
        assert_eq!(private(&early), "No move has been played yet.");
        done(&game.play(&moves).await);
        for (number, plies, told) in [
            ("0", 0, "Chess: the start position."),
            ("1", 2, "Chess, after 1... e5: Pawn e7-e5."),
            ("2", 4, "Chess, after 2... Nf6: Knight g8-f6."),
            ("3", 5, "Chess, after 3. Nxe5: Knight f3-e5, takes Pawn e5."),
        ] {
            for (who, side) in [(&game.blue, Color::Black), (&bench.green("games"), Color::White)] {
                let shown = who.slash("history", &[("move", number)]).await;
                assert_eq!(private(&shown), told);
                let drawn = super::drawn(&BoardView::of_line(&chess(&moves[..plies]), side));
                let shown = message(&shown);
                assert!(shown.picture().is_some_and(|picture| picture.bytes == drawn), "{told}");
            }
        }
        let captured = message(&game.red.slash("history", &[("move", "3")]).await);
        let alt = &captured.picture().expect("a picture").description;
        assert!(alt.contains("White has captured a Pawn."), "{alt}");
        let late = game.red.slash("history", &[("move", "4")]).await;
        assert_eq!(
            private(&late).split_once(" </history").map(|(said, _)| said),
            Some("There is no move of that number; the last one is move 3.")
        );
        let less = game.red.slash("history", &[("move", "-1")]).await;
        assert!(!less.answered(), "Discord itself takes no such number");
        bench.finish().await;
    });
}

fn positions_are_walked_through_by_buttons() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let list = message(&game.red.slash("history", &[]).await);
        let shown = message(&game.red.click(&list, "See the board").await);
        assert_eq!(shown.content, "Chess, after 1... e5: Pawn e7-e5.");
        assert_eq!(shown.labels(), ["One move back", "All moves"]);
        let back = message(&game.red.click(&shown, "One move back").await);
        assert_eq!(back.content, "Chess, after 1. e4: Pawn e2-e4.");
        assert_eq!(back.labels(), ["One move back", "One move on", "All moves"]);
        assert!(back.files.len() == 1 && back.id == list.id, "one picture in the place of the other");
        let start = message(&game.red.click(&back, "One move back").await);
        assert_eq!((start.content.as_str(), start.labels().len()), ("Chess: the start position.", 2));
        // What has been played since is shown as well.
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        let all = message(&game.red.click(&start, "All moves").await);
        assert_eq!(all.content, "Chess, 3 moves played.\n```\n1. e4   e5\n2. Nf3\n```");
        assert!(all.files.is_empty(), "the list has no picture");
        bench.finish().await;
    });
}

fn what_was_taken_back_is_not_listed() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        for text in ["e4", "e5", "Nf3"] {
            done(&red.slash("move", &[("move", text)]).await);
        }
        let after = message(&red.slash("history", &[("move", "2")]).await);
        for _ in 0..2 {
            done(&red.slash("takeback", &[]).await);
        }
        done(&red.slash("move", &[("move", "c5")]).await);
        let list = red.slash("history", &[]).await;
        assert_eq!(private(&list), "Chess, 2 moves played.\n```\n1. e4  c5\n```");
        // A button of the line that is gone shows the one that stands.
        let back = message(&red.click(&after, "One move back").await);
        assert_eq!(back.content, "Chess, after 1... c5: Pawn c7-c5.");
        bench.finish().await;
    });
}
