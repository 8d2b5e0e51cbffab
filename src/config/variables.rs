//! The variables of the environment: those that are settings, those of tests and builds, and those that are neither.

use std::collections::BTreeMap;

use super::KEYS;

/// How the names of ours begin.
const OURS: &str = "ROOKERY_";
/// What follows the name of a secret's variable where the secret is in a file.
const FILE: &str = "_FILE";

/// What is no setting, but read by tests, measurements and builds. A program that one of them starts finds it in its environment.
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
    // Of `build.rs`: cargo hands it on to what it runs.
    "ROOKERY_VERSION",
];

/// The environment, as far as it is of interest.
#[derive(Clone, Default)]
pub struct Variables(BTreeMap<String, String>);

impl Variables {
    /// Those of this process.
    pub fn here() -> Self {
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect()
    }

    /// The text of one, if it is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The variable of this name with its text, if it is set. `in_file`: or the one that names a file with the text, but for the end of its last
    /// line.
    ///
    /// # Errors
    /// Why it cannot be read, without what is in it.
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

    /// A sentence about each that looks like a setting and is none.
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

/// Whether Kubernetes sets this for a service that is named after the bot: `ROOKERY_SERVICE_HOST`, `ROOKERY_PORT_8790_TCP_ADDR`.
/// <https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables>
fn is_of_a_service(name: &str) -> bool {
    let port = name.split("_PORT").skip(1).any(|rest| {
        rest.is_empty()
            || rest.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    port || name.ends_with("_SERVICE_HOST") || name.contains("_SERVICE_PORT")
}
