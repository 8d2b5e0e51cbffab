//! Servers of PostgreSQL that a test has for itself: to be restarted, filled up, stopped and followed by another one.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

/// What the databases here are opened with; no log may tell it.
pub const PASSWORD: &str = "hush-4f7c-not-for-logs";

/// Where the programs of a server are: the newest version that Debian's packages have installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let numbered = |path: PathBuf| match path.file_name()?.to_str()?.parse::<u32>() {
        Ok(number) => Some((number, path)),
        Err(_) => None,
    };
    let (_, newest) = versions.flatten().filter_map(|entry| numbered(entry.path())).max()?;
    Some(newest.join("bin")).filter(|bin| bin.join("initdb").exists())
}

/// Whether a test can have a server of its own.
pub fn is_there() -> bool {
    programs().is_some()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id is there");
    id.stdout.trim_ascii() == b"0"
}

/// A port that is free at this moment.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// A server.
pub struct Cluster {
    home: PathBuf,
    port: u16,
}

impl Cluster {
    /// A new one in this directory, which is empty, and runs.
    pub fn new(home: &Path) -> Self {
        let server = Self { home: home.to_owned(), port: free_port() };
        server.belongs();
        let password = home.join("password");
        std::fs::write(&password, PASSWORD).expect("a file");
        server.belongs();
        let pwfile = format!("--pwfile={}", password.display());
        let data = server.data();
        server.done("initdb", &["-D", &data, "-U", "postgres", "-A", "scram-sha-256", &pwfile, "--no-sync"]);
        std::fs::remove_file(password).expect("a file");
        server.start();
        server
    }

    /// A server that follows this one, in this directory: what is acknowledged is in both.
    pub fn followed(&self, home: &Path) -> Self {
        let standby = Self { home: home.to_owned(), port: free_port() };
        standby.belongs();
        let (data, port) = (standby.data(), self.port.to_string());
        let of = [
            "-h",
            "127.0.0.1",
            "-p",
            &port,
            "-U",
            "postgres",
            "-D",
            &data,
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
        ];
        standby.done("pg_basebackup", &of);
        standby.start();
        self.says("ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.says("SELECT pg_reload_conf()");
        standby
    }

    /// Its directory belongs to whoever runs it, which may not be root.
    fn belongs(&self) {
        let everybody = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.home.parent().expect("a directory"), everybody).expect("its rights");
        if is_root() {
            let given = Command::new("chown").args(["-R", "nobody"]).arg(&self.home).status();
            assert!(given.expect("chown is there").success());
        }
    }

    fn data(&self) -> String {
        self.home.join("data").display().to_string()
    }

    /// A program of PostgreSQL, by whoever runs the server.
    fn program(&self, name: &str) -> Command {
        let program = programs().expect("PostgreSQL is installed").join(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command
            .current_dir(&self.home)
            .env("PGPASSWORD", PASSWORD)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }

    fn done(&self, name: &str, arguments: &[&str]) {
        let status = self.program(name).args(arguments).status().expect("a program");
        assert!(status.success(), "{name} {arguments:?}: {status}");
    }

    /// Starts it, and waits until it takes connections.
    pub fn start(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=90",
            self.port
        );
        let log = self.home.join("log").display().to_string();
        self.done("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Stops it: `fast` ends what is going on, `immediate` is as a crash.
    pub fn stop(&self, how: &str) {
        self.done("pg_ctl", &["-D", &self.data(), "-w", "-m", how, "stop"]);
    }

    /// It follows nobody any more, and takes writes.
    pub fn promote(&self) {
        self.done("pg_ctl", &["-D", &self.data(), "-w", "promote"]);
    }

    /// Has it do something.
    pub fn says(&self, sql: &str) {
        let port = self.port.to_string();
        self.done("psql", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-qc", sql]);
    }

    /// The address of this database on it.
    pub fn address(&self, database: &str) -> String {
        address(self.port, database)
    }

    /// Holds all of its processes, or lets them go on.
    fn tell_all(&self, signal: &str) {
        let first = std::fs::read_to_string(self.home.join("data/postmaster.pid")).expect("it runs");
        let first = first.lines().next().expect("a number");
        let told = Command::new("kill").args([signal, first]).status().expect("kill is there");
        let others = Command::new("pkill").args([signal, "-P", first]).status().expect("pkill is there");
        assert!(told.success() && others.success());
    }

    /// A copy of its files at one moment, which is a server of its own and does not run yet.
    pub fn copied(&self, home: &Path) -> Self {
        self.tell_all("-STOP");
        let copied = Command::new("cp").args(["-a"]).arg(&self.home).arg(home).status();
        self.tell_all("-CONT");
        assert!(copied.expect("cp is there").success());
        std::fs::remove_file(home.join("data/postmaster.pid")).expect("the copy does not run");
        Self { home: home.to_owned(), port: free_port() }
    }
}

/// The address of a database behind this port.
pub fn address(port: u16, database: &str) -> String {
    format!("postgres://postgres:{PASSWORD}@127.0.0.1:{port}/{database}")
}

impl Drop for Cluster {
    #[expect(clippy::let_underscore_must_use, reason = "it may have stopped already")]
    fn drop(&mut self) {
        let mut stop = self.program("pg_ctl");
        let _ = stop.args(["-D", &self.data(), "-m", "immediate", "stop"]).stderr(Stdio::null()).status();
    }
}

/// What shares out connections: to the first server while it answers, otherwise to the second.
pub struct Balancer {
    child: Child,
    /// Where it listens.
    pub port: u16,
}

impl Balancer {
    /// Whether a test can have one.
    pub fn is_there() -> bool {
        let version = Command::new("haproxy").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    }

    /// One before these two, with its settings in this directory.
    pub fn before(servers: [&Cluster; 2], dir: &Path) -> Self {
        let port = free_port();
        let [first, second] = servers.map(|server| server.port);
        let settings = dir.join("haproxy.cfg");
        let text = format!(
            "defaults\n mode tcp\n timeout connect 1s\n timeout client 1m\n timeout server 1m\n timeout check 500ms\n\
             listen postgres\n bind 127.0.0.1:{port}\n \
             default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions\n \
             server first 127.0.0.1:{first}\n server second 127.0.0.1:{second} backup\n"
        );
        std::fs::write(&settings, text).expect("a file");
        let mut command = Command::new("haproxy");
        let child =
            command.arg("-db").arg("-f").arg(settings).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let begun = Instant::now();
        while let Err(error) = std::net::TcpStream::connect(("127.0.0.1", port)) {
            assert!(begun.elapsed() < Duration::from_secs(10), "it does not listen: {error}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child: child.expect("haproxy is there"), port }
    }
}

impl Drop for Balancer {
    #[expect(clippy::let_underscore_must_use, reason = "it may have ended already")]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
