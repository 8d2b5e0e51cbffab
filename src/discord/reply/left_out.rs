//! What exceeds Discord's limits. A list that may be too long has pages, so none of it should ever be left
//! out; if it is, that is a bug. A text may be too long only if it comes from the file of a game.

use super::{
    CARD_PARTS_MAX, CARD_TEXT_MAX, CHOICES_MAX, CardPart, Pickable, ROW_MAX, ROWS_MAX, Reply, Row, length,
};

/// A part of a reply that would be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// This many rows of a message.
    Rows(usize),
    /// This many buttons of a row.
    Buttons(usize),
    /// This many fields of a form.
    Fields(usize),
    /// This many lines of a menu, or of a group in a form.
    Lines(usize),
    /// This many components of a card.
    Parts(usize),
    /// This many characters of the texts of a card.
    Characters(usize),
}

/// How many characters of a message the log shows.
const BEGINNING: usize = 60;

impl Reply {
    /// Returns what exceeds Discord's limits.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let count = self.rows.iter().filter(|row| !row.is_empty()).count();
        let rows = self.card.is_none().then(|| over(count, ROWS_MAX).map(LeftOut::Rows)).flatten();
        let mut all: Vec<LeftOut> = rows.into_iter().chain(self.rows.iter().filter_map(of_row)).collect();
        let Some(card) = &self.card else { return all };
        all.extend(over(card.size(), CARD_PARTS_MAX).map(LeftOut::Parts));
        all.extend(card.parts.iter().filter_map(|part| match part {
            CardPart::Row(row) => of_row(row),
            _ => None,
        }));
        let characters = card.texts().map(length).sum();
        all.extend(over(characters, CARD_TEXT_MAX).map(LeftOut::Characters));
        all
    }

    /// Returns its first words, which identify the message in the log.
    pub fn begins(&self) -> String {
        let of_card = self.card.iter().flat_map(super::Card::texts).next();
        of_card.unwrap_or(&self.text).chars().take(BEGINNING).collect()
    }
}

/// Returns by how many `count` exceeds `most`, if it does.
pub(super) fn over(count: usize, most: usize) -> Option<usize> {
    count.checked_sub(most).filter(|more| *more > 0)
}

fn of_row(row: &Row) -> Option<LeftOut> {
    match row {
        Row::Buttons(buttons) => over(buttons.len(), ROW_MAX).map(LeftOut::Buttons),
        Row::Select(select) => over(select.lines.len(), CHOICES_MAX).map(LeftOut::Lines),
        Row::Picker(picker) => match &picker.of {
            Pickable::Lines(lines) => over(lines.len(), CHOICES_MAX).map(LeftOut::Lines),
            Pickable::Channels(..) | Pickable::Roles(_) => None,
        },
        Row::People(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::actions::SettingsAction;
    use crate::discord::reply::{Button, Card, MenuLine, Select};
    use crate::words::{Label, Words};

    fn select(lines: usize) -> Select {
        let lines = (0..lines).map(|at| MenuLine::new(&at.to_string(), &at.to_string())).collect();
        Select { label: "Choose".to_owned(), id: SettingsAction::Language(()).into(), lines }
    }

    fn buttons(count: usize) -> Vec<Button> {
        let button = Button::new(Words::english(), Label::Rules, SettingsAction::Language(()));
        vec![button; count]
    }

    #[test]
    fn what_a_message_has_no_room_for_is_told() {
        let full = (0..4).fold(Reply::public("Hello."), |reply, _| reply.buttons(buttons(5)));
        let full = full.select(select(25));
        assert_eq!(full.left_out(), []);
        let more = full.buttons(buttons(7)).select(select(26));
        assert_eq!(more.left_out(), [LeftOut::Rows(2), LeftOut::Buttons(2), LeftOut::Lines(1)]);
    }

    #[test]
    fn what_a_card_has_no_room_for_is_told() {
        let of = |texts: usize| (1..texts).fold(Card::of("x"), |card, _| card.text("x"));
        assert_eq!(Reply::card(of(39)).left_out(), []);
        assert_eq!(Reply::card(of(40)).left_out(), [LeftOut::Parts(1)]);
        assert_eq!(Reply::card(of(36).select(select(30))).left_out(), [LeftOut::Lines(5)]);
        let long = "x".repeat(CARD_TEXT_MAX);
        assert_eq!(Reply::card(Card::of(&long[1..]).text("x")).left_out(), []);
        let longer = Reply::card(Card::of(long).text("more"));
        assert_eq!(longer.left_out(), [LeftOut::Characters(4)]);
        assert_eq!(longer.begins(), "x".repeat(60));
        assert_eq!(Reply::public("Hello.").begins(), "Hello.");
    }
}
