//! Tests animations: every frame, drawn over the previous ones, is the picture of its position.

use super::film::watched;
use super::plain_gif::PlainGif;
use super::{decoded, position, usual};
use gif::Repeat;
use render::{BoardView, Replay, gif, png};
use rules::{Color, Line, Variant};

fn random_line(variant: Variant, plies: usize, random: &mut fastrand::Rng) -> Line {
    let mut line = Line::new(position(variant.slug(), ""));
    while line.moves().len() < plies && line.termination().is_none() {
        let moves = line.position().legal_moves();
        line.play(moves[random.usize(..moves.len())]).expect("a legal move");
    }
    line
}

fn frames(line: &Line) -> Vec<BoardView> {
    BoardView::frames(line, Color::White)
}

fn small() -> Replay {
    Replay { look: usual().with_cell(24), ..Replay::default() }
}

#[test]
fn every_frame_shows_its_position() {
    let mut random = fastrand::Rng::with_seed(25);
    for variant in games::all() {
        for side in Color::BOTH {
            let line = random_line(variant, 40, &mut random);
            let replay = small();
            let film = watched(&gif(&BoardView::frames(&line, side), &replay));
            assert_eq!(film.pictures.len(), line.moves().len() + 1);
            let mut shown = Line::new(*line.start());
            let moves = std::iter::once(None).chain(line.moves().iter().map(Some));
            for (at, (mv, (picture, _))) in moves.zip(&film.pictures).enumerate() {
                if let Some(mv) = mv {
                    shown.play(*mv).expect("a legal move");
                }
                // The side to move would change with every frame, so it is not shown.
                let view = BoardView { ended: true, ..BoardView::of_line(&shown, side) };
                assert!(decoded(&png(&view, &replay.look)) == *picture, "{} frame {at}", variant.slug());
            }
        }
    }
}

#[test]
fn a_whole_game_is_the_same_to_a_second_reader() {
    let mut random = fastrand::Rng::with_seed(31);
    for variant in games::all() {
        let line = random_line(variant, 300, &mut random);
        let file = gif(&frames(&line), &small());
        let (pictures, delays): (Vec<_>, Vec<_>) = watched(&file).pictures.into_iter().unzip();
        let plain = PlainGif::read(&file);
        assert_eq!(pictures.len(), line.moves().len() + 1);
        assert!(pictures == plain.pictures(), "{}", variant.slug());
        assert_eq!(delays, plain.frames.iter().map(|frame| frame.delay).collect::<Vec<_>>());
        let last = BoardView { ended: true, ..BoardView::of_line(&line, Color::White) };
        assert!(pictures.last() == Some(&decoded(&png(&last, &small().look))), "{}", variant.slug());
    }
}

#[test]
fn what_stays_as_it_was_is_not_told_again() {
    let mut random = fastrand::Rng::with_seed(32);
    for variant in games::all() {
        let line = random_line(variant, 40, &mut random);
        let plain = PlainGif::read(&gif(&frames(&line), &small()));
        let pictures = plain.pictures();
        for (at, (frame, pair)) in plain.frames[1..].iter().zip(pictures.windows(2)).enumerate() {
            let told = frame.numbers.iter().filter(|number| Some(**number) != frame.transparent).count();
            let changed = pair[0].pixels().zip(pair[1].pixels()).filter(|(old, new)| old != new).count();
            assert_eq!(told, changed, "{} frame {}", variant.slug(), at + 1);
        }
    }
}

#[test]
fn colours_are_coded_in_as_few_bits_as_they_need() {
    let mut random = fastrand::Rng::with_seed(33);
    let line = random_line(position("prison-break", "").variant(), 40, &mut random);
    for (at, frame) in PlainGif::read(&gif(&frames(&line), &small())).frames.iter().enumerate() {
        let mut numbers = frame.numbers.clone();
        numbers.sort_unstable();
        numbers.dedup();
        let highest = u32::from(*numbers.last().expect("a pixel"));
        assert!(highest >> (frame.bits - 1) == 1, "frame {at}: {} bits up to {highest}", frame.bits);
        // The 64 colours need six bits; "unchanged" needs a seventh only if every colour is used.
        assert!(
            frame.bits <= 6 || numbers.len() > 64,
            "frame {at}: {} bits for {}",
            frame.bits,
            numbers.len()
        );
    }
}

#[test]
fn the_first_and_the_last_frame_are_held_longer() {
    let line = random_line(position("chess", "").variant(), 5, &mut fastrand::Rng::with_seed(1));
    let film = watched(&gif(&frames(&line), &Replay { delay: 50, ..small() }));
    let delays: Vec<u16> = film.pictures.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [100, 50, 50, 50, 50, 250]);
    assert!(matches!(film.repeat, Repeat::Infinite));
}

#[test]
fn a_long_game_is_drawn_smaller_until_it_fits() {
    let line = random_line(position("squirrel", "").variant(), 120, &mut fastrand::Rng::with_seed(3));
    let whole = gif(&frames(&line), &Replay { look: usual(), ..Replay::default() });
    let limit = whole.len() / 3;
    let fitting = gif(&frames(&line), &Replay { limit, look: usual(), ..Replay::default() });
    assert!(fitting.len() <= limit, "{} of {limit}", fitting.len());
    let (large, small) = (watched(&whole), watched(&fitting));
    assert!(small.size.0 < large.size.0);
    assert_eq!(small.pictures.len(), large.pictures.len());
    // A file that can never fit is as small as possible and complete.
    let smallest = watched(&gif(&frames(&line), &Replay { limit: 10, look: usual(), ..Replay::default() }));
    assert_eq!(smallest.pictures.len(), large.pictures.len());
    assert!(smallest.size.0 < 200, "{:?}", smallest.size);
}

#[test]
fn a_game_without_moves_is_one_frame() {
    let film = watched(&gif(&frames(&Line::new(position("prison-break", ""))), &small()));
    assert_eq!(film.pictures.len(), 1);
}
