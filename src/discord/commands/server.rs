//! `/server`

use super::Wish;
use crate::app::ServerPage;
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::guild_settings::page;
use crate::discord::interaction::{Call, Interaction, permission};

/// Shows what is set for the server, with menus to change it.
pub struct OwnServer;

impl Wish for OwnServer {
    const NAME: &'static str = "server";
    const ONLY_READS: bool = true;
    const NEEDS: Option<u64> = Some(permission::MANAGE_GUILD);
    const SERVERS_ONLY: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(page(desk, from, ServerPage::Places).await?))
    }
}
