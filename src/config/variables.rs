//! Environment variables: settings, those of tests and builds, and unknown ones.

use std::collections::BTreeMap;

use super::KEYS;

/// The prefix of our variables.
const OURS: &str = "ROOKERY_";
/// The suffix of the variable that names a file with a secret.
const FILE: &str = "_FILE";

/// Variables read by tests, measurements and builds. Programs started by these inherit them.
pub const OTHERS: &[&str] = &[
    "ROOKERY_BLESS",
    "ROOKERY_CLIMB",
    "ROOKERY_COMMIT",
    "ROOKERY_DISCORD_JS",
    "ROOKERY_DISCORD_PY",
    "ROOKERY_EVERY_SCENE",
    "ROOKERY_EVERY_TWIN",
    "ROOKERY_FAULTS",
    "ROOKERY_OLDER",
    "ROOKERY_OPENAPI",
    "ROOKERY_PART",
    "ROOKERY_RANDOM",
    "ROOKERY_REFRESH_PICTURES",
    "ROOKERY_REQUIRE_BROWSER",
    "ROOKERY_REQUIRE_POSTGRES",
    "ROOKERY_SECOND_TRIES",
    "ROOKERY_SEED",
    "ROOKERY_SHOTS",
    "ROOKERY_SHOW_COUNTS",
    "ROOKERY_SIM_TRACE",
    "ROOKERY_SLOWEST",
    "ROOKERY_TEST_POSTGRES",
    // From `build.rs`: cargo passes it to the programs that it runs.
    "ROOKERY_VERSION",
];

/// The relevant environment variables.
#[derive(Clone, Default)]
pub struct Variables(BTreeMap<String, String>);

impl Variables {
    /// Reads those of this process.
    pub fn here() -> Self {
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect()
    }

    /// The text of one, if it is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the variable of this name with its text, if it is set.
    ///
    /// With `in_file`, the variable may instead name a file with the text. The file's final line break is
    /// ignored.
    ///
    /// # Errors
    /// Why it cannot be read, without its content.
    pub(super) fn read(&self, name: &str, in_file: bool) -> Result<Option<(String, String)>, String> {
        let set = |name: &str| self.get(name).filter(|text| !text.is_empty());
        let of_file = format!("{name}{FILE}");
        match (set(name), set(&of_file).filter(|_| in_file)) {
            (Some(_), Some(_)) => Err(format!("{of_file} is set as well; leave one of them out")),
            (Some(text), None) => Ok(Some((name.to_owned(), text.to_owned()))),
            (None, None) => Ok(None),
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|error| format!("the file {file} of {of_file} cannot be read: {error}"))?;
                let line = text.strip_suffix('\n').unwrap_or(&text);
                let line = line.strip_suffix('\r').unwrap_or(line);
                if line.contains(['\n', '\r']) {
                    return Err(format!("the file {file} of {of_file} has more than one line"));
                }
                if line.is_empty() {
                    return Err(format!("the file {file} of {of_file} is empty"));
                }
                Ok(Some((of_file, line.to_owned())))
            }
        }
    }

    /// Returns a sentence about each variable that looks like a setting but is unknown.
    pub(super) fn unknown(&self) -> impl Iterator<Item = String> {
        let of_settings: Vec<String> = KEYS.iter().map(super::Key::variable).collect();
        let aliases = KEYS.iter().filter_map(|key| key.alias.map(str::to_owned));
        let known: Vec<String> = aliases.chain(of_settings.iter().cloned()).collect();
        let known = known.join(", ");
        let names = self.0.keys().filter(|name| name.starts_with(OURS));
        let secrets = KEYS.iter().filter(|key| key.secret);
        let files: Vec<String> = secrets.map(|key| format!("{}{FILE}", key.variable())).collect();
        let unknown = names.filter(move |name| {
            !of_settings.contains(name) && !files.contains(name) && !OTHERS.contains(&name.as_str())
        });
        unknown.filter(|name| !is_of_a_service(name)).map(move |name| {
            format!("environment variable {name}: there is no such setting; known here: {known}; a secret also with {FILE} at its end")
        })
    }
}

impl FromIterator<(String, String)> for Variables {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(all: T) -> Self {
        Self(all.into_iter().collect())
    }
}

/// Whether Kubernetes sets this variable for a service that is named after the bot.
///
/// For example `ROOKERY_SERVICE_HOST` and `ROOKERY_PORT_8790_TCP_ADDR`, see
/// <https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables>.
fn is_of_a_service(name: &str) -> bool {
    let port = name.split("_PORT").skip(1).any(|rest| {
        rest.is_empty()
            || rest.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    port || name.ends_with("_SERVICE_HOST") || name.contains("_SERVICE_PORT")
}
