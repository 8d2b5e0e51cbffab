//! Rated games: when and how they count, and what is shown of it.

use super::{
    BLUE, GREEN, NOON, RED, Told as _, asking, by, challenge, open_at, refused, with_app, without_pauses,
};
use crate::databases::{DbProbe, with_database};
use rookery::app::{
    Accepted, App, Caller, ChallengeWish, Challenged, Level, Opponent, RejectionKind, Target,
};
use rookery::game::{GuildId, Millis, Pace, RatedOutcome, Rating, RatingPeriod, UserId};
use rookery::store::{LeaderRow, PreferencesRow};

tests_on_both!(
    a_rated_challenge_says_what_the_game_could_change,
    what_cannot_be_rated_is_refused,
    moves_of_a_rated_game_are_not_taken_back,
    a_rating_changes_when_its_week_is_over,
    of_two_peoples_games_two_count_a_week,
    a_game_without_a_result_changes_nothing,
    a_period_that_was_begun_is_computed_again,
    a_forgotten_players_results_stay_for_the_others,
    the_leaderboard_has_those_who_want_to_be_seen,
    a_page_of_a_leaderboard_is_the_same_from_either_end,
    a_wrong_rating_is_found_and_put_right,
    what_somebody_hides_is_told_to_nobody,
    nobody_calls_a_rated_game_off_alone,
    a_later_game_changes_nothing_of_what_an_earlier_one_tells,
);

/// Length of a week in milliseconds.
pub const WEEK: i64 = RatingPeriod::LENGTH;

/// A user in the hall at this time.
pub fn at(user: UserId, now: Millis) -> Caller {
    Caller { now, ..by(user) }
}

/// A wish for a rated game of chess.
pub fn rated(opponent: Option<UserId>) -> ChallengeWish {
    ChallengeWish { rated: true, pace: Some(Pace::Week), ..asking("chess", opponent) }
}

/// A rated game that the first player wins by the second's resignation after these moves. Returns the final
/// text.
pub async fn won(app: &App, winner: UserId, loser: UserId, moves: &[&str], now: Millis) -> String {
    let id = challenge(app, &at(winner, now), rated(Some(loser))).await;
    let begun = app.accept(&at(loser, now), id, None).await.expect("accepted");
    assert!(matches!(begun, Accepted::Started(_)));
    for (ply, text) in moves.iter().enumerate() {
        let who = if ply % 2 == 0 { winner } else { loser };
        app.play(&at(who, now), text).await.expect("a move");
    }
    app.resign(&at(loser, now), Target::Here).await.expect("resigned").view.text()
}

/// A game with a move of each side.
pub const PLAYED: [&str; 2] = ["e4", "e5"];

fn a_rated_challenge_says_what_the_game_could_change() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let Ok(Challenged::Open(view)) = app.challenge(&by(RED), rated(Some(BLUE)), None).await else {
            panic!("refused")
        };
        assert_eq!(
            view.text(),
            "<@1> challenges <@2> to Chess. <@1> plays White. Seven days for each move. Rated. <@1> 1500?, <@2> 1500?: +162 / 0 / -162. Counted on the Monday after it ends; ? = not settled. Expires <t:1800086401:R>."
        );
        let begun = app.accept(&by(BLUE), view.challenge, None).await.expect("accepted");
        let Accepted::Started(begun) = begun else { panic!("no game") };
        assert!(
            begun.text().ends_with(
                "Rated, and counted on the Monday after it ends. Of your rated games of Chess with each other the first two a week count. Moves are not taken back."
            ),
            "{}",
            begun.text()
        );
        assert_eq!(begun.takeback, None);
        let Ok(Challenged::Open(open)) = app.challenge(&by(GREEN), rated(None), None).await else {
            panic!("refused")
        };
        assert!(
            open.text().contains("Rated. <@3> 1500?. Counted on the Monday after it ends; ? = not settled."),
            "{}",
            open.text()
        );
    });
}

fn what_cannot_be_rated_is_refused() {
    with_app(async |app| {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let cases = [
            (rated(Some(RED)), "A game against oneself is not rated."),
            (
                ChallengeWish { engine: Some(Level::default()), ..rated(None) },
                "Games against me are not rated.",
            ),
            (
                ChallengeWish { hints: true, ..rated(Some(BLUE)) },
                "A rated game has no hints. Leave out `hints`, or `rated`.",
            ),
            (
                ChallengeWish { position: Some(fen.to_owned()), ..rated(Some(BLUE)) },
                "A rated game begins from the usual position. Leave out `position`, or `rated`.",
            ),
            (
                ChallengeWish { pace: None, ..rated(Some(BLUE)) },
                "A rated game needs a clock, so that nobody can just stay away. Choose a `pace`.",
            ),
        ];
        for (wish, sentence) in cases {
            let no = refused(app.challenge(&by(RED), wish, None).await);
            assert_eq!((no.why, no.text.as_str()), (RejectionKind::NotAllowed, sentence));
        }
        let bot = Some(Opponent { user: UserId(77), bot: true });
        let wish = ChallengeWish { opponent: bot, ..rated(None) };
        assert_eq!(refused(app.challenge(&by(RED), wish, None).await).why, RejectionKind::Bot);
    });
}

fn moves_of_a_rated_game_are_not_taken_back() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), rated(Some(BLUE))).await;
        app.accept(&by(BLUE), id, None).await.expect("accepted");
        app.play(&by(RED), "e4").await.expect("a move");
        let no = refused(app.take_back(&by(RED), Target::Here).await);
        assert_eq!(
            (no.why, no.text.as_str()),
            (RejectionKind::NotAllowed, "Moves of a rated game are not taken back.")
        );
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn a_rating_changes_when_its_week_is_over() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        assert_eq!(app.standing_of(RED, "chess", NOON).await.expect("a read"), None);
        let told = won(&app, RED, BLUE, &PLAYED, NOON).await;
        assert!(
            told.ends_with("<@1> 1500? -> 1662?, <@2> 1500? -> 1338?, as of now. Counted on Monday."),
            "{told}"
        );
        let red = app.standing_of(RED, "chess", NOON).await.expect("a read").expect("rated");
        assert_eq!(red.kept, Rating::NEW);
        assert_eq!(red.now, Rating::NEW.after(&[(Rating::NEW, RatedOutcome::Win)]));
        // First the week is still running, then its grace period is.
        let period = RatingPeriod::of(NOON);
        let end = period.next().begins();
        assert!(!app.close_rating_period(Millis(end.0 + 60_000)).await.expect("not yet"));
        assert!(app.close_rating_period(Millis(end.0 + 11 * 60_000)).await.expect("closed"));
        assert!(!app.close_rating_period(Millis(end.0 + 11 * 60_000)).await.expect("once"));
        let closed = app.standing_of(RED, "chess", end).await.expect("a read").expect("rated");
        assert_eq!((closed.kept, closed.now), (red.now, red.now));
        let blue = app.standing_of(BLUE, "chess", end).await.expect("a read").expect("rated");
        assert_eq!(blue.kept, Rating::NEW.after(&[(Rating::NEW, RatedOutcome::Loss)]));
        // Without games it becomes less certain.
        let later =
            app.standing_of(RED, "chess", Millis(end.0 + 5 * WEEK)).await.expect("a read").expect("rated");
        assert_eq!(later.kept, red.now.idle(5));
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
    });
}

fn of_two_peoples_games_two_count_a_week() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        won(&app, BLUE, RED, &PLAYED, NOON).await;
        let two = app.standing_of(RED, "chess", NOON).await.expect("a read");
        let Ok(Challenged::Open(view)) = app.challenge(&by(RED), rated(Some(BLUE)), None).await else {
            panic!("refused")
        };
        assert!(
            view.text().contains(
                "you two have finished two rated games of Chess this week, and no more of them count."
            ),
            "{}",
            view.text()
        );
        app.cancel(&by(RED), view.challenge).await.expect("withdrawn");
        let told = won(&app, RED, BLUE, &PLAYED, NOON).await;
        assert!(
            told.ends_with("Nobody's rating changes: of two people's games of Chess, two count each week."),
            "{told}"
        );
        assert_eq!(app.standing_of(RED, "chess", NOON).await.expect("a read"), two);
        // Against another opponent, and in another variant, they count.
        won(&app, RED, GREEN, &PLAYED, NOON).await;
        assert_ne!(app.standing_of(RED, "chess", NOON).await.expect("a read"), two);
        let next = Millis(NOON.0 + WEEK);
        assert!(app.close_rating_period(next).await.expect("closed"));
        let told = won(&app, RED, BLUE, &PLAYED, next).await;
        assert!(told.contains(", as of now. Counted on Monday."), "{told}");
        assert!(app.close_rating_period(Millis(next.0 + WEEK)).await.expect("closed"));
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
    });
}

fn a_game_without_a_result_changes_nothing() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let told = won(&app, RED, BLUE, &["e4"], NOON).await;
        assert!(told.ends_with("Nobody's rating changes."), "{told}");
        let id = challenge(&app, &by(RED), rated(Some(BLUE))).await;
        app.accept(&by(BLUE), id, None).await.expect("accepted");
        let told = app.abort(&by(RED), Target::Here).await.expect("aborted").view.text();
        assert!(told.ends_with("Nobody's rating changes."), "{told}");
        assert_eq!(app.standing_of(RED, "chess", NOON).await.expect("a read"), None);
        assert!(!app.close_rating_period(Millis(NOON.0 + WEEK)).await.expect("nothing to close"));
    });
}

fn a_period_that_was_begun_is_computed_again() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        let period = RatingPeriod::of(NOON);
        // As if a process had died after storing another rating.
        let red = app.store().rated_player(RED).await.expect("a read").expect("a number");
        let half = rookery::store::StoredRating {
            player: red,
            variant: "chess".to_owned(),
            period,
            rating: Rating::NEW.after(&[(Rating::NEW, RatedOutcome::Loss)]),
        };
        app.store().store_ratings(period, &[half]).await.expect("a write");
        let seen = app.standing_of(RED, "chess", NOON).await.expect("a read").expect("rated");
        assert_eq!(seen.kept, Rating::NEW, "nothing of it is seen before it is closed");
        assert!(app.close_rating_period(Millis(NOON.0 + WEEK)).await.expect("closed"));
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
        // Games that end with a clock that lags count in the next period.
        won(&app, RED, GREEN, &PLAYED, NOON).await;
        assert!(app.close_rating_period(Millis(NOON.0 + 2 * WEEK)).await.expect("closed"));
        assert_eq!(app.store().last_closed_period().await.expect("a read"), Some(period.next()));
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
    });
}

fn a_forgotten_players_results_stay_for_the_others() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        won(&app, RED, GREEN, &PLAYED, NOON).await;
        let before = app.standing_of(RED, "chess", NOON).await.expect("a read");
        app.forget(BLUE, NOON).await.expect("forgotten");
        assert_eq!(app.standing_of(BLUE, "chess", NOON).await.expect("a read"), None);
        assert_eq!(app.standing_of(RED, "chess", NOON).await.expect("a read"), before);
        assert!(app.close_rating_period(Millis(NOON.0 + WEEK)).await.expect("closed"));
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
        let kept = app.standing_of(RED, "chess", Millis(NOON.0 + WEEK)).await.expect("a read");
        assert_eq!(kept.map(|kept| kept.kept), before.map(|before| before.now));
    });
}

fn the_leaderboard_has_those_who_want_to_be_seen() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        // Enough opponents for a settled rating.
        let many: Vec<UserId> = (100..130).map(UserId).collect();
        for other in &many {
            won(&app, RED, *other, &PLAYED, NOON).await;
        }
        let next = Millis(NOON.0 + WEEK);
        assert!(app.close_rating_period(next).await.expect("closed"));
        let period = RatingPeriod::of(next);
        let here = Some(GuildId(99));
        let red = app.standing_of(RED, "chess", next).await.expect("a read").expect("rated").kept;
        assert!(red.is_settled(), "{red:?}");
        let listed = async |guild, period| {
            let place = app.store().place_among_leaders(guild, "chess", period, RED).await.expect("a read");
            let rows = app.store().leaders(guild, "chess", period, (0, 10), place.1).await.expect("a read");
            (rows, place)
        };
        let row = LeaderRow { person: RED, billionths: red.billionths };
        let alone = (vec![row], (Some(1), 1));
        let empty = (vec![], (None, 0));
        assert_eq!(listed(here, period).await, alone, "the others are not settled");
        assert_eq!(listed(None, period).await, empty);
        assert_eq!(listed(Some(GuildId(98)), period).await, empty);
        let last = RatingPeriod(period.0 + red.settled_for().expect("settled"));
        assert_eq!(listed(here, last).await, alone, "it is still settled");
        assert_eq!(listed(here, last.next()).await, empty, "it has become too old");
        for (standing, seen_here, seen_everywhere) in
            [("everywhere", true, true), ("hidden", false, false), ("server", true, false)]
        {
            sees(&app, RED, standing).await;
            let expected = |seen| if seen { alone.clone() } else { empty.clone() };
            assert_eq!(listed(here, period).await, expected(seen_here), "{standing}");
            assert_eq!(listed(None, period).await, expected(seen_everywhere), "{standing}");
        }
        app.forget(RED, NOON).await.expect("forgotten");
        assert_eq!(listed(here, period).await, empty);
    });
}

fn a_page_of_a_leaderboard_is_the_same_from_either_end() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let beside = DbProbe::open(&url).await;
        // Some have equal ratings, and one is no longer settled.
        for person in 1..=23 {
            let rating = 1_500_000_000_000_i64 + 1_000_000_000 * (person / 3);
            let until = if person == 9 { 0 } else { 99 };
            beside
                .change(format!(
                    "INSERT INTO rated_players (id, person) VALUES ({person}, {person});
                     INSERT INTO rating_lists (guild, variant, player, rating, settled_until) VALUES (99, 'chess', {person}, {rating}, {until})"
                ))
                .await;
        }
        let page = async |skip, take, listed| {
            app.store()
                .leaders(Some(GuildId(99)), "chess", RatingPeriod(5), (skip, take), listed)
                .await
                .expect("a read")
        };
        let listed = app.store().place_among_leaders(Some(GuildId(99)), "chess", RatingPeriod(5), RED).await;
        assert_eq!(listed.expect("a read"), (Some(21), 22));
        let all: Vec<i64> = page(0, 50, 22).await.iter().map(|row| row.person.0 as i64).collect();
        assert_eq!(all, (1..=23).rev().filter(|person| *person != 9).collect::<Vec<i64>>());
        for take in [1, 5, 10] {
            for skip in (0..22).step_by(take as usize) {
                let end = all.len().min((skip + take) as usize);
                let read: Vec<i64> =
                    page(skip, take, 22).await.iter().map(|row| row.person.0 as i64).collect();
                assert_eq!(read, all[skip as usize..end], "{skip}, {take}");
            }
        }
        assert_eq!(page(22, 10, 22).await, []);
        beside.close().await;
        app.close().await;
    });
}

fn a_wrong_rating_is_found_and_put_right() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        assert!(app.close_rating_period(Millis(NOON.0 + WEEK)).await.expect("closed"));
        won(&app, RED, BLUE, &PLAYED, Millis(NOON.0 + WEEK)).await;
        assert!(app.close_rating_period(Millis(NOON.0 + 2 * WEEK)).await.expect("closed"));
        let now = Millis(NOON.0 + 2 * WEEK);
        let right = app.standing_of(RED, "chess", now).await.expect("a read");
        let red = app.store().rated_player(RED).await.expect("a read").expect("a number");
        let first = RatingPeriod::of(NOON);
        let wrong = [(red, "chess".to_owned(), Some(Rating::NEW))];
        app.store().correct_ratings(first, &wrong).await.expect("a write");
        app.store().correct_ratings(first.next(), &wrong).await.expect("a write");
        assert_ne!(app.standing_of(RED, "chess", now).await.expect("a read"), right);
        let found = app.wrong_ratings().await.expect("a read");
        assert_eq!(found.iter().map(|one| one.period).collect::<Vec<_>>(), [first, first.next()]);
        app.correct_ratings(&found).await.expect("a write");
        assert_eq!(app.wrong_ratings().await.expect("a read"), []);
        assert_eq!(app.standing_of(RED, "chess", now).await.expect("a read"), right);
    });
}

pub(super) async fn sees(app: &App, person: UserId, standing: &str) {
    let wish = PreferencesRow { standing: Some(standing.to_owned()), ..PreferencesRow::default() };
    app.store().set_preferences(person, &wish, None, NOON).await.expect("a write");
}

fn what_somebody_hides_is_told_to_nobody() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        sees(&app, RED, "hidden").await;
        let offer = async |wish: ChallengeWish, who: UserId| match app.challenge(&by(who), wish, None).await {
            Ok(Challenged::Open(view)) => {
                app.cancel(&by(who), view.challenge).await.expect("withdrawn");
                view.text()
            }
            other => panic!("refused: {other:?}"),
        };
        let told = offer(rated(Some(RED)), GREEN).await;
        assert!(told.contains("Rated. <@3> 1500?: +") && !told.contains("<@1> 1"), "{told}");
        let told = offer(rated(None), RED).await;
        assert!(
            told.contains("Rated. Counted on the Monday after it ends. ") && !told.contains("<@1> 1"),
            "{told}"
        );
        let told = won(&app, GREEN, RED, &PLAYED, NOON).await;
        assert!(told.contains("<@3> 1") && !told.contains("<@1> 1"), "{told}");
        // In a server where a person has not played, their rating from elsewhere is not shown either.
        sees(&app, RED, "server").await;
        let elsewhere = Caller { guild: Some(GuildId(98)), ..by(GREEN) };
        let Ok(Challenged::Open(view)) = app.challenge(&elsewhere, rated(Some(RED)), None).await else {
            panic!("refused")
        };
        assert!(!view.text().contains("<@1> has") && !view.text().contains("<@3> has"), "{}", view.text());
        let profile = app.profile(&elsewhere, RED).await.expect("a profile");
        assert!(profile.results.is_err());
        assert_eq!((profile.together.won, profile.together.lost), (1, 0), "who played them knows");
    });
}

fn nobody_calls_a_rated_game_off_alone() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), rated(Some(BLUE))).await;
        app.accept(&by(BLUE), id, None).await.expect("accepted");
        app.play(&by(RED), "e4").await.expect("a move");
        app.play(&by(BLUE), "e5").await.expect("a move");
        let manager = Caller { manages: true, ..by(RED) };
        let asked = app.abort(&manager, Target::Here).await.expect("asked");
        assert!(!asked.view.over, "{}", asked.view.text());
    });
}

fn a_later_game_changes_nothing_of_what_an_earlier_one_tells() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let id = challenge(&app, &by(RED), rated(Some(BLUE))).await;
        let begun = app.accept(&by(BLUE), id, None).await.expect("accepted");
        let Accepted::Started(first) = begun else { panic!("no game") };
        app.play(&by(RED), "e4").await.expect("a move");
        app.play(&by(BLUE), "e5").await.expect("a move");
        let rated_told = |text: String| text[text.find("<@1> 1500? -> ").expect("ratings")..].to_owned();
        let told = rated_told(app.resign(&by(BLUE), Target::Here).await.expect("resigned").view.text());
        won(&app, GREEN, RED, &PLAYED, NOON).await;
        let again = app.game_standing(first.game, NOON).await.expect("a read").expect("the game");
        assert_eq!(rated_told(again.text()), told);
    });
}
