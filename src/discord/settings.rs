//! The card on which a person sets how they like their boards.

use super::custom_id::Meaning;
use super::desk::{Desk, Done, Handled, Stop, caller};
use super::event::Interaction;
use super::language::private;
use super::reply::{Card, MenuLine, Reply, Select};
use crate::app::{Setting, SettingOf, Taste};
use crate::words::{NotDone, Words};

/// What is set, with a menu for each of it, and above the menu what it is for.
pub fn card(words: &Words, taste: &Taste) -> Reply {
    let card = SettingOf::ALL.into_iter().fold(Card::of(words.settings_card()), |card, of| {
        card.text(format!("**{}**", words.setting_of(of))).select(menu(words, of, taste))
    });
    Reply::card(card)
}

fn menu(words: &Words, of: SettingOf, taste: &Taste) -> Select {
    let line = |setting: Setting| {
        MenuLine::new(&words.setting(setting), setting.slug()).chosen(taste.setting(of) == setting)
    };
    Select {
        label: words.setting_of(of),
        id: Meaning::Setting(of),
        lines: Setting::all(of).into_iter().map(line).collect(),
    }
}

/// Something was chosen in one of the menus: it is kept, and the card shows it.
///
/// # Errors
/// A private sentence.
pub async fn chosen(desk: &Desk, from: &Interaction, of: SettingOf, chosen: &[String]) -> Handled {
    let words = private(from);
    // Some clients send what a line says instead of its value.
    let is_meant = |setting: &Setting, text: &str| setting.slug() == text || words.setting(*setting) == text;
    let meant = chosen.first().and_then(|text| Setting::all(of).into_iter().find(|one| is_meant(one, text)));
    let Some(setting) = meant else { return Err(Stop::say(words.not_done(NotDone::Unreadable))) };
    let taste = desk.app.set(&caller(from), setting).await?;
    Ok(Done::turn(card(words, &taste)))
}
