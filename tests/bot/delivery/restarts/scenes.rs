//! Every kind of message with components, each made as a user would get it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rookery::discord::clock::BotClock;
use rookery::engine::Puzzle;
use rookery::games;
use rookery::sandbox::{Member, Message, Response, Upshot};
use rookery::words::{Words, english_messages};
use serde_json::Value;

use crate::bot::bench::{Bench, Game, done, looked_for, message, moved, soon};
use crate::bot::pages::visitor::{Browser, link, link_in};
use crate::bot::permission;
use crate::bot::places::custom_games::add_game;

/// English with such long command descriptions that they take two pages.
pub static LONG: LazyLock<Words> = LazyLock::new(|| {
    let more = |line: &str| {
        let long = line.trim_start().starts_with(".help =");
        if long { format!("{line} {}\n", "And so on.".repeat(12)) } else { format!("{line}\n") }
    };
    let files = english_messages().map(|(_, text)| text.lines().map(more).collect::<String>());
    Words::new("en-XB", files).unwrap_or_else(|defects| panic!("{}", defects.join("\n")))
});

/// Actions for the person asked, as opposed to the one who asks.
const ANSWERS: &[&str] = &[
    "accept",
    "decline",
    "draw-take",
    "draw-yes",
    "draw-no",
    "draw-refuse",
    "takeback-take",
    "takeback-yes",
    "takeback-no",
    "takeback-refuse",
    "abort-agree",
    "abort-take",
    "abort-refuse",
    "abort-play-on",
];

/// Two people in a channel of their own.
pub struct Table {
    role: String,
    clock: BotClock,
    browser: Browser,
    /// White, who makes the requests.
    pub red: Member,
    /// Black, who answers them.
    pub blue: Member,
    /// A third person, for scenes that need one.
    green: Member,
}

const QUEEN: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
/// White mates with the Rook; the first choice offered is another move.
const MATE: &str = "k7/pp6/8/8/8/p7/8/1N2K2R w - - 0 1";
/// Black, the bot, is lost and always has a single move, so that the game is reproducible. The first choice
/// offered does not end the game.
const LOST: &str = "7k/8/R7/8/8/8/PPPPPP2/6RK w - - 0 1";
const MANY: &str = "****2****/7k2/10/10/10/10/10/PPPPPPPPPP/1J1J2J1J1/10/GRNBQKBNRG/****FF****[] w - - 0 1";

impl Table {
    /// A table of its own. Server settings are changed by a member who manages the server.
    pub fn new(bench: &Bench, scene: &str) -> Self {
        static TABLES: AtomicUsize = AtomicUsize::new(0);
        let number = TABLES.fetch_add(1, Ordering::Relaxed);
        let at = format!("table-{number}");
        let (clock, browser) = (bench.settings.clock.clone(), Browser::new(bench));
        let green = bench.discord.member(&format!("green{number}")).in_channel(&at);
        // Nobody plays in more than three tournaments at once.
        let is_of_its_own = scene == "server: withdrawal";
        if scene.starts_with("server: ") && !is_of_its_own {
            let (red, blue) = (bench.red(&at), bench.blue(&at));
            return Self { role: players(bench), clock, browser, red, blue, green };
        }
        let member = |color: &str| bench.discord.member(&format!("{color}{number}"));
        if is_of_its_own {
            member("white").set_permissions(permission::MANAGE_GUILD, 0);
        }
        Self {
            role: players(bench),
            clock,
            browser,
            red: member("white").in_channel(&at),
            blue: member("black").in_channel(&at),
            green,
        }
    }

    async fn game(&self, moves: &[&str]) -> Game {
        let game = Game::between(self.red.clone(), self.blue.clone(), "chess", None).await;
        if !moves.is_empty() {
            done(&game.play(moves).await);
        }
        game
    }

    async fn position(&self, variant: &str, fen: &str) -> Message {
        Game::between(self.red.clone(), self.blue.clone(), variant, Some(fen)).await.board
    }

    async fn alone(&self, channel: &str) -> Message {
        let ask = [("variant", "chess"), ("opponent", self.red.id()), ("thread", "no")];
        posted(&self.red.in_channel(channel).slash("challenge", &ask).await)
    }

    /// Red plays both sides, with a hint that is found quickly.
    async fn hinted(&self) -> Message {
        let ask = [("variant", "chess"), ("opponent", self.red.id()), ("thread", "no"), ("position", MATE)];
        posted(&self.red.slash("challenge", &ask).await)
    }

    /// Red plays the bot, which is lost and offers to resign.
    async fn hopeless(&self) -> Message {
        let ask =
            [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "no"), ("position", LOST)];
        posted(&self.red.slash("challenge", &ask).await);
        for mv in ["a3", "b3", "c3"] {
            let answer = self.red.slash("move", &[("move", mv)]).await;
            assert!(answer.is_ephemeral() && answer.text().contains(" I reply "), "{}", answer.text());
            self.answered().await;
        }
        self.says("board", &[]).await
    }

    /// Waits until the bot has moved, if it is to move.
    async fn answered(&self) {
        let thinks = || {
            let last = self.red.channel().messages().pop();
            last.is_some_and(|last| last.content.contains("I am thinking"))
        };
        soon("the bot's move", || !thinks()).await;
    }

    async fn says(&self, command: &str, options: &[(&str, &str)]) -> Message {
        posted(&self.red.slash(command, options).await)
    }

    /// Red requests an abort. Returns the message that asks Blue.
    async fn abort_asked(&self) -> Message {
        let sure = self.says("abort", &[]).await;
        posted(&self.red.click(&sure, "Ask to abort").await);
        let asked = self.red.channel().wait_for(|m| m.labels().contains(&"Agree to abort".to_owned())).await;
        asked.expect("the request")
    }

    /// Returns the message of this scene.
    pub async fn shows(&self, scene: &str) -> Message {
        let (kind, which) = scene.split_once(": ").expect("a kind of message");
        match kind {
            "board" => self.board(which).await,
            "question" => self.question(which).await,
            "card" => self.card(which).await,
            "next" => self.next(which).await,
            "challenge" => self.challenge(which).await,
            "puzzle" => self.puzzle(which).await,
            "help" => self.help(which).await,
            "learn" => self.learn(which).await,
            "list" => self.list(which).await,
            "own" => self.own(which).await,
            "server" => self.server(which).await,
            _ => panic!("{scene}"),
        }
    }

    async fn board(&self, which: &str) -> Message {
        let played = ["e4", "e5"];
        match which {
            "start" => return self.game(&[]).await.board,
            "with hints" => return self.hinted().await,
            "bot gives up" => return self.hopeless().await,
            "final" => return posted(&self.game(&[]).await.play(&["f3", "e5", "g4", "Qh4"]).await),
            "claimable" => {
                let back_and_forth = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
                return posted(&self.game(&[]).await.play(&back_and_forth).await);
            }
            _ => self.game(&played).await,
        };
        match which {
            "plain" => {}
            "draw offered" => drop(self.says("draw", &[]).await),
            "takeback asked" => drop(self.says("takeback", &[]).await),
            "abort asked" => drop(self.abort_asked().await),
            "draw offered on a page" => return self.asked_on_a_page("Offer draw", "Decline").await,
            "takeback asked on a page" => return self.asked_on_a_page("Takeback", "Decline").await,
            "abort asked on a page" => {
                return self.asked_on_a_page("Ask to abort", "Agree to abort").await;
            }
            _ => panic!("{which}"),
        }
        self.says("board", &[]).await
    }

    /// The board on which the chat shows a request that Red made on a page.
    async fn asked_on_a_page(&self, wish: &str, answer: &str) -> Message {
        let link = self.says("board", &[("link", "true")]).await;
        let page = self.browser.clone().open(&link_in(&link)).await;
        assert_eq!(page.press(wish).await.status, 200, "{wish}");
        // The challenge before it may still have its buttons.
        let shows = |m: &Message| {
            ["Flip board", answer].iter().all(|label| m.labels().contains(&(*label).to_owned()))
        };
        self.red.channel().wait_for(shows).await.expect("the board")
    }

    async fn question(&self, which: &str) -> Message {
        match which {
            "draw alone" => drop(self.alone(&self.red.channel().name()).await),
            "hint" => drop(self.hinted().await),
            "abort at once" => drop(self.game(&[]).await),
            _ => drop(self.game(&["e4", "e5"]).await),
        }
        match which {
            "draw" | "draw alone" => self.says("draw", &[]).await,
            "accept a draw" => {
                posted(&self.blue.slash("draw", &[]).await);
                let board = self.says("board", &[]).await;
                posted(&self.red.click(&board, "Accept draw").await)
            }
            "takeback" => self.says("takeback", &[]).await,
            "hint" => self.says("hint", &[]).await,
            "abort at once" | "abort" => self.says("abort", &[]).await,
            "abort asked" => self.abort_asked().await,
            "agree to abort" => {
                posted(&self.blue.slash("abort", &[]).await);
                let sure = posted(&self.blue.slash("abort", &[]).await);
                posted(&self.blue.click(&sure, "Ask to abort").await);
                self.says("abort", &[]).await
            }
            "resign" => self.says("resign", &[]).await,
            _ => panic!("{which}"),
        }
    }

    async fn card(&self, which: &str) -> Message {
        if which == "games to nudge" {
            self.game(&["e4"]).await;
            self.clock.advance(Duration::from_hours(25));
            return self.says("games", &[]).await;
        }
        let board = match which {
            "page of pieces" => self.position("birds-and-ninjas", MANY).await,
            "promotion" => self.position("chess", QUEEN).await,
            _ => self.game(&[]).await.board,
        };
        match which {
            "page of pieces" => posted(&self.red.select(&board, "Piece", &["page-1"]).await),
            "piece" => posted(&self.red.select(&board, "Piece", &["e2"]).await),
            "promotion" => {
                let card = posted(&self.red.select(&board, "Piece", &["a7"]).await);
                posted(&self.red.select(&card, "To", &["a7a8="]).await)
            }
            _ => panic!("{which}"),
        }
    }

    async fn next(&self, which: &str) -> Message {
        if which == "promotion" {
            self.position("chess", QUEEN).await;
        } else {
            self.game(&[]).await;
        }
        let card = self.says("next", &[]).await;
        match which {
            "game" => card,
            "piece" => posted(&self.red.select(&card, "Piece", &["e2"]).await),
            "promotion" => {
                let card = posted(&self.red.select(&card, "Piece", &["a7"]).await);
                posted(&self.red.select(&card, "To", &["a7a8="]).await)
            }
            "out of date" => {
                done(&self.red.slash("move", &[("move", "e4")]).await);
                posted(&self.red.select(&card, "Piece", &["e2"]).await)
            }
            _ => panic!("{which}"),
        }
    }

    async fn challenge(&self, which: &str) -> Message {
        let to_blue = [("variant", "chess"), ("thread", "no"), ("opponent", self.blue.id())];
        match which {
            "to one" => self.says("challenge", &to_blue).await,
            "open" => self.says("challenge", &to_blue[..2]).await,
            "rematch" => {
                let game = self.game(&[]).await;
                let end = posted(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
                posted(&self.red.click(&end, "Rematch").await)
            }
            _ => panic!("{which}"),
        }
    }

    async fn help(&self, which: &str) -> Message {
        match which {
            "which game" => return posted(&self.red.of_person(&self.blue, "Challenge").await),
            "from here" => {
                let game = self.game(&["e4", "e5"]).await;
                let sure = posted(&game.red.slash("resign", &[]).await);
                done(&game.red.click(&sure, "Yes, resign").await);
                let over = |m: &Message| m.content.contains("resigns") && !m.buttons().is_empty();
                let end = self.red.channel().wait_for(over).await.expect("the end");
                return posted(&self.red.of_message(&end, "Play from here").await);
            }
            _ => {}
        }
        if which == "commands" {
            let settings = self.says("settings", &[]).await;
            posted(&self.red.select(&settings, "v2:language", &["fi"]).await);
        }
        let help = self.says("help", &[]).await;
        let with = match which {
            "first" => return help,
            "commands" => return posted(&self.red.click(&help, "All commands").await),
            "rules of a game" => return self.says("rules", &[("variant", "chess")]).await,
            "families of games" => return self.says("rules", &[]).await,
            "games of a family" => {
                let families = self.says("rules", &[]).await;
                return posted(&self.red.click(&families, "v2:family:claustrophobia").await);
            }
            "whom" => "friend",
            "level" | "where" | "where else" => "bot",
            with => with,
        };
        let games = posted(&self.red.click(&help, &format!("v2:start:{with}")).await);
        match which {
            "where" | "where else" => {
                let levels = posted(&self.red.select(&games, "v2:start-game:bot", &["chess"]).await);
                let asked = posted(&self.red.select(&levels, "v2:level:chess", &["1"]).await);
                if which == "where" {
                    return asked;
                }
                let there = self.red.in_channel("dm");
                done(&there.slash("challenge", &[("variant", "chess"), ("level", "1")]).await);
                posted(&self.red.click(&asked, "In our direct message").await)
            }
            "whom" | "level" => {
                posted(&self.red.select(&games, &format!("v2:start-game:{with}"), &["chess"]).await)
            }
            _ => games,
        }
    }

    async fn learn(&self, which: &str) -> Message {
        if which == "all" {
            return self.says("learn", &[]).await;
        }
        let mut card = self.says("learn", &[("variant", "chess")]).await;
        let steps: &[(&str, &str)] = match which {
            "step" | "piece" => &[],
            "promotion" => &[("d1", "d1d8"), ("e5", "e5d6"), ("f7", "f7f8=")],
            "middle" => &[("d1", "d1d8"), ("e5", "e5d6"), ("f7", "f7f8=r")],
            "end" => &[("d1", "d1d8"), ("e5", "e5d6"), ("f7", "f7f8=r"), ("f8", "f8h8")],
            _ => panic!("{which}"),
        };
        for (piece, to) in steps {
            card = posted(&self.red.select(&card, "Piece", &[piece]).await);
            let place = to.trim_end_matches('r');
            card = posted(&self.red.select(&card, "To", &[place]).await);
            if place != *to {
                card = posted(&self.red.select(&card, "Promote to …", &["Rook"]).await);
            }
        }
        if which == "piece" { posted(&self.red.select(&card, "Piece", &["d1"]).await) } else { card }
    }

    async fn puzzle(&self, which: &str) -> Message {
        let chess = games::from_slug("chess").expect("a game");
        let promotes = |puzzle: &&Puzzle| puzzle.solution().last().is_some_and(|mv| mv.promotion().is_some());
        let puzzle = Puzzle::all(chess).iter().find(promotes).expect("a puzzle that ends so");
        let mv = puzzle.solution().last().expect("a move");
        let card = self.says("puzzle", &[("variant", "chess")]).await;
        let last = puzzle.solution().len() - 1;
        let id = format!("v2:puzzle-again:chess:{}:{last}:chess:hard", puzzle.id());
        let open = posted(&self.red.click_stale(&card, &id).await);
        match which {
            "open" => return open,
            "hinted" => return posted(&self.red.click(&open, "Hint").await),
            "solution" => return posted(&self.red.click(&open, "Solution").await),
            _ => {}
        }
        let from = mv.from().expect("a pawn").to_string();
        let piece = posted(&self.red.select(&open, "Piece", &[&from]).await);
        if which == "piece" {
            return piece;
        }
        let mut place = mv.to_string();
        place.pop();
        place.push('=');
        let place = posted(&self.red.select(&piece, "To", &[&place]).await);
        if which == "promotion" {
            return place;
        }
        posted(&self.red.select(&place, "Promote to …", &[&mv.to_string()]).await)
    }

    async fn list(&self, which: &str) -> Message {
        if which == "leaders" {
            return self.says("leaderboard", &[("variant", "chess")]).await;
        }
        if which == "games" {
            for number in 0..11 {
                self.alone(&format!("{}-{number}", self.red.channel().name())).await;
            }
            return self.says("games", &[]).await;
        }
        if which == "later games" {
            let first = Box::pin(self.list("games")).await;
            return posted(&self.red.click(&first, "More games").await);
        }
        if which == "earlier moves" {
            let last = Box::pin(self.list("history")).await;
            return posted(&self.red.click(&last, "Earlier moves").await);
        }
        let game = self.game(&[]).await;
        if which == "position" {
            done(&game.play(&["e4", "e5", "Nf3"]).await);
            return self.says("history", &[("move", "1")]).await;
        }
        for pawns in [["a3", "a6"], ["b3", "b6"], ["c3", "c6"]] {
            // Knights out and back, without a fivefold repetition.
            for _ in 0..3 {
                done(&game.play(&["Nf3", "Nf6", "Ng1", "Ng8"]).await);
            }
            done(&game.play(&pawns).await);
        }
        self.says("history", &[]).await
    }

    async fn own(&self, which: &str) -> Message {
        match which {
            "settings" => self.says("settings", &[]).await,
            "settings one by one" => {
                let card = self.says("settings", &[]).await;
                posted(&self.red.click(&card, "One by one").await)
            }
            "settings on vacation" => {
                self.says("vacation", &[("days", "5")]).await;
                self.says("settings", &[]).await
            }
            "settings with days" => {
                let card = self.says("settings", &[]).await;
                posted(&self.red.select(&card, "v2:vacation", &["5"]).await)
            }
            "privacy" => self.says("privacy", &[]).await,
            "delete" => {
                let card = self.says("privacy", &[]).await;
                posted(&self.red.click(&card, "Delete").await)
            }
            "premoves" => {
                self.game(&["e4"]).await;
                self.says("premove", &[("line", "g1f3 if e7e5")]).await
            }
            "vacation" => self.says("vacation", &[("days", "5")]).await,
            "pages" => {
                let game = self.game(&[]).await;
                self.browser.clone().open(&link(&self.red, &game.board).await).await;
                self.says("web", &[]).await
            }
            "link" | "link of a game that nobody watches" => {
                let board = self.game(&[]).await.board;
                let link = posted(&self.red.click(&board, "Open board").await);
                if which == "link" {
                    return link;
                }
                posted(&self.red.click(&link, "Let nobody watch").await)
            }
            _ => panic!("{which}"),
        }
    }

    /// A round robin of three, open or running.
    async fn tournament(&self, runs: bool) -> Message {
        let asked = [("kind", "round-robin"), ("variant", "chess"), ("most", "3")];
        self.says("tournament create", &asked).await;
        let people = [&self.red, &self.blue, &self.green].into_iter().filter(|_| runs);
        for who in people {
            posted(&who.slash("tournament join", &[]).await);
        }
        let wanted = if runs { "Withdraw" } else { "Join" };
        let shown = async || {
            let all = self.red.channel().messages();
            all.into_iter().find(|one| one.labels().contains(&wanted.to_owned()))
        };
        looked_for(shown).await.expect("the tournament")
    }

    /// The message of a ladder with two people, and the questions of its buttons and commands.
    async fn ladder(&self, which: &str) -> Message {
        self.says("ladder open", &[("variant", "chess")]).await;
        for who in [&self.blue, &self.red] {
            posted(&who.slash("ladder join", &[]).await);
        }
        let shown = self.says("ladder show", &[]).await;
        match which {
            "ladder above" => posted(&self.red.click(&shown, "Challenge").await),
            "ladder left" => posted(&self.red.click(&shown, "Leave").await),
            "ladder closed" => self.says("ladder close", &[]).await,
            _ => shown,
        }
    }

    async fn server(&self, which: &str) -> Message {
        match which {
            "game added" => {
                add_game(&self.red, &format!("Riders at {}", self.red.channel().name())).await;
                let told = self.red.channel().wait_for(|m| m.labels().contains(&"Play it".to_owned())).await;
                return told.expect("everybody is told");
            }
            "tournament" => return self.tournament(false).await,
            "ladder" | "ladder above" | "ladder left" | "ladder closed" => return self.ladder(which).await,
            "tournament that runs" => return self.tournament(true).await,
            "tournament cancelled" => {
                self.tournament(false).await;
                return self.says("tournament cancel", &[]).await;
            }
            "tournament refused" => {
                let opened = self.red.slash("tournament create", &[("variant", "chess")]).await;
                return posted(&self.red.submit(&opened, &[("kind", "knock-out"), ("days", "0")]).await);
            }
            "withdrawal" => {
                let runs = self.tournament(true).await;
                return posted(&self.red.click(&runs, "Withdraw").await);
            }
            _ => {}
        }
        let first = self.says("server", &[]).await;
        if which == "places" {
            return first;
        }
        if which == "puzzle of the day" {
            let channel = self.red.channel();
            posted(&self.red.select(&first, "v2:server-set:daily", &[channel.id()]).await);
            let puzzle = channel.wait_for(|m| m.labels().contains(&"Solve it".to_owned())).await;
            return puzzle.expect("a puzzle");
        }
        posted(&self.red.click(&first, &format!("v2:server:{which}")).await)
    }

    /// The player to move plays the first move offered, and then the other player does.
    pub async fn plays_on(&self) {
        for _ in 0..2 {
            let offered = self.red.types("/move ").await.expect("moves");
            let (who, offered) = if offered.is_empty() {
                (&self.blue, self.blue.types("/move ").await.expect("moves"))
            } else {
                (&self.red, offered)
            };
            moved(&who.slash("move", &[("move", &offered[0].1)]).await);
            self.answered().await;
        }
    }

    /// White resigns.
    pub async fn ends(&self) {
        let sure = self.says("resign", &[]).await;
        done(&self.red.click(&sure, "Yes, resign").await);
    }

    /// The person addressed presses a button, or selects another option, even if it is gone from the message.
    pub async fn press(&self, message: &Message, part: &Value) -> Response {
        let id = part["custom_id"].as_str().expect("an id");
        let who = if ANSWERS.contains(&word(id)) { &self.blue } else { &self.red };
        if part["type"] == 2 {
            return who.click_stale(message, id).await;
        }
        let value = self.choice(part);
        let chosen = who.select(message, id, &[&value]).await;
        let gone = matches!(&chosen.outcome, Upshot::Refused(why) if why.contains("no such button or menu"));
        if gone { who.click_stale(message, id).await } else { chosen }
    }

    fn choice(&self, menu: &Value) -> String {
        match menu["type"].as_u64() {
            Some(5) => self.blue.id().to_owned(),
            Some(6) => self.role.clone(),
            Some(8) => self.red.channel().id().to_owned(),
            _ => {
                let lines = menu["options"].as_array().expect("lines");
                let other = lines.iter().find(|line| line["default"] != true).unwrap_or(&lines[0]);
                other["value"].as_str().expect("a value").to_owned()
            }
        }
    }
}

/// The word of an id that names its action.
pub fn word(id: &str) -> &str {
    id.split(':').nth(1).expect("a word")
}

/// The message of an answer, public or private. A refusal has no components.
#[track_caller]
fn posted(answer: &Response) -> Message {
    assert!(matches!(answer.outcome, Upshot::Message | Upshot::Update), "{}", answer.text());
    message(answer)
}

fn players(bench: &Bench) -> String {
    bench.discord.role("Players").expect("a role")
}
