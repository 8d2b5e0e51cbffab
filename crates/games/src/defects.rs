//! Checks our own games for parts that the reader does not require, because other people's files may omit
//! them.

use rules::{LessonStep, Line, Position, Variant};

use crate::list::all;

/// A defect of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDefect {
    /// The slug of the game.
    pub game: &'static str,
    /// The missing or wrong part.
    pub part: GamePart,
}

/// A missing or wrong part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The start position is invalid.
    Start,
    /// The diagrams of a piece are not one of the piece alone followed by one in a game.
    Diagrams(String),
    /// A diagram of a piece has no valid position, or the piece is not on the stated square.
    Diagram(String),
    /// The lesson is missing.
    Lesson,
    /// The step of this name has no valid position, or its solution cannot be played there.
    Step(String),
}

/// Returns all defects of the listed games. The bot checks this at startup and stops if there are any.
pub fn defects() -> Vec<GameDefect> {
    all().flat_map(of_game).collect()
}

fn of_game(variant: Variant) -> Vec<GameDefect> {
    let spec = variant.spec();
    let is_position = |fen: &str| Position::from_fen(variant, fen).is_ok();
    let mut parts = Vec::new();
    if !is_position(&spec.start_fen) {
        parts.push(GamePart::Start);
    }
    for kind in spec.kinds() {
        let name = spec.piece_type(kind).name.to_string();
        if !spec.diagrams_of(kind).map(|diagram| diagram.alone).eq([true, false]) {
            parts.push(GamePart::Diagrams(name.clone()));
        }
        let shows = |fen: &str, square| {
            Position::from_fen(variant, fen).is_ok_and(|position| match square {
                Some(square) => position.piece_at(square).is_some_and(|piece| piece.kind == kind),
                None => spec.ninja_pawn() == Some(kind),
            })
        };
        let broken = spec.diagrams_of(kind).filter(|one| !shows(&one.fen, one.square()));
        parts.extend(broken.map(|_| GamePart::Diagram(name.clone())));
    }
    if spec.lesson.is_empty() {
        parts.push(GamePart::Lesson);
    }
    let broken = spec.lesson.iter().filter(|step| !is_playable(variant, step));
    parts.extend(broken.map(|step| GamePart::Step(step.name.clone())));
    parts.into_iter().map(|part| GameDefect { game: variant.slug(), part }).collect()
}

/// True if a step has a valid position and a solution that can be played there.
fn is_playable(variant: Variant, step: &LessonStep) -> bool {
    let Ok(start) = Position::from_fen(variant, &step.fen) else { return false };
    let mut line = Line::new(start);
    !step.solution.is_empty() && step.solution.iter().all(|text| line.play_text(text).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{file, list};

    const CHESS: &str = include_str!("../chess/game.toml");

    /// Returns the defects of chess after a replacement in its file.
    #[track_caller]
    fn defects_with(instead_of: &str, other: &str) -> Vec<GamePart> {
        assert_eq!(CHESS.matches(instead_of).count(), 1, "{instead_of}");
        let text = CHESS.replace(instead_of, other);
        let (_, spec) = file::read("chess", &text, &mut list::description).expect("a game");
        of_game(Variant::new(Box::leak(Box::new(spec)))).into_iter().map(|defect| defect.part).collect()
    }

    #[test]
    fn no_game_lacks_anything() {
        assert_eq!(defects(), []);
    }

    #[test]
    fn a_game_whose_file_has_only_what_every_file_needs_lacks_the_rest() {
        let text = CHESS.split("[[diagram]]").next().expect("the rules");
        let (_, spec) = file::read("chess", text, &mut list::description).expect("a game");
        let lacks: Vec<GamePart> =
            of_game(Variant::new(Box::leak(Box::new(spec)))).into_iter().map(|defect| defect.part).collect();
        let pieces = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];
        let diagrams = pieces.map(|piece| GamePart::Diagrams(piece.to_owned()));
        assert_eq!(lacks, [&diagrams[..], &[GamePart::Lesson]].concat());
    }

    #[test]
    fn what_is_wrong_with_a_game_is_told_by_name() {
        let queen = "piece = \"Q\"\nfrom = \"d4\"\nfen = \"8/7k/8/8/3Q4/8/8/2K5 w - - 0 1\"\n";
        for (instead_of, other, wrong) in [
            (format!("{queen}alone = true"), queen.to_owned(), GamePart::Diagrams("Queen".to_owned())),
            (queen.to_owned(), queen.replace("d4", "d5"), GamePart::Diagram("Queen".to_owned())),
            (queen.to_owned(), queen.replace("2K5", "8"), GamePart::Diagram("Queen".to_owned())),
            (
                "moves = [\"d1d8\"]".to_owned(),
                "moves = [\"d1d9\"]".to_owned(),
                GamePart::Step("mate".to_owned()),
            ),
            (
                "fen = \"8/5P1k/5K2/8/8/8/8/8 w - - 0 1\"".to_owned(),
                "fen = \"8/5P1k/8/8/8/8/8/8 w - - 0 1\"".to_owned(),
                GamePart::Step("rook".to_owned()),
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq".to_owned(),
                "rnbqrbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ".to_owned(),
                GamePart::Start,
            ),
        ] {
            assert_eq!(defects_with(&instead_of, &other), [wrong]);
        }
    }
}
