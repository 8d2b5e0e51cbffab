//! The two parts of the tests. The deterministic part is on virtual time, or needs no time at all: what it does follows from its code alone.
//! The other part has real processes, sockets, disks, servers or browsers, and with them real time.

/// Where the tests with real processes are. Any other test that asks for real time fails.
const REAL: [&str; 17] = [
    "browser::",
    "rookery::app::rating_closing::",
    "rookery::bot::faults::",
    "rookery::bot::line::reading::",
    "rookery::bot::line::restarts::",
    "rookery::bot::line::tls::",
    "rookery::bot::load::slow_heads::",
    "rookery::bot::load::swallowed::",
    "rookery::bot::pages::elsewhere::",
    "rookery::bot::playing::pictures::",
    "rookery::bot::process::",
    "rookery::clients::",
    "rookery::engine::program::",
    "rookery::rules::command_line::",
    "rookery::standin::",
    "rookery::store::held_clock::",
    "rookery::store::server::",
];
/// How the names of tests end that have a server or a socket where their twins have none.
const REAL_TWINS: [&str; 2] = ["_on_postgres", "_by_http2"];

/// Whether a test is of the part with real processes.
pub fn is_real(name: &str) -> bool {
    REAL.iter().any(|part| name.starts_with(part)) || REAL_TWINS.iter().any(|end| name.ends_with(end))
}

/// Whether this run is to have this test: `ROOKERY_PART` is `deterministic` or `real`, or there is none, and then all are.
pub fn is_wanted(name: &str) -> bool {
    match std::env::var("ROOKERY_PART").as_deref() {
        Ok("deterministic") => !is_real(name),
        Ok("real") => is_real(name),
        Ok(other) if !other.is_empty() => panic!("there is no part {other:?}: deterministic or real"),
        _ => true,
    }
}
