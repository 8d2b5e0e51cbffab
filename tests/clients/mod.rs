//! Bots of other libraries with the stand-in, to check that it behaves like Discord.
//!
//! The libraries are not installed by the tests, which are ignored unless `ROOKERY_DISCORD_PY` and
//! `ROOKERY_DISCORD_JS` name their locations; see `docs/sandbox.md`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use libtest_mimic::Trial;
use rookery::sandbox::{Options, StandIn, Upshot};

/// An interpreter starts slowly on a busy computer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let trial = |name: &str, variable: &str, bot: fn(&Path) -> Command| {
        let installed = std::env::var_os(variable).map(PathBuf::from);
        let ignored = installed.is_none();
        let asked = variable.to_owned();
        Trial::test(format!("clients::{name}"), move || {
            let place = installed.unwrap_or_else(|| panic!("{asked} does not say where the library is"));
            let place = std::path::absolute(place).expect("a path");
            meets_discord(bot(&place));
            Ok(())
        })
        .with_ignored_flag(ignored)
    };
    vec![
        trial("discord_py", "ROOKERY_DISCORD_PY", discord_py),
        trial("discord_js", "ROOKERY_DISCORD_JS", discord_js),
    ]
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

fn discord_py(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.arg(script("discord_py.py"));
    command
}

fn discord_js(modules: &Path) -> Command {
    let mut command = Command::new("node");
    command.env("NODE_PATH", modules).arg(script("discord_js.cjs"));
    command
}

/// A process killed on drop.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().expect("the bot can be ended");
        self.0.wait().expect("the bot has ended");
    }
}

fn meets_discord(mut bot: Command) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let dir = tempfile::tempdir().expect("a directory");
        let options = Options { patience: PATIENCE, ..Options::new(dir.path()) };
        let discord = StandIn::start(options).await.expect("the stand-in starts");
        bot.args([&discord.url(), discord.token()]).stdin(Stdio::null());
        let _bot = Ended(bot.spawn().expect("the bot starts"));
        assert!(discord.wait_for_command("tour").await, "the bot connects and registers its commands");
        greets(&discord).await;
        goes_everywhere(&discord).await;
        assert_eq!(discord.failures(), Vec::<String>::new());
    });
}

/// Autocomplete, an answer with a picture, its edit, a follow-up, buttons, a menu and a form.
async fn greets(discord: &StandIn) {
    let (red, blue) = (discord.member("red"), discord.member("blue"));
    let offered = red.types("/greet name: A").await.expect("choices");
    assert_eq!(offered, [("Ann".to_owned(), "Ann".to_owned())]);
    let greeted = red.slash("greet", &[("name", "Ann"), ("times", "2"), ("whom", blue.id())]).await;
    let message = greeted.message.expect("the answer is a message");
    let picture = message.picture().expect("it has a picture");
    assert_eq!((picture.description.as_str(), picture.content_type.as_str()), ("A dot", "image/png"));
    let edited = red.channel().wait_for(|m| m.content == "Hello Ann 2 times, says blue").await;
    assert!(edited.is_some(), "the answer is edited, and keeps its picture: {:?}", red.channel().messages());
    let told_alone = || red.ephemerals().iter().any(|m| m.content == "A word to you alone");
    let came = tokio::time::timeout(PATIENCE, async {
        while !told_alone() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    assert!(came.await.is_ok(), "the follow-up comes to Red alone");
    let again = blue.click(&message, "Again").await;
    assert_eq!((again.outcome.clone(), again.text()), (Upshot::Update, "Greeted again"));
    let chosen = blue.select(&message, "menu", &["Tea"]).await;
    assert!(chosen.is_ephemeral(), "{chosen:?}");
    assert_eq!(chosen.text(), "You chose tea");
    let form = blue.click(&message, "Write").await;
    assert_eq!(form.outcome, Upshot::Modal);
    let written = blue.submit(&form, &[("word", "rook")]).await;
    assert!(written.is_ephemeral(), "{written:?}");
    assert_eq!(written.text(), "You wrote rook");
}

/// Messages in channels, a thread, a direct message, and requests that Discord refuses.
async fn goes_everywhere(discord: &StandIn) {
    let red = discord.member("red");
    let toured = red.slash("tour", &[]).await;
    assert_eq!(toured.text(), "Refused: 50006 50035", "{toured:?}");
    assert!(red.channel().messages().iter().all(|m| m.content != "One" && m.content != "Two"), "deleted");
    let thread = discord.threads().pop().expect("a thread");
    assert_eq!(thread.name(), "a thread");
    assert_eq!(thread.last().expect("a message").content, "In the thread");
    assert_eq!(red.in_channel("dm").channel().last().expect("a message").content, "To you");
}
