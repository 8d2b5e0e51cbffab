//! A stand-in with the bot connected to it.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rookery::app::{App, Caller, Limits, Occupied, Target};
use rookery::discord::ops::user_rate_limit::{RateQuota, UserQuotas};
use rookery::discord::{self, EndpointSettings, InMemoryGateway, Running, Settings};
use rookery::game::{AnswerToken, ChannelId, InteractionId, UserId};
use rookery::http_server;
use rookery::program::{pages_at, with_pages};
use rookery::sandbox::{Member, Message, Options, Response, StandIn, Unanswered, Upshot};
use rookery::store::StoreUrl;
use rookery::timing::virtual_time::began;
use rookery::web::Pages;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::network::{InMemory, on_its_way};
use super::push_services::PushServices;
use crate::databases::{self, DbProbe};
use crate::front::{self, Front};
use crate::runtime::on_virtual_time;
use crate::slowest;

pub use crate::runtime::on_real_time;

/// Runs a test with a bot to its end: on virtual time, unless it runs behind a front.
pub fn wait_for<T>(test: impl Future<Output = T>) -> T {
    if front::is_wanted() { on_real_time(test) } else { on_virtual_time(test) }
}

/// Time for the bot's own work between two checks of its result.
const A_LOOK: Duration = Duration::from_millis(20);

/// Most steps of time to wait for something.
const STEPS: usize = 400;

/// The pages served in this process, if any. Clones belong to one bot, across restarts.
pub type PagesInMemory = Arc<Mutex<Option<http_server::InMemory>>>;

/// A stand-in with the bot connected to it.
pub struct Bench {
    /// The stand-in.
    pub discord: StandIn,
    /// The front before it, if any.
    pub front: Option<Front>,
    bot: Option<Running>,
    /// More processes on the same database.
    others: Vec<Running>,
    app: Option<App>,
    /// True if the bot serves pages.
    serves_pages: bool,
    pages: Option<Pages>,
    /// The connection of browsers to the pages.
    pub pages_in_memory: PagesInMemory,
    _dir: TempDir,
    /// Its database.
    pub store: StoreUrl,
    /// The settings for the bot's start.
    pub settings: Settings,
    /// The receivers of its push messages.
    pub push: PushServices,
    /// Limits per person: no pause between challenges, the defaults otherwise.
    pub limits: Limits,
}

impl Bench {
    /// A stand-in with a connected bot.
    pub async fn new() -> Self {
        let mut bench = Self::without_bot().await;
        bench.start().await;
        bench
    }

    /// A stand-in with a bot that receives interactions by HTTP.
    pub async fn over_http() -> Self {
        let mut bench = Self::without_bot().await;
        bench.start_over_http().await;
        assert!(bench.discord.wait_for_command("help").await, "the bot did not register");
        bench
    }

    /// Starts the bot with HTTP, whether or not its commands can be registered.
    pub async fn start_over_http(&mut self) {
        let public_key = self.discord.public_key().parse().expect("a key");
        let listen = self.settings.network.is_none().then_some((Ipv4Addr::LOCALHOST, 0).into());
        self.settings.endpoint = Some(EndpointSettings { listen, public_key });
        self.start_unregistered().await;
    }

    /// Starts the bot with HTTP at the stand-in's address, to which this bench does not route.
    pub async fn start_with_its_address_out_of_reach(&mut self) {
        let app = self.open_app().await;
        self.app = Some(app.clone());
        let bot = discord::start(app, self.settings.clone()).await.expect("a bot");
        self.bot = Some(bot);
        self.bot().connected().await.expect("a connection");
    }

    /// A stand-in without a bot, behind this front.
    pub async fn behind(front: impl AsyncFnOnce(SocketAddr) -> Front) -> Self {
        let mut bench = Self::on_sockets().await;
        let front = front(bench.discord.address()).await;
        bench.settings.api_url = Some(front.url.clone());
        bench.settings.api_ca = front.certificate.clone().map(String::into_bytes);
        bench.front = Some(front);
        bench
    }

    /// The front before the stand-in.
    pub fn front(&self) -> &Front {
        self.front.as_ref().expect("a front")
    }

    /// A stand-in without a bot.
    pub async fn without_bot() -> Self {
        Self::with(|_| {}).await
    }

    /// A stand-in without a bot that other processes can connect to.
    pub async fn on_sockets() -> Self {
        Self::with(|options| options.in_memory = false).await
    }

    /// A stand-in without a bot, with changed options. By default the bot's requests to it use no sockets.
    pub async fn with(change: impl FnOnce(&mut Options)) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let in_memory = !front::is_wanted();
        let mut options = Options { in_memory, ..Options::new(dir.path().join("discord")) };
        change(&mut options);
        let in_memory = options.in_memory;
        let discord = StandIn::start(options).await.expect("a stand-in");
        slowest::is_at(&discord);
        let front = if front::is_wanted() { Some(Front::with_http2(discord.address()).await) } else { None };
        let connecting = discord.clone();
        let gateway = InMemoryGateway::new(move |address| connecting.connect_in_memory(address));
        let settings = Settings {
            gateway: if in_memory { Some(Arc::new(gateway)) } else { None },
            api_url: Some(front.as_ref().map_or_else(|| discord.url(), |front| front.url.clone())),
            network: if in_memory { Some(Arc::new(InMemory(discord.clone()))) } else { None },
            api_ca: front.as_ref().and_then(|front| front.certificate.clone()).map(String::into_bytes),
            // Tests are faster than people.
            quotas: UserQuotas {
                moves: RateQuota::new(100_000, Duration::from_secs(1)),
                commands: RateQuota::new(100_000, Duration::from_secs(1)),
                boards: RateQuota::new(100_000, Duration::from_secs(1)),
            },
            ..Settings::new(discord.token().to_owned())
        };
        let limits = Limits { pause_to_one: 0, pause_declined: 0, pause_to_anyone: 0, ..Limits::default() };
        let store = databases::fresh(dir.path()).await;
        Self {
            discord,
            front,
            bot: None,
            others: Vec::new(),
            app: None,
            serves_pages: false,
            pages: None,
            pages_in_memory: PagesInMemory::default(),
            _dir: dir,
            store,
            settings,
            push: PushServices::default(),
            limits,
        }
    }

    /// The file of the database.
    pub fn database(&self) -> PathBuf {
        match &self.store {
            StoreUrl::Sqlite(path) => path.clone(),
            StoreUrl::Postgres(_) => panic!("this test is about files"),
        }
    }

    /// Starts the bot.
    pub async fn start(&mut self) {
        self.start_unregistered().await;
        assert!(self.discord.wait_for_command("help").await, "the bot did not register");
    }

    /// An app on its database, with the tests' limits.
    async fn open_app(&self) -> App {
        let app = App::open_at(&self.store).await.expect("a database").with_limits(self.limits);
        app.pushing_by(Arc::new(self.push.clone()), Some("https://chess.example"))
    }

    /// Starts the bot, whether or not its commands can be registered.
    async fn start_unregistered(&mut self) {
        let (app, settings) = self.begin_to_start().await;
        let bot = discord::start(app, settings).await.expect("a bot");
        self.bot = Some(bot);
        self.share_the_load().await;
        self.bot().connected().await.expect("a connection");
        self.bot().commands_answered().await;
    }

    /// Prepares the bot's start: serves its pages, if enabled. Returns the app and settings.
    pub async fn begin_to_start(&mut self) -> (App, Settings) {
        let app = self.open_app().await;
        self.app = Some(app.clone());
        self.open_pages(&app).await;
        (app, self.settings.clone())
    }

    /// A stand-in with a connected bot that serves pages.
    pub async fn with_pages() -> Self {
        let mut bench = Self::without_bot().await;
        bench.serve_pages();
        bench.start().await;
        bench
    }

    /// Makes the bot serve pages from its next start on.
    pub fn serve_pages(&mut self) {
        self.serves_pages = true;
    }

    /// Serves pages, if enabled, at their previous address.
    async fn open_pages(&mut self, app: &App) {
        if !self.serves_pages {
            return;
        }
        let pages = Pages::open(app.clone(), pages_at(None, &self.settings)).await.expect("pages");
        *self.pages_in_memory.lock().expect("no panic") = Some(pages.in_memory.clone());
        self.settings = with_pages(self.settings.clone(), Some(&pages));
        self.pages = Some(pages);
    }

    /// The address of the pages, reachable only in this process.
    pub fn pages(&self) -> &str {
        self.settings.pages.as_deref().expect("pages are served")
    }

    /// Starts another process, which takes its share of the interactions.
    pub async fn start_another(&mut self) {
        let app = self.open_app().await;
        let bot = discord::start(app, self.settings.clone()).await.expect("a bot");
        bot.connected().await.expect("a connection");
        self.others.push(bot);
        self.share_the_load().await;
    }

    /// The running processes, in order of their start.
    pub fn processes(&self) -> impl Iterator<Item = &Running> {
        self.bot.iter().chain(&self.others)
    }

    /// Distributes interactions by HTTP to all running processes.
    pub async fn share_the_load(&self) {
        let hosts = self.processes().enumerate().filter_map(|(number, bot)| self.host(number, bot));
        let urls: Vec<String> =
            hosts.map(|host| format!("http://{host}{}", discord::ENDPOINT_PATH)).collect();
        if !urls.is_empty() {
            self.discord.send_interactions_to(&urls).await.expect("addresses for interactions");
        }
    }

    /// The host on which a process accepts interactions, if it does.
    fn host(&self, number: usize, bot: &Running) -> Option<String> {
        if let Some(address) = bot.endpoint() {
            return Some(address.to_string());
        }
        let (endpoint, name) = (bot.endpoint_in_memory()?.clone(), format!("process-{number}.test"));
        self.discord.host_in_memory(&name, move |request| {
            let endpoint = endpoint.clone();
            async move {
                on_its_way().await;
                endpoint.ask(Ipv4Addr::LOCALHOST.into(), request).await.ok_or(Unanswered::Refused)
            }
        });
        Some(name)
    }

    /// Makes the endpoint for interactions reject everything but POST requests.
    pub fn only_posts_arrive(&self) {
        let endpoint = self.bot().endpoint_in_memory().expect("an endpoint").clone();
        self.discord.host_in_memory("process-0.test", move |request| {
            let endpoint = endpoint.clone();
            async move {
                on_its_way().await;
                let is_posted = request.method() == "POST";
                let asked = is_posted.then(|| endpoint.ask(Ipv4Addr::LOCALHOST.into(), request));
                match asked {
                    Some(answer) => answer.await.ok_or(Unanswered::Refused),
                    None => Err(Unanswered::Refused),
                }
            }
        });
    }

    /// The URL on which the bot accepts the application's events.
    pub fn events_url(&self) -> String {
        format!("http://{}{}", self.host(0, self.bot()).expect("an endpoint"), discord::EVENTS_PATH)
    }

    /// Stops the first process; the others keep running.
    pub async fn stop_first(&mut self) {
        self.stop().await;
        self.share_the_load().await;
    }

    /// Stops the bot as SIGTERM does.
    pub async fn stop(&mut self) {
        self.app = None;
        if let Some(pages) = self.pages.take() {
            pages.stop().await;
        }
        if let Some(bot) = self.bot.take() {
            bot.stop().await;
        }
    }

    /// Deletes a user's data.
    pub async fn forget(&self, who: UserId) {
        let now = self.settings.clock.now();
        let _forgotten =
            self.app.as_ref().expect("the bot is running").forget(who, now).await.expect("it is deleted");
    }

    /// Occupies the bot's search threads until this is dropped.
    pub fn thinking(&self) -> Occupied {
        self.app.as_ref().expect("the bot is running").occupied()
    }

    /// Runs a statement on the database, past the bot.
    pub async fn sql(&self, statement: &'static str) {
        self.run_sql(statement).await;
    }

    /// Like `Self::sql`, for a statement built at run time.
    pub async fn run_sql(&self, statement: &str) {
        let beside = DbProbe::open(&self.store).await;
        beside.change(statement).await;
        beside.close().await;
    }

    /// Adds outbox entries for the boards marked as unshown, as after a kill before they are recorded.
    pub async fn owe_boards(&self) {
        self.sql(
            "INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
             SELECT 'board', id, channel, 0, due, due_at, due_at + 15000 FROM games WHERE shown < due",
        )
        .await;
    }

    /// The number returned by this query.
    pub async fn count(&self, query: &'static str) -> i64 {
        let beside = DbProbe::open(&self.store).await;
        let count = beside.number(query).await;
        beside.close().await;
        count
    }

    /// Waits until this query returns this number.
    pub async fn soon_counts(&self, query: &'static str, wanted: i64) {
        let came = looked_for(async || (self.count(query).await == wanted).then_some(())).await;
        assert!(came.is_some(), "did not come to {wanted} but is {}: {query}", self.count(query).await);
    }

    /// Waits until each game's newest board is recorded as shown.
    ///
    /// This happens after the answer, and shows that its channel is open.
    pub async fn boards_are_noted(&self) {
        self.soon_counts("SELECT count(*) FROM games WHERE shown < due", 0).await;
    }

    /// Plays a move as a process does that is killed after its commit, before it answers. The bot must be
    /// stopped.
    pub async fn play_unanswered(&self, who: &Member, interaction: &str, text: &str) {
        let app = App::open_at(&self.store).await.expect("a database");
        app.play(&self.caller(who, interaction), text).await.expect("a move");
        app.close().await;
    }

    /// Like `Self::play_unanswered` against the bot, which has moved as well.
    pub async fn reply_unanswered(&self, who: &Member, interaction: &str, text: &str) {
        let app = App::open_at(&self.store).await.expect("a database");
        let by = self.caller(who, interaction);
        let played = Box::pin(app.play(&by, text)).await.expect("a move").view;
        app.engine_answer(played.game, played.rev, by.now).await.expect("no fault").expect("its move");
        app.close().await;
    }

    /// Takes a move back in the same state, in the only game.
    pub async fn take_back_unanswered(&self, who: &Member, interaction: &str) {
        let channel = ChannelId(self.count("SELECT channel FROM games").await.cast_unsigned());
        let app = App::open_at(&self.store).await.expect("a database");
        let by = Caller { channel, ..self.caller(who, interaction) };
        app.take_back(&by, Target::Here).await.expect("a takeback");
        app.close().await;
    }

    /// Prepares moves in the same state.
    pub async fn prepare_unanswered(&self, who: &Member, interaction: &str, line: &str) {
        let app = App::open_at(&self.store).await.expect("a database");
        app.prepare(&self.caller(who, interaction), line).await.expect("a line");
        app.close().await;
    }

    /// A member as a caller of the app, for an interaction with this id.
    pub fn caller(&self, who: &Member, interaction: &str) -> Caller {
        let number = |id: &str| id.parse().expect("a snowflake");
        let token = self.discord.token_of(interaction);
        Caller {
            answer: token.map(AnswerToken),
            may_post: self.discord.bot_membership().is_some(),
            ..Caller::new(
                (UserId(number(who.id())), ChannelId(number(who.channel().id()))),
                InteractionId(number(interaction)),
                self.settings.clock.now(),
            )
        }
    }

    /// Advances the bot's time in steps, so that its own work runs in between.
    pub async fn pass(&self, time: Duration) {
        let mut left = time;
        while !left.is_zero() {
            let step = left.min(Duration::from_secs(5));
            self.settings.clock.advance(step);
            left -= step;
            sleep(A_LOOK).await;
        }
    }

    /// Advances the bot's time step by step until `look` finds something; `None` after many steps.
    pub async fn pass_until<T>(&self, step: Duration, mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
        for _ in 0..STEPS {
            if let Some(found) = look().await {
                return Some(found);
            }
            self.pass(step).await;
        }
        None
    }

    /// The first running process.
    pub fn bot(&self) -> &Running {
        self.bot.as_ref().expect("the bot is running")
    }

    /// Red in this channel.
    pub fn red(&self, channel: &str) -> Member {
        self.discord.member("red").in_channel(channel)
    }

    /// Blue in this channel.
    pub fn blue(&self, channel: &str) -> Member {
        self.discord.member("blue").in_channel(channel)
    }

    /// Green in this channel.
    pub fn green(&self, channel: &str) -> Member {
        self.discord.member("green").in_channel(channel)
    }

    /// A game of Red (White) and Blue (Black) in this channel, and its first board.
    pub async fn game(&self, channel: &str, variant: &str, position: Option<&str>) -> Game {
        Game::between(self.red(channel), self.blue(channel), variant, position).await
    }

    /// A game of chess between two members with these names.
    pub async fn game_of(&self, white: &str, black: &str, channel: &str) -> Game {
        let member = |name: &str| self.discord.member(name).in_channel(channel);
        Game::between(member(white), member(black), "chess", None).await
    }

    /// Stops everything. Fails if a command got no answer, or if a request body violates Discord's API
    /// description.
    pub async fn finish(mut self) {
        self.stop().await;
        for bot in std::mem::take(&mut self.others) {
            bot.stop().await;
        }
        let failures = self.discord.failures();
        assert!(failures.is_empty(), "without an answer: {failures:?}");
        if let Some(front) = self.front.as_ref().filter(|front| front.certificate.is_some()) {
            let (all, by_http2) = front.requests();
            assert!(all > 0 && by_http2 == all, "{by_http2} of {all} requests came by HTTP/2");
        }
        let wrong = super::openapi::complaints(&self.discord.requests());
        assert!(wrong.is_empty(), "against Discord's description:\n{}", wrong.join("\n"));
        self.discord.stop().await;
        databases::done_with(&self.store).await;
    }
}

/// A game of two members.
pub struct Game {
    /// White.
    pub red: Member,
    /// Black.
    pub blue: Member,
    /// The first board.
    pub board: Message,
}

impl Game {
    /// A game of these two, and its first board.
    pub async fn between(red: Member, blue: Member, variant: &str, position: Option<&str>) -> Self {
        let mut options =
            vec![("variant", variant), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        options.extend(position.map(|fen| ("position", fen)));
        let offer = red.slash("challenge", &options).await;
        let challenge = message(&offer);
        let accepted = blue.click(&challenge, "Accept").await;
        let board = message(&accepted);
        assert!(board.picture().is_some(), "no board: {}", accepted.text());
        Self { red, blue, board }
    }

    /// Plays moves in turn, White first. Returns the last answer.
    pub async fn play(&self, moves: &[&str]) -> Response {
        let mut last = None;
        for (ply, text) in moves.iter().enumerate() {
            let who = if ply % 2 == 0 { &self.red } else { &self.blue };
            let response = who.slash("move", &[("move", text)]).await;
            assert!(response.answered() && !response.is_ephemeral(), "{text}: {}", response.text());
            last = Some(response);
        }
        last.expect("at least one move")
    }
}

/// Asserts that an action succeeded: fails if the bot did not answer, or refused in private.
#[track_caller]
pub fn done(response: &Response) {
    let refused = response.outcome == Upshot::Message && response.is_ephemeral();
    assert!(response.answered() && !refused, "{}", response.text());
}

/// The board after a successful move: public, or private in a game against the bot.
#[track_caller]
pub fn moved(response: &Response) -> Message {
    let is_told = ["White: ", "Black: "].iter().any(|side| response.text().starts_with(side));
    assert!(response.answered() && is_told, "{}", response.text());
    message(response)
}

/// The message of an answer.
pub fn message(response: &Response) -> Message {
    response.message.clone().unwrap_or_else(|| panic!("no message: {response:?}"))
}

/// The private card of an answer, which pings nobody.
#[track_caller]
pub fn card(answer: &Response) -> Message {
    let card = message(answer);
    assert!(card.is_card() && card.is_ephemeral() && card.pings().is_empty(), "{}", card.content);
    card
}

/// The card as changed by a click, a choice or a form.
#[track_caller]
pub fn changed(answer: &Response) -> Message {
    assert_eq!(answer.outcome, Upshot::Update, "{}", answer.text());
    card(answer)
}

/// Most time to wait for something: the sweep finds an answer that was not recorded a minute later.
///
/// On virtual time the machine's speed does not matter.
const PATIENCE: Duration = Duration::from_secs(90);

/// Waits for something until it is found or can no longer be expected.
///
/// On virtual time it checks whenever no task is runnable: each millisecond at first, later less often.
pub async fn looked_for<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(100));
    let since = Instant::now();
    loop {
        if let Some(found) = look().await {
            return Some(found);
        }
        let waited = since.elapsed();
        if waited >= PATIENCE {
            return None;
        }
        let pause = if began().is_some() { (waited / 16).clamp(PAUSES.0, PAUSES.1) } else { A_LOOK };
        sleep(pause).await;
    }
}

/// Waits until a condition holds.
pub async fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let came = looked_for(async || holds().then_some(())).await;
    assert!(came.is_some(), "did not come: {what}");
}

/// Waits until no task is runnable: all direct consequences are done, except for responses that Discord has
/// yet to send.
pub async fn idle() {
    sleep(Duration::from_millis(if began().is_some() { 50 } else { 300 })).await;
}

/// Waits until all consequences of something have happened, including retries.
pub async fn long_after() {
    sleep(if began().is_some() { Duration::from_secs(20) } else { Duration::from_millis(500) }).await;
}
