//! Commands with files.

use std::sync::Arc;

use super::Member;
use crate::upload::Upload;
use crate::view::Response;
use crate::world::act::ClientRefusal;

/// A file that a person chooses for an option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenFile {
    /// The file name, as on the person's disk.
    pub name: String,
    /// The content type that the client sends, if it knows one.
    pub content_type: Option<String>,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl ChosenFile {
    /// Creates a file whose content type the client does not know.
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_owned(), content_type: None, bytes: bytes.into() }
    }

    /// Sets the content type.
    #[must_use]
    pub fn of_type(self, content_type: &str) -> Self {
        Self { content_type: Some(content_type.to_owned()), ..self }
    }
}

impl Member {
    /// Like [`Member::slash`], with a file for each of these options.
    pub async fn slash_with_files(
        &self,
        command: &str,
        options: &[(&str, &str)],
        files: &[(&str, &ChosenFile)],
    ) -> Response {
        let patience = self.discord.patience();
        let sent = (files.iter())
            .map(|(option, file)| {
                let refused = |text: String| ClientRefusal { text, field: Some((*option).to_owned()) };
                self.attach(file).map(|id| (*option, id)).map_err(refused)
            })
            .collect::<Result<Vec<_>, _>>()
            .and_then(|ids| {
                let files = ids.iter().map(|(option, id)| (*option, id.as_str()));
                self.send_slash(command, &options.iter().copied().chain(files).collect::<Vec<_>>())
            });
        self.await_answer(sent, patience).await
    }

    /// Uploads a file and returns its id.
    ///
    /// The id is the value of the option in [`Member::slash`] and [`Member::slash_now`], for this person
    /// only.
    ///
    /// # Errors
    /// The message of the client-side check: more than 10 MiB, or a name that is too long.
    pub fn attach(&self, file: &ChosenFile) -> Result<String, String> {
        let upload = Upload {
            number: 0,
            filename: file.name.clone(),
            content_type: file.content_type.clone(),
            bytes: Arc::from(&file.bytes[..]),
        };
        let id = self.discord.shared.change(|w| w.attach(self.person, &upload));
        id.map(|id| id.to_string()).map_err(|refused| refused.text)
    }
}
