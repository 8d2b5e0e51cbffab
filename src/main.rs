//! The program `rookery`. All of it is in the library, where generic code is made once.

fn main() -> std::process::ExitCode {
    rookery::program::run()
}
