//! What Discord knows about the application: who the bot is, how it can be installed, and how
//! interactions arrive.
//!
//! <https://docs.discord.com/developers/resources/application>
//!
//! It is the first response at a start, so the invitation link is shown before anything else can fail. It
//! also says what is wrong with the default install settings, and how Discord sends interactions.

use reqwest::Method;
use serde_json::Value;
use serenity::all::Permissions;

use crate::discord::ingress::http_endpoint::EndpointSettings;
use crate::discord::interaction::permission;
use crate::discord::operator::{Halted, OPERATOR};
use crate::discord::rest::request::{Failure, Request, snowflake};
use crate::discord::rest::retry::Reach;
use crate::discord::rest::transport::Transport;
use crate::words::Words;

/// The bot's name if Discord gives none.
const UNNAMED: &str = "Rookery";
/// The scope that makes the bot a member of a server.
const BOT: &str = "bot";
/// The scope that adds its commands there.
const COMMANDS: &str = "applications.commands";

/// Returns the permissions that the bot requests, as one bit set.
pub fn permissions() -> Permissions {
    permission::NEEDED.iter().map(|(one, _)| *one).collect()
}

/// Returns the link that invites the bot with no more permissions than it needs; `at` is Discord's address.
pub fn invitation(at: &str, application: u64) -> String {
    let (at, bits) = (at.trim_end_matches('/'), permissions().bits());
    format!(
        "{at}/oauth2/authorize?client_id={application}&scope=bot%20applications.commands&permissions={bits}"
    )
}

/// A yes or no, as far as Discord says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Yes,
    No,
    /// Discord does not say.
    Nothing,
}

/// What `/applications/@me` says about the bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// The application's id, which is also the bot's.
    pub id: u64,
    pub name: String,
    /// The *Interactions Endpoint URL*, if there is one.
    interactions_url: Option<String>,
    pub installs: Installs,
    /// About how many servers it is in, if Discord says so.
    pub servers: Option<u32>,
}

/// How the application can be installed: `integration_types_config`.
#[derive(Clone, Debug, PartialEq)]
pub struct Installs(Value);

impl Application {
    /// Parses the response of `/applications/@me`.
    pub fn read(me: &Value) -> Option<Self> {
        let name = [&me["name"], &me["bot"]["username"]].into_iter().find_map(Value::as_str);
        Some(Self {
            id: snowflake(&me["id"])?,
            name: name.unwrap_or(UNNAMED).to_owned(),
            interactions_url: interactions_url(me),
            installs: Installs(me["integration_types_config"].clone()),
            servers: me["approximate_guild_count"].as_u64().and_then(|count| u32::try_from(count).ok()),
        })
    }

    /// Returns the *Interactions Endpoint URL*, if there is one.
    pub fn interactions_url(&self) -> Option<&str> {
        self.interactions_url.as_deref()
    }
}

impl Installs {
    /// Whether the application can be installed in a server.
    pub fn in_servers(&self) -> Said {
        self.can_be_installed("0")
    }

    /// Whether people can install it for themselves.
    pub fn by_people(&self) -> Said {
        self.can_be_installed("1")
    }

    fn can_be_installed(&self, integration_type: &str) -> Said {
        let Some(config) = self.0.as_object().filter(|config| !config.is_empty()) else {
            return Said::Nothing;
        };
        match config.get(integration_type) {
            None => Said::No,
            Some(Value::Null) => Said::Nothing,
            Some(_) => Said::Yes,
        }
    }

    /// Returns what is wrong with how *Add App* installs the bot, in whole sentences.
    ///
    /// Without default install settings nothing is: then there is no such button, or it leads elsewhere.
    pub fn warnings(&self) -> Option<String> {
        let bits = permissions().bits();
        let mend = format!(
            "In the developer portal, under Installation, choose the scopes {BOT} and {COMMANDS} and the permissions \
             (number {bits}) for Guild Install."
        );
        if self.in_servers() == Said::No {
            return Some(format!(
                "The application cannot be installed in servers, as Guild Install is off. {mend}"
            ));
        }
        let params = &self.0["0"]["oauth2_install_params"];
        let scopes = params["scopes"].as_array()?;
        let mut lacking: Vec<String> = [BOT, COMMANDS]
            .into_iter()
            // The scope of the bot includes that of its commands.
            .filter(|scope| !scopes.iter().any(|has| has == scope || has == BOT))
            .map(|scope| format!("the scope {scope}"))
            .collect();
        let has = crate::discord::interaction::values::number(&params["permissions"]).unwrap_or(0);
        let has = Permissions::from_bits_retain(has);
        if !has.contains(Permissions::ADMINISTRATOR) {
            let words = Words::english();
            let missing = permission::NEEDED.iter().filter(|(one, _)| !has.contains(*one));
            lacking.extend(missing.map(|(_, name)| format!("the permission {}", words.permission(*name))));
        }
        if lacking.is_empty() {
            return None;
        }
        Some(format!(
            "Add App in the bot's profile would install it without {}: games could not be shown there. {mend}",
            lacking.join(", ")
        ))
    }
}

fn interactions_url(me: &Value) -> Option<String> {
    me["interactions_endpoint_url"].as_str().filter(|url| !url.is_empty()).map(str::to_owned)
}

/// Asks who the bot is, and reports which of its settings at Discord need fixing.
///
/// # Errors
/// Returns one clear sentence for the operator, about what only a person can fix.
pub async fn introduce(
    rest: &Transport,
    reach: &Reach<'_>,
    endpoint: Option<&EndpointSettings>,
) -> Result<Application, Halted> {
    let base = reach.base;
    let ask =
        async |deadline| rest.send(Request::new(&Method::GET, "/applications/@me", deadline).single()).await;
    let me = match reach.until_it_answers("ask who the bot is", ask).await {
        Ok(me) => me,
        Err(Failure::Refused { status: 401, .. }) => {
            let why = "Discord does not accept the token. Check DISCORD_TOKEN or discord.token.";
            return Err(Halted::until_mended(why));
        }
        Err(failure) => {
            return Err(Halted::until_mended(format!("{base} did not say who the bot is. {failure}.")));
        }
    };
    let application = Application::read(&me)
        .ok_or_else(|| Halted::until_mended(format!("{base} does not answer like Discord.")))?;
    let key = me["verify_key"].as_str().and_then(|key| key.parse().ok());
    if endpoint.zip(key).is_some_and(|(endpoint, key)| endpoint.public_key != key) {
        return Err(Halted::until_mended(
            "discord.public_key is not the key of the application that the token is of. Copy it from the \
             application's page.",
        ));
    }
    if let Some(warning) = application.installs.warnings() {
        tracing::warn!(target: OPERATOR, "{warning}");
    }
    match (&application.interactions_url, endpoint) {
        (Some(url), None) => Err(Halted::until_mended(format!(
            "Interactions do not come by the gateway, as the application has the Interactions Endpoint URL {url}: \
             Discord posts them there. Clear that field in the developer portal, under General Information, or set \
             discord.http.listen and discord.public_key to take them by HTTP."
        ))),
        _ => Ok(application),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(installs: &Value) -> Installs {
        let me =
            json!({ "id": "7", "integration_types_config": installs, "interactions_endpoint_url": null });
        Application::read(&me).expect("an application").installs
    }

    #[test]
    fn the_invitation_asks_for_what_is_needed_and_no_more() {
        let link = invitation("https://discord.com", 42);
        assert_eq!(
            link,
            "https://discord.com/oauth2/authorize?client_id=42&scope=bot%20applications.commands&permissions=309237681152"
        );
    }

    #[test]
    fn what_is_not_said_is_not_known() {
        for (installs, servers, people) in [
            (Value::Null, Said::Nothing, Said::Nothing),
            (json!({}), Said::Nothing, Said::Nothing),
            (json!({ "0": {} }), Said::Yes, Said::No),
            (json!({ "0": {}, "1": null }), Said::Yes, Said::Nothing),
            (json!({ "1": {} }), Said::No, Said::Yes),
        ] {
            let read = of(&installs);
            assert_eq!((read.in_servers(), read.by_people()), (servers, people), "{installs}");
        }
    }

    #[test]
    fn what_add_app_would_leave_out_is_named() {
        let with = |scopes: &Value, permissions: &str| {
            let params = json!({ "scopes": scopes, "permissions": permissions });
            of(&json!({ "0": { "oauth2_install_params": params } })).warnings().unwrap_or_default()
        };
        let all = permissions().bits().to_string();
        assert_eq!(with(&json!(["bot", "applications.commands"]), &all), "");
        assert_eq!(with(&json!(["bot"]), "8"), "");
        let new = with(&json!(["applications.commands"]), "0");
        assert!(new.contains("the scope bot, the permission View Channel,") && new.contains(&all), "{new}");
        let some = with(&json!(["bot", "applications.commands"]), "3072");
        assert!(some.contains("without the permission Attach Files,") && !some.contains("View"), "{some}");
        assert_eq!(of(&json!({ "0": {} })).warnings(), None);
        assert!(of(&json!({ "1": {} })).warnings().is_some_and(|text| text.contains("Guild Install is off")));
    }
}
