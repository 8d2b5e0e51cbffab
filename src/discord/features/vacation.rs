//! The card of a person's vacation, with its button and menu.

use crate::app::VacationView;
use crate::discord::actions::SettingsAction;
use crate::discord::reply::{Button, Card, MenuLine, Reply, Select};
use crate::discord::rest::mentions::written;
use crate::game::Millis;
use crate::words::{Label, Words};

/// The state of a person's vacation, with a button that ends it.
pub fn card(words: &Words, view: VacationView) -> Reply {
    let told = words.vacation(view, &written);
    match view.until {
        Some(until) => Reply::private(told).buttons(vec![end(words, until)]),
        None if view.left == 0 => Reply::private(told),
        None => Reply::private(format!("{told} {}", words.vacation_how())),
    }
}

fn end(words: &Words, until: Millis) -> Button {
    Button::new(words, Label::EndVacation, SettingsAction::EndVacation(until))
}

/// The numbers of days in the menu, in addition to all that are left.
const DAYS: [u32; 9] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/// Adds the vacation to the card of settings: its state, and a button that ends it or a menu to start one.
///
/// If days are `chosen` there, the card asks for confirmation, because a vacation day that has begun is used
/// up.
pub fn part(words: &Words, card: Card, view: VacationView, chosen: Option<u32>) -> Card {
    let label = words.setting_vacation();
    let card = card.text(format!("**{label}**\n{}", words.vacation(view, &written)));
    if let Some(until) = view.until {
        return card.buttons(vec![end(words, until)]);
    }
    let marked = |days| line(words, days).chosen(chosen == Some(days));
    let lines = days(view.left).map(marked).collect();
    let menu = Select { label, id: SettingsAction::Vacation(()).into(), lines };
    // Discord rejects a menu without lines.
    let card = if menu.lines.is_empty() { card } else { card.select(menu) };
    let Some(days) = chosen.filter(|days| *days <= view.left) else { return card };
    let begin = Button::new(words, Label::BeginVacation, SettingsAction::BeginVacation(days));
    card.text(words.vacation_question(days)).buttons(vec![begin])
}

/// A number of days as a line of a menu.
pub fn line(words: &Words, days: u32) -> MenuLine {
    MenuLine::new(&words.vacation_days(days), &days.to_string())
}

/// The choices if `left` days are left.
fn days(left: u32) -> impl Iterator<Item = u32> {
    let all = (left > 0 && !DAYS.contains(&left)).then_some(left);
    DAYS.into_iter().filter(move |days| *days <= left).chain(all)
}
