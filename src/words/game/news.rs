//! The sentences above a game's board.

use super::outcomes::SidesTold;
use crate::app::{GameView, News, Reminder, Untold};
use crate::game::{Ending, Event, Game, OfferKind, UserId};
use crate::rules::{Claim, Color, DescribedMove, Move, Position};
use crate::words::args;
use crate::words::tournament::resigned;
use crate::words::{Joined, Mentioned, Naming, Words};

/// The maximum number of unreported moves that are listed.
const UNTOLD: usize = 12;

impl Words {
    /// The latest event or the state of a game, for everyone.
    pub fn news(&self, view: &GameView, naming: Naming<'_>) -> String {
        self.news_of(view, None, naming)
    }

    /// The news for one person.
    pub fn news_for(&self, view: &GameView, reader: UserId, naming: Naming<'_>) -> String {
        let side = view.game_now.side_of(reader).filter(|_| !view.game_now.is_hot_seat());
        self.news_of(view, side, naming)
    }

    /// The news for everyone, or for the player of the side `reader`.
    fn news_of(&self, view: &GameView, reader: Option<Color>, naming: Naming<'_>) -> String {
        let told = GameNews { words: self, view, game: &view.game_now, reader, naming };
        let news = match view.news {
            News::Started => told.started(),
            News::Standing => told.standing(),
            News::Happened(event, who) => told.happened(event, who),
            News::Answered => told.answered(),
            News::AbortAgreed => told.abort_agreed(),
            News::SetBack => told.set_back(),
            News::Stopped => told.stopped(),
        };
        let before = told.untold();
        // Whether the game is rated is mentioned only at the start and at the end.
        let rated = (view.over || view.news == News::Started).then(|| self.rated(view, naming)).flatten();
        let parts = [before, Some(news), self.in_tournament(view), rated];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Reminds a player to move before time runs out.
    pub fn reminder(&self, reminder: &Reminder, naming: Naming<'_>) -> String {
        let game = &reminder.game_now;
        let mut args = args! { "game" => reminder.variant, "turn" => self.side(game, game.turn(), naming) };
        args.set("until", naming(Mentioned::Moment(reminder.until)));
        self.say("news-reminder", &args)
    }

    /// Notifies the opponent that the player to move has left the server.
    pub fn left(&self, reminder: &Reminder, naming: Naming<'_>) -> String {
        let game = &reminder.game_now;
        let mut args = args! { "game" => reminder.variant, "turn" => self.side(game, game.turn(), naming) };
        args.set("waits", self.side(game, game.turn().other(), naming));
        args.set("until", naming(Mentioned::Moment(reminder.until)));
        self.say("news-left", &args)
    }

    /// A private reminder for the player to move, with a link to the board.
    pub fn reminder_alone(&self, reminder: &Reminder, naming: Naming<'_>) -> String {
        let game = &reminder.game_now;
        let place = reminder.place;
        let board = reminder.board.map_or(Mentioned::Place(place), |board| Mentioned::Message(place, board));
        let mut args = args! { "game" => reminder.variant, "board" => naming(board) };
        args.set("opponent", self.player(game.players[game.turn().other()], naming));
        args.set("until", naming(Mentioned::Moment(reminder.until)));
        self.say("news-reminder.alone", &args)
    }

    /// Names a player, or a former one.
    pub(in crate::words) fn player(&self, player: Option<UserId>, naming: Naming<'_>) -> String {
        player.map_or_else(|| self.plain("former-player"), |user| naming(Mentioned::Person(user)))
    }

    /// A side with its player: `White (<@1>)`. If one person plays both, the side alone.
    pub(in crate::words) fn side_of(&self, game: &Game, side: Color, naming: Naming<'_>) -> String {
        if game.is_hot_seat() {
            return self.say("side-alone", &args! { "side" => side });
        }
        self.side(game, side, naming)
    }

    /// Both sides of a game with their players.
    pub(in crate::words) fn both(&self, game: &Game, naming: Naming<'_>) -> String {
        let sides = Color::BOTH.map(|side| self.side_of(game, side, naming));
        self.list(Joined::And, &sides)
    }
}

/// The context for writing a game's news.
struct GameNews<'a> {
    words: &'a Words,
    view: &'a GameView,
    game: &'a Game,
    /// The reader's side, if the news is for one of the two players.
    reader: Option<Color>,
    naming: Naming<'a>,
}

impl GameNews<'_> {
    fn person(&self, user: UserId) -> String {
        (self.naming)(Mentioned::Person(user))
    }

    fn side(&self, side: Color) -> String {
        self.words.side_of(self.game, side, self.naming)
    }

    fn turn(&self) -> String {
        self.side(self.game.turn())
    }

    fn player(&self, side: Color) -> String {
        self.words.player(self.game.players[side], self.naming)
    }

    fn both(&self) -> String {
        self.words.both(self.game, self.naming)
    }

    fn is_check(&self) -> bool {
        self.game.line.position().is_check()
    }

    /// Events not yet reported in any message: the last moves, or that the game was set back.
    fn untold(&self) -> Option<String> {
        let from = match self.view.untold? {
            Untold::Moves(from) => from.0 as usize,
            Untold::SetBack => return Some(self.words.plain("news-set-back.before")),
        };
        let plies: Vec<_> = self.game.line.plies().collect();
        let told = match self.view.news {
            News::Answered => 2,
            News::Happened(Event::Moved(_), _) => 1,
            News::Standing if self.game.ending.is_none() => 1,
            News::Started => return None,
            _ => 0,
        };
        let untold = plies.get(from..plies.len().checked_sub(told)?)?;
        let last = &untold[untold.len().saturating_sub(UNTOLD)..];
        let (first, ..) = last.first()?;
        let moves: Vec<String> = last.iter().map(|(before, mv, _)| self.told_move(before, mv)).collect();
        let key = if last.len() < untold.len() { "news-untold.last" } else { "news-untold" };
        let args = args! { "side" => first.turn(), "moves" => moves.join("; "), "count" => last.len() };
        Some(self.words.say(key, &args))
    }

    /// The first sentence of a game.
    fn started(&self) -> String {
        let players = &self.game.players;
        let check = self.is_check();
        if let Some(side) = self.reader {
            let key = if check { "news-started.yours-in-check" } else { "news-started.yours" };
            let args = args! {
                "game" => self.view.variant, "side" => side, "turn" => self.turn(), "goal" => self.goal(),
            };
            return [Some(self.words.say(key, &args)), self.thinks(), self.until()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ");
        }
        if self.game.engine.is_some() {
            let key = match (self.game.is_engines_turn(), check) {
                (true, _) => "news-started-engine.first",
                (false, true) => "news-started-engine.in-check",
                (false, false) => "news-started-engine",
            };
            let told = self.against_engine(key);
            return [Some(told), self.thinks()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        }
        if let Some(player) = players.white.filter(|_| self.game.is_hot_seat()) {
            let key = if check { "news-started-alone.in-check" } else { "news-started-alone" };
            let args = args! {
                "game" => self.view.variant, "player" => self.person(player), "turn" => self.turn(),
                "goal" => self.goal(),
            };
            return self.words.say(key, &args);
        }
        let key = if check { "news-started.in-check" } else { "news-started" };
        let mut args = args! { "game" => self.view.variant, "turn" => self.turn(), "goal" => self.goal() };
        args.set("white", self.player(Color::White));
        args.set("black", self.player(Color::Black));
        let hints = self.words.hints_agreed(self.view.hints);
        [Some(self.words.say(key, &args)), hints, self.until()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// How the game is won, for its first board.
    fn goal(&self) -> String {
        self.words.how_won(self.view.variant)
    }

    /// Names the sides in a game against the bot.
    fn against_engine(&self, key: &str) -> String {
        let mine = self.game.engine.unwrap_or(Color::Black);
        let mut args = args! { "game" => self.view.variant, "side" => mine.other(), "mine" => mine };
        args.set("goal", self.goal());
        args.set("turn", self.turn());
        args.set("player", self.player(mine.other()));
        args.set("level", self.view.level.map_or("", |level| level.slug()));
        self.words.say(key, &args)
    }

    /// Says that the bot has not moved yet.
    fn thinks(&self) -> Option<String> {
        self.game.is_engines_turn().then(|| self.words.plain("news-engine-thinks"))
    }

    /// The state of the game, without news.
    fn standing(&self) -> String {
        let variant = self.view.variant;
        if let Some(ending) = self.game.ending {
            return self
                .words
                .say("news-over", &args! { "game" => variant, "outcome" => self.outcome(ending) });
        }
        let key = if self.is_check() { "news-standing.in-check" } else { "news-standing" };
        let number = self.game.line.position().fullmove();
        let args = args! { "game" => variant, "number" => number, "turn" => self.turn() };
        let mut sentences = vec![self.words.say(key, &args)];
        if let Some((position, mv)) = self.game.line.last() {
            let args = args! { "side" => position.turn(), "move" => self.told_move(position, mv) };
            sentences.push(self.words.say("news-last-move", &args));
        }
        sentences.extend(self.remarks());
        sentences.join(" ")
    }

    fn stopped(&self) -> String {
        let Some(stopped) = &self.view.stopped else { return self.standing() };
        let told = self.words.stopped(&stopped.reason, stopped.voided);
        format!("{told} {}", self.standing())
    }

    fn set_back(&self) -> String {
        let args = args! { "number" => self.game.line.position().fullmove() };
        format!("{} {}", self.words.say("news-set-back", &args), self.standing())
    }

    /// The latest event.
    fn happened(&self, event: Event, who: UserId) -> String {
        match event {
            Event::Moved(_) => self.moved(),
            Event::TakenBack(_) => self.taken_back(),
            Event::Asked(ask, by) => self.asked(ask, by),
            Event::Declined(ask, by) => {
                let key = match (ask, self.reader == Some(by)) {
                    (OfferKind::Draw, false) => "news-draw-declined",
                    (OfferKind::Draw, true) => "news-draw-declined.you",
                    (OfferKind::Takeback, false) => "news-takeback-declined",
                    (OfferKind::Takeback, true) => "news-takeback-declined.you",
                    (OfferKind::Abort, false) => "news-abort-declined",
                    (OfferKind::Abort, true) => "news-abort-declined.you",
                };
                let args = args! { "asker" => self.player(by), "decliner" => self.player(by.other()) };
                self.words.say(key, &args)
            }
            Event::Withdrawn(ask, by) => {
                let key = match ask {
                    OfferKind::Draw => "news-draw-withdrawn",
                    OfferKind::Takeback => "news-takeback-withdrawn",
                    OfferKind::Abort => "news-abort-withdrawn",
                };
                let withdrawn = self.words.say(key, &args! { "asker" => self.side(by) });
                format!("{withdrawn} {}", self.standing())
            }
            Event::Ended(ending) => self.ended(ending, who),
        }
    }

    /// `White: Flying Bomber f4-f8, takes Bishop f7; check. Black (<@2>) to move.`
    fn moved(&self) -> String {
        let Some((position, mv)) = self.game.line.last() else { return self.standing() };
        let mut args = args! { "side" => position.turn(), "move" => self.told_move(position, mv) };
        if let Some(ending) = self.game.ending {
            args.set("outcome", self.outcome(ending));
            return self.words.say("news-moved-last", &args);
        }
        args.set("turn", self.turn());
        let key = if self.is_check() { "news-moved.in-check" } else { "news-moved" };
        let mut sentences = vec![self.words.say(key, &args)];
        sentences.extend(self.remarks());
        sentences.join(" ")
    }

    /// `White: Pawn e2-e4. Black answers at once: Pawn e7-e5. White (<@1>) to move.`
    fn answered(&self) -> String {
        let plies: Vec<_> = self.game.line.plies().collect();
        let [.., (first, mv, _), (second, reply, _)] = &plies[..] else {
            // The bot has moved first.
            return match self.game.engine {
                Some(_) => format!("{} {}", self.against_engine("news-started-engine.first"), self.moved()),
                None => self.moved(),
            };
        };
        let [last, check, plain] = if self.game.engine.is_some() {
            ["news-replied-last", "news-replied.in-check", "news-replied"]
        } else {
            ["news-answered-last", "news-answered.in-check", "news-answered"]
        };
        let mut args = args! {
            "side" => first.turn(), "move" => self.told_move(first, mv),
            "other" => second.turn(), "reply" => self.told_move(second, reply),
        };
        if let Some(ending) = self.game.ending {
            args.set("outcome", self.outcome(ending));
            return self.words.say(last, &args);
        }
        args.set("turn", self.turn());
        let key = if self.is_check() { check } else { plain };
        let mut sentences = vec![self.words.say(key, &args)];
        sentences.extend(self.remarks());
        sentences.join(" ")
    }

    fn asked(&self, ask: OfferKind, by: Color) -> String {
        let mut args = args! { "side" => self.side(by), "other" => self.side(by.other()) };
        let key = match ask {
            OfferKind::Draw => "news-draw-offered",
            OfferKind::Abort => "news-abort-asked",
            OfferKind::Takeback => {
                let to = self.game.offers.open_of(ask, by).and_then(|offer| offer.back_to());
                let taken = to.and_then(|to| self.game.line.plies().nth(to.0 as usize));
                let told = taken.map(|(before, mv, _)| self.told_move(&before, &mv));
                args.set("move", told.unwrap_or_default());
                if self.game.turn() == by { "news-takeback-asked.answered" } else { "news-takeback-asked" }
            }
        };
        self.words.say(key, &args)
    }

    /// `Taken back: it is move 3 again. White (<@1>) to move.`
    fn taken_back(&self) -> String {
        let number = self.game.line.position().fullmove();
        let key = if self.is_check() { "news-taken-back.in-check" } else { "news-taken-back" };
        let mut sentences = vec![self.words.say(key, &args! { "number" => number, "turn" => self.turn() })];
        sentences.extend(self.remarks());
        sentences.join(" ")
    }

    fn told_move(&self, before: &Position, mv: &Move) -> String {
        self.words.told_move(&DescribedMove::new(before, mv))
    }

    /// The deadline of the side to move, and whether its player is on vacation.
    fn until(&self) -> Option<String> {
        let moment = |at| (self.naming)(Mentioned::Moment(at));
        let until = moment(self.game.clock?.deadline);
        let told = self.words.say("news-time", &args! { "until" => until });
        let Some(away) = self.game.away[self.game.turn()] else { return Some(told) };
        let away = self.words.say("news-away", &args! { "side" => self.turn(), "until" => moment(away) });
        Some(format!("{told} {away}"))
    }

    /// The deadline, an open offer (on every board until it is answered), and a possible claim.
    fn remarks(&self) -> Vec<String> {
        let lowered = self
            .view
            .lowered_level
            .map(|level| self.words.say("news-engine-in-haste", &args! { "level" => level }));
        let mut told: Vec<String> = self.until().into_iter().chain(lowered).chain(self.thinks()).collect();
        let offers = (self.game.offers.open()).map(|offer| {
            let key = match offer.ask {
                OfferKind::Draw if self.game.engine == Some(offer.by) => "news-offers-draw.mine",
                OfferKind::Draw => "news-offers-draw",
                OfferKind::Takeback => "news-asks-takeback",
                OfferKind::Abort => "news-asks-abort",
            };
            self.words.say(key, &args! { "side" => self.side(offer.by) })
        });
        told.extend(offers);
        told.extend(self.view.asks_to_resign.then(|| self.words.plain("news-asks-to-resign")));
        told.extend(self.game.line.claim().map(|claim| {
            self.words.plain(match claim {
                Claim::Threefold => "news-claim-threefold",
                Claim::FiftyMoves => "news-claim-fifty",
            })
        }));
        told
    }

    /// An ending by a person's action.
    fn ended(&self, ending: Ending, who: UserId) -> String {
        let player = self.person(who);
        match ending {
            Ending::Resigned(by) => self.told(|sides| self.words.won_by(resigned(self.view), by, sides)),
            Ending::Claimed(_) => {
                let args = args! { "player" => player, "outcome" => self.outcome(ending) };
                let key = match self.reader.map(|side| self.game.players[side] == Some(who)) {
                    None => "news-claimed",
                    Some(true) => "news-claimed.you",
                    Some(false) => "news-claimed.opponent",
                };
                self.words.say(key, &args)
            }
            Ending::Aborted if self.reader.is_some() => {
                let side = Color::BOTH.into_iter().find(|side| self.game.players[*side] == Some(who));
                self.words.plain(match side {
                    None => "news-aborted.others",
                    Some(_) if side == self.reader => "news-aborted.you",
                    Some(_) => "news-aborted.opponent",
                })
            }
            Ending::Aborted => match self.whose(who) {
                None => self.words.say("news-aborted", &args! { "player" => player }),
                Some(whose) => {
                    self.words.say("news-aborted.of", &args! { "player" => player, "players" => whose })
                }
            },
            _ => self.outcome(ending),
        }
    }

    /// Says that both sides agreed to end the game.
    fn abort_agreed(&self) -> String {
        if self.reader.is_some() {
            return self.words.plain("news-aborted.yours");
        }
        self.words.say("news-aborted.agreed", &args! { "players" => self.both() })
    }

    /// The players of a game that another person has ended, unless it is clear.
    fn whose(&self, who: UserId) -> Option<String> {
        match self.game.alone() {
            Some(user) if user == who => None,
            Some(user) if self.game.is_hot_seat() => Some(self.person(user)),
            _ => Some(self.both()),
        }
    }

    /// The winner and the reason, in one sentence.
    ///
    /// For everyone it names both players, because only people who are named get a notification.
    fn outcome(&self, ending: Ending) -> String {
        self.told(|sides| self.words.outcome(self.game, ending, sides))
    }

    fn told(&self, sentence: impl Fn(&SidesTold<'_>) -> String) -> String {
        let reader = self.reader.map(|side| (side, self.player(side.other())));
        sentence(&SidesTold { named: &|side| self.side(side), reader })
    }
}
