//! Challenges, confirmations, and the moves of a piece.

use super::args;
use super::{Mentioned, Naming, Words};
use crate::app::{AskedFor, Became, ChallengeView, Closed, ColorWish, Confirm, MovesView, Question};
use crate::game::{ChannelId, Pace, UserId};
use crate::render::cut;
use crate::rules::{Color, listed};

/// The maximum length of a piece's moves in characters, so that they fit a message.
const MOVES_MAX: usize = 1_900;

impl Words {
    /// Describes an open challenge.
    pub fn challenge(&self, view: &ChallengeView, naming: Naming<'_>) -> String {
        if view.rematch {
            return self.rematch(view, naming);
        }
        let challenger = naming(Mentioned::Person(view.challenger));
        let colors = match view.color {
            ColorWish::White => self.say("challenge-white", &args! { "challenger" => challenger.as_str() }),
            ColorWish::Black => self.say("challenge-black", &args! { "challenger" => challenger.as_str() }),
            ColorWish::Random => self.plain("challenge-random"),
        };
        let opponent = match view.ping {
            Some(user) => naming(Mentioned::Person(user)),
            None => self.plain("challenge-anyone"),
        };
        let pace = view.pace.map(|pace| self.pace(pace));
        let stake = view.for_place.map(|place| self.say("challenge-for-place", &args! { "place" => place }));
        let colors = [Some(colors), pace, stake, self.hints_agreed(view.hints), self.stakes_of(view, naming)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ");
        let key = if view.own_position { "challenge-offer.from-position" } else { "challenge-offer" };
        let mut args = args! { "game" => view.board.variant, "challenger" => challenger };
        args.set("opponent", opponent);
        args.set("colors", colors);
        args.set("lapses", naming(Mentioned::Moment(view.lapses)));
        self.say(key, &args)
    }

    /// Describes the rating change at stake in a rated game.
    fn stakes_of(&self, view: &ChallengeView, naming: Naming<'_>) -> Option<String> {
        let stakes = view.stakes.as_ref()?;
        Some(self.stakes_offered(stakes, view.board.variant, (view.challenger, view.ping), naming))
    }

    /// Says that both players may have hints, if so.
    pub(super) fn hints_agreed(&self, agreed: bool) -> Option<String> {
        agreed.then(|| self.plain("challenge-hints"))
    }

    /// The time limit for each move, as a sentence.
    pub(super) fn pace(&self, pace: Pace) -> String {
        self.plain(match pace {
            Pace::Hour => "pace-hour",
            Pace::EightHours => "pace-eight-hours",
            Pace::Day => "pace-day",
            Pace::ThreeDays => "pace-three-days",
            Pace::Week => "pace-week",
            Pace::Fortnight => "pace-fortnight",
        })
    }

    /// `<@2>, <@1> wants a rematch of Chess, with White this time. One day for each move. Expires ...`
    fn rematch(&self, view: &ChallengeView, naming: Naming<'_>) -> String {
        let color = if view.color == ColorWish::White { Color::White } else { Color::Black };
        let mut args = args! { "game" => view.board.variant, "color" => color };
        args.set("challenger", naming(Mentioned::Person(view.challenger)));
        args.set("opponent", self.player(view.ping, naming));
        let key = if view.own_position { "challenge-rematch.from-position" } else { "challenge-rematch" };
        let lapses =
            self.say("challenge-lapses", &args! { "lapses" => naming(Mentioned::Moment(view.lapses)) });
        let (pace, hints) = (view.pace.map(|pace| self.pace(pace)), self.hints_agreed(view.hints));
        let stakes = self.stakes_of(view, naming);
        let sentences = [Some(self.say(key, &args)), pace, hints, stakes, Some(lapses)];
        sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The text of a challenge's message once it is no longer open.
    pub fn closed(&self, closed: &Closed, naming: Naming<'_>) -> String {
        let (key, place) = match closed.became {
            Became::Accepted(None) => ("closed-accepted", None),
            Became::Accepted(Some(place)) => ("closed-accepted.elsewhere", Some(place)),
            Became::Declined => match closed.asked {
                AskedFor::Game => ("closed-declined", None),
                AskedFor::Rematch => ("closed-declined.rematch", None),
                AskedFor::Place(_) => ("closed-declined.place", None),
            },
            Became::Withdrawn if closed.asked == AskedFor::Rematch => ("closed-withdrawn.rematch", None),
            Became::Withdrawn => ("closed-withdrawn", None),
            Became::Lapsed => ("closed-lapsed", None),
            Became::Dropped => ("closed-dropped", None),
        };
        let mut args = args! { "game" => self.game_of(closed) };
        args.set("challenger", self.player(closed.challenger, naming));
        args.set("answerer", self.player(closed.answerer, naming));
        if let Some(place) = place {
            args.set("place", naming(Mentioned::Channel(place)));
        }
        self.say(key, &args)
    }

    /// Notifies the challenger that the challenge was declined.
    pub fn declined(&self, closed: &Closed, challenger: UserId, naming: Naming<'_>) -> String {
        let mut args = args! { "challenger" => naming(Mentioned::Person(challenger)) };
        args.set("answerer", self.player(closed.answerer, naming));
        let Some(game) = closed.variant else { return self.say("challenge-declined.some", &args) };
        args.set("game", self.game(game));
        let key = match closed.asked {
            AskedFor::Game => "challenge-declined",
            AskedFor::Rematch => "challenge-declined.rematch",
            AskedFor::Place(_) => "challenge-declined.place",
        };
        self.say(key, &args)
    }

    /// Says that the challenged person is not in the private thread of the challenge.
    pub fn challenged_outside(&self, opponent: UserId, naming: Naming<'_>) -> String {
        self.say("challenge-outside", &args! { "opponent" => naming(Mentioned::Person(opponent)) })
    }

    fn game_of(&self, closed: &Closed) -> String {
        closed.variant.map_or_else(|| self.plain("some-game"), |variant| self.game(variant))
    }

    /// A private confirmation ("really?").
    pub fn question(&self, confirm: &Confirm, naming: Naming<'_>) -> String {
        let (game, name) = (&confirm.game_now, confirm.variant);
        let side = game.side_of(confirm.who);
        let opponent = side.filter(|_| !game.is_hot_seat()).map(|side| game.players[side.other()]);
        let opponent = opponent.map(|player| self.player(player, naming));
        match confirm.question {
            Question::Resign => match (side, opponent) {
                (Some(side), Some(opponent)) => {
                    let args = args! { "game" => name, "opponent" => opponent, "winner" => side.other() };
                    self.say("question-resign", &args)
                }
                (Some(side), None) => {
                    let args = args! { "game" => name, "side" => side, "winner" => side.other() };
                    self.say("question-resign.alone", &args)
                }
                (None, _) => self.say("question-resign.any", &args! { "game" => name }),
            },
            Question::Draw => self.say("question-draw", &args! { "game" => name }),
            Question::AcceptDraw => {
                let args = args! { "game" => name, "opponent" => opponent.unwrap_or_default() };
                self.say("question-accept-draw", &args)
            }
            Question::AskToAbort | Question::Abort | Question::AgreeToAbort => {
                let whose = match (side, &opponent) {
                    (Some(_), Some(opponent)) => {
                        let args = args! { "game" => name, "opponent" => opponent.as_str() };
                        self.say("question-whose.against", &args)
                    }
                    (Some(_), None) => self.say("question-whose", &args! { "game" => name }),
                    // The reader manages the channel and is no player.
                    (None, _) => {
                        let args = args! { "game" => name, "players" => self.both(game, naming) };
                        self.say("question-whose.of", &args)
                    }
                };
                let args = args! { "whose" => whose, "opponent" => opponent.unwrap_or_default() };
                self.say(
                    match confirm.question {
                        Question::AskToAbort => "question-abort.ask",
                        Question::AgreeToAbort => "question-abort.agree",
                        _ => "question-abort",
                    },
                    &args,
                )
            }
        }
    }

    /// Lists a piece's moves and its restrictions.
    pub fn told_moves(&self, view: &MovesView) -> String {
        let ways = if view.held_fast { None } else { self.told_ways(&view.board) };
        let holds = view.holds.iter().map(|hold| self.hold(view.piece, view.square, *hold));
        let sentences: Vec<String> = ways.into_iter().chain(holds).collect();
        cut(&sentences.join("\n- "), MOVES_MAX)
    }
}

listed! {
    /// The result of a private confirmation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Receipt {
        Played,
        Drawn,
        Resigned,
        Aborted,
        /// The opponent was asked to abort.
        Asked,
        /// The offer was withdrawn.
        Withdrawn,
        /// The time ran out before it was answered.
        TimeUp,
        /// Nothing was done.
        Nothing,
    }
}

impl Words {
    /// The text of a private confirmation after it was answered.
    pub fn receipt(&self, receipt: Receipt) -> String {
        self.plain(match receipt {
            Receipt::Played => "receipt-played",
            Receipt::Drawn => "receipt-drawn",
            Receipt::Resigned => "receipt-resigned",
            Receipt::Aborted => "receipt-aborted",
            Receipt::Asked => "receipt-asked",
            Receipt::Withdrawn => "receipt-withdrawn",
            Receipt::TimeUp => "receipt-time-up",
            Receipt::Nothing => "receipt-nothing",
        })
    }

    /// Names the channel of a game that has started.
    pub fn played_elsewhere(&self, channel: ChannelId, naming: Naming<'_>) -> String {
        self.say("played-elsewhere", &args! { "place" => naming(Mentioned::Channel(channel)) })
    }

    /// The text of a board shown from the other side.
    pub fn flipped(&self, side: Color) -> String {
        self.say("board-flipped", &args! { "side" => side })
    }

    /// The response to an unknown button.
    pub fn foreign_button(&self) -> String {
        self.plain("button-foreign")
    }

    /// Says that no thread could be opened for an accepted game.
    pub fn no_thread_for_game(&self) -> String {
        self.plain("no-thread-for-game")
    }

    /// The response to an interaction that was carried out before a restart.
    pub fn restarted(&self) -> String {
        self.plain("after-restart")
    }

    /// The text of a board shown outside the channel of its game.
    pub fn shown_elsewhere(&self, told: &str, channel: ChannelId, naming: Naming<'_>) -> String {
        self.say("shown-elsewhere", &args! { "told" => told, "place" => naming(Mentioned::Channel(channel)) })
    }
}
