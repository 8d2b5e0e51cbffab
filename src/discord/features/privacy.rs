//! The card that shows which data is stored about a person, and its buttons.

use crate::app::Leaving;
use crate::discord::actions::PrivacyAction;
use crate::discord::context::{Context, HandlerResult, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::{Button, Card, Document, Reply, Style};
use crate::words::{Label, Words};

/// The name of the exported file.
const FILE: &str = "rookery.json";

/// The card of the stored data and the reasons for storing it.
pub fn card(words: &Words) -> Reply {
    Reply::card(Card::of(words.privacy_card()).buttons(vec![
        Button::new(words, Label::ExportPerson, PrivacyAction::Export(())),
        Button::new(words, Label::DeletePerson, PrivacyAction::Delete(())),
    ]))
}

/// The private confirmation before all of a person's data is deleted.
pub fn question(words: &Words, leaving: Leaving) -> Reply {
    Reply::private(words.privacy_question(leaving)).buttons(vec![
        Button::new(words, Label::ReallyDeletePerson, PrivacyAction::DeleteSure(())).style(Style::Danger),
        Button::new(words, Label::KeepPerson, PrivacyAction::Keep(())),
    ])
}

/// Handles a click on one of the buttons.
pub async fn run(ctx: &Context, interaction: &Interaction, action: PrivacyAction) -> HandlerResult {
    let (words, who) = (private(interaction), interaction.who.id);
    Ok(match action {
        PrivacyAction::Export(()) => {
            let file = ctx.app.person_file(who).await?;
            let told = Reply::private(words.privacy_exported(file.without_log));
            Response::say(told.document(Document {
                name: FILE.to_owned(),
                text: file.json,
                kind: "application/json",
            }))
        }
        PrivacyAction::Delete(()) => Response::say(question(words, ctx.app.leaving(who).await?)),
        // A second deletion deletes nothing, so it needs no guard. The outbox shows the games it ends to the
        // opponents.
        PrivacyAction::DeleteSure(()) => {
            let forgotten = ctx.app.forget(who, interaction.received_at).await?;
            Response::update(words.privacy_deleted(&forgotten))
        }
        PrivacyAction::Keep(()) => Response::update(words.privacy_kept()),
    })
}
