//! `rookery announce`: a line on boards and in `/help`.

use clap::Args;

use super::{SettingsFile, done, reason};
use crate::app::{App, moment};
use crate::game::Millis;
use crate::program::{Finish, failed, say};

#[derive(Args)]
pub(in crate::program) struct AnnounceTask {
    /// The line, of at most 200 characters.
    #[arg(value_parser = line)]
    text: Option<String>,
    /// For how long, such as 45m, 12h or 2d; without it until the next such command.
    #[arg(long, value_name = "TIME", requires = "text", value_parser = duration)]
    until: Option<i64>,
    /// Announce nothing any more.
    #[arg(long, conflicts_with = "text")]
    end: bool,
    #[command(flatten)]
    pub(super) settings: SettingsFile,
}

/// Parses an announcement. It keeps its full stop.
fn line(text: &str) -> Result<String, String> {
    reason(text)?;
    Ok(text.trim().to_owned())
}

/// Parses a duration into milliseconds.
fn duration(text: &str) -> Result<i64, String> {
    let unit = |last| match last {
        'm' => Some(60_000),
        'h' => Some(Millis::HOUR),
        'd' => Some(Millis::DAY),
        _ => None,
    };
    let mut digits = text.chars();
    let unit = digits.next_back().and_then(unit);
    let number = digits.as_str().parse::<u16>().ok().filter(|number| *number > 0);
    match (number, unit) {
        (Some(number), Some(unit)) => Ok(i64::from(number) * unit),
        _ => Err("write a number and m, h or d, such as 2d".to_owned()),
    }
}

pub(super) async fn announce(app: &App, task: &AnnounceTask, now: Millis) -> Finish {
    if task.end {
        return if done(app.announce(None, now).await)? {
            say("Nothing is announced any more.");
            Ok(())
        } else {
            Err(failed("Nothing was announced."))
        };
    }
    if let Some(text) = &task.text {
        let until = task.until.map(|until| Millis(now.0 + until));
        done(app.announce(Some((text, until)), now).await)?;
    }
    say(&announced(app, now).await?);
    Ok(())
}

/// Returns the current announcement in a sentence.
pub(super) async fn announced(app: &App, now: Millis) -> Result<String, super::super::Exit> {
    done(app.read_operator_state().await)?;
    Ok(match (app.announced(now), app.announced_until()) {
        (None, _) => "Nothing is announced.".to_owned(),
        (Some(text), None) => format!("Announced: {text}"),
        (Some(text), Some(until)) => format!("Announced until {}: {text}", moment(until)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_number_and_a_unit() {
        assert_eq!(duration("45m"), Ok(45 * 60_000));
        assert_eq!(duration("12h"), Ok(12 * Millis::HOUR));
        assert_eq!(duration("2d"), Ok(2 * Millis::DAY));
        for wrong in ["", "2", "d", "0d", "-1d", "2 d", "2w", "99999d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
