//! Tournaments on the chat page: two people in windows and members of the stand-in play one from its creation
//! to its final table.

use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::Position;
use rookery::sandbox::{Channel, Member, Message, Response};
use serde_json::json;

use super::driver::{self, PATIENCE};
use super::lobby::{goes_to, is_in};
use super::screen::{fits, fits_everywhere};
use super::table::{Match, Seat};
use super::{Company, Gathering, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Gathering)] = &[
    ("four_play_a_round_robin_from_its_making_to_its_table", |table, company| {
        round_robin(table, company).boxed()
    }),
    ("five_play_a_knock_out_with_three_byes", |table, company| knock_out(table, company).boxed()),
];

/// Most time until all games of a round have boards: the stand-in has Discord's rate limit on messages per
/// channel.
const ROUND: Duration = Duration::from_secs(45);

/// Finds the message of the tournament, for a search among its buttons.
const SHOWN: &str = "const all = [...document.querySelectorAll('.message:not(.ephemeral)')];
    const shown = all.filter((one) => one.textContent.includes('Tournament of ')).pop();";
/// Finds the newest private message of this person.
const OWN: &str = "const own = [...document.querySelectorAll('.message.ephemeral')].pop();";

/// A live game of a tournament: its thread, its round, and the names of White and Black.
struct Paired {
    thread: Channel,
    round: usize,
    players: [String; 2],
}

impl Paired {
    fn is_of(&self, one: &str, other: &str) -> bool {
        self.players.iter().all(|name| [one, other].contains(&name.as_str()))
    }
}

impl Company {
    fn general(&self) -> Channel {
        self.discord.channel("general")
    }

    /// The message of the tournament.
    fn shown(&self) -> Message {
        let mut all = self.general().messages().into_iter();
        all.rfind(|one| one.content.starts_with("**Tournament of ")).expect("a tournament")
    }

    /// The name of the member mentioned at the start of this text.
    fn named(&self, text: &str) -> String {
        let everybody = ["red", "blue"].map(|name| self.discord.member(name));
        let mut all = everybody.iter().chain(&self.members);
        all.find(|one| text.starts_with(&one.mention())).expect("somebody who is here").name().to_owned()
    }

    /// Waits until this many games are live, each with a board in its thread.
    async fn games(&self, count: usize) -> Vec<Paired> {
        let began = Instant::now();
        loop {
            let threads = self.discord.threads().into_iter();
            let live: Vec<Channel> = threads.filter(|thread| board(thread).is_some()).collect();
            if live.len() == count {
                return live.into_iter().map(|thread| self.paired(thread)).collect();
            }
            assert!(began.elapsed() < ROUND, "{} games, not {count}", live.len());
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }

    /// The players of a thread, by the message it belongs to.
    fn paired(&self, thread: Channel) -> Paired {
        let begun = self.general().messages().into_iter().find(|one| one.id == thread.id());
        let text = begun.expect("a thread has the number of its message").content;
        let read = || {
            let (round, players) = text.strip_prefix("Round ")?.split_once(": ")?;
            let (white, black) = players.split_once(" has White, ")?;
            Some((round.parse().ok()?, [white, black].map(|name| self.named(name))))
        };
        let (round, players) = read().unwrap_or_else(|| panic!("a round, White and Black: {text}"));
        Paired { thread, round, players }
    }

    /// The member with this name, if without a window.
    fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|one| one.name() == name)
    }

    /// A player resigns a game with the buttons, in their window if they have one.
    async fn resigns(&self, table: &Table, name: &str, thread: &Channel) {
        let Some(member) = self.member(name) else {
            let seat = if name == "Red" { &table.red } else { &table.blue };
            goes_to(seat, &thread.name()).await;
            seat.tap("Resign").await;
            seat.tap("Yes, resign").await;
            seat.reads(&format!("(@{name}) resigns.")).await;
            return;
        };
        let member = member.at(thread);
        let asked = member.click(&board(thread).expect("a board"), "Resign").await;
        let sure = told(&asked, "Really resign your game of Chess");
        told(&member.click(&sure, "Yes, resign").await, "You have resigned.");
        over(thread).await;
    }

    /// Two members play a fool's mate, which White loses.
    async fn fools_mate(&self, game: &Paired) {
        for (ply, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
            let mover = self.member(&game.players[ply % 2]).expect("a member").at(&game.thread);
            let answer = mover.slash("move", &[("move", text)]).await;
            assert!(answer.answered() && !answer.is_ephemeral(), "{text}: {}", answer.text());
        }
        over(&game.thread).await;
    }
}

/// The board of a live game, which has buttons.
fn board(thread: &Channel) -> Option<Message> {
    let newest = thread.messages().into_iter().next_back()?;
    newest.labels().contains(&"Resign".to_owned()).then_some(newest)
}

/// Waits until a game's end is shown in its thread.
async fn over(thread: &Channel) {
    let began = Instant::now();
    while board(thread).is_some() {
        assert!(began.elapsed() < PATIENCE, "it goes on: {:?}", thread.messages().pop());
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Asserts a private answer with this text. Returns its message.
#[track_caller]
fn told(answer: &Response, text: &str) -> Message {
    assert!(answer.is_ephemeral() && answer.text().contains(text), "{}", answer.text());
    answer.message.clone().expect("a message")
}

/// Waits until the message of the tournament has this text.
async fn stands(seat: &Seat, text: &str) {
    let script = format!("{SHOWN} return shown?.textContent.includes(arguments[0])");
    seat.until(&format!("a tournament with \"{text}\""), &script, vec![json!(text)]).await;
}

/// Clicks a button below the message of the tournament.
async fn press(seat: &Seat, label: &str) {
    let script = format!(
        "{SHOWN} return [...shown?.querySelectorAll('.press:not(:disabled)') ?? []].find((one) => one.textContent === arguments[0])"
    );
    seat.click(label, &script, vec![json!(label)]).await;
}

/// Red creates a tournament of chess; the two people in windows and this many members join.
async fn joined(table: &Table, company: &Company, kind: &str, members: usize) {
    let (red, blue) = (&table.red, &table.blue);
    let options = [("kind", &kind[..5], Some(kind)), ("variant", "Chess", Some("Chess"))];
    red.command("tournament create", &options).await;
    red.is_told("The tournament is made.").await;
    for seat in [red, blue] {
        press(seat, "Join").await;
        seat.is_told("You are in the tournament.").await;
    }
    for member in &company.members[..members] {
        told(&member.click(&company.shown(), "Join").await, "You are in the tournament.");
    }
    stands(blue, &format!("{} have joined: @Red, @Blue, @Green", members + 2)).await;
    assert!(!blue.is_pinged().await, "its message notifies nobody");
    fits_everywhere(table, blue, "a tournament that is open").await;
    press(red, "Begin now").await;
    red.is_told("It begins at once.").await;
}

/// A tournament as displayed: the lines of its message, and its cross table's description.
struct Seen {
    lines: Vec<String>,
    alt: String,
}

impl Seen {
    /// The numbers of players in the cross table, by the lines before the legend, which must have these places,
    /// names and points.
    fn numbers(&self, placed: &[(&str, &str, &str)]) -> Vec<&str> {
        let from = self.lines.len() - placed.len() - 1;
        let both = self.lines[from..].iter().zip(placed);
        both.map(|(line, (place, name, points))| {
            let points = if *points == "1" { "1 point".to_owned() } else { format!("{points} points") };
            let rest = line.strip_prefix(&format!("{place}. @{name}, {points} (row "));
            let number = rest.and_then(|rest| rest.strip_suffix(')'));
            number.unwrap_or_else(|| panic!("{place}. @{name}, {points}, but {:?}", self.lines))
        })
        .collect()
    }
}

/// Reads the message that `find` returns, with its cross table loaded.
async fn seen(seat: &Seat, find: &str, message: &str) -> Seen {
    let script = format!(
        "{find} const picture = {message}?.querySelector('.picture img');
        if (!picture?.complete || !picture.naturalWidth) return null;
        return [{message}.querySelector('.text').innerText.split('\\n').filter((line) => line.trim()), picture.alt]"
    );
    let got = seat.until("a cross table", &script, vec![]).await;
    let (lines, alt) = serde_json::from_value::<(Vec<String>, String)>(got).expect("lines and a text");
    Seen { lines, alt }
}

/// Opens the tournament's table as a private message, checks it in both themes and at every width, and reads
/// it.
async fn looks(table: &Table, seat: &Seat, what: &str) -> Seen {
    goes_to(seat, "general").await;
    let before = seat.private().await;
    seat.command("tournament standings", &[]).await;
    let more = "return document.querySelectorAll('.message.ephemeral').length > arguments[0]";
    seat.until("one's own message", more, vec![json!(before)]).await;
    let read = seen(seat, OWN, "own").await;
    for theme in ["dark", "light"] {
        seat.here().await;
        driver::prefers(&table.client, theme).await;
        let named = format!("{what}, {theme}");
        fits_everywhere(table, seat, &named).await;
        fits(table, seat, &named, 390).await;
    }
    read
}

/// Waits for the message in the channel that names the winner, which pings nobody.
async fn won(seat: &Seat, winner: &str) {
    goes_to(seat, "general").await;
    seat.reads(&format!("The tournament of Chess is over. @{winner} wins.")).await;
    stands(seat, "It is over.").await;
    assert!(!seat.is_pinged().await, "the end notifies nobody");
    assert_eq!(seat.ask(&format!("{SHOWN} return shown.querySelectorAll('.press').length")).await, json!(0));
}

/// Goes to a game by its link in "My games".
async fn goes_to_own_game(seat: &Seat, game: &Paired) {
    goes_to(seat, "general").await;
    press(seat, "My games").await;
    seat.is_told("Your games in this tournament:").await;
    let [white, black] = &game.players;
    seat.is_told(&format!("@{white} has White, @{black} Black. #{}", game.thread.name())).await;
    let link = format!(
        "{OWN} return [...own.querySelectorAll('.text a')].find((one) => one.textContent === `#${{arguments[0]}}`)"
    );
    seat.click("the game", &link, vec![json!(game.thread.name())]).await;
    is_in(seat, &game.thread.name()).await;
}

/// Red and Blue each find their game in a different manner and play a few moves; then Blue resigns.
async fn at_the_windows(table: &Table, company: &Company, game: &Paired) {
    let (red, blue) = (&table.red, &table.blue);
    goes_to_own_game(blue, game).await;
    goes_to(red, &game.thread.name()).await;
    let seats = if game.players[0] == "Red" { [red, blue] } else { [blue, red] };
    let position = Position::start(games::from_slug("chess").expect("a game"));
    Match { position, seats }.play("e2e4 e7e5").await;
    company.resigns(table, "Blue", &game.thread).await;
}

/// Red beats all others, and all others beat Blue; the game between the members ends in mate.
async fn round_robin(table: &Table, company: &Company) {
    joined(table, company, "Round robin: everybody meets everybody", 2).await;
    let games = company.games(6).await;
    stands(&table.blue, "6 games are still to be played.").await;
    let between = |one, other| games.iter().find(|game| game.is_of(one, other)).expect("they meet");
    let mated = between("Green", "Grey");
    for member in ["Green", "Grey"] {
        company.resigns(table, member, &between("Red", member).thread).await;
        company.resigns(table, "Blue", &between("Blue", member).thread).await;
    }
    at_the_windows(table, company, between("Red", "Blue")).await;
    company.fools_mate(mated).await;
    for seat in [&table.red, &table.blue] {
        won(seat, "Red").await;
    }
    let [last, second] = &mated.players;
    let own = looks(table, &table.blue, "the end of a round robin").await;
    for seen in [own, seen(&table.red, SHOWN, "shown").await] {
        let placed = [("1", "Red", "3"), ("2", second, "2"), ("3", last, "1"), ("4", "Blue", "0")];
        let [first, second, third, fourth] = seen.numbers(&placed)[..] else { panic!("{:?}", seen.lines) };
        let rows = [first, second, third, fourth];
        let told = rows.iter().enumerate().map(|(place, row)| {
            let against = rows.iter().enumerate().filter(|(other, _)| *other != place).map(|(other, row)| {
                format!("against row {row}: {}; ", if other > place { "won" } else { "lost" })
            });
            format!(" Row {row}: {}points: {}.", against.collect::<String>(), 3 - place)
        });
        assert_eq!(seen.alt, format!("The cross table.{}", told.collect::<String>()));
    }
}

/// The players of the knock-out by strength: the weaker one resigns.
const STRONG: [&str; 5] = ["Red", "Green", "Grey", "Olive", "Blue"];

/// The weaker player of each pair resigns both games, so Red wins. Three have a bye in the first round, and
/// two of them meet at once.
async fn knock_out(table: &Table, company: &Company) {
    joined(table, company, "Knock-out: whoever loses is out", 3).await;
    let strength = |name: &String| STRONG.iter().position(|one| one == name).expect("a player");
    // The winners and losers of each round.
    let mut rounds: [[BTreeSet<usize>; 2]; 3] = Default::default();
    for (count, round) in [(4, 2), (2, 2), (2, 3)] {
        let games = company.games(count).await;
        stands(&table.red, &format!("Round {round}.")).await;
        for game in &games {
            let [one, other] = game.players.each_ref().map(strength);
            let [won, lost] = &mut rounds[game.round - 1];
            won.insert(one.min(other));
            lost.insert(one.max(other));
            company.resigns(table, STRONG[one.max(other)], &game.thread).await;
        }
        goes_to(&table.red, "general").await;
    }
    assert_eq!(rounds.each_ref().map(|[_, lost]| lost.len()), [1, 2, 1], "each two have two games");
    for seat in [&table.red, &table.blue] {
        won(seat, "Red").await;
    }
    // The expected cells of a line.
    let cells = |player: usize| {
        let marks = |[won, lost]: &[BTreeSet<usize>; 2]| match (won.contains(&player), lost.contains(&player))
        {
            (true, _) => "1 1",
            (_, true) => "0 0",
            _ => "no game",
        };
        rounds.iter().map(marks).collect::<Vec<_>>()
    };
    let own = looks(table, &table.blue, "the end of a knock-out").await;
    for seen in [own, seen(&table.red, SHOWN, "shown").await] {
        let last = seen.lines.len() - STRONG.len() - 1;
        let named = |line: &String| STRONG.iter().position(|name| line.contains(&format!("@{name}, ")));
        let order: Vec<usize> = seen.lines[last..].iter().take(STRONG.len()).filter_map(named).collect();
        let semifinals: BTreeSet<usize> = order[2..4].iter().copied().collect();
        assert_eq!(
            [BTreeSet::from([order[4]]), semifinals, BTreeSet::from([order[1]])],
            [rounds[0][1].clone(), rounds[1][1].clone(), rounds[2][1].clone()]
        );
        let points =
            |player: usize| (2 * cells(player).iter().filter(|cell| **cell == "1 1").count()).to_string();
        let points: Vec<String> = order.iter().map(|player| points(*player)).collect();
        let placed: Vec<_> = ["1", "2", "3", "3", "5"]
            .into_iter()
            .zip(order.iter().zip(&points))
            .map(|(place, (player, points))| (place, STRONG[*player], points.as_str()))
            .collect();
        let lines = seen.numbers(&placed).into_iter().zip(order.iter().zip(&points));
        let told = lines.map(|(number, (player, points))| {
            let told = |(round, cell): (usize, &&str)| match *cell {
                "1 1" => format!("round {round}: won, won; "),
                "0 0" => format!("round {round}: lost, lost; "),
                _ => String::new(),
            };
            let cells = cells(*player);
            let results: String = (1..).zip(&cells).map(told).collect();
            format!(" Row {number}: {results}points: {points}.")
        });
        assert_eq!(seen.alt, format!("The cross table.{}", told.collect::<String>()));
    }
}
