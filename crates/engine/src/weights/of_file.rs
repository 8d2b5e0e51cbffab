//! Weights in a game's file: reading them, and converting ours for writing.

use rules::{Color, PieceWeights, Square, Variant};

use super::{Tapered, Weights};

impl Weights {
    /// Returns the weights of a game from a file: those in it, otherwise by the mobility of each kind.
    pub(super) fn of_own(variant: Variant) -> Self {
        match &variant.spec().weights {
            Some(given) => Self::given(variant, given),
            None => Self::by_mobility(variant),
        }
    }

    fn given(variant: Variant, given: &PieceWeights) -> Self {
        let squares: Vec<Square> = variant.spec().squares.iter().collect();
        let value = |kind: rules::Kind, at: Square| -> Tapered {
            let place = squares.iter().position(|square| *square == at);
            let one = |values: &Vec<i16>| place.and_then(|place| values.get(place)).copied();
            let [early, late] = &given.kinds[kind.index()];
            [one(early).unwrap_or_default(), one(late).unwrap_or_default()]
        };
        let weights = Self::from_places(variant, given.hand, value);
        match given.slope {
            Some(slope) => weights.with_slope(f64::from(slope)),
            None => weights,
        }
    }

    /// Converts these weights for a game's file: for each square, or shorter with the average of each kind.
    ///
    /// A network is not included, and values outside a file's bounds are clamped.
    pub fn to_give(&self, variant: Variant, for_each_square: bool) -> PieceWeights {
        let (least, most) = PieceWeights::VALUES.into_inner();
        let within = |value: i16| value.clamp(least, most);
        let squares = variant.spec().squares;
        let kinds = variant.spec().kinds().map(|kind| {
            [0, 1].map(|phase| {
                let each = squares.iter().map(|at| self.piece(Color::White, kind, at)[phase]);
                if for_each_square {
                    return each.map(within).collect();
                }
                let sum: i32 = each.map(i32::from).sum();
                let mean = f64::from(sum) / squares.len().max(1) as f64;
                vec![within(mean.round() as i16); squares.len()]
            })
        });
        let (flat, steep) = PieceWeights::SLOPES.into_inner();
        let slope = self.slope.round().clamp(f64::from(flat), f64::from(steep)) as u16;
        PieceWeights { kinds: kinds.collect(), hand: self.in_hand().map(within), slope: Some(slope) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::root::{Engine, SearchLimits};
    use crate::score::MATE;
    use rules::{Line, Position};

    const FILE: &str = include_str!("../../../../docs/own-games/los-alamos.toml");

    /// Returns weights with a distinct value on each square.
    fn uneven(variant: Variant) -> Weights {
        let value = |kind: rules::Kind, at: Square| {
            let place = i16::from(at.file()) + 10 * i16::from(at.rank());
            [100 * kind.index() as i16 + place, 90 * kind.index() as i16 - place]
        };
        Weights::from_places(variant, [0; 2], value).with_slope(246.0)
    }

    #[test]
    fn weights_come_back_from_the_file_that_they_went_into() {
        let game = games::add(FILE).expect("a game");
        let made = uneven(game);
        let file = games::with_weights(FILE, game, &made.to_give(game, true));
        let weighed = games::add(&file).expect("a game with weights");
        assert_ne!(weighed, game, "another text is another game");
        assert_eq!(Weights::of(weighed).text(weighed), made.text(game));
        assert_eq!(Weights::of(game).text(game), Weights::by_mobility(game).text(game));
        // Other weights replace them.
        let other = Weights::uniform(game, |kind| 70 * kind.index() as i32);
        let again = games::with_weights(&file, weighed, &other.to_give(game, true));
        assert!(again.len() < file.len() && again.starts_with(FILE.trim_end()), "{again}");
        let again = games::add(&again).expect("a game with weights");
        assert_eq!(Weights::of(again).text(again), other.text(game));
    }

    #[test]
    fn in_few_words_each_kind_has_its_average() {
        let game = games::add(FILE).expect("a game");
        let made = uneven(game);
        let few = Weights::given(game, &made.to_give(game, false));
        for kind in game.spec().kinds() {
            assert_eq!(few.value(kind), made.value(kind), "{kind:?}");
            let places = game.spec().squares.iter().map(|at| few.piece(Color::White, kind, at));
            assert_eq!(places.collect::<std::collections::HashSet<_>>().len(), 1, "{kind:?}");
        }
    }

    /// The engine must play with any weights of a file: its sums must not overflow, and its pruning must cope
    /// with odd values.
    #[test]
    fn the_engine_plays_by_the_oddest_weights_of_a_file() {
        let game = games::add(FILE).expect("a game");
        let squares = game.spec().squares.len();
        let (least, most) = PieceWeights::VALUES.into_inner();
        let mut dice = Dice(7);
        for seed in 0..12 {
            let mut value = || match seed {
                0 => most,
                1 => least,
                _ => [least, -1, 0, 1, most][dice.below(5) as usize],
            };
            let mut table = || (0..squares).map(|_| value()).collect::<Vec<i16>>();
            let kinds = game.spec().kinds().map(|_| [table(), table()]).collect();
            let slope = [PieceWeights::SLOPES.start(), PieceWeights::SLOPES.end()][seed % 2];
            let odd = Weights::given(game, &PieceWeights { kinds, hand: [0; 2], slope: Some(*slope) });
            let mut engine = Engine::new(&odd, 1 << 16);
            let mut line = Line::new(Position::start(game));
            while line.termination().is_none() && line.moves().len() < 40 {
                let thought = engine.think(&line, SearchLimits::nodes(300), &|| false, &mut |_| ());
                assert!(thought.score.0.abs() <= MATE, "{:?}", thought.score);
                assert!((0.0..=1.0).contains(&odd.win_chance(thought.score)));
                line.play(thought.best().expect("a move")).expect("a legal move");
            }
        }
    }
}
