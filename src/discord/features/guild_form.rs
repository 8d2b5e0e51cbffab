//! The form in which a server's managers change several settings at once.

use crate::app::{ServerPage, ServerPart, ServerSetting, ServerSettings};
use crate::discord::actions::{ServerAction, ShownServer};
use crate::discord::components::click::{NotInForm, entered_text};
use crate::discord::interaction::Entered;
use crate::discord::reply::{Field, Form, Input, MenuLine, meant};
use crate::words::Words;

/// The form opened from a page, with a group for each setting.
pub fn form(words: &Words, page: ServerPage, server: &ServerSettings) -> Form {
    let fields = ServerPart::IN_FORM.map(|part| {
        let marked = |setting: &ServerSetting| line(words, setting).chosen(server.is_set_to(setting));
        let lines = ServerSetting::all(part).iter().map(marked).collect();
        Field { name: part.into(), label: words.server_part(part), hint: None, input: Input::OneOf(lines) }
    });
    Form {
        title: words.server_form(),
        id: ServerAction::Form(ShownServer::of(page, server)).into(),
        fields: fields.into(),
    }
}

fn line(words: &Words, setting: &ServerSetting) -> MenuLine {
    MenuLine::new(&words.server_value(setting), setting.slug())
}

/// The settings changed in the form since it was opened. A missing field counts as unchanged.
///
/// # Errors
/// If a value is not among those the form offers.
pub fn changed(
    words: &Words,
    shown: ShownServer,
    fields: &[(String, Entered)],
) -> Result<Vec<ServerSetting>, NotInForm> {
    let mut changed = Vec::new();
    for before in shown.settings() {
        let part = before.part();
        let Some(text) = entered_text(fields, part.into())? else { continue };
        let set = meant(ServerSetting::all(part), |one| line(words, one), text).ok_or(NotInForm)?;
        changed.extend(Some(set).filter(|set| *set != before));
    }
    Ok(changed)
}
