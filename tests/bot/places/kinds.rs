//! All kinds of channels: a complete short game with a rematch in each, by the gateway and by HTTP.

use rookery::sandbox::{Channel, ChannelType, Recorded};

use crate::bot::bench::{Bench, Game, done, message, wait_for};

tests_on_both!(
    a_game_in_each_kind_of_place,
    a_game_in_each_kind_of_place_by_http,
    where_there_are_no_threads_it_is_played_in_the_channel,
);

/// A name, Discord's channel type, and a constructor.
type Venue = (&'static str, u8, fn(&Bench) -> Channel);

fn post(bench: &Bench, of: ChannelType) -> Channel {
    let forum = bench.discord.new_channel("posts", of);
    bench.red("games").at(&forum).start_thread("Anybody for a game?", false, 1_440).expect("Red may")
}

fn thread(bench: &Bench, of: ChannelType, private: bool) -> Channel {
    let channel = bench.discord.new_channel("with threads", of);
    let red = bench.red("games").at(&channel);
    red.start_thread("A thread", private, 1_440).expect("Red may")
}

/// All kinds in which two people meet and the bot is present.
const VENUES: [Venue; 9] = [
    ("text", 0, |bench| bench.discord.new_channel("written", ChannelType::Text)),
    ("announcement", 5, |bench| bench.discord.new_channel("news", ChannelType::Announcement)),
    ("voice", 2, |bench| bench.discord.new_channel("Talk", ChannelType::Voice)),
    ("stage", 13, |bench| bench.discord.new_channel("Speech", ChannelType::Stage)),
    ("forum post", 11, |bench| post(bench, ChannelType::Forum)),
    ("media post", 11, |bench| post(bench, ChannelType::Media)),
    ("public thread", 11, |bench| thread(bench, ChannelType::Text, false)),
    ("announcement thread", 10, |bench| thread(bench, ChannelType::Announcement, false)),
    ("private thread", 12, |bench| {
        let thread = thread(bench, ChannelType::Text, true);
        let (red, blue) = (bench.red("games").at(&thread), bench.blue("games"));
        red.say(&format!("{} {}", blue.mention(), bench.discord.bot().mention())).expect("a message");
        thread
    }),
];

fn a_game_in_each_kind_of_place() {
    wait_for(async { in_each(Bench::new().await).await });
}

fn a_game_in_each_kind_of_place_by_http() {
    wait_for(async { in_each(Bench::over_http().await).await });
}

async fn in_each(bench: Bench) {
    for (name, kind, make) in VENUES {
        let channel = make(&bench);
        assert_eq!(channel.kind(), kind, "{name}");
        let threads = bench.discord.threads().len();
        whole_game(&bench, &channel, name).await;
        assert_eq!(bench.discord.threads().len(), threads, "{name}: no other thread is opened");
    }
    in_direct_messages(&bench).await;
    let refused = |r: &Recorded| r.status >= 400;
    let refused: Vec<_> = bench.discord.requests().into_iter().filter(refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    bench.finish().await;
}

/// Challenge, moves, the end, and the rematch.
async fn whole_game(bench: &Bench, channel: &Channel, name: &str) {
    let (red, blue) = (bench.red("games").at(channel), bench.blue("games").at(channel));
    let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white")];
    let offer = message(&red.slash("challenge", &ask).await);
    assert!(!offer.is_ephemeral(), "{name}: {}", offer.content);
    let board = message(&blue.click(&offer, "Accept").await);
    assert!(board.picture().is_some(), "{name}: {}", board.content);
    let game = Game { red: red.clone(), blue: blue.clone(), board };
    let last = message(&game.play(&["e4", "e5", "Nf3"]).await);
    assert!(last.content.contains("g1-f3"), "{name}: {}", last.content);
    done(&blue.click(&message(&blue.slash("resign", &[]).await), "Yes, resign").await);
    let end = channel.wait_for(|m| m.content.contains("resigns")).await;
    let end = end.unwrap_or_else(|| panic!("{name}: the end"));
    let asked = message(&blue.click(&end, "Rematch").await);
    let again = message(&red.click(&asked, "Accept").await);
    let words = format!("Chess: {} plays White", blue.mention());
    assert!(again.content.starts_with(&words), "{name}: {}", again.content);
    done(&blue.slash("move", &[("move", "d4")]).await);
}

/// In direct messages with the bot one plays both sides, or against it.
async fn in_direct_messages(bench: &Bench) {
    let red = bench.red("dm");
    done(&red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
    for text in ["e4", "e5"] {
        done(&red.slash("move", &[("move", text)]).await);
    }
    done(&red.click(&message(&red.slash("resign", &[]).await), "Yes, resign").await);
    let end = red.channel().wait_for(|m| m.content.contains("resigns")).await.expect("the end");
    done(&red.click(&end, "Rematch").await);
    done(&red.slash("move", &[("move", "d4")]).await);
}

fn where_there_are_no_threads_it_is_played_in_the_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        for (name, of) in [("Talk", ChannelType::Voice), ("Speech", ChannelType::Stage)] {
            let channel = bench.discord.new_channel(name, of);
            let (red, blue) = (bench.red("games").at(&channel), bench.blue("games").at(&channel));
            let ask = [("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")];
            let offer = message(&red.slash("challenge", &ask).await);
            assert!(!offer.is_ephemeral(), "{}", offer.content);
            let told = "There are no threads in voice and stage channels, so this is played here.";
            crate::bot::bench::soon("that it is played here", || {
                red.ephemerals().iter().any(|m| m.content == told)
            })
            .await;
            done(&blue.click(&offer, "Accept").await);
            done(&red.slash("board", &[]).await);
            // A second concurrent game needs another channel.
            let again = red.slash("challenge", &ask).await;
            assert!(again.is_ephemeral() && again.text().contains("hosts a game"), "{}", again.text());
        }
        assert!(bench.discord.threads().is_empty());
        let made = |r: &Recorded| r.method == "POST" && r.path.ends_with("/threads");
        assert!(!bench.discord.requests().iter().any(made), "none was asked for");
        bench.finish().await;
    });
}
