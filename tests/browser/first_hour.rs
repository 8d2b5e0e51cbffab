//! The first part of `docs/first-hour.md` as an operator follows it: a bot that is not invited yet, its
//! printed link on the authorisation page, and the first commands.
//!
//! The program runs beside the stand-in, as it would beside Discord.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use tempfile::TempDir;

use super::driver::{Guarded, PATIENCE, until};
use super::table::{Match, Seat};
use super::webdriver::Client;

/// A `rookery` process and its output.
pub struct Operator {
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
}

impl Operator {
    /// Starts it in a directory with these arguments.
    pub fn start(directory: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command.args(arguments).current_dir(directory).envs(settings.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let (said, out) = (Arc::<Mutex<Vec<String>>>::default(), child.stdout.take().expect("piped"));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            }
        });
        Self { child, said }
    }

    /// Waits for output with these words. Returns the text after them.
    pub async fn says(&self, words: &str) -> String {
        let began = tokio::time::Instant::now();
        loop {
            let lines = self.said.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((_, rest)) = lines.iter().find_map(|line| line.split_once(words)) {
                return rest.to_owned();
            }
            assert!(began.elapsed() < PATIENCE, "it never said {words:?}, but {lines:#?}");
            tokio::time::sleep(std::time::Duration::from_millis(40)).await;
        }
    }

    /// Sends Ctrl+C.
    pub fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill is there").success());
        assert_eq!(self.child.wait().expect("a child").code(), Some(0));
    }
}

/// Starts a stand-in with a bot that is not invited. Returns its address, the bot's token, and the guild's
/// id.
fn stand_in(data: &Path) -> (Guarded, [String; 3]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .args(["sandbox", "--without-bot", "--not-invited", "--port", "0", "--data"])
        .arg(data)
        .current_dir(data);
    let (guarded, line) =
        Guarded::start(&mut command, |line| line.contains("DISCORD_TOKEN=").then(|| line.to_owned()));
    let value = |name: &str| {
        let rest = line.split_once(&format!("{name}=")).unwrap_or_else(|| panic!("no {name}: {line}")).1;
        rest.split_whitespace().next().unwrap_or_default().to_owned()
    };
    let found =
        [value("ROOKERY_DISCORD_API_URL"), value("DISCORD_TOKEN"), value("ROOKERY_DISCORD_TEST_GUILD")];
    (guarded, found)
}

/// Saves a screenshot if `ROOKERY_SHOTS` is set.
async fn shot(seat: &Seat, name: &str) {
    if let Some(directory) = std::env::var_os("ROOKERY_SHOTS") {
        seat.shot(&PathBuf::from(directory).join(name), 1280, 900).await;
    }
}

/// The commands listed after a slash. Saves a screenshot of the list under this name.
async fn commands(seat: &Seat, name: &str) -> Vec<String> {
    seat.until(
        "the message field",
        "const field = document.getElementById('compose-text'); field.focus(); return document.activeElement === field",
        vec![],
    )
    .await;
    seat.keys("/").await;
    let script = "const note = document.getElementById('suggest-note').textContent;
        const all = [...document.querySelectorAll('#suggest-list .option-label')].map((one) => one.textContent);
        return all.length || note ? all : null";
    let got = seat.until("the list of commands", script, vec![]).await;
    if !name.is_empty() {
        shot(seat, name).await;
    }
    // Backspace.
    seat.keys("\u{E003}").await;
    serde_json::from_value(got).expect("a list")
}

/// Opens an app's link in Red's window, as a link or pasted, as the authorisation page for this person.
async fn authorize(red: &Seat, client: &Client, address: &str, link: &str, person: &str) {
    red.here().await;
    client.goto(&format!("{address}/oauth2/authorize")).await.expect("the page of links");
    let field = client.find("#pasted").await.expect("a field");
    field.send_keys(link).await.expect("the link is pasted");
    red.keys("\u{E007}").await;
    let asked = "return !document.getElementById('ask').hidden";
    until(client, "what the link asks for", asked, vec![]).await;
    let choose = "const person = document.getElementById('person');
        person.value = [...person.options].find((one) => one.textContent === arguments[0]).value;
        person.dispatchEvent(new Event('change')); return true";
    until(client, "the person", choose, vec![json!(person)]).await;
}

/// Presses *Authorize* and waits for this text.
async fn says_yes(red: &Seat, client: &Client, said: &str) {
    red.click("Authorize", "return document.querySelector('#ask button')", vec![]).await;
    let script = "return document.getElementById('told').textContent.includes(arguments[0])";
    until(client, said, script, vec![json!(said)]).await;
}

/// Red's window shows the chat again, without the bot or with it.
async fn chat(red: &Seat, client: &Client, address: &str) {
    red.here().await;
    client.goto(&format!("{address}/?as=red")).await.expect("the page opens");
    red.until("the channel", "return document.title.includes('#')", vec![]).await;
}

async fn banner(seat: &Seat, text: &str) {
    let script = "return document.getElementById('banner').textContent === arguments[0]";
    seat.until(&format!("the banner {text:?}"), script, vec![json!(text)]).await;
}

/// The procedure itself.
pub async fn walk(client: &Client) {
    let (data, home) = (TempDir::new().expect("a directory"), TempDir::new().expect("a directory"));
    let (_stand_in, [address, token, guild]) = stand_in(data.path());
    let known = [("DISCORD_TOKEN", token.as_str()), ("ROOKERY_DISCORD_API_URL", address.as_str())];
    let with_guild = [known[0], known[1], ("ROOKERY_DISCORD_TEST_GUILD", guild.as_str())];
    let bot = Operator::start(home.path(), &["run"], &with_guild);
    let link = bot.says("Invite it to a server: ").await;
    bot.says("Invite the bot first").await;
    bot.says(" is connected.").await;
    let red = Seat::open(client, &address, "Red").await;
    let blue = Seat::open(client, &address, "Blue").await;
    banner(&red, "The bot is not in this server.").await;
    assert!(commands(&red, "first-hour-1-not-invited.png").await.is_empty());

    authorize(&red, client, &address, &link, "Blue").await;
    says_yes(&red, client, "You can add apps to no server").await;
    authorize(&red, client, &address, &link, "Red").await;
    let asked = client.execute(
        "return [...document.querySelectorAll('#permissions label')].map((one) => one.textContent.trim())",
        vec![],
    );
    let asked: Vec<String> = serde_json::from_value(asked.await.expect("a list")).expect("texts");
    let wanted = [
        "View Channels",
        "Send Messages",
        "Attach Files",
        "Create Public Threads",
        "Send Messages in Threads",
    ];
    assert_eq!(asked, wanted);
    shot(&red, "first-hour-2-link.png").await;
    says_yes(&red, client, "Rookery has been authorized and added to The Rookery.").await;
    shot(&red, "first-hour-3-added.png").await;
    bot.says("The commands are registered now.").await;

    chat(&red, client, &address).await;
    banner(&red, "").await;
    let offered = commands(&red, "first-hour-4-commands.png").await;
    assert!(offered.contains(&"/challenge".to_owned()), "{offered:?}");
    each_once(&offered);
    red.command("help", &[]).await;
    red.is_told("To play").await;
    shot(&red, "first-hour-5-help.png").await;
    Match::begin(&red, &blue, "chess", None).await.play("e2e4").await;
    shot(&red, "first-hour-6-game.png").await;

    // Afterwards: without the test guild the commands are global, and not duplicated.
    bot.stop();
    let bot = Operator::start(home.path(), &["run"], &known);
    bot.says(" is connected.").await;
    red.until("the bot", "return document.getElementById('banner').hidden", vec![]).await;
    chat(&red, client, &address).await;
    let began = tokio::time::Instant::now();
    while commands(&red, "").await != offered {
        assert!(began.elapsed() < PATIENCE, "{:?}", commands(&red, "").await);
        chat(&red, client, &address).await;
    }

    // Removed, and added with Add App, whose link has no scopes.
    red.click("Remove", "return [...document.querySelectorAll('button.place-bot')].find((one) => one.textContent === 'Remove')", vec![]).await;
    banner(&red, "The bot is not in this server.").await;
    let add_app = link.split('&').next().expect("a part").to_owned();
    authorize(&red, client, &address, &add_app, "Red").await;
    shot(&red, "first-hour-7-add-app.png").await;
    says_yes(&red, client, "Rookery has been authorized and added to The Rookery.").await;
    chat(&red, client, &address).await;
    banner(&red, "").await;
    red.command("help", &[]).await;
    red.is_told("To play").await;
    bot.stop();
}

#[track_caller]
fn each_once(offered: &[String]) {
    let mut names = offered.to_vec();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), offered.len(), "{offered:?}");
}
