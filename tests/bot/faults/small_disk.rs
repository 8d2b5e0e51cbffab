//! A disk of a few megabytes for a test to fill.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file system in memory, removed on drop.
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a disk of this size in this directory, which is empty; `None` if that is not permitted.
    pub fn mount(place: &Path, megabytes: u32) -> Option<Self> {
        std::fs::create_dir_all(place).expect("a directory");
        let size = format!("size={megabytes}m");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(place)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then(|| Self(place.to_owned()))
    }

    /// True if a test may mount one.
    pub fn is_allowed() -> bool {
        let place = tempfile::tempdir().expect("a directory");
        Self::mount(place.path(), 1).is_some()
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Fills the remaining space.
    pub fn fill(&self) {
        let mut file =
            std::fs::File::options().create(true).append(true).open(self.filler()).expect("a file");
        let bytes = [0_u8; 4_096];
        while let Ok(()) = file.write_all(&bytes) {}
    }

    /// Frees the space again.
    pub fn make_room(&self) {
        std::fs::remove_file(self.filler()).expect("it was full");
    }
}

impl Drop for SmallDisk {
    #[expect(clippy::let_underscore_must_use, reason = "the machine forgets it in any case")]
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
