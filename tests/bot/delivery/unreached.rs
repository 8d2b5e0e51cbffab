//! Nobody loses on time who could not move or could not be notified.
//!
//! Discord does not answer, a server or a channel is unavailable, or actions do not reach the bot by HTTP.

use std::time::Duration;

use tokio::time::sleep;

use rookery::sandbox::{Channel, Fault, Member, Message, Trouble, Unanswered};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::people::tournaments::{gives_up, join, made, stands, threads};
use crate::bot::playing::time::{UP, at_work, saying, timed_in, told_once};

tests_on_both!(
    nobody_loses_on_time_while_discord_gives_no_answer,
    nobody_loses_on_time_while_discord_gives_no_answer_over_http,
    nobody_loses_on_time_while_one_channel_gives_no_answer,
    nobody_loses_on_time_in_the_outage_of_their_server,
    nobody_loses_on_time_in_an_outage_that_began_while_the_bot_was_away,
    nobody_loses_on_time_while_the_portal_has_no_address,
    nobody_loses_on_time_while_the_gateway_hears_nothing_because_of_an_address,
    nobody_loses_on_time_while_the_public_address_is_not_reached,
    nobody_loses_on_time_while_discord_takes_no_token,
    no_rating_tournament_or_ladder_suffers_while_discord_gives_no_answer,
    no_rating_tournament_or_ladder_suffers_while_the_portal_has_no_address,
    no_rating_tournament_or_ladder_suffers_in_the_outage_of_their_server,
    no_challenge_lapses_while_discord_gives_no_answer,
    no_challenge_lapses_while_the_portal_has_no_address,
    no_challenge_lapses_in_the_outage_of_their_server,
    a_challenge_that_could_be_answered_lapses_after_a_day,
    whoever_could_move_by_http_loses_on_time_in_a_quiet_night,
    an_address_that_never_was_reached_from_here_says_nothing,
    an_address_at_which_interactions_arrive_is_reached,
);

/// Longer than any of these tests.
const LONG: Duration = Duration::from_hours(48);
/// Length of the outages by the bot's clock: longer than a player has for a move.
const OUT: Duration = Duration::from_hours(26);
const LIVE: &str = "SELECT count(*) FROM games WHERE state = 'live'";
/// The host name of the bench's endpoint.
const HOST: &str = "process-0.test";

/// A game in which White has a day for the next move, and whose boards have all been delivered.
async fn waiting(bench: &Bench) -> Game {
    let game = timed_in(bench, "one").await;
    done(&game.play(&["e4", "e5"]).await);
    bench.boards_are_noted().await;
    game
}

/// White's remaining time.
async fn left(bench: &Bench) -> Duration {
    let deadline = bench.count("SELECT deadline FROM games").await;
    Duration::from_millis((deadline - bench.settings.clock.now().0).max(0).unsigned_abs())
}

/// The outage outlasts White's time, and nobody loses.
async fn it_lasts(bench: &Bench) {
    it_lasts_for(bench, 1).await;
}

/// The outage outlasts the time for a move in this many games, none of which ends.
async fn it_lasts_for(bench: &Bench, games: i64) {
    for _ in 0..26 {
        bench.settings.clock.advance(Duration::from_mins(59));
        bench.pass(Duration::from_mins(1)).await;
    }
    // Pending requests end by the network's timeout.
    for _ in 0..3 {
        sleep(Duration::from_secs(20)).await;
        bench.pass(Duration::from_mins(1)).await;
    }
    assert_eq!(bench.count(LIVE).await, games);
}

/// The outage is over: White has at least this long for the move, and then loses on time as usual.
async fn it_is_over(bench: Bench, game: &Game, at_least: Duration) {
    bench.pass(Duration::from_mins(3)).await;
    bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
    let left = left(&bench).await;
    assert!(left > at_least && left < Duration::from_hours(25), "{left:?}");
    let said = format!("<t:{}", bench.count("SELECT deadline / 1000 + 1 FROM games").await);
    soon("the board shows the new deadline", || {
        game.red.channel().messages().iter().any(|message| message.content.contains(&said))
    })
    .await;
    assert_eq!(saying(game, UP).len(), 0);
    bench.settings.clock.advance(left + Duration::from_mins(1));
    told_once(game, UP).await;
    bench.finish().await;
}

async fn without_an_answer(bench: Bench) {
    let game = waiting(&bench).await;
    bench.discord.faults().add(Fault::everywhere(Trouble::Status(503), LONG));
    it_lasts(&bench).await;
    bench.discord.faults().clear();
    it_is_over(bench, &game, Duration::from_hours(20)).await;
}

fn nobody_loses_on_time_while_discord_gives_no_answer() {
    wait_for(async { without_an_answer(Bench::new().await).await });
}

fn nobody_loses_on_time_while_discord_gives_no_answer_over_http() {
    wait_for(async { without_an_answer(Bench::over_http().await).await });
}

fn nobody_loses_on_time_while_one_channel_gives_no_answer() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = waiting(&bench).await;
        let path = format!("/channels/{}", game.red.channel().id());
        bench.discord.faults().add(Fault { path, ..Fault::everywhere(Trouble::Status(500), LONG) });
        it_lasts(&bench).await;
        let list = game.red.in_channel("dm").slash("games", &[]).await;
        assert!(list.text().contains("so nobody loses on time"), "{}", list.text());
        bench.discord.faults().clear();
        it_is_over(bench, &game, Duration::from_mins(55)).await;
    });
}

fn nobody_loses_on_time_in_the_outage_of_their_server() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = waiting(&bench).await;
        bench.discord.guild_down();
        let refused = game.red.slash("move", &[("move", "Nf3")]).await;
        assert!(!refused.answered(), "nobody can act there: {}", refused.text());
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 3", 1).await;
        it_lasts(&bench).await;
        bench.discord.guild_up();
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn nobody_loses_on_time_in_an_outage_that_began_while_the_bot_was_away() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = waiting(&bench).await;
        bench.stop().await;
        bench.discord.guild_down();
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.pass(Duration::from_mins(2)).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 3", 1).await;
        it_lasts(&bench).await;
        bench.discord.guild_up();
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn nobody_loses_on_time_while_the_portal_has_no_address() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        let dir = tempfile::tempdir().expect("a directory");
        let heartbeat = dir.path().join("beat");
        bench.settings.heartbeat = Some(heartbeat.clone());
        bench.start_over_http().await;
        let game = waiting(&bench).await;
        let health = || std::fs::read_to_string(&heartbeat).expect("a heartbeat");
        assert_eq!(health().lines().nth(1), Some(""));
        bench.discord.clear_interactions_url();
        it_lasts(&bench).await;
        let remark = health().lines().nth(1).expect("a remark").to_owned();
        assert!(remark.starts_with("Discord does not know where to post interactions"), "{remark}");
        bench.share_the_load().await;
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn nobody_loses_on_time_while_the_gateway_hears_nothing_because_of_an_address() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = waiting(&bench).await;
        bench.discord.set_interactions_url("https://elsewhere.test/interactions");
        it_lasts(&bench).await;
        bench.discord.clear_interactions_url();
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn nobody_loses_on_time_while_the_public_address_is_not_reached() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = waiting(&bench).await;
        bench.discord.host_in_memory(HOST, |_| async { Err(Unanswered::Refused) });
        it_lasts(&bench).await;
        bench.share_the_load().await;
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn nobody_loses_on_time_while_discord_takes_no_token() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = waiting(&bench).await;
        bench.discord.reset_token(true);
        it_lasts(&bench).await;
        bench.discord.reset_token(false);
        it_is_over(bench, &game, Duration::from_hours(20)).await;
    });
}

fn whoever_could_move_by_http_loses_on_time_in_a_quiet_night() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = waiting(&bench).await;
        bench.settings.clock.advance(OUT);
        told_once(&game, UP).await;
        bench.finish().await;
    });
}

fn an_address_at_which_interactions_arrive_is_reached() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = waiting(&bench).await;
        // Like a proxy that lets nothing else through.
        bench.only_posts_arrive();
        it_lasts(&bench).await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.pass(Duration::from_mins(2)).await;
        bench.settings.clock.advance(OUT);
        told_once(&game, "Time is up for Black").await;
        bench.finish().await;
    });
}

fn an_address_that_never_was_reached_from_here_says_nothing() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        let game = waiting(&bench).await;
        bench.stop().await;
        // Like a router without loopback.
        bench.discord.host_in_memory(HOST, |_| async { Err(Unanswered::Refused) });
        bench.start_with_its_address_out_of_reach().await;
        bench.pass(Duration::from_mins(2)).await;
        bench.settings.clock.advance(OUT);
        told_once(&game, UP).await;
        bench.finish().await;
    });
}

/// A rated game, a rated knock-out of four and a game for a place on a rated ladder, with a day for each
/// move.
pub(in crate::bot) struct Standings {
    rated: Game,
    hall: Channel,
    players: Vec<Member>,
    /// The holder of the first place, who is challenged, and the challenger.
    on_ladder: [Member; 2],
}

impl Standings {
    /// The number of its games.
    pub const GAMES: i64 = 6;

    pub async fn begin(bench: &Bench) -> Self {
        const RATED: [(&str, &str); 3] = [("variant", "chess"), ("pace", "1d"), ("rated", "true")];
        at_work(bench).await;
        let knock_out = [("kind", "knock-out"), ("most", "4"), RATED[1], RATED[2]];
        let (_, hall) = made(bench, &knock_out).await;
        let players = join(bench, &["red", "blue", "green", "grey"]).await;
        threads(bench, 4).await;
        let on_ladder = [bench.red("ladders"), bench.blue("ladders")];
        let [first, challenger] = &on_ladder;
        assert!(first.slash("ladder open", &RATED).await.text().contains("The ladder is open."));
        for who in &on_ladder {
            assert!(who.slash("ladder join", &[]).await.text().starts_with("You are "));
        }
        let challenge = challenger.slash("ladder challenge", &[("opponent", first.id())]).await;
        done(&first.click(&message(&challenge), "Accept").await);
        let (red, blue) = (bench.red("rated"), bench.blue("rated"));
        let options = [&RATED[..], &[("opponent", blue.id()), ("color", "white"), ("thread", "no")]].concat();
        let board = message(&blue.click(&message(&red.slash("challenge", &options).await), "Accept").await);
        let rated = Game { red, blue, board };
        done(&rated.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        assert_eq!(bench.count(LIVE).await, Self::GAMES);
        Self { rated, hall, players, on_ladder }
    }

    /// Red's profile.
    async fn profile(&self) -> String {
        self.rated.red.slash("profile", &[]).await.text().to_owned()
    }

    /// After the outage: nothing has ended, time is given back, and all can be played to its end.
    pub async fn goes_on(&self, bench: &Bench) {
        bench.pass(Duration::from_mins(3)).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        assert_eq!(bench.count(LIVE).await, Self::GAMES);
        let least = bench.count("SELECT min(deadline) FROM games").await - bench.settings.clock.now().0;
        assert!(least > 19 * 3_600_000, "{least}");
        let profile = self.profile().await;
        assert!(profile.contains("You have not finished a game yet."), "{profile}");
        for nothing in [
            "SELECT count(*) FROM ratings",
            "SELECT count(*) FROM tournament_games WHERE result IS NOT NULL",
            "SELECT count(*) FROM tournament_players WHERE state <> 'in'",
            "SELECT count(*) FROM ladder_challenges WHERE outcome IS NOT NULL",
            "SELECT count(*) FROM ladder_players WHERE refusals <> 0",
        ] {
            assert_eq!(bench.count(nothing).await, 0, "{nothing}");
        }
        for who in [&self.rated.red, &self.on_ladder[0]] {
            let sure = message(&who.slash("resign", &[]).await);
            done(&who.click(&sure, "Yes, resign").await);
        }
        let profile = self.profile().await;
        assert!(profile.contains("Chess: 1500? -> "), "{profile}");
        let [first, challenger] = &self.on_ladder;
        let taken = format!("1. {}\n2. {}", challenger.mention(), first.mention());
        let ladders = first.channel();
        let shown = async || ladders.messages().iter().any(|one| one.content.contains(&taken)).then_some(());
        bench.pass_until(Duration::from_secs(1), shown).await.expect("the place is taken");
        bench.pass(Duration::from_mins(3)).await;
        for round in [4, 2, 2, 1] {
            for thread in threads(bench, round).await {
                gives_up(&thread, &self.players.iter().collect::<Vec<_>>()).await;
            }
        }
        stands(bench, &self.hall, "It is over.").await;
    }
}

/// An outage between these two acts, longer than the time for a move.
async fn standings_suffer_nothing(
    bench: Bench,
    begins: impl AsyncFnOnce(&Bench),
    ends: impl AsyncFnOnce(&Bench),
) {
    let standings = Standings::begin(&bench).await;
    begins(&bench).await;
    it_lasts_for(&bench, Standings::GAMES).await;
    ends(&bench).await;
    standings.goes_on(&bench).await;
    bench.finish().await;
}

fn no_rating_tournament_or_ladder_suffers_while_discord_gives_no_answer() {
    wait_for(async {
        let begins = async |bench: &Bench| {
            bench.discord.faults().add(Fault::everywhere(Trouble::Status(503), LONG));
        };
        let ends = async |bench: &Bench| bench.discord.faults().clear();
        standings_suffer_nothing(Bench::new().await, begins, ends).await;
    });
}

fn no_rating_tournament_or_ladder_suffers_while_the_portal_has_no_address() {
    wait_for(async {
        let begins = async |bench: &Bench| bench.discord.clear_interactions_url();
        let ends = async |bench: &Bench| bench.share_the_load().await;
        standings_suffer_nothing(Bench::over_http().await, begins, ends).await;
    });
}

fn no_rating_tournament_or_ladder_suffers_in_the_outage_of_their_server() {
    wait_for(async {
        let begins = async |bench: &Bench| bench.discord.guild_down();
        let ends = async |bench: &Bench| bench.discord.guild_up();
        standings_suffer_nothing(Bench::new().await, begins, ends).await;
    });
}

/// An open challenge for a place on a ladder.
struct OpenChallenge {
    holder: Member,
    message: Message,
}

impl OpenChallenge {
    async fn begin(bench: &Bench) -> Self {
        at_work(bench).await;
        let [holder, challenger] = [bench.red("ladders"), bench.blue("ladders")];
        let opened = holder.slash("ladder open", &[("variant", "chess"), ("pace", "1d")]).await;
        assert!(opened.text().contains("The ladder is open."), "{}", opened.text());
        for who in [&holder, &challenger] {
            assert!(who.slash("ladder join", &[]).await.text().starts_with("You are "));
        }
        let challenge = challenger.slash("ladder challenge", &[("opponent", holder.id())]).await;
        let message = message(&challenge);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        Self { holder, message }
    }
}

/// In an outage that is longer than a challenge lasts, one stays open, is no refusal, and is answered after.
async fn no_challenge_lapses(bench: Bench, begins: impl AsyncFnOnce(&Bench), ends: impl AsyncFnOnce(&Bench)) {
    let challenge = OpenChallenge::begin(&bench).await;
    begins(&bench).await;
    it_lasts_for(&bench, 0).await;
    ends(&bench).await;
    bench.pass(Duration::from_mins(20)).await;
    assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 1);
    assert_eq!(bench.count("SELECT count(*) FROM ladder_challenges WHERE outcome IS NOT NULL").await, 0);
    assert_eq!(bench.count("SELECT count(*) FROM ladder_players WHERE refusals <> 0").await, 0);
    done(&challenge.holder.click(&challenge.message, "Accept").await);
    assert_eq!(bench.count(LIVE).await, 1);
    bench.finish().await;
}

fn no_challenge_lapses_while_discord_gives_no_answer() {
    wait_for(async {
        let begins = async |bench: &Bench| {
            bench.discord.faults().add(Fault::everywhere(Trouble::Status(503), LONG));
        };
        no_challenge_lapses(Bench::new().await, begins, async |bench| bench.discord.faults().clear()).await;
    });
}

fn no_challenge_lapses_while_the_portal_has_no_address() {
    wait_for(async {
        let begins = async |bench: &Bench| bench.discord.clear_interactions_url();
        no_challenge_lapses(Bench::over_http().await, begins, async |bench| bench.share_the_load().await)
            .await;
    });
}

fn no_challenge_lapses_in_the_outage_of_their_server() {
    wait_for(async {
        let begins = async |bench: &Bench| bench.discord.guild_down();
        no_challenge_lapses(Bench::new().await, begins, async |bench| bench.discord.guild_up()).await;
    });
}

fn a_challenge_that_could_be_answered_lapses_after_a_day() {
    wait_for(async {
        let bench = Bench::new().await;
        let challenge = OpenChallenge::begin(&bench).await;
        it_lasts_for(&bench, 0).await;
        bench.soon_counts("SELECT count(*) FROM challenges", 0).await;
        bench.soon_counts("SELECT count(*) FROM ladder_players WHERE refusals = 1", 1).await;
        let late = challenge.holder.click(&challenge.message, "Accept").await;
        assert!(!late.text().is_empty() && bench.count(LIVE).await == 0, "{}", late.text());
        bench.finish().await;
    });
}
