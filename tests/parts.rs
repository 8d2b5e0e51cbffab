//! The two parts of the tests.
//!
//! The deterministic part uses virtual time or no time at all, so its results depend only on the code. The
//! other part uses real processes, sockets, disks, servers or browsers, and with them real time.

/// The modules with tests of the real part. Any other test that uses real time fails.
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
/// Suffixes of tests that use a server or a socket, unlike the test they are a variant of.
const REAL_TWINS: [&str; 2] = ["_on_postgres", "_by_http2"];

/// True if a test belongs to the real part.
pub fn is_real(name: &str) -> bool {
    REAL.iter().any(|part| name.starts_with(part)) || REAL_TWINS.iter().any(|end| name.ends_with(end))
}

/// True if this run includes this test: `ROOKERY_PART` is `deterministic` or `real`; all are included without
/// it.
pub fn is_wanted(name: &str) -> bool {
    match std::env::var("ROOKERY_PART").as_deref() {
        Ok("deterministic") => !is_real(name),
        Ok("real") => is_real(name),
        Ok(other) if !other.is_empty() => panic!("there is no part {other:?}: deterministic or real"),
        _ => true,
    }
}
