//! Finds missing messages of pieces, games and themes in a language.
//!
//! Otherwise the first user who needs such a message would find the gap. Checked at startup.

use super::Words;
use super::fluent::args::named;
use crate::app::Motif;
use crate::games::{self, GameDefect, GamePart};
use crate::render::Theme;
use crate::rules::{GOALS, Goal, Variant};
use strum::VariantArray;

/// Returns the defects of games other than missing messages, as sentences for developers.
pub fn defects_of_games() -> Vec<String> {
    games::defects().iter().map(|GameDefect { game, part }| defect_of_game(game, part)).collect()
}

fn forms(key: &str, forms: &[&str]) -> Vec<String> {
    forms.iter().map(|form| format!("{key}{form}")).collect()
}

/// Returns the keys of a goal's messages. A game from a file may have any goal.
fn of_goal(goal: &Goal) -> Vec<String> {
    let all = [".state", ".news", ".standing", ".wins", ".deed", ".doing", ".place"];
    forms(&format!("goal-{}", goal.slug), &all)
}

fn defect_of_game(game: &str, part: &GamePart) -> String {
    match part {
        GamePart::Start => format!("{game} has no start position"),
        GamePart::Diagrams(piece) => format!("{game} does not have two diagrams of the {piece}"),
        GamePart::Diagram(piece) => {
            format!("a diagram of the {piece} in {game} is no position with that piece")
        }
        GamePart::Lesson => format!("{game} has no lesson"),
        GamePart::Step(step) => format!("the step {step} of the lesson of {game} cannot be played"),
    }
}

impl Words {
    /// Returns the missing messages of pieces, sides, games, levels, motifs and themes, as sentences for
    /// developers.
    pub fn defects(&self) -> Vec<String> {
        let names = named().map(|(what, slug)| format!("{what}-{slug}"));
        let nameless = names.filter(|key| !self.names.contains_key(key));
        let untold = self.of_all_games().into_iter().filter(|key| !self.has(key));
        let mut lacking: Vec<String> =
            nameless.chain(untold).map(|key| format!("there is no message {key}")).collect();
        // Games share messages.
        lacking.sort_unstable();
        lacking.dedup();
        let themes: Vec<&str> = Theme::all().map(Theme::name).collect();
        lacking.into_iter().chain(self.nameless(&themes)).collect()
    }

    /// Returns the keys of all games' own messages.
    ///
    /// A key is the game's own if neither the game nor its base has the message.
    pub fn of_all_games(&self) -> Vec<String> {
        // The last move already shows that it is mate.
        let motifs = Motif::VARIANTS.iter().filter(|motif| **motif != Motif::Mate);
        let motifs = motifs.map(|motif| format!("motif-{}", motif.slug()));
        let games = games::all().flat_map(|game| self.of_one_game(game));
        games.chain(GOALS.iter().flat_map(of_goal)).chain(motifs).collect()
    }

    fn of_one_game(&self, game: Variant) -> Vec<String> {
        let (slug, spec) = (game.slug(), game.spec());
        let told = |about: &str| {
            let found = self.of_game(game, about);
            if self.has(&found) { found } else { format!("{slug}-{about}") }
        };
        let own = ["origin", "summary", "short", "also"].map(|about| format!("{slug}-{about}"));
        let family = forms(&format!("family-{}", game.family().slug()), &["", ".told"]);
        let pieces = spec.piece_types().iter();
        let pieces = pieces.flat_map(|piece| forms(&told(&piece.slug), &["", ".alone", ".telling"]));
        let steps = spec.lesson.iter().map(|step| told(&format!("lesson-{}", step.name)));
        let steps = steps.flat_map(|step| {
            // Only some steps have a text for taps.
            let tapped = Some(format!("{step}.tapped")).filter(|tapped| self.has(tapped));
            forms(&step, &["", ".title", ".task", ".done"]).into_iter().chain(tapped)
        });
        let won = spec.goal.map(|_| told("won"));
        own.into_iter().chain(won).chain(family).chain(pieces).chain(steps).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::english_messages;

    /// Removes one message from a text, or one attribute of it.
    fn without(text: &str, id: &str, attribute: Option<&str>) -> String {
        let mut of_message = false;
        let stays = |line: &&str| {
            if !line.starts_with(' ') {
                of_message = line.split_once(" =").is_some_and(|(one, _)| one == id);
                return !of_message || attribute.is_some();
            }
            let is_it = attribute.is_none_or(|name| line.trim_start().starts_with(&format!(".{name} =")));
            !(of_message && is_it)
        };
        text.lines().filter(stays).collect::<Vec<_>>().join("\n")
    }

    /// The defects of English without this message or attribute.
    #[track_caller]
    fn defects_without(key: &str) -> Vec<String> {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
        let files: Vec<&str> = english_messages().map(|(_, text)| text).collect();
        let left: Vec<String> = files.iter().map(|text| without(text, id, attribute)).collect();
        let gone = files.iter().zip(&left).filter(|(text, left)| text.lines().count() > left.lines().count());
        assert_eq!(gone.count(), 1, "{key}");
        Words::over(None, "en", left.into_iter()).unwrap_or_else(|why| panic!("{why:?}")).defects()
    }

    #[test]
    fn nothing_is_missing() {
        assert_eq!((Words::english().defects(), defects_of_games()), (Vec::new(), Vec::new()));
    }

    #[test]
    fn a_part_of_a_game_that_is_missing_is_told() {
        let rook = || "Rook".to_owned();
        for (part, told) in [
            (GamePart::Start, "chess has no start position"),
            (GamePart::Diagrams(rook()), "chess does not have two diagrams of the Rook"),
            (GamePart::Diagram(rook()), "a diagram of the Rook in chess is no position with that piece"),
            (GamePart::Lesson, "chess has no lesson"),
            (GamePart::Step("mate".to_owned()), "the step mate of the lesson of chess cannot be played"),
        ] {
            assert_eq!(defect_of_game("chess", &part), told);
        }
    }

    #[test]
    fn a_message_that_is_missing_is_told() {
        for key in [
            "chess-summary",
            "squirrel-origin",
            "hiashatar-short",
            "ninjutsu-also",
            "family-squirrel.told",
            "hiashatar-bodyguard.alone",
            "hiashatar-bodyguard.telling",
            "chess-lesson-passing.title",
            "chess-lesson-passing.task",
            "chess-lesson-passing.done",
            "game-chess",
            "kind-camel",
            "motif-fork",
            "goal-scepter.place",
        ] {
            assert_eq!(defects_without(key), [format!("there is no message {key}")]);
        }
        let with_forms = |key: &str, forms: &[&str]| -> Vec<String> {
            forms.iter().map(|form| format!("there is no message {key}{form}")).collect()
        };
        let piece = "hiashatar-bodyguard";
        assert_eq!(defects_without(piece), with_forms(piece, &["", ".alone", ".telling"]));
        let step = "chess-lesson-passing";
        assert_eq!(defects_without(step), with_forms(step, &["", ".done", ".task", ".title"]));
    }

    #[test]
    fn a_message_without_a_text_of_its_own_is_missing() {
        let text = "chess-summary =\n    .form = Mate.\n";
        let words = Words::over(None, "en", std::iter::once(text.to_owned()));
        let words = words.unwrap_or_else(|why| panic!("{why:?}"));
        assert!(!words.has("chess-summary") && words.has(&["chess-summary", ".form"].concat()));
    }
}
