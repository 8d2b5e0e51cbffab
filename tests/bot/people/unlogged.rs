//! User names and texts are never logged at `info` and above, whatever goes wrong.

use crate::bot::permission;
use rookery::sandbox::{ChosenFile, Fault, Trouble};
use tracing::level_filters::LevelFilter;

use crate::bot::bench::{Bench, Game, done, long_after, message, wait_for};
use crate::bot::log::Log;

tests_on_both!(what_people_write_and_how_they_are_called_is_not_logged);

/// The people, the channel, and a word from each of their texts. None of these words is in the program.
const THEIRS: [&str; 12] = [
    "quillfeather",
    "marrowbone",
    "thimbleroom",
    "heronwistful",
    "gobbledymove",
    "tangerinefen",
    "crumpetword",
    "brindleriders",
    "plumjam",
    "saffronline",
    "velvetreason",
    "walnutgame",
];

fn what_people_write_and_how_they_are_called_is_not_logged() {
    wait_for(async {
        let log = Log::at(LevelFilter::INFO);
        let bench = Bench::new().await;
        let member = |name: &str| bench.discord.member(name).in_channel("thimbleroom");
        let game = Game::between(member("Quillfeather"), member("Marrowbone"), "chess", None).await;
        let (one, other) = (&game.red, &game.blue);
        done(&game.play(&["e4", "e5"]).await);
        assert!(one.slash("move", &[("move", "gobbledymove")]).await.is_ephemeral());
        assert!(one.slash("note", &[("text", "heronwistful")]).await.is_ephemeral());
        assert!(one.slash("premove", &[("line", "saffronline")]).await.is_ephemeral());
        let wrong = [("variant", "chess"), ("position", "tangerinefen")];
        assert!(one.slash("challenge", &wrong).await.is_ephemeral());
        assert!(one.slash("rules", &[("variant", "walnutgame")]).await.is_ephemeral());
        // Files: a valid game, an invalid one, and one that cannot be downloaded.
        let manager = bench.red("thimbleroom");
        let sound = include_str!("../places/own_game.toml").replace("NAME", "Brindleriders");
        let sound = format!("{sound}\n# tangerinefen\n");
        for text in [&sound, &sound.replace("steps = 1", "steps = \"crumpetword\""), "crumpetword"] {
            let file = ChosenFile::new("plumjam.toml", text);
            assert!(manager.slash_with_files("game add", &[], &[("file", &file)]).await.answered());
        }
        for trouble in [Trouble::Status(500), Trouble::CutShort] {
            bench.discord.faults().add(Fault::next("/ephemeral-attachments/", trouble));
            let file = ChosenFile::new("plumjam.toml", sound.as_str());
            assert!(manager.slash_with_files("game add", &[], &[("file", &file)]).await.answered());
        }
        // First Discord refuses the requests that name them, and then the database fails. Other tests check
        // the answers.
        bench.discord.faults().add(Fault::next("/threads", Trouble::Refuse(400, 50_035)).method("POST"));
        let in_thread = [("variant", "chess"), ("opponent", other.id()), ("thread", "yes")];
        let offer = message(&one.slash("challenge", &in_thread).await);
        let _unread = other.click(&offer, "Accept").await;
        for (method, path) in [("POST", "/callback"), ("PATCH", "/messages/"), ("POST", "/channels/")] {
            bench.discord.faults().add(Fault::next(path, Trouble::Refuse(400, 50_035)).method(method));
        }
        let _unread = one.slash("move", &[("move", "Nf3")]).await;
        long_after().await;
        bench.discord.faults().clear();
        one.channel().deny_bot(permission::SEND_MESSAGES);
        let _unread = other.slash("move", &[("move", "Nc6")]).await;
        long_after().await;
        one.channel().allow_bot();
        bench.run_sql("ALTER TABLE notes RENAME TO notes_away").await;
        let _unread = one.slash("note", &[("text", "velvetreason")]).await;
        bench.run_sql("ALTER TABLE notes_away RENAME TO notes").await;
        message(&one.slash("note", &[("text", "heronwistful")]).await);
        let logged = log.text();
        assert!(logged.contains("ERROR"), "nothing went wrong: {logged}");
        println!("figure unlogged {} lines", logged.lines().count());
        let small = logged.to_lowercase();
        for word in THEIRS.iter().copied().chain([one.id(), other.id(), manager.id()]) {
            let line = small.lines().find(|line| line.contains(word));
            assert!(line.is_none(), "{word} is logged: {line:?}");
        }
        bench.discord.forget_failures();
        bench.finish().await;
    });
}
