//! The intents and options in the bot's IDENTIFY.

use rookery::sandbox::Handshake;

use super::super::bench::wait_for;
use super::{answers, apart, back};

tests!(no_privileged_intent_is_asked_for);

/// Discord's intent bit for guilds, their channels and threads.
const GUILDS: u64 = 1;

fn no_privileged_intent_is_asked_for() {
    wait_for(async {
        // Even if the privileged intents are available.
        let bench = apart(|options| options.privileged_intents = true).await;
        let asked = |handshakes: Vec<Handshake>| -> Vec<(bool, Option<u64>)> {
            handshakes.into_iter().map(|one| (one.resume.is_some(), one.intents)).collect()
        };
        assert_eq!(asked(bench.discord.handshakes()), [(false, Some(GUILDS))]);
        // A new session has the same intents.
        bench.discord.gateway_invalidate(false);
        back(&bench.discord, 1).await;
        for (resumed, intents) in asked(bench.discord.handshakes()) {
            assert_eq!(intents, (!resumed).then_some(GUILDS));
        }
        let begun = bench.discord.handshakes().iter().filter(|one| one.resume.is_none() && one.taken).count();
        assert_eq!(begun, 2);
        answers(&bench).await;
        bench.finish().await;
    });
}
