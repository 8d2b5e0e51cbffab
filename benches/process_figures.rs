//! What Linux reports about a process. `process` is a process id, or `self`.

/// A memory size in KiB by its name in `/proc/PID/status`: `VmRSS` is the resident memory, `VmHWM` its peak.
pub fn memory(process: &str, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("Linux tells it");
    let size =
        status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("it has this size");
    size.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// The processor time used, in seconds. Linux counts it in hundredths.
pub fn processor_time(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux tells it");
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}
