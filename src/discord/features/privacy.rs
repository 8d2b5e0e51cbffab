//! The card that says what is kept of a person, and its buttons.

use crate::app::Leaving;
use crate::discord::components::custom_id::{Meaning, PersonDeed};
use crate::discord::context::{Desk, Done, Handled};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::{Button, Document, Reply, Style};
use crate::game::UserId;
use crate::words::{Label, Words};

/// The name of the file.
const FILE: &str = "rookery.json";

fn button(words: &Words, label: Label, deed: PersonDeed, style: Style) -> Button {
    Button { label: words.label(label), id: Meaning::Person(deed), style }
}

/// What is kept and why.
pub fn card(words: &Words) -> Reply {
    Reply::private(words.privacy_card()).buttons(vec![
        button(words, Label::ExportPerson, PersonDeed::Export, Style::Plain),
        button(words, Label::DeletePerson, PersonDeed::Delete, Style::Plain),
    ])
}

/// The private "really?" before all of it is deleted.
pub fn question(words: &Words, leaving: Leaving) -> Reply {
    Reply::private(words.privacy_question(leaving)).buttons(vec![
        button(words, Label::ReallyDeletePerson, PersonDeed::DeleteSure, Style::Danger),
        button(words, Label::KeepPerson, PersonDeed::Keep, Style::Plain),
    ])
}

/// One of the buttons, for whoever clicks it.
///
/// # Errors
/// A private sentence when something is wrong on our side.
pub async fn press(desk: &Desk, from: &Interaction, deed: PersonDeed) -> Handled {
    let (words, who) = (private(from), UserId(from.who.id));
    Ok(match deed {
        PersonDeed::Export => {
            let file = desk.app.person_file(who).await?;
            let told = Reply::private(words.privacy_exported(file.without_log));
            Done::say(told.document(Document {
                name: FILE.to_owned(),
                text: file.json,
                kind: "application/json",
            }))
        }
        PersonDeed::Delete => Done::say(question(words, desk.app.leaving(who).await?)),
        // Once more deletes nothing, so it needs no guard. The boards of games that end by it are owed to the opponents.
        PersonDeed::DeleteSure => {
            let forgotten = desk.app.forget(who, from.received_at).await?;
            Done::update(words.privacy_deleted(&forgotten))
        }
        PersonDeed::Keep => Done::update(words.privacy_kept()),
    })
}
