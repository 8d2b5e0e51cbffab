//! Pictures in messages: the renderer's output arrives, and a picture that is late delays nobody.

use std::sync::mpsc;

use rookery::games;
use rookery::render::{BoardView, Look, diagram};
use rookery::rules::{Color, Line, Move, Position};
use rookery::sandbox::{Fault, Message, Trouble};
use rookery::words::Words;

use crate::bot::bench::{Bench, message, wait_for};
use crate::bot::drawn;

tests!(
    boards_arrive_as_the_renderer_draws_them,
    a_piece_is_shown_on_two_boards,
    every_attempt_carries_the_same_picture,
    a_picture_that_takes_too_long_is_told_in_words,
);

/// The view after White's first move, from the side of Black, who is to move.
pub fn after(start: &Position, mv: Move) -> BoardView {
    let mut line = Line::new(*start);
    line.play(mv).expect("a legal move");
    BoardView::of_line(&line, Color::Black)
}

/// Asserts that the message shows this view and no other picture.
fn shows(message: &Message, view: &BoardView) {
    let [picture] = &message.files[..] else { panic!("one picture: {message:?}") };
    assert_eq!(picture.description, Words::english().alt_text(view));
    assert!(picture.bytes == drawn(view), "other bytes than the renderer's: {}", picture.description);
}

fn boards_arrive_as_the_renderer_draws_them() {
    wait_for(async {
        let bench = Bench::new().await;
        for variant in games::all() {
            let start = Position::start(variant);
            let game = bench.game(variant.slug(), variant.slug(), None).await;
            shows(&game.board, &BoardView::new(&start, None, Color::White));
            let flipped = message(&game.blue.click(&game.board, "Flip board").await);
            shows(&flipped, &BoardView::new(&start, None, Color::Black));
            let mv = start.legal_moves()[0];
            let played = message(&game.play(&[&mv.to_string()]).await);
            shows(&played, &after(&start, mv));
            let rules = message(&game.red.slash("rules", &[("variant", variant.slug())]).await);
            shows(&rules, &BoardView::new(&start, None, Color::White));
        }
        bench.finish().await;
    });
}

fn a_piece_is_shown_on_two_boards() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in games::all() {
            let kind = variant.spec().kinds().nth(1).expect("another than the king");
            let told = red
                .slash(
                    "rules",
                    &[("variant", variant.slug()), ("piece", &variant.spec().piece_type(kind).name)],
                )
                .await;
            assert!(told.is_ephemeral());
            let message = message(&told);
            let boards: Vec<BoardView> = variant
                .spec()
                .diagrams_of(kind)
                .inspect(|shown| {
                    let caption = Words::english().caption(variant, shown);
                    assert!(message.content.contains(&caption), "{}", message.content);
                })
                .map(|shown| BoardView::of_diagram(variant, shown))
                .collect();
            let [picture] = &message.files[..] else { panic!("one picture: {message:?}") };
            assert_eq!(picture.description, Words::english().diagram_alt_text(&boards));
            let look = Look::default().without_panel().with_cell(60);
            assert!(picture.bytes == diagram(&boards, 1, &look), "{}", picture.description);
        }
        bench.finish().await;
    });
}

fn every_attempt_carries_the_same_picture() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Status(502)).times(3));
        let played = message(&game.play(&["e2e4"]).await);
        let start = Position::start(games::from_slug("chess").expect("chess is there"));
        let mv = start.legal_moves().into_iter().find(|mv| mv.to_string() == "e2e4").expect("a move");
        shows(&played, &after(&start, mv));
        assert!(bench.bot().counts().contains("3 retries"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn a_picture_that_takes_too_long_is_told_in_words() {
    // A single thread for rendering, so that a test can occupy it.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let (release, held) = mpsc::channel::<()>();
        let (tell, told) = tokio::sync::oneshot::channel();
        tokio::task::spawn_blocking(move || {
            tell.send(()).expect("the test waits for this");
            // Ends when the other end is dropped, even by a failing test.
            held.iter().for_each(drop);
        });
        told.await.expect("the thread is taken");

        // A board with all parts cached is rendered inline, so a diagram is requested, which always uses that
        // thread.
        let knight = [("variant", "chess"), ("piece", "Knight")];
        let asked = red.slash("rules", &knight).await;
        assert!(asked.answered() && asked.is_ephemeral(), "{}", asked.text());
        let told = message(&asked);
        assert!(told.files.is_empty(), "{told:?}");
        for said in ["The picture could not be drawn.", "It would show:", "Knight"] {
            assert!(told.content.contains(said), "{said}: {}", told.content);
        }

        drop(release);
        let next = message(&red.slash("rules", &knight).await);
        assert!(next.picture().is_some(), "{}", next.content);
        bench.finish().await;
    });
}
