#![no_main]

#[path = "../../crates/render/tests/support/plain_gif.rs"]
#[allow(dead_code)]
mod plain_gif;
#[path = "../../tests/fuzzed/targets.rs"]
#[allow(dead_code)]
mod targets;

// A game stays in memory for as long as the program runs: give `-rss_limit_mb=0 -detect_leaks=0`, and a bound with `-runs`.
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::game_file(data));
