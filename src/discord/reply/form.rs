//! Forms that people fill in.

use super::left_out::over;
use super::{CHOICES_MAX, LeftOut, MenuLine};
use crate::discord::actions::ComponentAction;

/// Maximum length, in characters, of a form's title and of the label above a field.
pub const FORM_MAX: usize = 45;
/// Maximum length, in characters, of the description below that label.
pub const FORM_HINT_MAX: usize = 100;
/// Maximum number of fields in a form.
pub const FIELDS_MAX: usize = 5;
/// Maximum number of lines in a group of radio buttons or checkboxes.
pub const GROUP_MAX: usize = 10;

/// A form, which a user fills in and submits.
#[derive(Clone, Debug)]
pub struct Form {
    pub title: String,
    /// The action of submitting it.
    pub id: ComponentAction,
    pub fields: Vec<Field>,
}

/// A field of a form.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name under which its value is submitted.
    pub name: &'static str,
    /// The label above the field.
    pub label: String,
    /// The description below the label.
    pub hint: Option<String>,
    pub input: Input,
}

/// How a field is filled in.
#[derive(Clone, Debug)]
pub enum Input {
    /// One line of text.
    Line {
        /// Maximum length, in characters.
        most: u16,
        /// Whether a value is required.
        required: bool,
        /// The prefilled text.
        value: String,
    },
    /// A radio group: one of two to ten lines. One has to be chosen.
    OneOf(Vec<MenuLine>),
    /// A checkbox group: any of up to ten lines, or none.
    AnyOf(Vec<MenuLine>),
    /// A menu: one line, or up to this many.
    Menu(Vec<MenuLine>, u8),
}

impl Form {
    /// Returns what exceeds Discord's limits.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let fields = over(self.fields.len(), FIELDS_MAX).map(LeftOut::Fields);
        let lines = self.fields.iter().filter_map(|field| match &field.input {
            Input::Line { .. } => None,
            Input::OneOf(lines) | Input::AnyOf(lines) => over(lines.len(), GROUP_MAX).map(LeftOut::Lines),
            Input::Menu(lines, _) => over(lines.len(), CHOICES_MAX).map(LeftOut::Lines),
        });
        fields.into_iter().chain(lines).collect()
    }
}

impl Field {
    /// Whether there is nothing to choose in it. Discord refuses a form with such a field, so it is omitted.
    pub fn is_empty(&self) -> bool {
        match &self.input {
            Input::Line { .. } => false,
            Input::OneOf(lines) => lines.len() < 2,
            Input::AnyOf(lines) | Input::Menu(lines, _) => lines.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::actions::SettingsAction;

    fn lines(count: usize) -> Vec<MenuLine> {
        (0..count).map(|at| MenuLine::new(&at.to_string(), &at.to_string())).collect()
    }

    fn form(inputs: Vec<Input>) -> Form {
        let field = |input| Field { name: "field", label: "Field".to_owned(), hint: None, input };
        let fields = inputs.into_iter().map(field).collect();
        Form { title: "Form".to_owned(), id: SettingsAction::Language(()).into(), fields }
    }

    #[test]
    fn what_a_form_has_no_room_for_is_told() {
        let full = [Input::OneOf(lines(10)), Input::AnyOf(lines(10)), Input::Menu(lines(25), 3)];
        assert_eq!(form(full.into()).left_out(), []);
        let more = [11, 12].map(|count| Input::AnyOf(lines(count))).into_iter();
        let more = more.chain([Input::OneOf(lines(11)), Input::Menu(lines(26), 1)]);
        let more = more.chain((0..3).map(|_| Input::OneOf(lines(2)))).collect();
        let expected =
            [LeftOut::Fields(2), LeftOut::Lines(1), LeftOut::Lines(2), LeftOut::Lines(1), LeftOut::Lines(1)];
        assert_eq!(form(more).left_out(), expected);
    }

    #[test]
    fn a_field_without_a_choice_is_empty() {
        let form = form(vec![
            Input::OneOf(lines(1)),
            Input::OneOf(lines(2)),
            Input::AnyOf(lines(1)),
            Input::AnyOf(lines(0)),
            Input::Menu(lines(0), 1),
        ]);
        assert_eq!(
            form.fields.iter().map(Field::is_empty).collect::<Vec<_>>(),
            [true, false, false, true, true]
        );
    }
}
