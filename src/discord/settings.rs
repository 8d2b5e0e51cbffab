//! The card on which a person sets how they like their boards.

use super::custom_id::Meaning;
use super::desk::{Desk, Done, Handled, Stop, caller};
use super::event::Interaction;
use super::language::{private, unasked};
use super::reply::{Card, MenuLine, Reply, Select};
use super::server::{language_of, languages_of};
use crate::app::{Setting, SettingOf, Taste};
use crate::game::UserId;
use crate::words::{Languages, NotDone, Words};

/// What is set, with a menu for each of it, and above the menu what it is for; `language`: the one that was chosen.
pub fn card(words: &Words, languages: &Languages, taste: &Taste, language: Option<&str>) -> Reply {
    let card = SettingOf::ALL.into_iter().fold(Card::of(words.settings_card()), |card, of| {
        card.text(format!("**{}**", words.setting_of(of))).select(menu(words, of, taste))
    });
    let lines = languages_of(words, languages, language);
    let label = words.setting_language();
    let menu = Select { label: label.clone(), id: Meaning::Language(()), lines };
    Reply::card(card.text(format!("**{label}**")).select(menu))
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
    let (language, _) = desk.app.languages(UserId(from.who.id), None).await?;
    Ok(Done::turn(card(words, &desk.languages, &taste, language.as_deref())))
}

/// The card as it is now.
///
/// # Errors
/// Only faults.
pub async fn present(desk: &Desk, from: &Interaction) -> Result<Reply, Stop> {
    let who = UserId(from.who.id);
    let (taste, (language, _)) = (desk.app.taste(who).await?, desk.app.languages(who, None).await?);
    Ok(card(private(from), &desk.languages, &taste, language.as_deref()))
}

/// A language was chosen: it is kept, and the card is in it.
///
/// # Errors
/// A private sentence.
pub async fn language_chosen(desk: &Desk, from: &Interaction, chosen: &[String]) -> Handled {
    let Some(language) = language_of(private(from), &desk.languages, chosen) else {
        return Err(Stop::say(private(from).not_done(NotDone::Unreadable)));
    };
    desk.app.set_language(&caller(from), language.as_deref()).await?;
    let words = unasked(&desk.languages, language.as_ref().or(from.locale.as_ref()));
    let taste = desk.app.taste(UserId(from.who.id)).await?;
    Ok(Done::turn(card(words, &desk.languages, &taste, language.as_deref())))
}
