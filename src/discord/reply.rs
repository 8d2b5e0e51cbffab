//! Output to Discord as plain data, within Discord's limits.

mod button;
mod deferred_analysis;
mod deferred_game;
mod deferred_hint;
mod form;
mod left_out;
mod meant;
mod picker;
mod row;

use std::sync::Arc;

use crate::discord::actions::ComponentAction;
use crate::game::{Game, RoleId, UserId};
pub use button::{Button, PeopleSelect, Select, Style};
pub use deferred_analysis::DeferredAnalysis;
pub use deferred_game::DeferredGame;
pub use deferred_hint::{DeferredHint, HintStep};
pub use form::{FIELDS_MAX, FORM_HINT_MAX, FORM_MAX, Field, Form, GROUP_MAX, Input};
pub use left_out::LeftOut;
pub use meant::meant;
pub use picker::{Pickable, Picker};
pub use row::Row;

use crate::render::{BoardView, Curve, Look, RatingChart, ScoreTable, Theme};
pub use crate::render::{beginning, cut, length};
use crate::rules::Color;
use crate::words::Words;

/// Maximum characters of a message.
pub const CONTENT_MAX: usize = 2_000;
/// Maximum characters of an attachment's description (alt text).
pub const ALT_MAX: usize = 1_024;
/// Maximum suggestions of an autocomplete response, and lines of a select.
pub const CHOICES_MAX: usize = 25;
/// Maximum characters of a suggestion's name, and of its value.
pub const CHOICE_MAX: usize = 100;
/// Maximum rows of a message.
pub const ROWS_MAX: usize = 5;
/// Maximum buttons of a row.
pub const ROW_MAX: usize = 5;
/// Maximum characters of the details below a message.
pub const DETAILS_MAX: usize = 4_096;
/// Maximum characters of a button's label.
pub const BUTTON_MAX: usize = 80;
/// Maximum characters of a select's placeholder.
pub const LABEL_MAX: usize = 100;
/// Maximum characters of all texts of a card.
pub const CARD_TEXT_MAX: usize = 4_000;
/// Maximum components of a card, including nested ones.
pub const CARD_PARTS_MAX: usize = 40;

/// A message to send.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// More text, below the picture.
    pub details: Option<String>,
    /// The picture below the text.
    pub picture: Option<Picture>,
    /// A text sent as a file, in place of a picture.
    pub document: Option<Document>,
    /// Rows of buttons and selects below the text.
    pub rows: Vec<Row>,
    /// A card, which replaces all of the above. It shows the picture if it has a place for one.
    pub card: Option<Card>,
    /// True if only the person who asked sees it.
    pub private: bool,
    /// The only person it pings, even if it mentions others.
    pub ping: Option<UserId>,
    /// The only role it pings, chosen by the server.
    pub ping_role: Option<RoleId>,
}

/// A text sent as a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file name.
    pub name: String,
    /// Its content.
    pub text: String,
    /// Its media type.
    pub kind: &'static str,
}

/// A picture with its alt text, drawn when the message is sent.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The file name.
    pub name: String,
    /// What it shows.
    pub content: Content,
    /// The alt text.
    pub alt: String,
    /// The text shown instead if drawing fails.
    pub instead: String,
}

impl Picture {
    /// A picture with its alt text, which is in the language of `words`.
    pub fn new(words: &Words, name: &str, content: Content, alt: &str) -> Self {
        let alt = cut(alt, ALT_MAX);
        Self { name: name.to_owned(), content, instead: words.not_drawn(&alt), alt }
    }
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub enum Content {
    /// One board.
    Board {
        /// What is on it.
        board: Box<BoardView>,
        /// How it is drawn.
        look: Look,
    },
    /// Boards that never change, such as those that show what a piece can do.
    Diagrams {
        /// The cache key: pictures with equal names are drawn only once.
        name: String,
        boards: Vec<BoardView>,
        /// How many are drawn side by side: the more, the smaller. If more than one, they are numbered from
        /// 1.
        in_a_row: usize,
    },
    /// The curve of a game's winning chances, above the boards of its most decisive moments.
    Review {
        /// The curve of the chances.
        curve: Box<Curve>,
        boards: Vec<BoardView>,
    },
    /// A rating over time.
    Ratings {
        chart: Box<RatingChart>,
        /// The colours.
        theme: &'static Theme,
    },
    /// A table of scores.
    Scores {
        table: Box<ScoreTable>,
        /// The colours.
        theme: &'static Theme,
    },
    /// A game as an animation, from its first position to its last. Drawing may take many seconds.
    Film {
        game: Arc<Game>,
        /// Whose side is at the bottom.
        side: Color,
    },
}

/// Several parts from top to bottom, for one person.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Its parts, from top to bottom.
    pub parts: Vec<CardPart>,
}

/// A part of a [`Card`].
#[derive(Clone, Debug)]
pub enum CardPart {
    Text(String),
    /// A text with a link beside it.
    Linked {
        text: String,
        /// The label of the link button.
        label: String,
        url: String,
    },
    /// A text with a button beside it.
    Beside {
        text: String,
        button: Button,
    },
    /// The picture of the message, as wide as the card.
    Picture,
    /// A dividing line.
    Line,
    /// Buttons, or a select.
    Row(Row),
}

impl CardPart {
    /// The number of components it counts as.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(_) | Self::Picture | Self::Line => 1,
            Self::Linked { .. } | Self::Beside { .. } => 3,
            Self::Row(row) if row.is_empty() => 0,
            Self::Row(Row::Buttons(buttons)) => 1 + buttons.len(),
            Self::Row(Row::Select(_) | Row::People(_) | Row::Picker(_)) => 2,
        }
    }
}

impl Card {
    /// A card that begins with a text.
    pub fn of(text: impl Into<String>) -> Self {
        Self::default().text(text)
    }

    /// Adds a part.
    #[must_use]
    pub fn part(mut self, part: CardPart) -> Self {
        self.parts.push(part);
        self
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.part(CardPart::Text(text.into()))
    }

    /// Adds a row of buttons.
    #[must_use]
    pub fn buttons(self, buttons: Vec<Button>) -> Self {
        self.part(CardPart::Row(Row::Buttons(buttons)))
    }

    /// Adds a select.
    #[must_use]
    pub fn select(self, select: Select) -> Self {
        self.part(CardPart::Row(Row::Select(select)))
    }

    /// Adds a select of people.
    #[must_use]
    pub fn people(self, select: PeopleSelect) -> Self {
        self.part(CardPart::Row(Row::People(select)))
    }

    /// Its texts, from top to bottom.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            CardPart::Text(text) | CardPart::Linked { text, .. } | CardPart::Beside { text, .. } => {
                Some(text.as_str())
            }
            _ => None,
        })
    }

    /// Changes each text.
    #[must_use]
    pub fn saying(mut self, change: impl Fn(&str) -> String) -> Self {
        for part in &mut self.parts {
            if let CardPart::Text(text) | CardPart::Linked { text, .. } | CardPart::Beside { text, .. } = part
            {
                *text = change(text);
            }
        }
        self
    }

    /// The number of its components, including the container around them.
    pub fn size(&self) -> usize {
        1 + self.parts.iter().map(CardPart::size).sum::<usize>()
    }
}

impl Reply {
    /// A message for everyone.
    pub fn public(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A message that only the person who asked sees.
    pub fn private(text: impl Into<String>) -> Self {
        Self { text: text.into(), private: true, ..Self::default() }
    }

    /// A card that only the person who asked sees.
    pub fn card(card: Card) -> Self {
        Self { card: Some(card), private: true, ..Self::default() }
    }

    /// Sets the picture.
    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Self {
        self.picture = Some(picture);
        self
    }

    /// Sets the text sent as a file.
    #[must_use]
    pub fn document(mut self, document: Document) -> Self {
        self.document = Some(document);
        self
    }

    /// True if creating it takes longer than Discord waits for a response.
    pub fn takes_long(&self) -> bool {
        matches!(&self.picture, Some(Picture { content: Content::Film { .. }, .. }))
    }

    /// Adds a row of buttons.
    #[must_use]
    pub fn buttons(mut self, buttons: Vec<Button>) -> Self {
        self.rows.push(Row::Buttons(buttons));
        self
    }

    /// Adds a select in its own row.
    #[must_use]
    pub fn select(mut self, select: Select) -> Self {
        self.rows.push(Row::Select(select));
        self
    }

    /// Sets the details below the message.
    #[must_use]
    pub fn details(mut self, details: String) -> Self {
        self.details = Some(details);
        self
    }

    /// Removes the buttons for which `is_so` holds.
    #[must_use]
    pub fn without(mut self, is_so: fn(ComponentAction) -> bool) -> Self {
        let of_card = self.card.iter_mut().flat_map(|card| &mut card.parts).filter_map(|part| match part {
            CardPart::Row(row) => Some(row),
            _ => None,
        });
        for row in self.rows.iter_mut().chain(of_card) {
            if let Row::Buttons(buttons) = row {
                buttons.retain(|button| !is_so(button.id));
            }
        }
        self
    }

    /// Sets who is pinged.
    #[must_use]
    pub fn ping(mut self, who: Option<UserId>) -> Self {
        self.ping = who;
        self
    }
}

/// One line to choose from: an autocomplete suggestion, or a line of a select or of a group in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuLine {
    /// What the person reads.
    pub name: String,
    /// What Discord sends back to us.
    pub value: String,
    /// The small text below the name, in a select or a form.
    pub hint: Option<String>,
    /// Whether it is preselected, in a select or a form.
    pub chosen: bool,
}

impl MenuLine {
    /// A line, truncated to Discord's limits.
    pub fn new(name: &str, value: &str) -> Self {
        let value = beginning(value, CHOICE_MAX).to_owned();
        Self { name: cut(name, CHOICE_MAX), value, hint: None, chosen: false }
    }

    /// Sets the hint, truncated to Discord's limit.
    #[must_use]
    pub fn hint(mut self, hint: &str) -> Self {
        self.hint = Some(cut(hint, CHOICE_MAX));
        self
    }

    /// Sets whether the line is preselected.
    #[must_use]
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }
}

/// The first response to an interaction.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A new message.
    Message(Reply),
    /// Replaces the text of the message with the button, and removes its buttons.
    Update(String),
    /// Replaces the message with the button, as when turning a page.
    Turn(Reply),
    /// Suggestions.
    Choices(Vec<MenuLine>),
    /// Opens a form. Only a command, a button or a select can be answered with one.
    Form(Form),
    /// The analysis of a game, sent when it is finished.
    DeferredAnalysis(Box<DeferredAnalysis>),
    /// A hint, sent when it is found.
    DeferredHint(Box<DeferredHint>),
    /// The outcome of adding a game, sent when its file has been read.
    DeferredGame(Box<DeferredGame>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_at_whole_words_within_the_limit() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("takes Bishop f7", 12), "takes…");
        assert_eq!(cut("unbreakable", 6), "unbre…");
        assert!(cut(&"é ".repeat(80), 100).chars().count() <= 100);
    }

    #[test]
    fn suggestions_keep_the_limit() {
        let choice = MenuLine::new(&"name ".repeat(50), &"v".repeat(150));
        assert!(choice.name.chars().count() <= CHOICE_MAX && choice.value.chars().count() == CHOICE_MAX);
    }
}
