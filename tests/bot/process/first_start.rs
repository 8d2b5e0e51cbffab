//! The first start: a bot that is not invited yet, or with the wrong scopes, and what its operator is shown.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rookery::game::GuildId;
use rookery::sandbox::{Fault, Options, StandIn, Trouble};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::rookery;
use crate::bot::bench::{Bench, done, on_real_time, soon, wait_for};

tests!(
    the_link_comes_first_and_the_commands_once_somebody_has_opened_it,
    by_http_the_commands_come_once_the_bot_is_invited,
    a_refusal_of_the_commands_stops_nothing,
    user_install_is_asked_for_only_where_it_can_be,
    a_refused_user_install_is_left_out,
    another_way_to_install_it_is_seen_while_it_runs,
    a_server_s_own_commands_say_nothing_of_contexts,
    the_gateway_is_not_waited_at_where_interactions_go_elsewhere,
    by_http_the_bot_waits_for_its_address_to_be_entered,
    what_add_app_would_leave_out_is_told,
    whoever_added_the_commands_alone_is_told_so,
);

/// The program connected to a stand-in, and its output.
struct Program {
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
    dir: TempDir,
}

impl Program {
    fn start(discord: &StandIn, settings: &[(&str, &str)]) -> Self {
        Self::start_in(tempfile::tempdir().expect("a directory"), discord, settings)
    }

    /// Starts the program on an existing database.
    fn start_in(dir: TempDir, discord: &StandIn, settings: &[(&str, &str)]) -> Self {
        let mut command = rookery(dir.path(), &["run"]);
        command.env("DISCORD_TOKEN", discord.token()).env("ROOKERY_DISCORD_API_URL", discord.url());
        for (name, value) in settings {
            command.env(name, value);
        }
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let said = Arc::<Mutex<Vec<String>>>::default();
        let (out, err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            }
        });
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            // Only the last line of the log: the reason for the exit.
            let last = BufReader::new(err).lines().map_while(Result::ok).last().unwrap_or_default();
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(format!("At last: {last}"));
        });
        Self { child, said, dir }
    }

    fn lines(&self) -> Vec<String> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for a line of output with these words.
    async fn says(&self, words: &str) -> String {
        for _ in 0..1_000 {
            if let Some(line) = self.lines().into_iter().find(|line| line.contains(words)) {
                return line;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it never said {words:?}, but {:#?}", self.lines());
    }

    /// Stops it gracefully. Returns its directory.
    fn stop(mut self) -> TempDir {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
        assert_eq!(self.child.wait().expect("a child").code(), Some(0), "{:#?}", self.lines());
        self.dir
    }
}

/// A stand-in, and the directory of its data.
async fn stand_in(change: impl FnOnce(&mut Options)) -> (StandIn, TempDir) {
    let dir = tempfile::tempdir().expect("a directory");
    let mut options = Options::new(dir.path());
    change(&mut options);
    (StandIn::start(options).await.expect("a stand-in"), dir)
}

const TEST_GUILD: &str = "ROOKERY_DISCORD_TEST_GUILD";

fn the_link_comes_first_and_the_commands_once_somebody_has_opened_it() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|options| options.invited = false).await;
        let guild = discord.guild_id().to_string();
        let bot = Program::start(&discord, &[(TEST_GUILD, &guild)]);
        let link = bot.says("Invite it to a server: ").await;
        let wanted = format!(
            "https://discord.com/oauth2/authorize?client_id={}&scope=bot%20applications.commands&permissions=309237681152",
            discord.application_id()
        );
        assert!(link.ends_with(&wanted), "{link}");
        let first = bot.says("Invite the bot first").await;
        assert!(first.contains(&guild) && first.contains(&wanted), "{first}");
        bot.says(" is connected.").await;
        assert_eq!(bot.lines()[0], link, "nothing is said before it");
        // There are no commands there until the link is opened.
        let red = discord.member("red");
        assert!(!red.slash("help", &[]).await.answered());
        discord.invite_bot();
        assert!(discord.wait_for_command("help").await, "{:#?}", bot.lines());
        bot.says("The commands are registered now.").await;
        let help = red.slash("help", &[]).await;
        assert!(help.text().contains("To play"), "{}", help.text());
        assert_eq!(bot.lines().iter().filter(|line| line.contains("Invite the bot first")).count(), 1);
        bot.stop();
        discord.stop().await;
    });
}

fn by_http_the_commands_come_once_the_bot_is_invited() {
    wait_for(async {
        for tells in [true, false] {
            let mut bench = Bench::with(|options| options.invited = false).await;
            bench.settings.test_guild = Some(GuildId(bench.discord.guild_id()));
            bench.start_over_http().await;
            bench.bot().commands_answered().await;
            assert!(bench.discord.commands().is_empty());
            if tells {
                bench.discord.send_events_to(&bench.events_url()).await.expect("an address for events");
            }
            bench.discord.invite_bot();
            if !tells {
                // The bot gets no event, so it retries.
                bench.pass(Duration::from_mins(5)).await;
            }
            soon("the commands", || !bench.discord.commands().is_empty()).await;
            let help = bench.red("games").slash("help", &[]).await;
            assert!(help.text().contains("To play"), "{}", help.text());
            bench.finish().await;
        }
    });
}

fn a_refusal_of_the_commands_stops_nothing() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|_| {}).await;
        let bot = Program::start(&discord, &[]);
        assert!(discord.wait_for_command("help").await);
        let known = discord.commands();
        let dir = bot.stop();
        discord.faults().add(Fault::next("/commands", Trouble::Refuse(400, 50_035)).method("PUT"));
        let bot = Program::start_in(dir, &discord, &[]);
        let told = bot.says("The commands could not be registered").await;
        let all = format!("plays on with the {} commands that Discord has", known.len());
        assert!(told.contains(&all) && told.contains("400"), "{told}");
        bot.says(" is connected.").await;
        let red = discord.member("red");
        let help = red.slash("help", &[]).await;
        // It knows the commands' ids too.
        assert!(help.text().contains("</challenge:"), "{}", help.text());
        bot.stop();
        discord.stop().await;
    });
}

/// The integration types and contexts of a registered command.
fn named(commands: &[Value], name: &str) -> (Value, Value) {
    let command = commands.iter().find(|command| command["name"] == name).expect("the command");
    (command["integration_types"].clone(), command["contexts"].clone())
}

fn user_install_is_asked_for_only_where_it_can_be() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|options| {
            let params = json!({ "scopes": ["bot", "applications.commands"], "permissions": "309237681152" });
            options.integration_types_config = json!({ "0": { "oauth2_install_params": params } });
        })
        .await;
        let bot = Program::start(&discord, &[]);
        bot.says(" is connected.").await;
        assert!(discord.wait_for_command("help").await, "{:#?}", bot.lines());
        assert_eq!(named(&discord.commands(), "help"), (json!([0]), json!([0, 1])));
        bot.stop();
        // With user installs only: commands that need a server are missing.
        discord.set_integration_types_config(json!({ "1": {} }));
        let bot = Program::start(&discord, &[]);
        bot.says("Guild Install is off").await;
        soon("the commands for people", || named(&discord.commands(), "help").0 == json!([1])).await;
        assert!(!discord.commands().iter().any(|command| command["name"] == "server"));
        bot.stop();
        discord.stop().await;
    });
}

fn a_refused_user_install_is_left_out() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|options| options.integration_types_config = json!({ "0": {} })).await;
        discord.hide_integration_types_config();
        let bot = Program::start(&discord, &[]);
        assert!(discord.wait_for_command("help").await, "{:#?}", bot.lines());
        assert_eq!(named(&discord.commands(), "help"), (json!([0]), json!([0, 1])));
        assert!(
            !bot.lines().iter().any(|line| line.contains("could not be registered")),
            "it passed by itself"
        );
        bot.stop();
        discord.stop().await;
    });
}

fn another_way_to_install_it_is_seen_while_it_runs() {
    wait_for(async {
        let mut bench = Bench::with(|options| options.integration_types_config = json!({ "0": {} })).await;
        bench.start().await;
        assert_eq!(named(&bench.discord.commands(), "help").0, json!([0]));
        bench.discord.set_integration_types_config(json!({ "0": {}, "1": {} }));
        bench.pass(Duration::from_mins(31)).await;
        soon("the commands for people too", || {
            named(&bench.discord.commands(), "help") == (json!([0, 1]), json!([0, 1, 2]))
        })
        .await;
        bench.finish().await;
    });
}

fn a_server_s_own_commands_say_nothing_of_contexts() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|_| {}).await;
        let guild = discord.guild_id().to_string();
        let bot = Program::start(&discord, &[(TEST_GUILD, &guild)]);
        assert!(discord.wait_for_command("help").await, "{:#?}", bot.lines());
        assert_eq!(named(&discord.commands_of(true), "help"), (json!([0]), Value::Null));
        bot.stop();
        discord.stop().await;
    });
}

fn the_gateway_is_not_waited_at_where_interactions_go_elsewhere() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start_over_http().await;
        // Its address stays in the portal.
        bench.stop().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut bot = Program::start_in(dir, &bench.discord, &[]);
        let why = bot.says("At last: ").await;
        assert!(why.contains("Interactions Endpoint URL http://127.0.0.1:"), "{why}");
        assert!(why.contains("Clear that field") && why.contains("discord.http.listen"), "{why}");
        assert_eq!(bot.child.wait().expect("a child").code(), Some(78));
        bench.discord.clear_interactions_url();
        let bot = Program::start_in(bot.dir, &bench.discord, &[]);
        bot.says(" is connected.").await;
        let help = bench.red("games").slash("help", &[]).await;
        assert!(help.text().contains("To play"), "{}", help.text());
        bot.stop();
        bench.finish().await;
    });
}

fn by_http_the_bot_waits_for_its_address_to_be_entered() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|_| {}).await;
        let key = discord.public_key();
        let settings =
            [("ROOKERY_DISCORD_HTTP_LISTEN", "127.0.0.1:0"), ("ROOKERY_DISCORD_PUBLIC_KEY", key.as_str())];
        let bot = Program::start(&discord, &settings);
        let told = bot.says("Discord does not know where to post interactions").await;
        assert!(told.contains("enter https://YOUR.NAME/interactions"), "{told}");
        let takes = bot.says("takes interactions at ").await;
        bot.says("Discord shows the bot as offline").await;
        let url = takes.rsplit_once(" at ").expect("where").1.trim_end_matches('.').to_owned();
        // Discord checks the address when it is saved, so the bot must be running.
        discord.send_interactions_to(std::slice::from_ref(&url)).await.expect("the address is taken");
        // The commands may be registered after that.
        assert!(discord.wait_for_command("help").await, "{:#?}", bot.lines());
        let help = discord.member("red").slash("help", &[]).await;
        assert!(help.text().contains("To play"), "{}", help.text());
        bot.says(&format!("Discord posts interactions to {url}.")).await;
        bot.stop();
        discord.stop().await;
    });
}

/// The portal's defaults for a new application.
fn new_application() -> Value {
    let params = json!({ "scopes": ["applications.commands"], "permissions": "0" });
    json!({ "0": { "oauth2_install_params": params }, "1": { "oauth2_install_params": params } })
}

fn what_add_app_would_leave_out_is_told() {
    on_real_time(async {
        let (discord, _dir) = stand_in(|options| options.integration_types_config = new_application()).await;
        let bot = Program::start(&discord, &[]);
        let told = bot.says("Add App").await;
        for words in ["the scope bot", "the permission View Channel", "309237681152", "Guild Install"] {
            assert!(told.contains(words), "{words}: {told}");
        }
        bot.says(" is connected.").await;
        bot.stop();
        discord.stop().await;
    });
}

fn whoever_added_the_commands_alone_is_told_so() {
    wait_for(async {
        let mut bench = Bench::with(|options| options.invited = false).await;
        bench.settings.test_guild = Some(GuildId(bench.discord.guild_id()));
        bench.discord.add_commands_only();
        bench.start().await;
        let red = bench.red("games");
        let opponent = bench.discord.bot();
        let asked = [("variant", "chess"), ("opponent", opponent.id()), ("thread", "no")];
        let told = red.slash("challenge", &asked).await;
        assert!(told.text().starts_with("Only my commands were added to this server"), "{}", told.text());
        let link = bench.bot().invitation().to_owned();
        assert!(told.text().contains(&link) && !told.text().contains("View Channel"), "{}", told.text());
        // Commands that only answer still work.
        assert!(red.slash("help", &[]).await.text().contains("To play"));
        bench.discord.invite_bot();
        let begun = red.slash("challenge", &asked).await;
        done(&begun);
        bench.finish().await;
    });
}
