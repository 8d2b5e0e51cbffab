//! Games as animations. Those of finished games are cached; the oldest ones are evicted first.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio_util::bytes::Bytes;

use crate::game::Game;
use crate::rules::{Color, Move, Variant};

/// Size limit of the cached animations, in bytes.
const KEPT: usize = 8 << 20;

/// What an animation shows; the key of the cache.
#[derive(Clone, PartialEq, Eq)]
struct Shown {
    variant: Variant,
    start: String,
    moves: Vec<Move>,
    side: Color,
}

/// The cached animations, the newest one last.
static FILMS: Mutex<VecDeque<(Shown, Bytes)>> = Mutex::new(VecDeque::new());

/// Returns the animation of a game from this side: the cached one, or else the one that `made` returns.
pub fn film(game: &Game, side: Color, made: impl FnOnce() -> Vec<u8>) -> Bytes {
    let line = &game.line;
    // The animation of a game in progress is soon outdated.
    if game.ending.is_none() {
        return made().into();
    }
    let shown = Shown {
        variant: line.position().variant(),
        start: line.start().fen(),
        moves: line.moves().to_vec(),
        side,
    };
    if let Some(kept) = kept(&shown) {
        return kept;
    }
    let film = Bytes::from(made());
    keep(shown, film.clone());
    film
}

fn kept(shown: &Shown) -> Option<Bytes> {
    let films = FILMS.lock().unwrap_or_else(PoisonError::into_inner);
    films.iter().find(|(known, _)| known == shown).map(|(_, film)| film.clone())
}

fn keep(shown: Shown, film: Bytes) {
    if film.len() > KEPT {
        return;
    }
    let mut films = FILMS.lock().unwrap_or_else(PoisonError::into_inner);
    if films.iter().any(|(known, _)| *known == shown) {
        return;
    }
    films.push_back((shown, film));
    while films.iter().map(|(_, film)| film.len()).sum::<usize>() > KEPT {
        films.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending, Millis, UserId};
    use crate::games;
    use crate::rules::{ByColor, Line, Position};

    #[test]
    fn the_film_of_a_finished_game_is_made_once() {
        let chess = games::from_slug("chess").expect("chess is there");
        let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
        let mut game = Game::new(players, Line::new(Position::start(chess)), Millis(0));
        game.line.play_typed("Nh3").expect("a legal move");
        let mut made = 0;
        let mut filmed = |game: &Game, side| {
            film(game, side, || {
                made += 1;
                vec![made]
            })
        };
        assert_ne!(filmed(&game, Color::White), filmed(&game, Color::White), "it goes on");
        game.ending = Some(Ending::Resigned(Color::White));
        assert_eq!(filmed(&game, Color::White), filmed(&game, Color::White));
        assert_ne!(filmed(&game, Color::White), filmed(&game, Color::Black));
        game.line.play_typed("Nh6").expect("a legal move");
        filmed(&game, Color::White);
        assert_eq!(made, 5);
    }
}
