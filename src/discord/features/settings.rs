//! The card on which a person sets how they like their boards.

use super::guild_settings::{language_of, languages_of};
use super::vacation;
use crate::app::{AppError, Setting, SettingOf, Taste, VACATION_DAYS, VacationView};
use crate::discord::components::custom_id::Meaning;
use crate::discord::context::{Desk, Done, Handled, Stop, caller};
use crate::discord::interaction::{Deed, Interaction};
use crate::discord::locale::{private, unasked};
use crate::discord::reply::{Card, MenuLine, Reply, Select, meant};
use crate::game::{Millis, UserId};
use crate::words::{Languages, NotDone, Words};

/// How somebody has it.
#[derive(Clone, Debug)]
pub struct OwnCard {
    /// What they have set.
    pub taste: Taste,
    /// The language that they have chosen.
    pub language: Option<String>,
    /// How they stand with their vacation.
    pub vacation: VacationView,
    /// So many days of vacation they have chosen and not begun.
    pub days: Option<u32>,
}

/// What is set, with a menu for each of it, and above the menu what it is for.
pub fn card(words: &Words, languages: &Languages, own: &OwnCard) -> Reply {
    let card = SettingOf::ALL.into_iter().fold(Card::of(words.settings_card()), |card, of| {
        card.text(format!("**{}**", words.setting_of(of))).select(menu(words, of, &own.taste))
    });
    let lines = languages_of(words, languages, own.language.as_deref());
    let label = words.setting_language();
    let menu = Select { label: label.clone(), id: Meaning::Language(()), lines };
    let card = card.text(format!("**{label}**")).select(menu);
    Reply::card(vacation::part(words, card, own.vacation, own.days))
}

fn menu(words: &Words, of: SettingOf, taste: &Taste) -> Select {
    let marked = |setting: Setting| line(words, setting).chosen(taste.setting(of) == setting);
    Select {
        label: words.setting_of(of),
        id: Meaning::Setting(of),
        lines: Setting::all(of).into_iter().map(marked).collect(),
    }
}

fn line(words: &Words, setting: Setting) -> MenuLine {
    MenuLine::new(&words.setting(setting), setting.slug())
}

/// Something was chosen in one of the menus: it is kept, and the card shows it.
///
/// # Errors
/// A private sentence.
pub async fn chosen(desk: &Desk, from: &Interaction, of: SettingOf, chosen: &[String]) -> Handled {
    let words = private(from);
    let of_text = |text: &String| meant(Setting::all(of), |setting| line(words, *setting), text);
    let Some(setting) = chosen.first().and_then(of_text) else {
        return Err(Stop::say(words.not_done(NotDone::Unreadable)));
    };
    desk.app.set(&caller(from), setting).await?;
    Ok(Done::turn(present(desk, from).await.map_err(AppError::after_storing)?))
}

/// The card as it is now.
///
/// # Errors
/// Only faults.
pub async fn present(desk: &Desk, from: &Interaction) -> Result<Reply, AppError> {
    Ok(card(private(from), &desk.languages, &own(desk, from).await?))
}

async fn own(desk: &Desk, from: &Interaction) -> Result<OwnCard, AppError> {
    let who = UserId(from.who.id);
    let (taste, (language, _)) = (desk.app.taste(who).await?, desk.app.languages(who, None).await?);
    let vacation = desk.app.vacation(who, from.received_at).await?;
    Ok(OwnCard { taste, language, vacation, days: None })
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
    let own = own(desk, from).await.map_err(AppError::after_storing)?;
    Ok(Done::turn(card(words, &desk.languages, &own)))
}

/// Days of vacation were chosen: the card asks whether they are to begin.
///
/// # Errors
/// A private sentence.
pub async fn vacation_chosen(desk: &Desk, from: &Interaction, chosen: &[String]) -> Handled {
    let words = private(from);
    let of_text = |text: &String| meant(1..=VACATION_DAYS, |days| vacation::line(words, *days), text);
    let days = chosen.first().and_then(of_text);
    if days.is_none() {
        return Err(Stop::say(words.not_done(NotDone::Unreadable)));
    }
    let own = OwnCard { days, ..own(desk, from).await? };
    Ok(Done::turn(card(words, &desk.languages, &own)))
}

/// A vacation of so many days begins, and the card of settings shows it.
///
/// # Errors
/// A private sentence.
pub async fn begin_vacation(desk: &Desk, from: &Interaction, days: u32) -> Handled {
    desk.app.go_on_vacation(&caller(from), days).await?;
    Ok(Done::turn(present(desk, from).await.map_err(AppError::after_storing)?))
}

/// The vacation ends that would last `until` then, and the card shows it whose button was pressed.
///
/// # Errors
/// A private sentence.
pub async fn end_vacation(desk: &Desk, from: &Interaction, until: Millis) -> Handled {
    let view = desk.app.end_vacation(&caller(from), until).await?;
    let on_settings = matches!(from.what, Deed::Component { card: true, .. });
    Ok(Done::turn(if on_settings {
        present(desk, from).await.map_err(AppError::after_storing)?
    } else {
        vacation::card(private(from), view)
    }))
}
