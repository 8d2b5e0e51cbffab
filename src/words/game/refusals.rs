//! Refusals of actions in a game.

use crate::app::{
    Elsewhere, FaultKind, FeatureRefusal, Limit, NOTES_MAX, NotTried, Rejection, Surplus, Unfair,
};
use crate::game::{Ending, Game, OfferKind, Refusal, UserId};
use crate::render::cut;
use crate::rules::Color;
use crate::words::args;
use crate::words::{Beside, Joined, Mentioned, Naming, SOME, Words};

/// The maximum length of a list of defects in characters, so that it fits a message.
const DEFECTS_MAX: usize = 1_900;

impl Words {
    /// Returns why a feature refused an action.
    fn refused_by_feature(&self, why: &dyn FeatureRefusal) -> String {
        let mut args = args! {};
        for (name, number) in why.numbers() {
            args.set(name, number);
        }
        self.say(why.message(), &args)
    }

    /// Why an action was refused.
    pub fn refused(&self, refused: &Rejection, naming: Naming<'_>) -> String {
        let person = |user| naming(Mentioned::Person(user));
        match refused {
            Rejection::InGame(refused) => match refused.refusal {
                Refusal::Over(ending) => self.is_over("refusal-over", ending, refused.reader),
                _ => self.refusal(&refused.game, &refused.refusal, naming),
            },
            Rejection::TypeMore => self.plain("refused-type-more"),
            Rejection::NoSquare => self.plain("refused-no-square"),
            Rejection::NotOnBoard(square) => self.say("refused-not-on-board", &args! { "square" => *square }),
            Rejection::EmptySquare(square) => {
                self.say("refused-empty-square", &args! { "square" => *square })
            }
            Rejection::NoSuchMove(Some(last)) => self.say("refused-no-such-move", &args! { "last" => *last }),
            Rejection::NoSuchMove(None) => self.plain("refused-no-move-yet"),
            Rejection::NoHint(why) => self.no_hint(*why),
            Rejection::NotAnalysed(why) => self.not_analysed(*why),
            Rejection::Unfair(why) => self.unfair(*why),
            Rejection::NotTried(why) => self.not_tried(why),
            Rejection::Feature(why) => self.refused_by_feature(&**why),
            Rejection::OwnGame(why) => self.no_own_game(why, naming),
            Rejection::SwitchedOff(feature) => self.switched_off(*feature),
            Rejection::NoNote => self.plain("refused-no-note"),
            Rejection::TooManyNotes => self.say("refused-too-many-notes", &args! { "most" => NOTES_MAX }),
            Rejection::RatedTakeback => self.plain("refused-rated-takeback"),
            Rejection::NoGameHere(Elsewhere::Nowhere) => self.plain("refused-no-game"),
            Rejection::NoGameHere(Elsewhere::Here(place)) => {
                let place = naming(Mentioned::Place(*place));
                self.say("refused-game-elsewhere", &args! { "place" => place })
            }
            Rejection::NoGameHere(Elsewhere::Several) => self.plain("refused-games-elsewhere"),
            Rejection::NotStored => self.plain("refused-not-stored"),
            Rejection::SetAside => self.set_aside(),
            Rejection::Bot => self.plain("refused-bot"),
            Rejection::NobodyElseHere => self.plain("refused-nobody-else-here"),
            Rejection::BadPosition(error) => cut(&self.fen_refused(error), DEFECTS_MAX),
            Rejection::PositionOver(how) => self.fen_over(*how),
            Rejection::PositionOutdated => self.plain("refused-position-outdated"),
            Rejection::Occupied => self.plain("refused-occupied"),
            Rejection::OccupiedAlone => self.plain("refused-occupied-alone"),
            Rejection::OccupiedAndNoThread => self.plain("refused-occupied-and-no-thread"),
            Rejection::BegunByMenu(game, place) => {
                let mut args = args! { "game" => *game };
                let Some(place) = place else { return self.say("refused-begun-by-menu", &args) };
                args.set("place", naming(Mentioned::Place(*place)));
                self.say("refused-begun-by-menu.elsewhere", &args)
            }
            Rejection::MayNotThread => self.plain("refused-may-not-thread"),
            Rejection::NoThreadHere => self.plain("refused-no-thread-here"),
            Rejection::ChallengeGone => self.plain("refused-challenge-gone"),
            Rejection::NoPlaceToPlay => self.plain("page-no-place-to-play"),
            Rejection::OwnChallenge => self.plain("refused-own-challenge"),
            Rejection::ForAnother(Some(opponent)) => {
                self.say("refused-for-another", &args! { "opponent" => person(*opponent) })
            }
            Rejection::ForAnother(None) => self.plain("refused-for-anybody"),
            Rejection::NotYours(challenger) => {
                self.say("refused-not-yours", &args! { "challenger" => person(*challenger) })
            }
            Rejection::TooMany(surplus) => self.too_many(surplus, naming),
            Rejection::GoesOn => self.plain("refused-goes-on"),
            Rejection::RematchAsked => self.plain("refused-rematch-asked"),
            Rejection::Rematched(None) => self.plain("refused-rematched"),
            Rejection::Rematched(Some(place)) => {
                let place = naming(Mentioned::Place(*place));
                self.say("refused-rematched.elsewhere", &args! { "place" => place })
            }
            Rejection::FormerOpponent => self.plain("refused-former-opponent"),
            Rejection::Blocked(other) => self.say("refused-blocked", &args! { "person" => person(*other) }),
            Rejection::CannotBeChallenged(other) => {
                self.say("refused-cannot-be-challenged", &args! { "person" => person(*other) })
            }
            Rejection::CannotAccept => self.plain("refused-cannot-accept"),
            Rejection::PlayedElsewhere(channels) => {
                let named: Vec<String> =
                    channels.iter().map(|one| naming(Mentioned::Channel(*one))).collect();
                self.say("refused-played-elsewhere", &args! { "channels" => self.list(Joined::Or, &named) })
            }
            Rejection::NotOffered(game, offered) => {
                let names: Vec<String> = offered.iter().take(SOME).map(|one| self.game(*one)).collect();
                let more = offered.len() - names.len();
                let joined = if more == 0 { Joined::Or } else { Joined::More };
                let args = args! { "game" => *game, "offered" => self.list(joined, &names), "more" => more };
                self.say(if more == 0 { "refused-not-offered" } else { "refused-not-offered.many" }, &args)
            }
            Rejection::BlockOneself => self.plain("refused-block-oneself"),
            Rejection::BlockBot => self.plain("refused-block-bot"),
            Rejection::NoNudge(why) => self.no_nudge(*why, naming),
            Rejection::OnVacation(until) => {
                self.say("refused-on-vacation", &args! { "until" => naming(Mentioned::Moment(*until)) })
            }
            Rejection::NoVacation(left) => self.say("refused-no-vacation", &args! { "left" => *left }),
            Rejection::VacationOver => self.plain("refused-vacation-over"),
            Rejection::OwnTurn => self.plain("refused-own-turn"),
            Rejection::PremoveAlone => self.plain("refused-premove-alone"),
            Rejection::PremoveEngine => self.plain("refused-premove-engine"),
            Rejection::NotPrepared(game, why) => self.not_prepared(*game, why),
        }
    }

    /// Why moves cannot be tried.
    fn not_tried(&self, why: &NotTried) -> String {
        match why {
            NotTried::GoesOn => self.plain("refused-try"),
            NotTried::NotDone => self.plain("refused-try.not-done"),
            NotTried::Over => self.plain("refused-try.over"),
            NotTried::TooMany(most) => self.say("refused-try.too-many", &args! { "most" => *most }),
            NotTried::Move(position, error) => self.read_error(position, error),
        }
    }

    /// Why the engine does not evaluate a position.
    fn unfair(&self, why: Unfair) -> String {
        match why {
            Unfair::Stands => self.plain("refused-unfair"),
            Unfair::GameHas => self.plain("refused-unfair.game"),
            Unfair::Begins => self.plain("refused-unfair.begins"),
            Unfair::Plays(game) => self.say("refused-unfair.plays", &args! { "game" => game }),
        }
    }

    /// Notifies the players that a game is set aside.
    pub fn set_aside(&self) -> String {
        self.plain("refused-set-aside")
    }

    /// The limit that is reached, and when it allows more.
    fn too_many(&self, surplus: &Surplus, naming: Naming<'_>) -> String {
        let person = |user| naming(Mentioned::Person(user));
        let moment = |at| naming(Mentioned::Moment(at));
        let clock = |at| naming(Mentioned::Clock(at));
        match (surplus.limit, surplus.opponent) {
            (Limit::Pause(until), Some(opponent)) => {
                let args = args! { "opponent" => person(opponent), "until" => clock(until) };
                self.say("too-many-pause", &args)
            }
            (Limit::Pause(until), None) => {
                self.say("too-many-pause.open", &args! { "until" => clock(until) })
            }
            (Limit::ToOne(count, lapse), Some(opponent)) => {
                let args =
                    args! { "count" => count, "opponent" => person(opponent), "lapse" => moment(lapse) };
                self.say("too-many-to-one", &args)
            }
            (Limit::ToOne(count, lapse), None) => {
                self.say("too-many-open", &args! { "count" => count, "lapse" => moment(lapse) })
            }
            (Limit::InChannel(count, lapse), _) => {
                self.say("too-many-in-channel", &args! { "count" => count, "lapse" => moment(lapse) })
            }
            (Limit::LiveGames(full, count), _) if full == surplus.who => {
                self.say("too-many-games", &args! { "count" => count })
            }
            (Limit::LiveGames(full, count), _) => {
                self.say("too-many-games.of-another", &args! { "count" => count, "player" => person(full) })
            }
            (Limit::Blocks(count), _) => self.say("too-many-blocks", &args! { "count" => count }),
        }
    }

    /// The message for a fault on our side.
    pub fn fault(&self, kind: FaultKind) -> String {
        self.plain(match kind {
            FaultKind::TryAgain => "trouble-try-again",
            FaultKind::Busy => "trouble-busy",
            FaultKind::DiskFull => "trouble-disk-full",
            FaultKind::DiskFails => "trouble-disk-fails",
            FaultKind::Unreachable => "trouble-unreachable",
            FaultKind::Away => "trouble-away",
            FaultKind::Damaged => "trouble-damaged",
            FaultKind::Lost => "trouble-lost",
        })
    }

    /// Why a text typed into a form was not played. A form has no list to pick from.
    pub fn refused_in_form(&self, refused: &Rejection) -> Option<String> {
        self.refused_beside(refused, Beside::Nothing)
    }

    /// Why a typed or tapped move was not played, whatever is beside it.
    pub fn refused_beside(&self, refused: &Rejection, beside: Beside) -> Option<String> {
        let Rejection::InGame(refused) = refused else { return None };
        let Refusal::Move(error) = &refused.refusal else { return None };
        Some(self.read_error_at(refused.game.line.position(), error, beside))
    }

    /// The refusal on a page, if the sentence of the chat refers to something that a page does not have.
    pub fn refused_on_page(&self, refused: &Rejection) -> Option<String> {
        let Rejection::InGame(refused) = refused else { return None };
        match &refused.refusal {
            Refusal::Over(ending) => Some(self.is_over("refusal-over.page", *ending, refused.reader)),
            Refusal::NothingAsked(ask) => Some(self.plain(match ask {
                OfferKind::Draw => "refusal-nothing-asked-draw.page",
                OfferKind::Takeback => "refusal-nothing-asked-takeback.page",
                OfferKind::Abort => "refusal-nothing-asked-abort.page",
            })),
            Refusal::AskedAlready(ask) => Some(self.plain(match ask {
                OfferKind::Draw => "refusal-asked-draw.page",
                OfferKind::Takeback => "refusal-asked-takeback.page",
                OfferKind::Abort => "refusal-asked-abort.page",
            })),
            _ => None,
        }
    }

    /// Why an action in a game is refused.
    pub fn refusal(&self, game: &Game, refusal: &Refusal, naming: Naming<'_>) -> String {
        match refusal {
            Refusal::Over(ending) => self.is_over("refusal-over", *ending, None),
            Refusal::NotYourTurn => {
                self.say("refusal-not-your-turn", &args! { "side" => self.side(game, game.turn(), naming) })
            }
            Refusal::NotAPlayer => self.only(game, naming),
            Refusal::Move(error) => self.read_error(game.line.position(), error),
            Refusal::Stale => self.say(
                "refusal-stale",
                &args! { "number" => game.line.position().fullmove(), "turn" => game.turn() },
            ),
            Refusal::Played => self.say(
                "refusal-played",
                &args! { "number" => game.line.position().fullmove(), "turn" => game.turn() },
            ),
            Refusal::AskedAlready(ask) => self.plain(match ask {
                OfferKind::Draw => "refusal-asked-draw",
                OfferKind::Takeback => "refusal-asked-takeback",
                OfferKind::Abort => "refusal-asked-abort",
            }),
            Refusal::TooSoon(ask) => self.plain(match ask {
                OfferKind::Draw => "refusal-too-soon-draw",
                OfferKind::Takeback => "refusal-too-soon-takeback",
                OfferKind::Abort => "refusal-too-soon-abort",
            }),
            Refusal::DrawDeclined { after } => {
                self.say("refusal-draw-declined", &args! { "number" => *after })
            }
            Refusal::NothingAsked(ask) => self.plain(match ask {
                OfferKind::Draw => "refusal-nothing-asked-draw",
                OfferKind::Takeback => "refusal-nothing-asked-takeback",
                OfferKind::Abort => "refusal-nothing-asked-abort",
            }),
            Refusal::NothingToTakeBack => self.plain("refusal-nothing-to-take-back"),
            Refusal::EnginePlaysOn => self.plain("refusal-engine-plays-on"),
            Refusal::OwnAsk(ask) => self.plain(match ask {
                OfferKind::Draw => "refusal-own-draw",
                OfferKind::Takeback => "refusal-own-takeback",
                OfferKind::Abort => "refusal-own-abort",
            }),
            Refusal::TheirAsk(_) => self.plain("refusal-their-ask"),
        }
    }

    /// Says that a game is over, to a reader who may have played this side.
    fn is_over(&self, key: &str, ending: Ending, reader: Option<Color>) -> String {
        let how = match (ending.winner(), reader) {
            (Some(winner), Some(side)) if winner == side => self.plain("ended-won.you"),
            (Some(_), Some(_)) => self.plain("ended-won.you-lost"),
            _ => self.ended(ending),
        };
        self.say(key, &args! { "how" => how })
    }

    /// Names the only people who may play in a game.
    fn only(&self, game: &Game, naming: Naming<'_>) -> String {
        let person = |user| naming(Mentioned::Person(user));
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
    pub(in crate::words) fn side(&self, game: &Game, side: Color, naming: Naming<'_>) -> String {
        self.side_with(side, game.players[side], naming)
    }

    /// A side with its player, without the game.
    pub(in crate::words) fn side_with(
        &self,
        side: Color,
        player: Option<UserId>,
        naming: Naming<'_>,
    ) -> String {
        match player {
            Some(user) => self
                .say("side-played", &args! { "side" => side, "player" => naming(Mentioned::Person(user)) }),
            None => self.say("side-former-player", &args! { "side" => side }),
        }
    }
}
