//! `rookery feature`: switching features off for a while.

use clap::{Args, ValueEnum};

use super::{SettingsFile, done};
use crate::app::{App, Feature};
use crate::game::Millis;
use crate::program::{Finish, failed, say};

#[derive(Args)]
pub(in crate::program) struct FeatureTask {
    /// The feature; without one, all that can be switched are listed.
    #[arg(value_parser = named, requires = "to")]
    name: Option<Feature>,
    /// Whether it is to be had.
    #[arg(value_enum)]
    to: Option<Switch>,
    #[command(flatten)]
    pub(super) settings: SettingsFile,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// It is to be had.
    On,
    /// It is refused; what was begun before goes on.
    Off,
}

/// Parses the name of a feature.
fn named(name: &str) -> Result<Feature, String> {
    Feature::ALL.into_iter().find(|feature| feature.slug() == name).ok_or_else(|| {
        let all: Vec<&str> = Feature::ALL.into_iter().map(Feature::slug).collect();
        format!("it is none of {}", all.join(", "))
    })
}

pub(super) async fn feature(app: &App, task: &FeatureTask, now: Millis) -> Finish {
    let (Some(feature), Some(to)) = (task.name, task.to) else {
        done(app.read_operator_state().await)?;
        for feature in Feature::ALL {
            say(&format!("{}\t{}", feature.slug(), if app.is_off(feature) { "off" } else { "on" }));
        }
        return Ok(());
    };
    let (name, word) = (feature.slug(), if to == Switch::On { "on" } else { "off" });
    if !done(app.switch(feature, to == Switch::On, now).await)? {
        return Err(failed(format!("{name}: already switched {word}. Nothing was changed.")));
    }
    say(&format!("{name}: switched {word}. A running bot knows it within seconds."));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_none_is_answered_with_all() {
        assert_eq!(named("bot-games"), Ok(Feature::BotGames));
        assert!(named("chess").is_err_and(|why| why.contains("puzzles, tournaments, ladders, bot-games")));
    }
}
