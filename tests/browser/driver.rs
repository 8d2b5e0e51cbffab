//! Foundation of the browser tests: their own chromedriver, the real `rookery sandbox`, and waiting.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::StandIn;
use serde_json::{Value, json};

use super::webdriver::Client;

/// Timeout for anything in a test, long enough for a loaded machine.
pub const PATIENCE: Duration = Duration::from_secs(15);
/// How long a script polls in the page before it is sent again, in milliseconds: sending costs more than
/// polling.
const LOOKS: u64 = 200;

/// A program killed on drop.
pub struct Guarded(Child);

impl Guarded {
    /// Starts the program and waits for an output line in which `find` finds a text. Returns both.
    ///
    /// Panics with the program's stderr if it exits before.
    pub fn start(command: &mut Command, find: impl Fn(&str) -> Option<String>) -> (Self, String) {
        Self::try_start(command, find).unwrap_or_else(|why| panic!("{command:?} ended at once: {why}"))
    }

    /// Like `Self::start`, but returns the stderr.
    fn try_start(
        command: &mut Command,
        find: impl Fn(&str) -> Option<String>,
    ) -> Result<(Self, String), String> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is ours")).lines();
        let mut complaints = child.stderr.take().expect("its complaints are ours");
        // Both are read all the time, so that no pipe fills up.
        let complaints = std::thread::spawn(move || {
            let mut text = Vec::new();
            complaints.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
        });
        let guarded = Self(child);
        let mut said = Vec::new();
        for line in lines.by_ref().map_while(Result::ok) {
            if let Some(found) = find(&line) {
                std::thread::spawn(move || lines.for_each(drop));
                return Ok((guarded, found));
            }
            said.push(line);
        }
        drop(guarded);
        let complaints = complaints.join().expect("a reader").unwrap_or_default();
        Err(format!("{}\n{complaints}", said.join("\n")))
    }

    /// Suspends it (SIGSTOP), so that its input piles up.
    pub fn freeze(&self) {
        let stopped = Command::new("kill").args(["-STOP", &self.0.id().to_string()]).status();
        assert!(stopped.expect("kill runs").success(), "it stands still");
    }

    /// Kills it (SIGKILL), and waits for its exit.
    #[expect(clippy::let_underscore_must_use, reason = "it may be gone already")]
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.kill();
    }
}

/// True if a program is on the path.
fn found(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(name).is_file())
}

/// True if the browser and its driver are installed; the driver finds the browser by itself.
pub fn installed() -> bool {
    found("chromedriver") && ["chromium", "chromium-browser", "google-chrome"].into_iter().any(found)
}

/// How often a program is restarted because its port is taken.
const STARTS: usize = 5;

/// Starts a chromedriver on a free port. Returns its address.
///
/// It takes any IPv4 port and then needs the same IPv6 port, which may be taken; then it exits, and another
/// one is started.
pub fn chromedriver() -> (Guarded, String) {
    let start = || {
        Guarded::try_start(Command::new("chromedriver").arg("--port=0"), |line| {
            let port = line.split_once("on port ")?.1.trim_end_matches('.');
            // The first line repeats the requested port 0.
            port.parse::<u16>().is_ok_and(|port| port != 0).then(|| port.to_owned())
        })
    };
    let mut why = String::new();
    for _ in 0..STARTS {
        match start() {
            Ok((driver, port)) => return (driver, format!("http://127.0.0.1:{port}")),
            Err(said) => why = said,
        }
    }
    panic!("chromedriver ends at once: {why}")
}

/// Two adjacent free ports: for the chat and for the boards.
///
/// They are below the range of ephemeral ports, so that they are not taken while the sandbox restarts.
fn free_ports() -> u16 {
    let is_free = |port: u16| match TcpListener::bind(("127.0.0.1", port)) {
        Ok(_free_again) => true,
        Err(_) => false,
    };
    let mut ports = std::iter::repeat_with(|| fastrand::u16(20_000..32_000));
    ports.by_ref().take(1_000).find(|port| is_free(*port) && is_free(port + 1)).expect("free ports")
}

/// Starts `rookery sandbox` on this data. Returns its address. Port 0 is any.
pub fn sandbox(data: &Path, port: u16) -> (Guarded, String) {
    let port = if port == 0 { free_ports() } else { port };
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.arg("sandbox").arg("--data").arg(data).args(["--port", &port.to_string()]).current_dir(data);
    Guarded::start(&mut command, |line| {
        let address = &line[line.find("http://127.0.0.1:")?..];
        Some(address.trim_end_matches('/').to_owned())
    })
}

/// Starts `rookery run` with this stand-in and data, and waits until it is connected.
pub fn bot(discord: &StandIn, data: &Path) -> Guarded {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.arg("run").current_dir(data);
    command.env("DISCORD_TOKEN", discord.token()).env("ROOKERY_DISCORD_API_URL", discord.url());
    let is_connected = |line: &str| line.ends_with(" is connected.").then(|| line.to_owned());
    Guarded::start(&mut command, is_connected).0
}

/// A headless browser with its own profile that saves downloads without asking.
pub async fn open_browser(driver: &str, profile: &Path, downloads: &Path) -> Client {
    let profile = format!("--user-data-dir={}", profile.display());
    let flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
        &profile,
    ];
    let preferences =
        json!({ "download.default_directory": downloads, "download.prompt_for_download": false });
    let wanted = json!({ "goog:chromeOptions": { "args": flags, "prefs": preferences }, "timeouts": { "script": 20_000, "pageLoad": 60_000 } });
    Client::connect(driver, &wanted).await.expect("the browser opens")
}

/// Emulates a system with this theme (`dark` or `light`) for the current window.
pub async fn prefers(client: &Client, theme: &str) {
    let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
    client.developers("Emulation.setEmulatedMedia", &media).await.expect("the browser follows");
}

/// Polls `script` in the page until it returns a truthy value. Panics with the page's content on timeout.
pub async fn until(client: &Client, what: &str, script: &str, arguments: Vec<Value>) -> Value {
    let began = Instant::now();
    let patient = format!(
        "const look = (...given) => (function () {{ {script} }})(...given);
        const [given, since] = [arguments, performance.now()];
        return new Promise((tell, fail) => (function again() {{
            try {{
                const got = look(...given);
                if (got || performance.now() - since > {LOOKS}) tell(got);
                else setTimeout(again, 10);
            }} catch (error) {{
                fail(error);
            }}
        }})())"
    );
    loop {
        match client.execute(&patient, arguments.clone()).await {
            Ok(Value::Null | Value::Bool(false)) => {}
            Ok(got) => return got,
            Err(error) if error.is_of_a_page_that_went() => {}
            Err(error) => panic!("the page answers: {error}"),
        }
        if began.elapsed() > PATIENCE {
            let shown = client.execute("return document.body.innerText.slice(-1500)", vec![]).await;
            let shown = shown.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
            panic!("never came: {what}\nthe page shows:\n{shown}");
        }
    }
}

/// Waits for a complete file with this ending. Returns its path.
pub async fn downloaded(directory: &Path, ending: &str) -> PathBuf {
    let began = Instant::now();
    loop {
        let files = std::fs::read_dir(directory).expect("a directory");
        let mut paths = files.map(|file| file.expect("a file").path());
        // A partial download has another name.
        if let Some(path) = paths.find(|path| path.extension().is_some_and(|its| its == ending)) {
            return path;
        }
        assert!(began.elapsed() < PATIENCE, "no file .{ending} was downloaded");
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}
