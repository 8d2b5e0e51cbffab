//! What a person may do to others, with the default limits.

use rookery::app::Limits;

use crate::bot::bench::{Bench, done, message, wait_for};

tests!(
    sixty_challenges_in_a_row_notify_once,
    a_thread_is_refused_to_who_may_not_open_one,
    a_thread_is_opened_when_either_may,
);

/// Discord's permission Create Public Threads.
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;

async fn ordinary() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.limits = Limits::default();
    bench.start().await;
    bench
}

fn sixty_challenges_in_a_row_notify_once() {
    wait_for(async {
        let bench = ordinary().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id())];
        done(&red.slash("challenge", &ask).await);
        for _ in 1..60 {
            let told = red.slash("challenge", &ask).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert!(
                told.text().starts_with("You can challenge") && told.text().ends_with(":T> on."),
                "{}",
                told.text()
            );
        }
        let pings = red.channel().messages().iter().filter(|message| message.pings() == [blue.id()]).count();
        assert_eq!(pings, 1);
        // Declining lengthens the pause, which other people cannot see.
        let offer = red.channel().last().expect("the challenge");
        done(&blue.click(&offer, "Decline").await);
        assert!(red.slash("challenge", &ask).await.is_ephemeral());
        let anyone = [("variant", "chess")];
        done(&red.slash("challenge", &anyone).await);
        assert!(red.slash("challenge", &anyone).await.is_ephemeral());
        bench.finish().await;
    });
}

fn a_thread_is_refused_to_who_may_not_open_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        red.set_permissions(0, CREATE_PUBLIC_THREADS);
        let threaded = [("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")];
        let alone = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
        for ask in [threaded, alone] {
            let told = red.slash("challenge", &ask).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert!(
                told.text().contains("You lack the permission **Create Public Threads**"),
                "{}",
                told.text()
            );
        }
        bench.game("games", "chess", None).await;
        let told = red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await;
        assert!(told.is_ephemeral() && told.text().contains("already hosts a game"), "{}", told.text());
        assert_eq!(bench.discord.threads().len(), 0);
        red.set_permissions(0, 0);
        done(&red.slash("challenge", &threaded).await);
        bench.finish().await;
    });
}

fn a_thread_is_opened_when_either_may() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id())];
        // Made while the channel is free; Red could create a thread only at the first one.
        let granted = message(&red.slash("challenge", &[&ask[..], &[("thread", "yes")]].concat()).await);
        red.set_permissions(0, CREATE_PUBLIC_THREADS);
        blue.set_permissions(0, CREATE_PUBLIC_THREADS);
        let auto = message(&red.slash("challenge", &ask).await);
        done(&blue.click(&granted, "Accept").await);
        assert_eq!(bench.discord.threads().len(), 1, "the challenger might");
        done(
            &red.slash("challenge", &[("variant", "chess"), ("opponent", red.id()), ("thread", "no")]).await,
        );
        let told = blue.click(&auto, "Accept").await;
        assert!(told.is_ephemeral() && told.text().contains("you lack the permission"), "{}", told.text());
        assert_eq!(bench.discord.threads().len(), 1);
        blue.set_permissions(0, 0);
        done(&blue.click(&auto, "Accept").await);
        assert_eq!(bench.discord.threads().len(), 2, "whoever accepts may");
        bench.finish().await;
    });
}
