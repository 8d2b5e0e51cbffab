//! A ladder: an ordered list in which players challenge those a little above them. The rules are the bot's
//! own; clubs have many variants.
//!
//! - A challenge goes at most three places up.
//! - A challenger who wins takes the opponent's place, and all players in between move down by one. Otherwise
//!   nothing changes.
//! - Two challenges that were declined, or not answered or not played in time, cost one place.
//! - New players start at the bottom. When a player leaves, those below move up.

/// The reach of a challenge in places.
pub const REACH: usize = 3;

/// The number of refusals that cost a place.
pub const REFUSALS_FOR_A_PLACE: u8 = 2;

/// Players in order, the best first, without duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder<P>(Vec<P>);

/// Challenges that a player declined or let expire since last losing a place for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusals(pub u8);

/// The winner of a challenge game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeResult {
    /// The challenger.
    Challenger,
    /// The challenged player.
    Challenged,
    /// A draw.
    Neither,
}

/// Why an operation on a ladder is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LadderError {
    /// A player is not on it.
    Stranger,
    /// A player is on it already.
    AlreadyThere,
    /// The opponent is not above.
    NotAbove,
    /// The opponent is more than three places above.
    TooFarAbove,
}

impl<P: PartialEq + Clone> Ladder<P> {
    /// Creates a ladder of players in order, the best first.
    ///
    /// # Errors
    ///
    /// [`LadderError::AlreadyThere`] if a player is in the list twice.
    pub fn new(people: Vec<P>) -> Result<Self, LadderError> {
        let is_twice = |(index, person): (usize, &P)| people[..index].contains(person);
        if people.iter().enumerate().any(is_twice) {
            return Err(LadderError::AlreadyThere);
        }
        Ok(Self(people))
    }

    /// Returns all players, the best first.
    #[must_use]
    pub fn people(&self) -> &[P] {
        &self.0
    }

    fn index(&self, person: &P) -> Result<usize, LadderError> {
        self.0.iter().position(|one| one == person).ok_or(LadderError::Stranger)
    }

    /// Returns the players that a challenger may challenge, the best first; empty for the first of the
    /// ladder.
    ///
    /// # Errors
    ///
    /// [`LadderError::Stranger`] if the challenger is not on the ladder.
    pub fn within_reach(&self, challenger: &P) -> Result<&[P], LadderError> {
        let index = self.index(challenger)?;
        Ok(&self.0[index.saturating_sub(REACH)..index])
    }

    /// Checks that a player may challenge the holder of a place.
    ///
    /// # Errors
    ///
    /// The reason for a refusal as [`LadderError`].
    pub fn may_challenge(&self, challenger: &P, holder: &P) -> Result<(), LadderError> {
        let (from, to) = (self.index(challenger)?, self.index(holder)?);
        if to >= from {
            Err(LadderError::NotAbove)
        } else if from - to > REACH {
            Err(LadderError::TooFarAbove)
        } else {
            Ok(())
        }
    }

    /// Returns the ladder after a challenge game.
    ///
    /// Their current distance does not matter: a valid challenge is played for the opponent's place at the
    /// end of the game. If the challenger is above by then, nothing changes.
    ///
    /// # Errors
    ///
    /// [`LadderError::Stranger`] if one of them is no longer on the ladder.
    pub fn after_game(
        &self,
        challenger: &P,
        holder: &P,
        result: ChallengeResult,
    ) -> Result<Self, LadderError> {
        let (from, to) = (self.index(challenger)?, self.index(holder)?);
        let mut people = self.0.clone();
        if result == ChallengeResult::Challenger && to < from {
            people[to..=from].rotate_right(1);
        }
        Ok(Self(people))
    }

    /// Returns the ladder after a player declined a challenge or let it expire, and their number of refusals.
    ///
    /// The second refusal costs a place and resets the count, also for the last player, who has no place to
    /// lose.
    ///
    /// # Errors
    ///
    /// [`LadderError::Stranger`] if the player is not on the ladder.
    pub fn after_refusal(&self, person: &P, before: Refusals) -> Result<(Self, Refusals), LadderError> {
        let index = self.index(person)?;
        let refusals = before.0.saturating_add(1);
        let mut people = self.0.clone();
        if refusals < REFUSALS_FOR_A_PLACE {
            return Ok((Self(people), Refusals(refusals)));
        }
        if index + 1 < people.len() {
            people.swap(index, index + 1);
        }
        Ok((Self(people), Refusals::default()))
    }

    /// Returns the ladder with a new player at the bottom.
    ///
    /// # Errors
    ///
    /// [`LadderError::AlreadyThere`] if the player is on it.
    pub fn with(&self, newcomer: P) -> Result<Self, LadderError> {
        if self.0.contains(&newcomer) {
            return Err(LadderError::AlreadyThere);
        }
        let mut people = self.0.clone();
        people.push(newcomer);
        Ok(Self(people))
    }

    /// Returns the ladder without a player.
    ///
    /// # Errors
    ///
    /// [`LadderError::Stranger`] if the player is not on it.
    pub fn without(&self, leaver: &P) -> Result<Self, LadderError> {
        let mut people = self.0.clone();
        people.remove(self.index(leaver)?);
        Ok(Self(people))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(people: &str) -> Ladder<char> {
        Ladder::new(people.chars().collect()).unwrap()
    }

    fn told(ladder: &Ladder<char>) -> String {
        ladder.people().iter().collect()
    }

    #[test]
    fn a_challenge_goes_at_most_three_places_up() {
        let ladder = ladder("abcdef");
        assert_eq!(ladder.within_reach(&'f'), Ok(&['c', 'd', 'e'][..]));
        assert_eq!(ladder.within_reach(&'b'), Ok(&['a'][..]));
        assert_eq!(ladder.within_reach(&'a'), Ok(&[][..]));
        assert_eq!(ladder.may_challenge(&'f', &'c'), Ok(()));
        assert_eq!(ladder.may_challenge(&'f', &'b'), Err(LadderError::TooFarAbove));
        assert_eq!(ladder.may_challenge(&'b', &'c'), Err(LadderError::NotAbove));
        assert_eq!(ladder.may_challenge(&'b', &'b'), Err(LadderError::NotAbove));
        assert_eq!(ladder.may_challenge(&'b', &'x'), Err(LadderError::Stranger));
    }

    #[test]
    fn the_winner_takes_the_place_and_those_between_move_down() {
        let after = ladder("abcdef").after_game(&'e', &'b', ChallengeResult::Challenger).unwrap();
        assert_eq!(told(&after), "aebcdf");
    }

    #[test]
    fn a_challenge_that_is_not_won_changes_nothing() {
        for result in [ChallengeResult::Challenged, ChallengeResult::Neither] {
            assert_eq!(told(&ladder("abc").after_game(&'c', &'a', result).unwrap()), "abc");
        }
    }

    #[test]
    fn whoever_is_above_by_the_end_of_a_game_does_not_fall_by_winning_it() {
        let after = ladder("abc").after_game(&'a', &'c', ChallengeResult::Challenger).unwrap();
        assert_eq!(told(&after), "abc");
    }

    #[test]
    fn the_second_refusal_costs_a_place_and_the_count_begins_anew() {
        let (once, refusals) = ladder("abc").after_refusal(&'a', Refusals::default()).unwrap();
        assert_eq!((told(&once), refusals), ("abc".to_owned(), Refusals(1)));
        let (twice, refusals) = once.after_refusal(&'a', refusals).unwrap();
        assert_eq!((told(&twice), refusals), ("bac".to_owned(), Refusals(0)));
        let (last, refusals) = ladder("abc").after_refusal(&'c', Refusals(1)).unwrap();
        assert_eq!((told(&last), refusals), ("abc".to_owned(), Refusals(0)));
    }

    #[test]
    fn newcomers_begin_at_the_bottom_and_leavers_make_room() {
        let ladder = ladder("abc");
        assert_eq!(told(&ladder.with('d').unwrap()), "abcd");
        assert_eq!(ladder.with('a'), Err(LadderError::AlreadyThere));
        assert_eq!(told(&ladder.without(&'b').unwrap()), "ac");
        assert_eq!(ladder.without(&'x'), Err(LadderError::Stranger));
        assert_eq!(Ladder::new(vec!['a', 'a']), Err(LadderError::AlreadyThere));
    }
}
