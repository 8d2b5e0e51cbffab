//! The name of the process, and the resources it uses, named as in Prometheus' own libraries.

use std::sync::LazyLock;

use prometheus_client::registry::Registry;

/// The name of this process for the operator: its host and its process id. It is the end of lease names.
pub static PROCESS_NAME: LazyLock<String> = LazyLock::new(|| {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.trim().chars().filter(|c| c.is_ascii_graphic() && *c != '/').collect();
    format!("{}:{}", if host.is_empty() { "here" } else { &host }, std::process::id())
});

/// Registers these metrics; none if the system does not provide them.
pub fn register(registry: &mut Registry) {
    #[cfg(target_os = "linux")]
    linux::register(registry);
    #[cfg(not(target_os = "linux"))]
    let _ = registry;
}

#[cfg(target_os = "linux")]
mod linux {
    use prometheus_client::metrics::counter::ConstCounter;
    use prometheus_client::metrics::gauge::ConstGauge;
    use prometheus_client::registry::{Registry, Unit};

    /// What `/proc/self/stat` says about this process; see proc(5).
    struct Stat {
        /// Processor time, user and system, in clock ticks.
        spent: u64,
        /// The start, in clock ticks since the boot.
        start: u64,
        /// Resident memory, in pages.
        resident: u64,
    }

    impl Stat {
        fn read(text: &str) -> Option<Self> {
            // The second field is the program's name in parentheses, which may contain anything. The field
            // after it is the third.
            let (_, rest) = text.rsplit_once(')')?;
            let fields: Vec<&str> = rest.split_whitespace().collect();
            let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
            Some(Self { spent: field(14)? + field(15)?, start: field(22)?, resident: field(24)? })
        }
    }

    /// Returns when the machine booted, in seconds since 1970, from `/proc/stat`.
    fn boot(text: &str) -> Option<u64> {
        text.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
    }

    pub(in crate::discord) fn register(registry: &mut Registry) {
        let read = |path| std::fs::read_to_string(path).ok();
        if let Some(stat) = read("/proc/self/stat").as_deref().and_then(Stat::read) {
            let ticks = rustix::param::clock_ticks_per_second() as f64;
            let spent = ConstCounter::new(stat.spent as f64 / ticks);
            registry.register_with_unit(
                "process_cpu",
                "Processor time, user and system",
                Unit::Seconds,
                spent,
            );
            let resident = ConstGauge::new((stat.resident * rustix::param::page_size() as u64) as i64);
            registry.register_with_unit(
                "process_resident_memory",
                "Memory that is in use",
                Unit::Bytes,
                resident,
            );
            if let Some(boot) = read("/proc/stat").as_deref().and_then(boot) {
                let start = ConstGauge::new(boot as f64 + stat.start as f64 / ticks);
                registry.register_with_unit(
                    "process_start_time",
                    "The start, since 1970",
                    Unit::Seconds,
                    start,
                );
            }
        }
        // The directory being read is open too, but is not counted.
        if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
            let open = open.count().saturating_sub(1);
            registry.register("process_open_fds", "Open files and connections", ConstGauge::new(open as i64));
        }
    }

    #[cfg(test)]
    mod tests {
        use super::{Stat, boot};

        #[test]
        fn a_program_may_have_any_name() {
            let fields =
                "S 1 7 7 0 -1 4194560 900 0 3 0 120 30 0 0 20 0 9 0 5000 123456789 2048 18446744073709551615";
            let stat = Stat::read(&format!("7 (rook) 9 (ery) {fields}")).expect("all fields");
            assert_eq!((stat.spent, stat.start, stat.resident), (150, 5000, 2048));
            assert!(Stat::read("7 (rookery) S 1").is_none());
        }

        #[test]
        fn the_boot_is_a_line_of_many() {
            assert_eq!(boot("cpu 1 2 3\nbtime 1763990000\nprocesses 9\n"), Some(1_763_990_000));
            assert_eq!(boot("cpu 1 2 3\n"), None);
        }
    }
}
