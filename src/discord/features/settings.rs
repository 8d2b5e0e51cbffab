//! The card on which a person sees and sets their preferences.
//!
//! Most are set in a form, or with a menu for each on a separate card.

use super::guild_settings::{language_of, languages_of};
use super::{settings_form, vacation};
use crate::app::{AppError, Preferences, Setting, SettingOf, VACATION_DAYS, VacationView};
use crate::discord::actions::{SettingsAction, ShownSettings};
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::{private, unasked};
use crate::discord::reply::{Button, Card, MenuLine, Reply, Select, meant};
use crate::game::Millis;
use crate::words::{Label, Languages, NotDone, Words};

/// The contents of a person's card.
#[derive(Clone, Debug)]
pub struct OwnCard {
    /// Their preferences.
    pub preferences: Preferences,
    /// The language they have chosen.
    pub language: Option<String>,
    /// The state of their vacation.
    pub vacation: VacationView,
    /// The days of vacation chosen but not yet started.
    pub days: Option<u32>,
    /// The settings just changed in the form; `None` if none was submitted.
    pub changed: Option<Vec<Setting>>,
}

/// The current settings, with a button for the form, and menus for what is not in the form.
pub fn card(words: &Words, languages: &Languages, own: &OwnCard) -> Reply {
    let text = match &own.changed {
        None => words.settings_card(),
        Some(changed) => format!("{} {}", words.settings_changed(changed), words.settings_card()),
    };
    let set: Vec<String> =
        SettingOf::in_form().map(|of| words.setting(own.preferences.setting(of))).collect();
    let card = Card::of(text).text(set.join("\n")).buttons(vec![
        Button::new(words, Label::ChangeSettings, SettingsAction::Form(ShownSettings(own.preferences))),
        Button::new(words, Label::SettingsOneByOne, SettingsAction::Menus(())),
    ]);
    let others = SettingOf::ALL.into_iter().filter(|of| !is_in_form(*of));
    let card = others.fold(card, |card, of| with_menu(words, card, of, &own.preferences));
    let told = |name: Option<&str>| words.language_value(name);
    let lines = languages_of(languages, own.language.as_deref(), told);
    let label = words.setting_language();
    let menu = Select { label: label.clone(), id: SettingsAction::Language(()).into(), lines };
    let card = card.text(format!("**{label}**")).select(menu);
    Reply::card(vacation::part(words, card, own.vacation, own.days))
}

/// The preferences of the form, each as a menu below its heading.
pub fn menus(words: &Words, preferences: &Preferences) -> Reply {
    let card = Card::of(words.settings_card());
    let card = SettingOf::in_form().fold(card, |card, of| with_menu(words, card, of, preferences));
    Reply::card(card.buttons(vec![Button::new(words, Label::Settings, SettingsAction::Card(()))]))
}

fn is_in_form(of: SettingOf) -> bool {
    SettingOf::in_form().any(|one| one == of)
}

fn with_menu(words: &Words, card: Card, of: SettingOf, preferences: &Preferences) -> Card {
    card.text(format!("**{}**", words.setting_of(of))).select(menu(words, of, preferences))
}

fn menu(words: &Words, of: SettingOf, preferences: &Preferences) -> Select {
    let marked = |setting: Setting| line(words, setting).chosen(preferences.setting(of) == setting);
    Select {
        label: words.setting_of(of),
        id: SettingsAction::Set(of).into(),
        lines: Setting::all(of).into_iter().map(marked).collect(),
    }
}

/// A line of a menu, which is below the name of its setting.
fn line(words: &Words, setting: Setting) -> MenuLine {
    MenuLine::new(&words.setting_value(setting), setting.slug())
}

/// Handles a click or a choice on the card, or on that of a vacation.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: SettingsAction,
    click: Click<'_>,
) -> HandlerResult {
    match action {
        SettingsAction::Card(()) => Ok(Response::turn(present(ctx, interaction).await?)),
        SettingsAction::Menus(()) => {
            let preferences = ctx.app.preferences(interaction.who.id).await?;
            Ok(Response::turn(menus(private(interaction), &preferences)))
        }
        SettingsAction::Form(shown) => match click.fields {
            None => {
                let preferences = ctx.app.preferences(interaction.who.id).await?;
                Ok(Response::form(settings_form::form(private(interaction), preferences)))
            }
            Some(fields) => form_filled(ctx, interaction, shown, fields).await,
        },
        SettingsAction::Set(of) => chosen(ctx, interaction, of, click.lines()).await,
        SettingsAction::Language(()) => language_chosen(ctx, interaction, click.lines()).await,
        SettingsAction::Vacation(()) => vacation_chosen(ctx, interaction, click.lines()).await,
        SettingsAction::BeginVacation(days) => begin_vacation(ctx, interaction, days).await,
        SettingsAction::EndVacation(until) => end_vacation(ctx, interaction, until).await,
    }
}

/// Handles a choice in one of the menus: stores it and shows it on the card.
async fn chosen(ctx: &Context, interaction: &Interaction, of: SettingOf, chosen: &[String]) -> HandlerResult {
    let words = private(interaction);
    let of_text = |text: &String| meant(Setting::all(of), |setting| line(words, *setting), text);
    let Some(setting) = chosen.first().and_then(of_text) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let preferences = ctx.app.set(&caller(interaction), &[setting]).await?;
    if is_in_form(of) {
        return Ok(Response::turn(menus(words, &preferences)));
    }
    Ok(Response::turn(present(ctx, interaction).await.map_err(AppError::after_storing)?))
}

/// Handles the submitted form: stores the changes and shows them on the card.
async fn form_filled(
    ctx: &Context,
    interaction: &Interaction,
    shown: ShownSettings,
    fields: &[(String, Entered)],
) -> HandlerResult {
    let words = private(interaction);
    let Ok(changed) = settings_form::changed(words, shown, fields) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    if !changed.is_empty() {
        ctx.app.set(&caller(interaction), &changed).await?;
    }
    let own = own(ctx, interaction).await.map_err(AppError::after_storing)?;
    Ok(Response::turn(card(words, &ctx.languages, &OwnCard { changed: Some(changed), ..own })))
}

/// The card with the current settings.
pub async fn present(ctx: &Context, interaction: &Interaction) -> Result<Reply, AppError> {
    Ok(card(private(interaction), &ctx.languages, &own(ctx, interaction).await?))
}

async fn own(ctx: &Context, interaction: &Interaction) -> Result<OwnCard, AppError> {
    let who = interaction.who.id;
    let (preferences, (language, _)) = (ctx.app.preferences(who).await?, ctx.app.languages(who, None).await?);
    let vacation = ctx.app.vacation(who, interaction.received_at).await?;
    Ok(OwnCard { preferences, language, vacation, days: None, changed: None })
}

/// Handles the choice of a language: stores it and shows the card in it.
async fn language_chosen(ctx: &Context, interaction: &Interaction, chosen: &[String]) -> HandlerResult {
    let told = |name: Option<&str>| private(interaction).language_value(name);
    let Some(language) = language_of(&ctx.languages, chosen, told) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    ctx.app.set_language(&caller(interaction), language.as_deref()).await?;
    let words = unasked(&ctx.languages, language.as_ref().or(interaction.locale.as_ref()));
    let own = own(ctx, interaction).await.map_err(AppError::after_storing)?;
    Ok(Response::turn(card(words, &ctx.languages, &own)))
}

/// Handles the choice of vacation days: the card asks for confirmation.
async fn vacation_chosen(ctx: &Context, interaction: &Interaction, chosen: &[String]) -> HandlerResult {
    let words = private(interaction);
    let of_text = |text: &String| meant(1..=VACATION_DAYS, |days| vacation::line(words, *days), text);
    let days = chosen.first().and_then(of_text);
    if days.is_none() {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    }
    let own = OwnCard { days, ..own(ctx, interaction).await? };
    Ok(Response::turn(card(words, &ctx.languages, &own)))
}

/// Starts a vacation of `days` days and shows it on the card of settings.
async fn begin_vacation(ctx: &Context, interaction: &Interaction, days: u32) -> HandlerResult {
    ctx.app.go_on_vacation(&caller(interaction), days).await?;
    Ok(Response::turn(present(ctx, interaction).await.map_err(AppError::after_storing)?))
}

/// Ends the vacation that would last until `until`, and updates the card whose button was pressed.
async fn end_vacation(ctx: &Context, interaction: &Interaction, until: Millis) -> HandlerResult {
    let view = ctx.app.end_vacation(&caller(interaction), until).await?;
    let on_settings = interaction.clicked().is_some_and(|message| message.card);
    Ok(Response::turn(if on_settings {
        present(ctx, interaction).await.map_err(AppError::after_storing)?
    } else {
        vacation::card(private(interaction), view)
    }))
}
