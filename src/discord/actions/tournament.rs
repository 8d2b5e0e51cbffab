//! Actions of the buttons below a tournament's message, and the form that creates one.
//!
//! Carried out in `features/tournament.rs`.

use crate::app::{TournamentDraft, VARIANTS_MAX};
use crate::discord::actions::{Payload, actions};
use crate::game::{Pace, TournamentId, TournamentKind};
use crate::games;

actions! {
    /// An action on a tournament.
    TournamentAction {
        /// Opens the form to create one, prefilled with this draft.
        "tournament-form" => Form(TournamentDraft): Reads Form,
        /// Joins it.
        "tournament-join" => Join(TournamentId): ForOne,
        /// Leaves it before it begins.
        "tournament-leave" => Leave(TournamentId): ForOne,
        /// Starts it before it is full.
        "tournament-begin" => Begin(TournamentId): ForOne,
        /// Shows the person's games in it.
        "tournament-games" => Games(TournamentId): Reads ForOne,
        /// Asks for confirmation before leaving it while it runs.
        "tournament-withdraw" => Withdraw(TournamentId): Reads ForOne,
        /// Leaves it while it runs, after confirmation.
        "tournament-withdraw-yes" => WithdrawSurely(TournamentId): ForOne,
        /// Stays in it, instead of the confirmation.
        "tournament-stay" => Stay(TournamentId): Reads ForOne,
        /// Lets it go on, instead of the confirmation.
        "tournament-go-on" => GoOn(TournamentId): Reads ForOne,
        /// Ends it with the current standings, or cancels it, after confirmation.
        "tournament-cancel-yes" => CancelSurely(TournamentId): ForOne,
    }
}

/// Abbreviations of the kinds in an id, which has little room.
const KINDS: [(TournamentKind, &str); 3] =
    [(TournamentKind::RoundRobin, "r"), (TournamentKind::KnockOut, "k"), (TournamentKind::Swiss, "s")];

/// Example payload: `k.3d.r.:4..7:chess.squirrel`.
///
/// The first part holds the kind, the pace, `r` for rated and `t` for twice. The second holds the fewest
/// players, the most players and the days; the third the variants. Missing values are empty.
impl Payload for TournamentDraft {
    fn write(&self) -> String {
        let kind = KINDS.into_iter().find(|(kind, _)| Some(*kind) == self.kind).map_or("", |(_, word)| word);
        let pace = self.pace.map_or("", Pace::slug);
        let flag = |on: bool, word| if on { word } else { "" };
        let (rated, twice) = (flag(self.rated, "r"), flag(self.twice, "t"));
        let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        let [least, most, days] = [self.least, self.most, self.in_days].map(number);
        let variants: Vec<&str> = self.variants.iter().flatten().map(|variant| variant.slug()).collect();
        format!("{kind}.{pace}.{rated}.{twice}:{least}.{most}.{days}:{}", variants.join("."))
    }

    fn parse(text: &str) -> Option<Self> {
        let [manner, numbers, slugs] = parts(text, ':')?;
        let [kind, pace, rated, twice] = parts(manner, '.')?;
        let mut said = [None; 3];
        for (number, text) in said.iter_mut().zip(parts::<3>(numbers, '.')?) {
            if !text.is_empty() {
                *number = Some(text.parse().ok()?);
            }
        }
        let [least, most, in_days] = said;
        let mut variants = [None; VARIANTS_MAX];
        if !slugs.is_empty() {
            let mut free = variants.iter_mut();
            for slug in slugs.split('.') {
                *free.next()? = Some(games::from_slug(slug)?);
            }
        }
        let kind = match kind {
            "" => None,
            _ => Some(KINDS.into_iter().find(|(_, word)| *word == kind)?.0),
        };
        let pace = if pace.is_empty() { None } else { Some(Pace::from_slug(pace)?) };
        let (rated, twice) = (rated == "r", twice == "t");
        Some(Self { kind, variants, pace, rated, twice, least, most, in_days })
    }
}

/// The parts of a text that has exactly `N`.
fn parts<const N: usize>(text: &str, between: char) -> Option<[&str; N]> {
    text.split(between).collect::<Vec<_>>().try_into().ok()
}
