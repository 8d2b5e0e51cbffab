//! The command line; wiring only.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rookery::cli::RulesCommand;

/// A host for unusual chess variants on Discord.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Rules(RulesCommand),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misread(&error),
    };
    match cli.command {
        Command::Rules(command) => rules(&command),
    }
}

/// Help and the version go out as clap writes them; a mistake is its first paragraph on one line, and exit code 2.
fn misread(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    eprintln!("{}", first.split_whitespace().collect::<Vec<_>>().join(" "));
    ExitCode::from(2)
}

/// Prints what a command about positions has to say; bad input is exit code 2.
fn rules(command: &RulesCommand) -> ExitCode {
    match command.run() {
        Ok(text) => {
            // A closed pipe is the reader's wish, not an error.
            let _ = std::io::stdout().lock().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
