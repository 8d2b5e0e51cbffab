//! The `rookery` binary. All of its code is in the library, so that generic code is instantiated only once.

fn main() -> std::process::ExitCode {
    rookery::program::run()
}
