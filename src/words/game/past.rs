//! Replays of a game.

use crate::app::{NoPlace, Note, Past, PastMove, PastPosition, noted_move};
use crate::render::cut;
use crate::rules::{ByColor, Color};
use crate::words::Words;
use crate::words::args;

/// The maximum length of a page of moves with notes in characters, so that it fits a message.
const LONGEST: usize = 1_900;

impl Words {
    /// A page of a game's moves in columns, counted from 0. The last page ends with the result.
    pub fn past_moves(&self, past: &Past, page: u32) -> String {
        let mut text = self.past_played(past);
        if past.pages() > 1 {
            let args = args! { "page" => page + 1, "pages" => past.pages() };
            text.push_str(&format!(" {}", self.say("past-page", &args)));
        }
        let rows: Vec<(u32, ByColor<String>)> = past
            .page(page)
            .into_iter()
            .map(|row| {
                let white = row.moves.white.unwrap_or_else(|| "...".to_owned());
                (row.number, ByColor { white, black: row.moves.black.unwrap_or_default() })
            })
            .collect();
        let notes: Vec<String> =
            past.notes_of_page(page).map(|note| self.note_line(&past.game_now, note)).collect();
        let with_notes = |text: String| match notes.as_slice() {
            [] => text,
            notes => cut(&format!("{text}\n{}", notes.join("\n")), LONGEST),
        };
        if rows.is_empty() {
            return with_notes(text);
        }
        let wide = |text: &String| text.chars().count();
        let numbers = rows.iter().map(|(number, _)| wide(&number.to_string())).max().unwrap_or(0);
        let whites = rows.iter().map(|(_, moves)| wide(&moves.white)).max().unwrap_or(0);
        text.push_str("\n```\n");
        for (number, ByColor { white, black }) in &rows {
            let row = format!("{number:>numbers$}. {white:<whites$}  {black}");
            text.push_str(row.trim_end());
            text.push('\n');
        }
        if let Some(score) = past.score().filter(|_| page + 1 == past.pages()) {
            text.push_str(score.text());
            text.push('\n');
        }
        text.push_str("```");
        with_notes(text)
    }

    /// The number of moves of a game.
    pub fn past_played(&self, past: &Past) -> String {
        self.say("past-moves", &args! { "game" => past.variant, "count" => past.moves() })
    }

    /// The description of a game's animation.
    pub fn past_film(&self, past: &Past) -> String {
        self.say("past-film", &args! { "game" => past.variant })
    }

    /// The text in place of an animation that could not be made.
    pub fn past_not_filmed(&self) -> String {
        self.plain("past-not-filmed")
    }

    /// Why an animation is refused.
    pub fn no_film_now(&self, why: NoPlace) -> String {
        self.plain(match why {
            NoPlace::OneAtATime => "past-films-one-at-a-time",
            NoPlace::Busy => "past-films-busy",
        })
    }

    /// Describes a position of a game.
    pub fn past_position(&self, past: &Past, position: &PastPosition) -> String {
        let is_of = |note: &&Note| {
            note.ply == position.ply && (note.ply.0 == 0 || noted_move(&past.game_now.line, note).is_some())
        };
        let note = past.notes.iter().find(is_of);
        let noted = note.map(|note| self.say("notes-own", &args! { "text" => note.text.as_str() }));
        let told = self.past_place(past, position);
        [Some(told), noted].into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn past_place(&self, past: &Past, position: &PastPosition) -> String {
        let Some(PastMove { number, side, san, told }) = &position.last else {
            return self.say("past-start", &args! { "game" => past.variant });
        };
        let dots = if *side == Color::White { "." } else { "..." };
        let args = args! {
            "game" => past.variant, "move" => format!("{number}{dots} {san}"), "told" => self.told_move(told),
        };
        self.say("past-after", &args)
    }
}
