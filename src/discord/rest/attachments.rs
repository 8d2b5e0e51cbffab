//! Fetches a file that a user attached to a command. It is on Discord's CDN, which needs no authorization and
//! uses signed addresses. No other host is contacted, whatever the interaction says.

use std::fmt::Display;
use std::time::Duration;

use reqwest::StatusCode;
use url::Url;

use super::messenger::Messenger;
use crate::app::NoFile;

/// The hosts on which Discord stores attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
/// Timeout for fetching an attachment.
const PATIENCE: Duration = Duration::from_secs(10);

impl Messenger {
    /// Returns the text of an attachment of at most `most` bytes.
    ///
    /// # Errors
    /// Returns the reason why the text is not available.
    pub async fn attached_text(&self, url: &str, most: usize) -> Result<String, NoFile> {
        let Some(url) = Url::parse(url).ok().filter(|url| is_trusted(url, self.rest.base())) else {
            tracing::warn!("an attachment lies where Discord keeps none");
            return Err(NoFile::NotFetched);
        };
        let not_fetched = |why: &dyn Display| {
            tracing::warn!(%why, "an attachment could not be fetched");
            NoFile::NotFetched
        };
        let answer = self.rest.fetch(url.into(), PATIENCE).await;
        let answer = answer.map_err(|error| not_fetched(&error))?;
        if answer.status != StatusCode::OK {
            return Err(not_fetched(&answer.status));
        }
        let bytes = answer.bytes(most).await.map_err(|error| not_fetched(&error))?;
        let text = String::from_utf8(bytes.ok_or(NoFile::TooLong(most))?).map_err(|_| NoFile::NoText)?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Whether the address is on Discord's CDN, or on the configured server, which may store files itself.
fn is_trusted(url: &Url, base: &str) -> bool {
    let of_discord = url.scheme() == "https" && url.host_str().is_some_and(|host| HOSTS.contains(&host));
    let same = Url::parse(base).is_ok_and(|base| base.origin() == url.origin());
    of_discord || same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_where_discord_keeps_files_is_asked() {
        let trusted =
            |url: &str| is_trusted(&Url::parse(url).expect("a URL"), "http://127.0.0.1:8420/api/v10");
        for url in [
            "https://cdn.discordapp.com/ephemeral-attachments/1/2/game.toml?ex=1&is=2&hm=3",
            "https://media.discordapp.net/attachments/1/2/game.toml",
            "http://127.0.0.1:8420/attachments/1/2/game.toml",
        ] {
            assert!(trusted(url), "{url}");
        }
        for url in [
            "http://cdn.discordapp.com/attachments/1/2/game.toml",
            "https://cdn.discordapp.com.example.com/game.toml",
            "https://cdn.discordapp.com@example.com/game.toml",
            "http://127.0.0.1:9000/game.toml",
            "http://169.254.169.254/latest/meta-data",
            "file:///etc/passwd",
        ] {
            assert!(!trusted(url), "{url}");
        }
    }
}
