//! Reads the diagrams and the lesson of a file.

use rules::{Description, Diagram, LessonAim, LessonStep};

use super::document::{Switchable, Table};
use super::{Reader, inherited};

impl Reader<'_, '_> {
    /// Reads the diagrams. The game's own come before those inherited, usually from the game that it extends.
    pub(super) fn diagrams(&mut self, base: &Description, game: &mut Description, file: &mut Table<'_>) {
        let other = file.text("diagrams_from", &mut self.faults);
        let other = other.and_then(|other| self.other(&other, &file.place("diagrams_from")));
        game.diagrams = inherited::diagrams(other.as_ref().unwrap_or(base), game);
        let own = match file.list_or_off("diagram", &mut self.faults) {
            Some(Switchable::On(own)) => own,
            Some(Switchable::Off) => return game.diagrams.clear(),
            None => return,
        };
        let faults = &mut self.faults;
        let mut diagrams = Vec::new();
        for mut one in own {
            one.must_have("piece", faults);
            let diagram = Diagram {
                kind: one.letter("piece", faults).unwrap_or('K'),
                from: one.text("from", faults).unwrap_or_default(),
                fen: one.needed("fen", faults).unwrap_or_default(),
                alone: one.flag("alone", faults).unwrap_or_default(),
            };
            if game.kinds.iter().all(|piece| piece.letter != diagram.kind) {
                faults.add(&one.place("piece"), format!("{:?} is no piece of the game.", diagram.kind));
            }
            one.end(faults);
            diagrams.push(diagram);
        }
        diagrams.append(&mut game.diagrams);
        game.diagrams = diagrams;
    }

    pub(super) fn lesson(&mut self, base: &Description, game: &mut Description, file: &mut Table<'_>) {
        game.lesson = match file.list_or_off("lesson", &mut self.faults) {
            Some(Switchable::On(steps)) => {
                steps.into_iter().filter_map(|step| self.step(game, step)).collect()
            }
            Some(Switchable::Off) => Vec::new(),
            None => base.lesson.iter().map(|one| inherited::step(one.clone(), base, game)).collect(),
        };
    }

    fn step(&mut self, game: &Description, mut step: Table<'_>) -> Option<LessonStep> {
        let name = step.needed("name", &mut self.faults);
        let other = step.text("from", &mut self.faults);
        let at = step.place("from");
        if let Some(other) = other {
            step.end(&mut self.faults);
            let (name, of) = (name?, self.other(&other, &at)?);
            let found = of.lesson.iter().find(|one| one.name == name).cloned();
            if found.is_none() {
                self.faults.add(&at, format!("the lesson of {other:?} has no step {name:?}."));
            }
            return found.map(|one| inherited::step(one, &of, game));
        }
        let faults = &mut self.faults;
        let fen = step.needed("fen", faults);
        let aim = step.needed("aim", faults);
        let moves = step.texts("moves", faults);
        if moves.is_none() {
            faults.add(&step.at(), "`moves` is missing in [lesson].");
        }
        let read = aim.as_deref().map(aim_of);
        if read == Some(None) {
            let forms =
                "\"take e4 e5\", \"hold e4\", \"reach N e4\", \"win\", \"check\", \"drop\" or \"promote\"";
            faults.add(&step.place("aim"), format!("`aim` must be {forms}."));
        }
        step.end(faults);
        let moves = moves?.into_iter().map(|(text, _)| text).collect();
        Some(LessonStep::new(name?, fen?, read??, moves))
    }
}

fn aim_of(text: &str) -> Option<LessonAim> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match (word, rest) {
        ("take", squares) if !squares.is_empty() => LessonAim::Take(squares.to_owned()),
        ("hold", squares) if !squares.is_empty() => LessonAim::Hold(squares.to_owned()),
        ("reach", what) => {
            let (letter, squares) = what.split_once(' ')?;
            let mut letters = letter.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            LessonAim::Reach(letter, squares.to_owned())
        }
        ("win", "") => LessonAim::Win,
        ("check", "") => LessonAim::Check,
        ("drop", "") => LessonAim::Drop,
        ("promote", "") => LessonAim::Promote,
        _ => return None,
    })
}
