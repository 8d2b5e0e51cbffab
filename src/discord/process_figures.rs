//! What the process takes of its machine, by the names that Prometheus' own libraries give it.

use prometheus_client::registry::Registry;

/// Adds it to what is told; nothing where the system does not say it.
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

    pub(super) fn register(registry: &mut Registry) {
        let Ok(me) = procfs::process::Process::myself() else { return };
        if let Ok(stat) = me.stat() {
            let ticks = procfs::ticks_per_second() as f64;
            let spent = (stat.utime + stat.stime) as f64 / ticks;
            let spent = ConstCounter::new(spent);
            registry.register_with_unit(
                "process_cpu",
                "Processor time, user and system",
                Unit::Seconds,
                spent,
            );
            let resident = ConstGauge::new((stat.rss * procfs::page_size()) as i64);
            registry.register_with_unit(
                "process_resident_memory",
                "Memory that is in use",
                Unit::Bytes,
                resident,
            );
            if let Ok(boot) = procfs::boot_time_secs() {
                let start = ConstGauge::new(boot as f64 + stat.starttime as f64 / ticks);
                registry.register_with_unit(
                    "process_start_time",
                    "The start, since 1970",
                    Unit::Seconds,
                    start,
                );
            }
        }
        if let Ok(open) = me.fd_count() {
            registry.register("process_open_fds", "Open files and connections", ConstGauge::new(open as i64));
        }
    }
}
