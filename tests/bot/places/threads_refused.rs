//! Threads that Discord refuses to create: the user is shown the reason.

use rookery::sandbox::{Fault, Trouble};

use crate::bot::bench::{Bench, done, message, wait_for};

tests!(a_thread_that_is_not_opened_says_why, a_failure_to_open_a_thread_leaves_the_challenge_open);

const FAILED: &str = "Discord could not open a thread just now. Please try again in a moment";

fn a_thread_that_is_not_opened_says_why() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        // In a game against oneself the command creates the thread.
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
        for (trouble, says) in [
            (Trouble::Status(500), FAILED),
            (Trouble::Blocked, FAILED),
            (Trouble::Refuse(403, 40_333), FAILED),
            (
                Trouble::Refuse(400, 50_024),
                "A channel of this kind has no threads, so the game can be played in the channel",
            ),
            (Trouble::Refuse(400, 160_006), "This server has as many active threads as Discord allows."),
            (Trouble::Refuse(400, 160_007), "This server has as many active threads as Discord allows."),
            (
                Trouble::Refuse(403, 50_013),
                "I could not open a thread here. Check that I may Create Public Threads",
            ),
            (
                Trouble::Refuse(403, 50_001),
                "I could not open a thread here. Check that I may Create Public Threads",
            ),
            (
                Trouble::Refuse(400, 50_035),
                "Discord does not open a thread here. Try `thread: no`: then the game is played in the channel.",
            ),
        ] {
            bench.discord.faults().add(Fault::next("/threads", trouble.clone()).times(100));
            let told = red.slash("challenge", &ask).await;
            bench.discord.faults().clear();
            assert!(told.is_ephemeral() && told.text().starts_with(says), "{trouble:?}: {}", told.text());
        }
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        done(&red.slash("challenge", &ask).await);
        bench.finish().await;
    });
}

fn a_failure_to_open_a_thread_leaves_the_challenge_open() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")];
        let offer = message(&red.slash("challenge", &ask).await);
        bench.discord.faults().add(Fault::next("/threads", Trouble::Status(500)).times(100));
        let told = blue.click(&offer, "Accept").await;
        bench.discord.faults().clear();
        assert!(told.is_ephemeral() && told.text().starts_with(FAILED), "{}", told.text());
        done(&blue.click(&offer, "Accept").await);
        assert_eq!(bench.discord.threads().len(), 1);
        bench.finish().await;
    });
}
