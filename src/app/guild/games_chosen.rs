//! The games that a server offers, as chosen in its menus.

use crate::games;
use crate::rules::Variant;

/// Games per menu: the most lines a menu can have.
pub const GAMES_IN_A_MENU: usize = 25;

/// The games enabled in one menu. Those in other menus stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesChosen {
    /// The menu's number, from 0.
    pub menu: usize,
    pub games: Vec<Variant>,
}

impl GamesChosen {
    /// The slugs to store for a server, empty if all games are offered. `before`: the slugs stored so far.
    /// `None`: no game would be left.
    pub(in crate::app) fn kept(
        &self,
        all: &[Variant],
        before: &[String],
        in_a_menu: usize,
    ) -> Option<Vec<String>> {
        let is_stored = |game: &Variant| before.iter().any(|slug| slug == game.slug());
        // If no stored slug is a known game any more, all games are offered.
        let all_were_offered = !all.iter().any(is_stored);
        let was_offered = |game: &Variant| all_were_offered || is_stored(game);
        let elsewhere = all.iter().enumerate().filter(|(at, _)| at / in_a_menu != self.menu);
        let others = elsewhere.map(|(_, game)| *game).filter(|game| !self.games.contains(game));
        let kept = self.games.iter().copied().chain(others.filter(was_offered));
        let kept: Vec<String> = kept.map(|game| game.slug().to_owned()).collect();
        // A server that offers all games also gets future ones.
        let is_all = kept.len() == all.len();
        (!kept.is_empty()).then(|| if is_all { Vec::new() } else { kept })
    }

    /// True if a server offering these games (empty: all) would be left without one.
    pub fn leaves_none(&self, offered: &[Variant]) -> bool {
        let all: Vec<Variant> = games::all().collect();
        let before: Vec<String> = offered.iter().map(|game| game.slug().to_owned()).collect();
        self.kept(&all, &before, GAMES_IN_A_MENU).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that differ only in their slugs.
    fn made_up(count: usize) -> Vec<Variant> {
        let spec = games::all().next().expect("a game").spec();
        let game = |number: usize| {
            let mut spec = spec.clone();
            spec.slug = format!("game-{number}");
            Variant::new(Box::leak(Box::new(spec)))
        };
        (1..=count).map(game).collect()
    }

    fn slugs(games: &[Variant]) -> Vec<String> {
        games.iter().map(|game| game.slug().to_owned()).collect()
    }

    #[test]
    fn the_26th_game_is_switched_off_and_on_again() {
        let all = made_up(26);
        let kept = |menu, games: &[Variant], before: &[Variant]| {
            GamesChosen { menu, games: games.to_vec() }.kept(&all, &slugs(before), GAMES_IN_A_MENU)
        };
        assert_eq!(kept(1, &[], &[]), Some(slugs(&all[..25])), "off");
        assert_eq!(kept(1, &all[25..], &all[..25]), Some(Vec::new()), "on again: it is all of them");
        assert_eq!(
            kept(1, &all[25..], &all[3..5]),
            Some(slugs(&[all[25], all[3], all[4]])),
            "in a narrow list"
        );
        assert_eq!(kept(1, &[], &all[25..]), None, "one game at least");
    }

    #[test]
    fn what_other_menus_show_stays_as_it_was() {
        let all = made_up(51);
        let kept = |menu, games: &[Variant], before: &[Variant]| {
            GamesChosen { menu, games: games.to_vec() }.kept(&all, &slugs(before), GAMES_IN_A_MENU)
        };
        assert_eq!(kept(0, &all[..25], &[]), Some(Vec::new()), "all");
        assert_eq!(
            kept(0, &[all[2], all[0]], &all[20..30]),
            Some(slugs(&[&[all[2], all[0]], &all[25..30]].concat()))
        );
        assert_eq!(
            kept(0, &all[..1], &[]).map(|kept| kept.len()),
            Some(27),
            "the others were offered as all were"
        );
        assert_eq!(kept(0, &[], &all[50..]), Some(slugs(&all[50..])));
        assert_eq!(kept(1, &[], &all[24..27]), Some(slugs(&all[24..25])));
        // A menu made by an earlier release may contain other games.
        assert_eq!(kept(0, &all[25..26], &all[24..27]), Some(slugs(&all[25..27])));
    }
}
