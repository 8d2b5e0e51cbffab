//! Draws the pictures of messages; nothing else in this layer draws. Each is drawn once per message, when it
//! is sent, on a thread that may block. A board whose parts are all prepared is drawn at once because joining
//! them takes less time than waking another thread.
//!
//! A picture that cannot be drawn in time does not cost the message: its description is sent instead.

use std::borrow::Cow;
use std::fmt::{Display, Formatter};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use tokio::sync::Semaphore;
use tokio_util::bytes::Bytes;
use tokio_util::sync::CancellationToken;

use super::films::film;
use super::request::Attached;
use crate::app::{diagrams_png, drawn_once};
use crate::discord::reply::{CardPart, Content, Document, Reply};
use crate::games;
use crate::games::trial::caught;
use crate::render::{self, BoardView, Look, Replay};
use crate::rules::{Color, Position, Variant};
use crate::timing::virtual_time::{self, alone};
use crate::timing::{self, Phase};
use crate::words::Words;

/// How much of a message's time is reserved for its upload; half of it if there is less than twice this.
const UPLOAD: Duration = Duration::from_millis(700);
/// Maximum size of a file, in bytes: Discord accepts 10 MiB without a paid upgrade, including the message.
const FILE_MAX: usize = (10 << 20) - (64 << 10);
/// The side of a square, in pixels, if several boards are drawn side by side.
const SMALL_CELL: u32 = 24;

/// Limits the pictures drawn at the same time: more would only make each slower, and each holds a thread.
static DRAWING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(2, std::num::NonZero::get).clamp(2, 16))
});
/// Limits how many films are made at the same time. They have places of their own, so that no
/// board waits for a film.
///
/// There are several places, so that no film waits for that of one person, who has only one at a time.
static FILMING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(
        std::thread::available_parallelism().map_or(2, std::num::NonZero::get).div_ceil(4).clamp(2, 4),
    )
});

/// Games from files whose drawing failed, one entry per failure, until they are taken.
static BROKEN: Mutex<Vec<Variant>> = Mutex::new(Vec::new());

/// Timeout for drawing a single board to see whether it fails.
const ALONE: Duration = Duration::from_secs(10);

/// Maximum number of entries in `BROKEN`.
const BROKEN_MAX: usize = 64;

/// Why there is no picture.
#[derive(Debug, PartialEq, Eq)]
enum Undrawn {
    Late(Duration),
    TooLarge,
    Broken(String),
}

impl Display for Undrawn {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Late(within) => write!(f, "it was not done within {} ms", within.as_millis()),
            Self::TooLarge => f.write_str("it is too large"),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

/// Returns the games from files whose drawing failed since the last call, one entry per failure.
pub fn take_broken() -> Vec<Variant> {
    std::mem::take(&mut BROKEN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Records that drawing this failed, if it shows a game from a file. If it shows several games, each is drawn
/// by itself to find the failing one.
async fn note_broken(content: Content) {
    match content {
        Content::Board { board, .. } => note_game(board.variant),
        Content::Film { game, .. } => note_game(game.line.position().variant()),
        Content::Diagrams { boards, .. } | Content::Review { boards, .. } => {
            let Some(first) = boards.first().map(|board| board.variant) else { return };
            if boards.iter().all(|board| board.variant == first) {
                return note_game(first);
            }
            for board in boards.into_iter().filter(|board| board.variant.is_custom()) {
                let game = board.variant;
                let alone = Content::Board { board: Box::new(board), look: Look::default() };
                if let Err(Undrawn::Broken(_)) = aside(&DRAWING, ALONE, move || file(&alone)).await {
                    note_game(game);
                }
            }
        }
        Content::Ratings { .. } | Content::Scores { .. } => {}
    }
}

fn note_game(game: Variant) {
    let mut broken = BROKEN.lock().unwrap_or_else(PoisonError::into_inner);
    // More entries would add no information.
    if game.is_custom() && broken.len() < BROKEN_MAX {
        broken.push(game);
    }
}

/// Returns a message as it is sent, with its picture drawn once for all attempts until `deadline`.
///
/// A picture that cannot be drawn in time does not delay the message, which then has the description as text.
pub async fn draw(reply: &Reply, deadline: Instant) -> (Cow<'_, Reply>, Option<Attached>) {
    if let Some(Document { name, text, kind }) = &reply.document {
        let bytes = Bytes::from(text.clone());
        return (Cow::Borrowed(reply), Some(Attached { name: name.clone(), bytes, kind }));
    }
    let Some(picture) = &reply.picture else { return (Cow::Borrowed(reply), None) };
    let _time = timing::start(Phase::Pictures);
    let (places, kind) = if reply.takes_long() { (&FILMING, "image/gif") } else { (&DRAWING, "image/png") };
    let left = deadline.saturating_duration_since(Instant::now());
    let within = left.saturating_sub(UPLOAD).max(left / 2);
    // Pictures cached by another test would change the order of tasks, so virtual time
    // excludes the fast path.
    let may_be_at_once = !within.is_zero() && virtual_time::began().is_none();
    let at_once = || match &picture.content {
        Content::Board { board, look } if may_be_at_once => render::png_at_once(board, look),
        _ => None,
    };
    let drawn = if let Some(png) = at_once() {
        Ok(png.into())
    } else {
        let content = picture.content.clone();
        aside(places, within, move || drawn(&content)).await
    };
    match drawn.and_then(|bytes| if bytes.len() > FILE_MAX { Err(Undrawn::TooLarge) } else { Ok(bytes) }) {
        Ok(bytes) => (Cow::Borrowed(reply), Some(Attached { name: picture.name.clone(), bytes, kind })),
        Err(why) => {
            if matches!(why, Undrawn::Broken(_)) {
                tokio::spawn(note_broken(picture.content.clone()));
            }
            tracing::error!(%why, "a picture could not be drawn, so its message has none");
            tracing::debug!(shows = picture.alt, "this was to be seen");
            (Cow::Owned(in_words(reply)), None)
        }
    }
}

/// Draws the first board of every game from both sides, so that a player's first board is not the first ever
/// drawn. After `stop` it ends with the board it is drawing.
pub async fn warm(stop: CancellationToken) {
    let began = Instant::now();
    // On one thread because each thread that draws keeps some memory for the next time.
    if let Err(error) = virtual_time::aside(move || draw_first_boards(&stop)).await {
        tracing::error!(%error, "the first boards were not drawn");
    }
    tracing::debug!(took = ?began.elapsed(), "the first boards are drawn");
}

/// Pauses after each board for as long as drawing it took, because people may be playing.
fn draw_first_boards(stop: &CancellationToken) {
    for variant in games::all() {
        for side in Color::BOTH {
            if stop.is_cancelled() {
                return;
            }
            let began = Instant::now();
            let look = Look::default().saying(Words::english().to_move());
            let board = Box::new(BoardView::new(&Position::start(variant), None, side));
            if let Err(why) = caught(|| file(&Content::Board { board, look })) {
                tracing::error!(why, game = variant.slug(), "a first board could not be drawn");
            }
            std::thread::sleep(began.elapsed());
        }
    }
}

/// Returns a picture that was drawn before, or draws it now.
fn drawn(content: &Content) -> Bytes {
    let (name, boards) = match content {
        Content::Diagrams { name, boards, .. } => (name, boards),
        Content::Film { game, side } => return film(game, *side, || file(content)),
        _ => return file(content).into(),
    };
    // Games from files are too many to cache, and they come and go.
    if boards.iter().any(|board| board.variant.is_custom()) {
        return file(content).into();
    }
    // Diagrams of pieces and the first boards of families never change.
    drawn_once(name, || file(content))
}

fn file(content: &Content) -> Vec<u8> {
    match content {
        Content::Board { board, look } => render::png(board, look),
        Content::Diagrams { boards, in_a_row, .. } => {
            if *in_a_row > 1 {
                let look = Look::default().without_panel().with_cell(SMALL_CELL);
                render::numbered_diagram(boards, *in_a_row, &look)
            } else {
                diagrams_png(boards)
            }
        }
        Content::Review { curve, boards } => {
            let look = Look::default().without_panel();
            let look = boards.first().map_or(look, |board| look.for_three(board.variant));
            render::review(curve, boards, &look)
        }
        Content::Ratings { chart, theme } => render::rating_chart(chart, theme),
        Content::Scores { table, theme } => render::score_table(table, theme),
        Content::Film { game, side } => render::gif(
            &BoardView::frames(&game.line, *side),
            &Replay { limit: FILE_MAX, ..Replay::default() },
        ),
    }
}

/// Runs `work` on a thread that may block. Returns its result, or why there is none within this time.
async fn aside<T: Send + 'static>(
    places: &'static Semaphore,
    within: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Undrawn> {
    let late = || Undrawn::Late(within);
    let until = Instant::now() + within;
    // The places belong to the process, and are held only while something is drawn.
    let place = alone(tokio::time::timeout_at(until, places.acquire())).await;
    let Ok(Ok(place)) = place else { return Err(late()) };
    let mut task = virtual_time::aside(move || {
        // Held until the work is done, even if its result is no longer awaited.
        let _place = place;
        work()
    });
    let Ok(done) = tokio::time::timeout_at(until, &mut task).await else {
        // Work that has not begun is no longer needed.
        task.abort();
        return Err(late());
    };
    done.map_err(|error| Undrawn::Broken(error.to_string()))
}

/// Returns the message with the picture replaced by its description.
pub fn in_words(reply: &Reply) -> Reply {
    let mut reply = reply.clone();
    let Some(picture) = reply.picture.take() else { return reply };
    if let Some(card) = &mut reply.card {
        for part in &mut card.parts {
            if matches!(part, CardPart::Picture) {
                *part = CardPart::Text(picture.instead.clone());
            }
        }
    } else {
        reply.text = format!("{}\n{}", reply.text, picture.instead);
    }
    reply
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::discord::messages::boards;
    use crate::discord::reply::Card;
    use crate::game::UserId;

    fn start() -> BoardView {
        let chess = games::from_slug("chess").expect("chess is there");
        BoardView::new(&Position::start(chess), None, Color::White)
    }

    fn in_a_minute() -> Instant {
        Instant::now() + Duration::from_mins(1)
    }

    #[tokio::test]
    async fn a_picture_comes_as_a_file_and_nothing_comes_of_none() {
        let reply = Reply::public("White to move.").picture(boards::of_board(Words::english(), &start()));
        let (said, file) = draw(&reply, in_a_minute()).await;
        assert!(said.picture.is_some() && said.text == "White to move.");
        let file = file.expect("a picture");
        let expected = render::png(&start(), &Look::default().saying(Words::english().to_move()));
        assert!(file.name == "board.png" && file.bytes == expected && file.kind == "image/png");
        let reply = Reply::public("Hello.");
        let (said, file) = draw(&reply, in_a_minute()).await;
        assert!(said.text == "Hello." && file.is_none(), "nothing to draw");
    }

    #[tokio::test]
    async fn a_panic_in_the_work_is_told_and_goes_no_further() {
        let why = aside(&DRAWING, Duration::from_mins(1), || -> u8 { panic!("out of paint") }).await;
        assert!(matches!(why, Err(Undrawn::Broken(why)) if why.contains("out of paint")));
    }

    #[tokio::test]
    async fn only_games_from_files_are_remembered_as_broken() {
        let text = "name = \"Broken Pictures\"\nextends = \"chess\"\n";
        let own = games::add(text).expect("a game");
        let look = Look::default();
        for variant in [start().variant, own] {
            let board = BoardView::new(&Position::start(variant), None, Color::White);
            note_broken(Content::Board { board: Box::new(board), look }).await;
        }
        assert_eq!(take_broken(), [own]);
        assert!(take_broken().is_empty(), "each is told once");
        let diagrams = |games: &[Variant]| Content::Diagrams {
            name: String::new(),
            boards: games
                .iter()
                .map(|game| BoardView::new(&Position::start(*game), None, Color::White))
                .collect(),
            in_a_row: 2,
        };
        note_broken(diagrams(&[own, own])).await;
        assert_eq!(take_broken(), [own]);
        note_broken(diagrams(&[own, start().variant])).await;
        assert!(take_broken().is_empty(), "drawn by itself it does not fail, so it is not to blame");
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_not_waited_for() {
        let (release, held) = mpsc::channel::<()>();
        let why = aside(&DRAWING, Duration::from_millis(5), move || held.recv().is_ok()).await;
        assert_eq!(why, Err(Undrawn::Late(Duration::from_millis(5))));
        drop(release);
    }

    #[test]
    fn without_time_to_draw_the_message_says_what_the_picture_would_show() {
        // The only thread for such work is busy, so that even a quick drawing comes too late.
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(1).build().expect("a runtime");
        let (release, held) = mpsc::channel::<()>();
        let (said, file) = runtime.block_on(async {
            tokio::task::spawn_blocking(move || held.recv().is_ok());
            let reply = Reply::public("White to move.")
                .picture(boards::of_board(Words::english(), &start()))
                .ping(Some(UserId(7)));
            let (said, file) = draw(&reply, Instant::now()).await;
            (said.into_owned(), file)
        });
        drop(release);
        assert!(file.is_none() && said.picture.is_none() && said.ping == Some(UserId(7)));
        let alt = Words::english().alt_text(&start());
        assert_eq!(
            said.text,
            format!("White to move.\nThe picture could not be drawn. It would show: {alt}")
        );
    }

    #[test]
    fn a_card_whose_picture_is_not_drawn_says_in_its_place_what_it_would_show() {
        let card = Card::of("Above").part(CardPart::Picture).text("Below");
        let reply = Reply::card(card).picture(boards::of_board(Words::english(), &start()));
        let said = in_words(&reply);
        let texts: Vec<&str> = said.card.iter().flat_map(Card::texts).collect();
        let instead = Words::english().not_drawn(&Words::english().alt_text(&start()));
        assert_eq!(texts, ["Above", instead.as_str(), "Below"]);
        assert!(said.picture.is_none() && said.text.is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn however_many_pictures_are_wanted_few_are_drawn_at_once() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let wanted = (0..400).map(|_| {
            tokio::spawn(aside(&DRAWING, Duration::from_millis(200), || {
                MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                NOW.fetch_sub(1, Ordering::SeqCst);
            }))
        });
        let mut late = 0;
        for one in wanted.collect::<Vec<_>>() {
            late += usize::from(one.await.expect("no panic").is_err());
        }
        assert!(MOST.load(Ordering::SeqCst) <= 16, "{} at once", MOST.load(Ordering::SeqCst));
        assert!(late > 0, "those whose time was over were not drawn");
    }

    #[test]
    fn diagrams_are_drawn_once() {
        let content =
            Content::Diagrams { name: "a test".to_owned(), boards: vec![start(), start()], in_a_row: 1 };
        let first = drawn(&content);
        let again = drawn(&content);
        assert_eq!(first.as_ptr(), again.as_ptr(), "the very same bytes");
    }

    #[tokio::test]
    async fn the_first_boards_are_not_drawn_after_a_stop() {
        let stop = CancellationToken::new();
        stop.cancel();
        tokio::time::timeout(Duration::from_mins(1), warm(stop)).await.expect("it ends");
    }
}
