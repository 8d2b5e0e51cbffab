//! PostgreSQL servers owned by a test: to be restarted, filled up, stopped and replicated.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

/// The databases' password, which must not appear in any log.
pub const PASSWORD: &str = "hush-4f7c-not-for-logs";

/// The directory of PostgreSQL's programs: the newest version installed by Debian's packages.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let numbered = |path: PathBuf| match path.file_name()?.to_str()?.parse::<u32>() {
        Ok(number) => Some((number, path)),
        Err(_) => None,
    };
    let (_, newest) = versions.flatten().filter_map(|entry| numbered(entry.path())).max()?;
    Some(newest.join("bin")).filter(|bin| bin.join("initdb").exists())
}

/// True if a test can have its own server.
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

/// A PostgreSQL server.
pub struct Cluster {
    home: PathBuf,
    port: u16,
}

impl Cluster {
    /// Creates and starts a server in this directory, which is empty.
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

    /// A synchronous replica of this server in this directory: acknowledged transactions are in both.
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

    /// Gives its directory to the user that runs it, since PostgreSQL refuses to run as root.
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

    /// A PostgreSQL program, run as the server's user.
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

    /// Starts it, and waits until it accepts connections.
    pub fn start(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=90",
            self.port
        );
        let log = self.home.join("log").display().to_string();
        self.done("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Stops it: `fast` ends open sessions, `immediate` is like a crash.
    pub fn stop(&self, how: &str) {
        self.done("pg_ctl", &["-D", &self.data(), "-w", "-m", how, "stop"]);
    }

    /// Promotes the replica, which then accepts writes.
    pub fn promote(&self) {
        self.done("pg_ctl", &["-D", &self.data(), "-w", "promote"]);
    }

    /// Runs a statement.
    pub fn says(&self, sql: &str) {
        let port = self.port.to_string();
        self.done("psql", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-qc", sql]);
    }

    /// The address of this database on it.
    pub fn address(&self, database: &str) -> String {
        address(self.port, database)
    }

    /// Sends a signal to all of its processes, to suspend or resume them.
    fn tell_all(&self, signal: &str) {
        let first = std::fs::read_to_string(self.home.join("data/postmaster.pid")).expect("it runs");
        let first = first.lines().next().expect("a number");
        let told = Command::new("kill").args([signal, first]).status().expect("kill is there");
        let others = Command::new("pkill").args([signal, "-P", first]).status().expect("pkill is there");
        assert!(told.success() && others.success());
    }

    /// A copy of its files at one moment, as a separate server that is not started yet.
    pub fn copied(&self, home: &Path) -> Self {
        self.tell_all("-STOP");
        let copied = Command::new("cp").args(["-a"]).arg(&self.home).arg(home).status();
        self.tell_all("-CONT");
        assert!(copied.expect("cp is there").success());
        std::fs::remove_file(home.join("data/postmaster.pid")).expect("the copy does not run");
        Self { home: home.to_owned(), port: free_port() }
    }
}

/// The address of a database on this port.
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

/// A load balancer: connects to the first server while it answers, otherwise to the second.
pub struct Balancer {
    child: Child,
    /// The port it listens on.
    pub port: u16,
}

impl Balancer {
    /// True if a test can have one.
    pub fn is_there() -> bool {
        let version = Command::new("haproxy").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    }

    /// A balancer for these two servers, with its configuration in this directory.
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
