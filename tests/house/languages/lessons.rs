//! Texts of lessons, in the pseudo language.

use rookery::app::{LessonEnd, LessonLine, LessonNews, LessonView, MoverView};
use rookery::discord::reply::{CARD_TEXT_MAX, CHOICE_MAX};
use rookery::game::{Exercise, Judged, LessonMiss, LessonStand};
use rookery::games;
use rookery::render::{BoardView, Look};
use rookery::rules::piece_type::KING;
use rookery::rules::{Color, DescribedMove, Position, Termination, Variant, read_move};
use rookery::words::ByHand;

use super::{PSEUDO, check, fits};

tests!(nothing_of_a_lesson_is_left_in_english, nothing_of_the_list_of_lessons_is_left_in_english);

fn view(exercise: &Exercise) -> LessonView {
    let game = exercise.stand.game;
    LessonView {
        stand: exercise.stand,
        step: exercise.step,
        count: game.spec().lesson.len() as u8,
        news: None,
        movers: Vec::new(),
        chosen: None,
        board: BoardView::of_line(&exercise.line, exercise.side()),
        look: Look::default(),
    }
}

/// A piece with its moves.
fn chosen(view: &LessonView) -> MoverView {
    let (board, look) = (view.board.clone(), view.look);
    MoverView { from: None, piece: &KING, targets: Vec::new(), holds: Vec::new(), board, look }
}

/// All possible results of a move in a position.
fn every_news(exercise: &Exercise, mv: &DescribedMove, position: &Position) -> Vec<LessonNews> {
    let square = mv.mv.to();
    let pieces = vec![(square, mv.piece), (square, mv.piece)];
    let whys = [
        LessonMiss::Leaves(pieces.clone()),
        LessonMiss::Free(pieces),
        LessonMiss::Ends(Termination::Stalemate),
        LessonMiss::Ends(Termination::Checkmate(Color::Black)),
        LessonMiss::CheckAnswered(mv.clone()),
        LessonMiss::Refuted(mv.clone()),
        LessonMiss::TooSlow,
        LessonMiss::NoWin,
        LessonMiss::NoCheck,
        LessonMiss::NoDrop,
        LessonMiss::NoPromotion,
        LessonMiss::Elsewhere,
    ];
    let refused = |text: &str| {
        let error = read_move(position, text).err()?;
        Some(LessonNews::Refused(Box::new(*position), error))
    };
    let from = mv.mv.from().map_or_else(String::new, |from| from.to_string());
    let texts = position.spec().squares.iter().map(|to| format!("{from}{to}"));
    let refused: Vec<_> =
        texts.chain(["xyzzy".to_owned(), from.clone()]).filter_map(|text| refused(&text)).collect();
    let missed = whys.map(|why| LessonNews::Missed(mv.clone(), why));
    let rest = [
        LessonNews::Done(mv.clone(), exercise.step),
        LessonNews::Answered(mv.clone(), mv.clone()),
        LessonNews::Solution(mv.clone()),
    ];
    missed.into_iter().chain(rest).chain(refused).collect()
}

fn nothing_of_a_lesson_is_left_in_english() {
    for game in games::all() {
        for (number, step) in game.spec().lesson.iter().enumerate() {
            let mut exercise = Exercise::resume(LessonStand::at(game, number as u8)).expect("a step");
            let position = *exercise.line.position();
            let mut shown = view(&exercise);
            let told = PSEUDO.lesson_step(&shown, ByHand::Menus);
            check(&told);
            let (mv, judged) = exercise.play_typed(&step.solution[0]).expect("a legal move");
            assert!(!matches!(judged, Judged::Missed(_)));
            let all = every_news(&exercise, &mv, &position);
            for (news, ways) in all.iter().flat_map(|news| [(news, false), (news, true)]) {
                shown.chosen = ways.then(|| chosen(&shown));
                let said = PSEUDO.lesson_news(&shown, news, ByHand::Menus);
                check(&said);
                check(&PSEUDO.lesson_news(&shown, news, ByHand::Taps));
                assert!(!ways || !said.contains("`/"), "{said}");
                fits(&format!("{told}{said}"), CARD_TEXT_MAX - 1_900);
            }
            let (board, look) = (shown.board, shown.look);
            check(&PSEUDO.lesson_end(&LessonEnd {
                game,
                step,
                mv,
                board,
                look,
                lessons: Vec::new(),
                may_play: false,
            }));
        }
    }
    check(&PSEUDO.lesson_of_another());
}

fn nothing_of_the_list_of_lessons_is_left_in_english() {
    let line = |done, finished| {
        move |game: Variant| LessonLine { game, done, count: game.spec().lesson.len() as u8, finished }
    };
    for line in [line(0, false), line(1, false), line(2, true)] {
        let lines: Vec<LessonLine> = games::all().map(line).collect();
        check(&PSEUDO.lessons_card(&lines));
        for line in &lines {
            let hint = PSEUDO.lesson_progress(line);
            check(&hint);
            fits(&hint, CHOICE_MAX);
        }
    }
}
