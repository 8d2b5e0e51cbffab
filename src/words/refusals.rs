//! Why an action in a game is refused.

use super::{Words, args};
use crate::game::{Ask, Game, Refusal, UserId};
use crate::rules::Color;

/// Writes a person, as the chat does it.
pub type Naming<'a> = &'a dyn Fn(UserId) -> String;

impl Words {
    /// Why an action in a game is refused.
    pub fn refusal(&self, game: &Game, refusal: &Refusal, person: Naming<'_>) -> String {
        match refusal {
            Refusal::Over(ending) => self.say("refusal-over", &args! { "how" => self.ended(*ending) }),
            Refusal::NotYourTurn => {
                self.say("refusal-not-your-turn", &args! { "side" => self.side(game, game.turn(), person) })
            }
            Refusal::NotAPlayer => self.only(game, person),
            Refusal::Move(error) => self.read_error(game.line.position(), error),
            Refusal::Stale => {
                self.say("refusal-stale", &args! { "number" => game.line.position().fullmove() })
            }
            Refusal::AskedAlready(Ask::Draw) => self.plain("refusal-asked-draw"),
            Refusal::AskedAlready(Ask::Abort) => self.plain("refusal-asked-abort"),
            Refusal::TooSoon(Ask::Draw) => self.plain("refusal-too-soon-draw"),
            Refusal::TooSoon(Ask::Abort) => self.plain("refusal-too-soon-abort"),
            Refusal::NothingAsked(Ask::Draw) => self.plain("refusal-nothing-asked-draw"),
            Refusal::NothingAsked(Ask::Abort) => self.plain("refusal-nothing-asked-abort"),
            Refusal::OwnAsk(Ask::Draw) => self.plain("refusal-own-draw"),
            Refusal::OwnAsk(Ask::Abort) => self.plain("refusal-own-abort"),
        }
    }

    /// Whose game it is.
    fn only(&self, game: &Game, person: Naming<'_>) -> String {
        match (game.players.white, game.players.black) {
            (Some(white), Some(black)) if white != black => {
                self.say("refusal-two-play", &args! { "white" => person(white), "black" => person(black) })
            }
            (Some(one), _) | (_, Some(one)) => {
                self.say("refusal-one-plays", &args! { "player" => person(one) })
            }
            (None, None) => self.plain("refusal-nobody-plays"),
        }
    }

    /// A side with its player: `White (<@1>)`.
    fn side(&self, game: &Game, side: Color, person: Naming<'_>) -> String {
        match game.players[side] {
            Some(user) => self.say("side-played", &args! { "side" => side, "player" => person(user) }),
            None => self.say("side-former-player", &args! { "side" => side }),
        }
    }
}
