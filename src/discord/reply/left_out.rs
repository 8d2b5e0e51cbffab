//! What Discord has no room for. A list that may be longer than that has pages, so nothing of it is ever left out; if it is all the same, the
//! program is at fault. A text may be longer only where it comes from the file of a game.

use super::{
    CARD_PARTS_MAX, CARD_TEXT_MAX, CHOICES_MAX, CardPart, Pickable, ROW_MAX, ROWS_MAX, Reply, Row, length,
};

/// Something of a reply that would be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// So many rows of a message.
    Rows(usize),
    /// So many buttons of a row.
    Buttons(usize),
    /// So many fields of a form.
    Fields(usize),
    /// So many lines of a menu, or of a group in a form.
    Lines(usize),
    /// So many components of a card.
    Parts(usize),
    /// So many characters of the texts of a card.
    Characters(usize),
}

/// How much of a message's words stands in the log.
const BEGINNING: usize = 60;

impl Reply {
    /// What of it Discord has no room for.
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

    /// Its first words, to tell in the log which message it is.
    pub fn begins(&self) -> String {
        let of_card = self.card.iter().flat_map(super::Card::texts).next();
        of_card.unwrap_or(&self.text).chars().take(BEGINNING).collect()
    }
}

/// How many of these are too many.
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
    use crate::discord::components::actions::SettingsAction;
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
