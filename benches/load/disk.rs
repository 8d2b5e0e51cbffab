//! Speed of the disk itself.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many times per second a page can be appended to a file and synced, one after another.
pub fn syncs_a_second(dir: &Path) -> f64 {
    let mut file = tempfile::NamedTempFile::new_in(dir).expect("a file");
    let (begun, mut done) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(1) {
        file.write_all(&[7; 4_096]).expect("written");
        file.as_file().sync_data().expect("synced");
        done += 1;
    }
    f64::from(done) / begun.elapsed().as_secs_f64()
}
