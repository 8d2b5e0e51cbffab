//! `rookery announce`: a line on boards and in `/help`.

use clap::Args;

use super::{SettingsFile, done, one_line};
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
    one_line(text, "write what is to be announced; --end ends it")?;
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
    let (Some(unit), number) = (unit, digits.as_str()) else { return Err(FORM.to_owned()) };
    if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(FORM.to_owned());
    }
    match number.parse::<u16>() {
        Ok(0) => Err("that is no time at all".to_owned()),
        Ok(number) => Ok(i64::from(number) * unit),
        Err(_) => Err(format!("{} is the largest number", u16::MAX)),
    }
}

/// How a duration is written.
const FORM: &str = "write a number and m, h or d, such as 2d";

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
        assert!(duration("0m").is_err_and(|why| why.contains("no time at all")));
        assert!(duration("99999d").is_err_and(|why| why.contains("65535 is the largest")));
        assert!(duration("soon").is_err_and(|why| why.contains("such as 2d")));
    }

    #[test]
    fn a_line_that_is_missing_is_wanted() {
        assert!(line(" ").is_err_and(|why| why.starts_with("write what is to be announced")));
        assert_eq!(line("Away tonight. "), Ok("Away tonight.".to_owned()));
    }
}
