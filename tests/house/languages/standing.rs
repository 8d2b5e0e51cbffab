//! Texts about ratings, results and notes, in the pseudo language.

use std::sync::Arc;

use rookery::app::{
    DailySolver, DailyTable, Leader, Leaderboard, Level, News, NextLevel, NoLadder, NoTournament, NotRated,
    Note, Past, Profile, ProfileChart, ProfileResults, RatedNews, RatingNow, Rejection, Stakes,
    StakesOffered, StandingSeen, Tally, TooFewPlayers, Uncounted, Unseen,
};
use rookery::discord::reply::{ALT_MAX, CARD_TEXT_MAX};
use rookery::game::{GameId, Millis, Ply, Rating, UserId};
use rookery::render::{ChartPoint, RatingChart, Theme};
use rookery::rules::ByColor;
use rookery::store::PuzzleStreak;

use super::answers::{game_of, view_of};
use super::{CONTENT_MAX, PSEUDO, check, fits, games, named};

tests!(
    nothing_of_a_rated_game_is_left_in_english,
    nothing_of_a_profile_is_left_in_english,
    nothing_of_a_leaderboard_is_left_in_english,
    nothing_of_the_puzzles_of_the_day_is_left_in_english,
    nothing_of_a_note_is_left_in_english,
);

const RED: UserId = UserId(1);
const BLUE: UserId = UserId(2);

fn settled() -> Rating {
    Rating { billionths: 1_712_400_000_000, deviation: 60_000_000_000, ..Rating::NEW }
}

fn nothing_of_a_rated_game_is_left_in_english() {
    let change = (Rating::NEW, settled());
    let news = [
        RatedNews::Counts,
        RatedNews::Changed(ByColor { white: Some(change), black: Some(change) }),
        RatedNews::Changed(ByColor { white: None, black: None }),
        RatedNews::Unchanged(Uncounted::NoResult),
        RatedNews::Unchanged(Uncounted::Enough),
    ];
    for rated in news {
        let mut view = view_of(&game_of(Some(RED), Some(BLUE), None, &[]), News::Started);
        view.rated = Some(rated);
        check(&PSEUDO.news(&view, &named));
    }
    let ladder = NoLadder::ALL.map(Rejection::from).into_iter();
    let tournament = NoTournament::ALL.map(Rejection::from).into_iter();
    for refused in ladder.chain(tournament).chain(NotRated::ALL.map(Rejection::from)) {
        check(&PSEUDO.refused(&refused, &named));
    }
    check(&PSEUDO.refused(&TooFewPlayers { joined: 2, least: 4 }.into(), &named));
    for refused in [Rejection::RatedTakeback, Rejection::NoNote, Rejection::TooManyNotes] {
        check(&PSEUDO.refused(&refused, &named));
    }
    let stakes = Stakes { now: settled(), after: [Rating::NEW, settled(), settled()] };
    let none = Stakes { now: settled(), after: [settled(); 3] };
    for offered in [
        StakesOffered::Anyone(Some(settled())),
        StakesOffered::Anyone(None),
        StakesOffered::Two([Some(stakes); 2]),
        StakesOffered::Two([Some(none), None]),
        StakesOffered::Two([None; 2]),
    ] {
        for (game, _) in games() {
            check(&PSEUDO.stakes_offered(&offered, game, (RED, Some(BLUE)), &named));
        }
    }
    let level = NextLevel { beaten: Level::default(), count: 2, next: Level::MAXIMUM };
    check(&PSEUDO.next_level(&level));
}

fn results() -> ProfileResults {
    let tally = Tally { won: 9, drawn: 3, lost: 5 };
    let rating = RatingNow { kept: settled(), now: Rating::NEW };
    ProfileResults {
        ratings: rookery::games::all().map(|game| (game, rating)).collect(),
        chart: None,
        games: rookery::games::all().map(|game| (game, tally)).collect(),
        wins: (3, 7),
        levels: Level::all().map(|level| (level, tally)).collect(),
        lessons: 2,
        puzzles: 130,
        puzzle_streak: PuzzleStreak { now: 4, best: 12 },
    }
}

fn nothing_of_a_profile_is_left_in_english() {
    let tally = Tally { won: 1, drawn: 0, lost: 2 };
    let nothing = ProfileResults {
        ratings: vec![],
        games: vec![],
        wins: (0, 0),
        levels: vec![],
        lessons: 0,
        puzzles: 0,
        ..results()
    };
    for results in [Ok(results()), Ok(nothing), Err(Unseen::Hidden), Err(Unseen::Elsewhere)] {
        for (by, together) in [(RED, Tally::default()), (BLUE, tally)] {
            let profile = Profile { person: RED, by, results: results.clone(), together };
            let (above, below) = PSEUDO.profile(&profile, &named);
            let all: Vec<String> = above.into_iter().chain(below).collect();
            for part in &all {
                check(part);
            }
            fits(&all.concat(), CARD_TEXT_MAX);
        }
    }
    let point = ChartPoint { at: 1.0, rating: 1_500.0, spread: 80.0 };
    let theme = Theme::all().next().expect("a theme");
    for game in rookery::games::all() {
        let dates = ["2026-11-16".to_owned(), "2026-11-23".to_owned()];
        let chart = RatingChart { points: vec![point; 2], dates };
        let marks = [Rating::NEW, Rating::NEW, settled(), settled()];
        let (short, alt) = PSEUDO.profile_chart(&ProfileChart { game, chart, theme, marks });
        check(&short);
        check(&alt);
        fits(&alt, ALT_MAX);
    }
}

fn nothing_of_a_leaderboard_is_left_in_english() {
    let leader = Leader { person: UserId(123_456_789_012_345_678), points: 1_712 };
    for game in rookery::games::all() {
        for everywhere in [true, false] {
            for (own, listed) in [(Some(3), 12), (None, 12), (None, 1), (None, 0)] {
                for seen in [StandingSeen::Server, StandingSeen::Everywhere, StandingSeen::Hidden] {
                    let leaders = if listed > 0 { vec![leader; 10] } else { vec![] };
                    let board =
                        Leaderboard { game, everywhere, page: 0, first: 1, leaders, listed, own, seen };
                    let parts = PSEUDO.leaderboard(&board, &named);
                    for part in &parts {
                        check(part);
                    }
                    fits(&parts.concat(), CARD_TEXT_MAX);
                }
            }
        }
    }
}

fn nothing_of_the_puzzles_of_the_day_is_left_in_english() {
    let solver = DailySolver { person: RED, solved: 5, first: 2 };
    for (this_week, last_week) in [(10, 10), (0, 3), (2, 0)] {
        for in_a_row in [0, 1, 12] {
            let many = |count| vec![solver.clone(); count];
            let table = DailyTable { this_week: many(this_week), last_week: many(last_week), in_a_row };
            let told = PSEUDO.daily_table(&table, &named);
            check(&told);
            fits(&told, CONTENT_MAX);
        }
    }
}

fn nothing_of_a_note_is_left_in_english() {
    let game = game_of(Some(RED), Some(BLUE), None, &["Nf3", "Nf6", "Ng1", "Ng8"]);
    let variant = game.line.position().variant();
    let game_now = Arc::new(game);
    let note = |ply| Note { ply: Ply(ply), played: None, text: "7".repeat(500), at: Millis(0) };
    for notes in [vec![], vec![note(0)], (0..7).map(note).collect()] {
        let by = RED;
        let past = Past {
            game: GameId(1),
            variant,
            begun: Millis(0),
            pace: None,
            by,
            game_now: Arc::clone(&game_now),
            notes,
        };
        for written in [None, past.notes.first()] {
            let told = PSEUDO.notes(&past, written);
            check(&told);
            fits(&told, CONTENT_MAX);
        }
        for note in &past.notes {
            check(&PSEUDO.note_line(&past.game_now, note));
        }
        fits(&PSEUDO.past_moves(&past, 0), CONTENT_MAX);
        check(&PSEUDO.past_position(&past, &past.position(Ply(0))));
    }
}
