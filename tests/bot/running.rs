//! The bot as a separate process, for tests and trials that measure or kill it.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use rookery::sandbox::StandIn;
use rookery::store::StoreUrl;

use crate::databases;

/// Names an older program, for tests that start with one.
pub const OLDER: &str = "ROOKERY_OLDER";

/// The bot's process, killed on drop.
pub struct Process {
    /// The process itself.
    pub child: Child,
}

impl Process {
    /// Starts the bot in this directory. Its log is appended to `dir/log`.
    pub fn start(discord: &StandIn, dir: &Path) -> Self {
        Self::start_on(discord, dir, &StoreUrl::Sqlite("house/rookery.db".into()))
    }

    /// Starts the bot on this database.
    pub fn start_on(discord: &StandIn, dir: &Path, store: &StoreUrl) -> Self {
        Self::spawn(discord, dir, &databases::address(store), &[])
    }

    /// Starts the bot on the database at this address, with more settings as environment variables.
    pub fn spawn(discord: &StandIn, dir: &Path, address: &str, settings: &[(&str, &str)]) -> Self {
        Self::spawn_program(Path::new(env!("CARGO_BIN_EXE_rookery")), discord, dir, address, settings)
    }

    /// Starts a program that need not be the one under test.
    pub fn spawn_program(
        program: &Path,
        discord: &StandIn,
        dir: &Path,
        address: &str,
        settings: &[(&str, &str)],
    ) -> Self {
        std::fs::create_dir_all(dir.join("house")).expect("a directory");
        let log = std::fs::File::options().create(true).append(true).open(dir.join("log")).expect("writable");
        let child = Command::new(program)
            .arg("run")
            .current_dir(dir)
            .env("DISCORD_TOKEN", discord.token())
            .env("ROOKERY_DISCORD_API_URL", discord.url())
            .env("ROOKERY_STORE_URL", address)
            // An older version would take it for a misspelt setting.
            .env_remove(OLDER)
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        Self { child }
    }

    /// Sends a signal that ends it, and waits for its exit.
    pub fn signal(&mut self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill is there").success());
        self.child.wait().expect("a child");
    }
}

impl Drop for Process {
    #[expect(clippy::let_underscore_must_use, reason = "it may be gone already")]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
