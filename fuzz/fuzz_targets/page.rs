#![no_main]

#[path = "../../crates/render/tests/support/plain_gif.rs"]
#[allow(dead_code)]
mod plain_gif;
#[path = "../../tests/fuzzed/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::page(data));
