//! `rookery healthcheck`.

use super::{Finish, failed, say};
use crate::config::Config;
use crate::discord;

pub(super) async fn healthcheck(config: Config) -> Finish {
    let ill = |why: &str| format!("The bot is not healthy: {}.", why.trim_end_matches('.'));
    let (age, remark) = discord::ops::heartbeat::check_heartbeat(&config.heartbeat).map_err(|why| {
        let is_there = config.heartbeat.exists();
        let ask = if is_there { "" } else { " Does it run, and is this the directory that it runs in?" };
        failed(ill(&why) + ask)
    })?;
    // A process that hangs, or that accepts no connections, may have written a recent heartbeat.
    if let Some(listen) = config.http_listen.filter(|listen| listen.port() != 0) {
        let asked = discord::ask_endpoint(listen).await;
        asked.map_err(|why| failed(ill(&why)))?;
    }
    say(&format!("The bot was well {} s ago.", age.as_secs()));
    if let Some(remark) = remark {
        say(&format!("But players do not get through. {remark}"));
    }
    Ok(())
}
