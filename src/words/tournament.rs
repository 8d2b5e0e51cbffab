//! Tournaments: their state, and messages about them.

use fluent_bundle::FluentArgs;

use super::args;
use super::{Joined, Mentioned, Naming, Words};
use crate::app::{
    GameView, NOT_OVER, News, OpenPairing, TournamentLine, TournamentNews, TournamentView, UNPLAYED_LOST,
    UNPLAYED_WON, points,
};
use crate::game::{Ending, MessageId, TournamentKind, TournamentState, UserId};
use crate::render::ScoreCell;
use crate::rules::{Color, Variant, listed};

/// The maximum number of a table's lines in a message, so that it fits.
const LINES: usize = 24;

listed! {
    /// A text of the form that creates a tournament.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TournamentText {
        /// The form's title.
        Form,
        Kind,
        Games,
        GamesHint,
        Pace,
        /// The heading of the checkboxes.
        More,
        Rated,
        Twice,
        Days,
        DaysHint,
        /// The days could not be read.
        WrongDays,
        /// The kind or the games are missing.
        Incomplete,
    }
}

/// The message of a mark in the cross table.
fn in_words(mark: &str) -> &'static str {
    match mark {
        "1" => "tournament-alt-result.won",
        "\u{bd}" => "tournament-alt-result.drawn",
        UNPLAYED_WON => "tournament-alt-result.won-unplayed",
        UNPLAYED_LOST => "tournament-alt-result.lost-unplayed",
        NOT_OVER => "tournament-alt-result.open",
        _ => "tournament-alt-result",
    }
}

/// Keys about a resignation, for others, for the winner, for the loser: of a game, and of a tournament.
const RESIGNED: [&str; 3] = ["news-resigned", "news-resigned.you-win", "news-resigned.you-lose"];
const LEFT: [&str; 3] =
    ["news-left-tournament", "news-left-tournament.you-win", "news-left-tournament.you-lose"];

/// The keys about how a game was resigned. Whoever is out of a tournament loses their games by that.
pub(super) fn resigned(view: &GameView) -> [&'static str; 3] {
    let left = match view.tournament {
        Some(TournamentNews::WhiteLeft) => Color::White,
        Some(TournamentNews::BlackLeft) => Color::Black,
        _ => return RESIGNED,
    };
    if view.game_now.ending == Some(Ending::Resigned(left.other())) { LEFT } else { RESIGNED }
}

impl Words {
    /// What its tournament has to say about a game, on its boards.
    pub(super) fn in_tournament(&self, view: &GameView) -> Option<String> {
        let drawn =
            view.game_now.ending.is_some_and(|ending| ending.winner().is_none() && !ending.is_abort());
        let key = match view.tournament? {
            TournamentNews::EndedEarly if view.rated.is_some() => "game-of-ended-tournament.rated",
            TournamentNews::EndedEarly => "game-of-ended-tournament",
            TournamentNews::Decides if drawn => "deciding-game.drawn",
            TournamentNews::Decides if view.news == News::Started => "deciding-game",
            _ => return None,
        };
        Some(self.plain(key))
    }

    /// A text of the form that creates a tournament.
    pub fn tournament_text(&self, text: TournamentText) -> String {
        self.plain(match text {
            TournamentText::Form => "tournament-form",
            TournamentText::Kind => "tournament-form-kind",
            TournamentText::Games => "tournament-form-games",
            TournamentText::GamesHint => "tournament-form-games.hint",
            TournamentText::Pace => "tournament-form-pace",
            TournamentText::More => "tournament-form-more",
            TournamentText::Rated => "tournament-form-more.rated",
            TournamentText::Twice => "tournament-form-more.twice",
            TournamentText::Days => "tournament-form-days",
            TournamentText::DaysHint => "tournament-form-days.hint",
            TournamentText::WrongDays => "tournament-form-days.wrong",
            TournamentText::Incomplete => "tournament-form-incomplete",
        })
    }

    /// The message of a tournament.
    pub fn tournament(&self, view: &TournamentView, naming: Naming<'_>) -> String {
        let mut parts = vec![self.tournament_head(view)];
        match view.state {
            TournamentState::Open => {
                let mut args = args! { "least" => view.least, "most" => view.most };
                if let Some(at) = view.starts_at {
                    args.set("starts", naming(Mentioned::Moment(at)));
                }
                let key = match (view.starts_at, view.least == view.most) {
                    (None, false) => "tournament-open",
                    (None, true) => "tournament-open.exactly",
                    (Some(_), false) => "tournament-open.at",
                    (Some(_), true) => "tournament-open.exactly-at",
                };
                parts.push(self.say(key, &args));
                let people: Vec<String> =
                    view.lines.iter().map(|line| self.player(line.person, naming)).collect();
                let count = people.len();
                let players = self.list(Joined::And, &people);
                parts.push(self.say("tournament-joined", &args! { "count" => count, "players" => players }));
                if (view.least..view.most).contains(&(count as u32)) {
                    parts.push(self.plain("tournament-ready"));
                }
            }
            TournamentState::CalledOff => {
                let too_few = view.lines.len() < view.least as usize;
                let key = match (view.ended_early, too_few) {
                    (true, _) => "tournament-called-off.by-organiser",
                    (false, true) => "tournament-called-off",
                    (false, false) => "tournament-called-off.before",
                };
                parts.push(self.say(key, &args! { "least" => view.least, "count" => view.lines.len() }));
            }
            TournamentState::Running | TournamentState::Over => {
                parts.push(self.tournament_round(view));
                parts.push(self.tournament_lines(view, naming));
                parts.push(self.tournament_legend(view));
            }
        }
        parts.join("\n")
    }

    /// What the rows and the marks of the cross table mean, as far as it has them.
    fn tournament_legend(&self, view: &TournamentView) -> String {
        let has = |mark: &str| {
            let mut cells = view.picture.iter().flat_map(|table| table.lines.iter().flatten());
            cells.any(|cell| matches!(cell, ScoreCell::Text(text) if text.split(' ').any(|one| one == mark)))
        };
        let open = has(NOT_OVER).then(|| self.say("tournament-not-over", &args! { "mark" => NOT_OVER }));
        let unplayed = (has(UNPLAYED_WON) || has(UNPLAYED_LOST)).then(|| {
            self.say("tournament-unplayed", &args! { "won" => UNPLAYED_WON, "lost" => UNPLAYED_LOST })
        });
        let told = [Some(self.plain("tournament-rows")), open, unplayed];
        told.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn tournament_head(&self, view: &TournamentView) -> String {
        let head = self.say("tournament-head", &args! { "games" => self.games_of(&view.variants) });
        let key = if view.twice { "tournament-kind.twice" } else { "tournament-kind" };
        let kind = self.say(key, &args! { "kind" => view.kind.slug() });
        let rated = view.rated.then(|| self.plain("tournament-rated"));
        let how: Vec<String> =
            [Some(kind), Some(self.pace(view.pace)), rated].into_iter().flatten().collect();
        format!("{head}\n{}", how.join(" "))
    }

    fn tournament_round(&self, view: &TournamentView) -> String {
        if view.state == TournamentState::Over {
            return self.plain(if view.ended_early { "tournament-over.early" } else { "tournament-over" });
        }
        let soon = || self.plain("tournament-pairing-soon");
        if view.round == 0 {
            return soon();
        }
        let are_set_up = view.open.iter().all(|game| game.game.is_some());
        // All its games are played at the same time.
        if view.kind == TournamentKind::RoundRobin {
            let count = || self.say("tournament-open-games", &args! { "count" => view.open.len() });
            return if are_set_up { count() } else { soon() };
        }
        let round = match view.rounds {
            Some(rounds) => {
                self.say("tournament-round.of", &args! { "round" => view.round, "rounds" => rounds })
            }
            None => self.say("tournament-round", &args! { "round" => view.round }),
        };
        if are_set_up { round } else { format!("{round} {}", soon()) }
    }

    fn tournament_lines(&self, view: &TournamentView, naming: Naming<'_>) -> String {
        let line = |line: &TournamentLine| {
            let told = args! { "halves" => line.half_points, "told" => points(line.half_points) };
            let mut args = args! {
                "player" => self.player(line.person, naming), "row" => line.number,
                "points" => self.say("tournament-points", &told),
            };
            let key = match (line.place, line.is_out) {
                (Some(_), true) => "tournament-line.placed-out",
                (Some(_), false) => "tournament-line",
                (None, true) => "tournament-line.out",
                (None, false) => "tournament-line.playing",
            };
            args.set("place", line.place.map_or(0, u32::from));
            self.say(key, &args)
        };
        let more = view.lines.len().saturating_sub(LINES);
        let more = (more > 0).then(|| self.say("tournament-more", &args! { "count" => more }));
        view.lines.iter().take(LINES).map(line).chain(more).collect::<Vec<_>>().join("\n")
    }

    /// The cross table in words.
    pub fn tournament_alt(&self, view: &TournamentView) -> String {
        let Some(table) = &view.picture else { return String::new() };
        let Some(heads) = table.lines.first() else { return String::new() };
        let text = |cell: &ScoreCell| match cell {
            ScoreCell::Text(text) | ScoreCell::Head(text) => text.clone(),
            ScoreCell::Filled => String::new(),
        };
        let key = if view.kind == TournamentKind::RoundRobin {
            "tournament-alt-against"
        } else {
            "tournament-alt-round"
        };
        let told = |(head, cell): (&ScoreCell, &ScoreCell)| {
            let marks = text(cell);
            let results: Vec<String> =
                marks.split_whitespace().map(|mark| self.plain(in_words(mark))).collect();
            let args = args! { "number" => text(head), "results" => results.join(", ") };
            (!results.is_empty()).then(|| self.say(key, &args))
        };
        let line = |cells: &Vec<ScoreCell>| {
            let between = 1..cells.len().saturating_sub(1);
            let results: Vec<String> =
                heads.iter().zip(cells).take(between.end).skip(between.start).filter_map(told).collect();
            let (row, points) = (cells.first().map(text), cells.last().map(text));
            let mut args = args! { "row" => row.unwrap_or_default(), "points" => points.unwrap_or_default() };
            if results.is_empty() {
                return self.say("tournament-alt-line.none", &args);
            }
            args.set("results", results.join("; "));
            self.say("tournament-alt-line", &args)
        };
        let lines: Vec<String> = table.lines.iter().skip(1).map(line).collect();
        self.say("tournament-picture-alt", &args! { "lines" => lines.join(" ") })
    }

    /// Announces that a tournament is over, with the winner.
    pub fn tournament_won(&self, view: &TournamentView, naming: Naming<'_>) -> String {
        let games = self.games_of(&view.variants);
        if view.ended_early {
            return self.say("tournament-over-nobody.early", &args! { "games" => games });
        }
        let first: Vec<String> = view
            .lines
            .iter()
            .filter(|line| line.place == Some(1))
            .map(|line| self.player(line.person, naming))
            .collect();
        if first.is_empty() {
            return self.say("tournament-over-nobody", &args! { "games" => games });
        }
        let count = first.len();
        let winners = self.list(Joined::And, &first);
        self.say("tournament-won", &args! { "games" => games, "count" => count, "winners" => winners })
    }

    /// The message from which the thread of a game is created.
    pub fn tournament_pairing(&self, game: &OpenPairing, naming: Naming<'_>) -> Option<String> {
        let args = args! {
            "game" => game.variant?, "round" => game.round, "white" => self.player(game.white, naming),
            "black" => self.player(game.black, naming),
        };
        Some(self.say(if game.decides { "tournament-pairing.decides" } else { "tournament-pairing" }, &args))
    }

    /// The name of a game's thread, with the names of White and Black if known.
    pub fn tournament_thread(&self, game: &OpenPairing, names: Option<[String; 2]>) -> Option<String> {
        let mut args = args! { "game" => game.variant?, "round" => game.round, "number" => game.number };
        let [by_players, by_number] = if game.decides {
            ["tournament-thread.decides", "tournament-thread.decides-unnamed"]
        } else {
            ["tournament-thread", "tournament-thread.unnamed"]
        };
        let Some([white, black]) = names else { return Some(self.say(by_number, &args)) };
        args.set("white", white);
        args.set("black", black);
        Some(self.say(by_players, &args))
    }

    /// The games of one person in a tournament, each with a link.
    pub fn tournament_games(&self, view: &TournamentView, of: UserId, naming: Naming<'_>) -> String {
        let own = view.open.iter().filter(|game| [game.white, game.black].contains(&Some(of)));
        let line = |game: &OpenPairing| {
            let args = self.paired(game, naming);
            // A thread created from a message has the message's id.
            match game.message.filter(|_| game.game.is_some()) {
                Some(MessageId(thread)) => {
                    let place = naming(Mentioned::Channel(crate::game::ChannelId(thread)));
                    format!("{} {place}", self.say("tournament-own-line", &args))
                }
                None => self.say("tournament-own-line.soon", &args),
            }
        };
        let lines: Vec<String> = own.map(line).collect();
        if lines.is_empty() {
            return self.no_game_in_tournament(view, of);
        }
        format!("{}\n{}", self.plain("tournament-own-games"), lines.join("\n"))
    }

    /// Why a person currently has no game in a tournament.
    fn no_game_in_tournament(&self, view: &TournamentView, of: UserId) -> String {
        let key = match view.lines.iter().find(|line| line.person == Some(of)) {
            None => "tournament-no-own-game",
            Some(line) if line.is_out => "tournament-no-own-game.out",
            _ if view.ended_early => "tournament-no-own-game.early",
            _ if view.state != TournamentState::Running => "tournament-no-own-game.all-over",
            _ if view.round == 0 => "tournament-pairing-soon",
            _ if view.sits_out == Some(of) => "tournament-no-own-game.sits-out",
            Some(line) => match view.kind {
                TournamentKind::RoundRobin => "tournament-no-own-game.all-over",
                TournamentKind::Swiss => "tournament-no-own-game.round-over",
                // A player who lost has a place already.
                TournamentKind::KnockOut if line.place.is_some() => "tournament-no-own-game.out",
                TournamentKind::KnockOut => "tournament-no-own-game.opponent-unknown",
            },
        };
        self.say(key, &args! { "round" => view.round })
    }

    fn paired(&self, game: &OpenPairing, naming: Naming<'_>) -> FluentArgs<'static> {
        args! {
            "round" => game.round, "white" => self.player(game.white, naming), "black" => self.player(game.black, naming),
        }
    }

    fn games_of(&self, variants: &[Variant]) -> String {
        let names: Vec<String> = variants.iter().map(|game| self.game(*game)).collect();
        self.list(Joined::And, &names)
    }

    /// Confirms joining. `last`: the tournament is now full.
    pub fn tournament_in(&self, last: bool) -> String {
        self.plain(if last { "tournament-in.last" } else { "tournament-in" })
    }

    /// Confirms leaving before the start.
    pub fn tournament_left(&self) -> String {
        self.plain("tournament-left")
    }

    /// Confirms withdrawing from a running tournament.
    pub fn tournament_withdrawn(&self) -> String {
        self.plain("tournament-withdrawn")
    }

    /// Confirms the start.
    pub fn tournament_starts(&self) -> String {
        self.plain("tournament-starts")
    }

    /// Confirms the creation.
    pub fn tournament_made(&self) -> String {
        self.plain("tournament-made")
    }

    /// Says that nothing was changed: the person stays in the tournament, or it goes on.
    pub fn tournament_stayed(&self, person: bool) -> String {
        self.plain(if person { "tournament-stayed" } else { "tournament-stayed.goes-on" })
    }

    /// Asks for confirmation of withdrawing.
    pub fn tournament_sure(&self) -> String {
        self.plain("tournament-sure-withdraw")
    }

    /// Asks for confirmation of cancelling a tournament.
    pub fn tournament_sure_cancel(&self, running: bool) -> String {
        self.plain(if running { "tournament-sure-cancel.running" } else { "tournament-sure-cancel" })
    }

    /// Confirms that a tournament was cancelled.
    pub fn tournament_cancelled(&self) -> String {
        self.plain("tournament-cancelled")
    }
}
