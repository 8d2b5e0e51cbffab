//! The bot as a process of its own, for tests and trials that measure it or kill it.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use rookery::sandbox::StandIn;
use rookery::store::StoreUrl;

use crate::databases;

/// Names an older program, for the tests that begin with one.
pub const OLDER: &str = "ROOKERY_OLDER";

/// The bot's process; killed when it is dropped.
pub struct Process {
    /// The process itself.
    pub child: Child,
}

impl Process {
    /// Starts the bot in this directory. What it logs is added to `dir/log`.
    pub fn start(discord: &StandIn, dir: &Path) -> Self {
        Self::start_on(discord, dir, &StoreUrl::Sqlite("house/rookery.db".into()))
    }

    /// The same on this database.
    pub fn start_on(discord: &StandIn, dir: &Path, store: &StoreUrl) -> Self {
        Self::spawn(discord, dir, &databases::address(store), &[])
    }

    /// The same at this address of a database, with more settings, as names and values of the environment.
    pub fn spawn(discord: &StandIn, dir: &Path, address: &str, settings: &[(&str, &str)]) -> Self {
        Self::spawn_program(Path::new(env!("CARGO_BIN_EXE_rookery")), discord, dir, address, settings)
    }

    /// The same with a program that may be another than the one under test.
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
            // An older version takes it for a setting with a mistake in its name.
            .env_remove(OLDER)
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        Self { child }
    }

    /// Sends a signal that ends it, and waits for its end.
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
