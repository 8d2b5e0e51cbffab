//! Texts of puzzles, in the pseudo language.

use rookery::app::{
    Aim, DailyPuzzle, DailySolver, Motif, PuzzleEnd, PuzzleNews, PuzzleStand, PuzzleView, PuzzleWish,
    Refutation, Standing,
};
use rookery::discord::reply::CARD_TEXT_MAX;
use rookery::engine::{Merit, Puzzle, Victory, WrongMoveCost};
use rookery::game::{ChannelId, UserId};
use rookery::games;
use rookery::render::{BoardView, Look};
use rookery::rules::{Color, DescribedMove, Termination, read_move};
use rookery::words::{ByHand, Words};
use strum::VariantArray;

use super::{PSEUDO, check, fits, named};

tests!(
    nothing_of_a_puzzle_is_left_in_english,
    nothing_of_its_end_is_left_in_english,
    the_puzzle_of_the_day_says_what_is_won,
    the_end_of_a_puzzle_says_what_was_won,
);

/// One for each motif of a game, and one of each grade.
fn puzzles() -> Vec<&'static Puzzle> {
    games::all()
        .flat_map(|game| {
            let all = Puzzle::all(game);
            let shows = |motif: &Motif| all.iter().rfind(|puzzle| puzzle.motifs().contains(motif));
            [all.first(), all.get(all.len() / 2), all.last()]
                .into_iter()
                .chain(Motif::VARIANTS.iter().map(shows))
        })
        .flatten()
        .collect()
}

fn stand(puzzle: &Puzzle) -> PuzzleStand {
    let wish = PuzzleWish::default();
    PuzzleStand { game: puzzle.variant(), puzzle: puzzle.id(), plies: 0, hinted: false, wish }
}

fn described(puzzle: &Puzzle) -> Vec<DescribedMove> {
    let line = puzzle.line(puzzle.solution().len());
    line.plies().map(|(before, mv, _)| DescribedMove::new(&before, &mv)).collect()
}

/// A wrong move, with itself as the reply.
fn missed(mv: &DescribedMove, cost: Option<WrongMoveCost>) -> PuzzleNews {
    PuzzleNews::Missed(mv.clone(), Refutation::Reply(mv.clone(), cost))
}

fn nothing_of_a_puzzle_is_left_in_english() {
    for puzzle in puzzles() {
        let line = puzzle.line(0);
        let board = BoardView::of_line(&line, puzzle.start().turn());
        let (stand, look) = (stand(puzzle), Look::default());
        let view = PuzzleView {
            stand,
            puzzle,
            hint: None,
            news: None,
            movers: Vec::new(),
            chosen: None,
            board,
            look,
            leaves_table: true,
        };
        let told = PSEUDO.puzzle_task(&view);
        check(&told);
        let mv = described(puzzle)[0].clone();
        let error = read_move(line.position(), "xyzzy").expect_err("no move");
        for news in [
            PuzzleNews::Answered(mv.clone(), mv.clone()),
            missed(&mv, None),
            missed(&mv, Some(WrongMoveCost::Taken(Merit::Wins(Victory::Mate)))),
            missed(&mv, Some(WrongMoveCost::Win(1))),
            missed(&mv, Some(WrongMoveCost::Win(3))),
            missed(&mv, Some(WrongMoveCost::Material)),
            PuzzleNews::Missed(mv.clone(), Refutation::Over(Termination::Stalemate)),
            PuzzleNews::Missed(mv.clone(), Refutation::Over(Termination::Checkmate(Color::Black))),
            PuzzleNews::Missed(mv.clone(), Refutation::Unknown),
            PuzzleNews::Refused(Box::new(*line.position()), error),
            PuzzleNews::Piece(mv.piece, mv.mv.from()),
            PuzzleNews::Piece(mv.piece, None),
            PuzzleNews::Shown(mv.clone()),
        ] {
            let said = PSEUDO.puzzle_news(&view, &news, ByHand::Menus);
            check(&said);
            check(&PSEUDO.puzzle_news(&view, &news, ByHand::Taps));
            // A selected piece shows its moves below.
            fits(&format!("{told}{said}"), CARD_TEXT_MAX - 1_900);
        }
    }
}

fn nothing_of_its_end_is_left_in_english() {
    for puzzle in puzzles() {
        for (solved, streak) in [(false, 0), (true, 0), (true, 1), (true, 12)] {
            let end = PuzzleEnd {
                stand: stand(puzzle),
                puzzle,
                solution: described(puzzle),
                solved,
                standing: Standing { solved: 3, count: 130, streak, best: 14 },
                board: BoardView::of_line(&puzzle.line(puzzle.solution().len()), Color::White),
                look: Look::default(),
            };
            let said = PSEUDO.puzzle_end(&end);
            check(&said);
            fits(&said, CARD_TEXT_MAX);
        }
    }
    for puzzle in puzzles() {
        check(&PSEUDO.daily_puzzle(&daily(puzzle), &named));
    }
    check(&PSEUDO.puzzles_solved(&Standing { solved: 130, count: 130, streak: 1, best: 14 }));
}

fn the_end_of_a_puzzle_says_what_was_won() {
    let (mut won, mut paid, mut several) = (0, 0, 0);
    for puzzle in games::all().flat_map(Puzzle::all) {
        let end = PuzzleEnd {
            stand: stand(puzzle),
            puzzle,
            solution: described(puzzle),
            solved: true,
            standing: Standing { solved: 3, count: 130, streak: 1, best: 14 },
            board: BoardView::of_line(&puzzle.line(puzzle.solution().len()), Color::White),
            look: Look::default(),
        };
        let told = Words::english().puzzle_end(&end);
        assert!(!told.contains("The idea: mate") && !told.contains("and mate."), "the moves say so: {told}");
        if matches!(puzzle.aim(), Aim::Material(_)) {
            let last =
                told.lines().rfind(|line| line.starts_with(|one: char| one.is_ascii_digit())).expect("moves");
            let (wins, promotes) = (last.contains(". That wins "), told.contains("promotes to"));
            assert!(wins || promotes, "{told}");
            if let Some((_, list)) = last.split_once(". That wins ") {
                let kinds: Vec<&str> = list.split(" and ").flat_map(|some| some.split(", ")).collect();
                let twice = kinds.iter().enumerate().any(|(at, kind)| kinds[..at].contains(kind));
                assert!(!twice, "{last}");
                several += usize::from(list.contains("two "));
            }
            won += usize::from(wins);
            paid += usize::from(wins && last.contains(" for a"));
        }
    }
    assert!(won > 50 && paid > 0, "{won} puzzles win something, {paid} of them for something else");
    assert!(several > 0, "no puzzle wins two of a kind");
}

fn daily(puzzle: &'static Puzzle) -> DailyPuzzle {
    DailyPuzzle {
        channel: ChannelId(1),
        day: 20_000,
        locale: None,
        puzzle,
        stand: stand(puzzle),
        board: BoardView::of_line(&puzzle.line(0), Color::White),
        look: Look::default(),
        best: vec![DailySolver { person: UserId(1), solved: 5, first: 2 }],
    }
}

fn the_puzzle_of_the_day_says_what_is_won() {
    let mut seen = [false; 2];
    for puzzle in puzzles() {
        let told = Words::english().daily_puzzle(&daily(puzzle), &named);
        // What is proven: another move may win later, or win a Pawn.
        let (wins, material) = match puzzle.aim() {
            Aim::Win(1) => ("at once".to_owned(), false),
            Aim::Win(own) => (format!("within {own} moves"), false),
            Aim::Material(_) => ("more than a Pawn".to_owned(), true),
        };
        assert!(told.contains(&format!(" is to move. Only one move wins {wins}. Can")), "{told}");
        seen[usize::from(material)] = true;
    }
    assert_eq!(seen, [true; 2], "puzzles of both kinds were told");
}
