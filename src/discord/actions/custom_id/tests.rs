//! Tests that ids keep their meaning and fit Discord's limit.

use strum::IntoEnumIterator;

use crate::app::{ServerPage, ServerPart, SettingOf};
use crate::discord::actions::custom_id::*;
use crate::discord::actions::{
    BoardAction, ChallengeAction, EndingAction, GameRev, HistoryAction, Leaf, Learner, LessonAction,
    OfferAction, Payload, PieceThen, PrivacyAction, RulebookAction, SettingsAction, StartWith, rows,
};
use crate::game::{ChallengeId, GameId, LessonStand, LessonTrail, Rev, UserId};
use crate::games;
use crate::rules::Variant;

fn read(text: &str) -> Result<ComponentAction, Foreign> {
    text.parse()
}

/// The longest payload of every kind, and some others.
fn payloads() -> impl Iterator<Item = String> {
    let numbers = [
        format!("{}", i64::MAX),
        format!("{0}:{0}", i64::MAX),
        format!("{}:{}", i64::MAX, u32::MAX),
        format!("{0}:{0}:hand", i64::MAX),
        format!("{0}:{0}:e10", i64::MAX),
        "1:0".to_owned(),
    ];
    let learner = format!("{}:birds-and-ninjas:{}:{2}.{2}", u64::MAX, u8::MAX, u32::MAX);
    let lessons = [
        format!("{learner}:hand"),
        format!("{learner}:e10"),
        learner,
        u64::MAX.to_string(),
        format!("{}:{}", u64::MAX, u32::MAX),
    ];
    let puzzle = format!("birds-and-ninjas:{}:{}:birds-and-ninjas:medium", u32::MAX, u8::MAX);
    let wish = "birds-and-ninjas:medium".to_owned();
    let puzzles = [format!("{puzzle}:hand"), format!("{puzzle}:e10"), puzzle, wish];
    let starts = StartWith::iter().map(|with| with.write());
    let settings = SettingOf::ALL.map(|of| of.write());
    numbers
        .into_iter()
        .chain(lessons)
        .chain(puzzles)
        .chain(starts)
        .chain([u32::MAX.to_string()])
        .chain([format!("takeback:{0}:{0}", i64::MAX)])
        .chain(["channel:maximum:random:hints:birds-and-ninjas".to_owned()])
        .chain(settings)
        .chain(["off.off.normal.channel.to-move.high-contrast.everywhere".to_owned()])
        .chain([
            "k.3d.r.t:64.64.30:flying-bombers-hangars.flying-bombers-ninja.palace-ninja-guards".to_owned()
        ])
        .chain(["boards:none.auto.anywhere.to-move.high-contrast".to_owned()])
        .chain([format!("birds-and-ninjas:server:{}", u32::MAX)])
        .chain([format!("palace-ninja-guards:{}", u32::MAX), "own".to_owned(), "own:1".to_owned()])
        .chain([format!("organisers:{}", u32::MAX)])
        .chain(ServerPage::ALL.map(|page| page.write()))
        .chain(ServerPart::ALL.map(|part| part.write()))
        .chain(games::all().map(|variant| variant.slug().to_owned()))
        .chain(games::families().map(|family| family.slug().to_owned()))
}

#[test]
fn every_id_reads_back_and_fits() {
    for word in rows().map(|row| row.word) {
        let texts = payloads().map(|payload| format!("v2:{word}:{payload}"));
        let read: Vec<_> = texts
            .chain([format!("v2:{word}")])
            .filter_map(|text| read(&text).ok().map(|action| (text, action)))
            .collect();
        assert!(!read.is_empty(), "{word} is never read");
        for (text, action) in read {
            assert_eq!(action.to_string(), text, "one writing for one action");
            assert!(text.len() <= ID_MAX, "{text}");
        }
    }
}

/// Everything that belongs to a place must be compared with the place where the button is pressed.
#[test]
fn whoever_carries_the_number_of_something_names_it() {
    let carrying =
        ["GameRev", "GameId", "Leaf", "ChallengeId", "TournamentId", "LadderId", "OnLadder", "Offered"];
    for row in rows().filter(|row| row.word != "next") {
        let carries = row.carries.trim();
        let names = carrying.contains(&carries) || carries == "PieceThen";
        for action in payloads().filter_map(|payload| read(&format!("v2:{}:{payload}", row.word)).ok()) {
            assert_eq!(action.named().is_some(), names, "{} carries {carries}", row.word);
        }
    }
}

/// The actions' names in the metrics and the log. Dashboards use them, so they must not change.
#[test]
fn an_action_is_named_by_the_first_word_of_its_id() {
    let named = |text: &str| read(text).map(ComponentAction::name);
    assert_eq!(
        ["v2:lesson:all", "v2:person:keep", "v2:go:7:12:e10"].map(named),
        ["lesson", "person", "go"].map(Ok)
    );
}

fn learner(game: Variant, codes: &[u32]) -> Learner {
    let trail = LessonTrail::of(codes).expect("so few moves");
    Learner { person: UserId(7), stand: LessonStand { game, step: 2, trail } }
}

#[test]
fn what_is_written_is_what_was_meant() {
    let at = GameRev { game: GameId(7), rev: Rev(12) };
    let chess = games::from_slug("chess").expect("chess is there");
    let piece = PieceThen { now: learner(chess, &[12]), from: "e2".parse().ok() };
    let written: [(ComponentAction, &str); 14] = [
        (ChallengeAction::Accept(ChallengeId(3)).into(), "v2:accept:3"),
        (OfferAction::DrawTake(at).into(), "v2:draw-take:7:12"),
        (EndingAction::PlayOn(at).into(), "v2:never:7:12"),
        (SettingsAction::Language(()).into(), "v2:language"),
        (BoardAction::Type(at).into(), "v2:type:7:12"),
        (BoardAction::To(PieceThen { now: at, from: "e10".parse().ok() }).into(), "v2:go:7:12:e10"),
        (BoardAction::As(PieceThen { now: at, from: None }).into(), "v2:become:7:12:hand"),
        (HistoryAction::After(Leaf { game: GameId(7), number: 0 }).into(), "v2:after:7:0"),
        (RulebookAction::Piece(chess).into(), "v2:piece:chess"),
        (LessonAction::All(()).into(), "v2:lesson:all"),
        (LessonAction::See(learner(chess, &[])).into(), "v2:lesson:see:7:chess:2:"),
        (LessonAction::Type(learner(chess, &[12, 9])).into(), "v2:lesson:type:7:chess:2:12.9"),
        (LessonAction::To(piece).into(), "v2:lesson:to:7:chess:2:12:e2"),
        (PrivacyAction::DeleteSure(()).into(), "v2:person:delete-sure"),
    ];
    for (action, text) in written {
        assert_eq!(action.to_string(), text);
        assert_eq!(read(text), Ok(action));
    }
}

#[test]
fn anything_else_is_foreign() {
    for text in [
        "",
        "v1",
        "v2",
        "v2:",
        "v1:accept:1",
        "v1:rules:chess",
        "v2:back:7",
        "v2:accept",
        "v2:accept:",
        "v2:accept:0",
        "v2:accept:-3",
        "v2:accept:+3",
        "v2:accept:03",
        "v2:accept:3:0",
        "v2:server-set:pace:7",
        "v2:accept:99999999999999999999",
        "v2:flip:1",
        "v2:flip:0:1",
        "v2:flip:1:+2",
        "v2:flip:1:-2",
        "v2:flip:1:0:9",
        "v2:replay:1:0",
        "v2:choose:1",
        "v2:choose:1:0:e2",
        "v2:go:1:0",
        "v2:go:1:0:",
        "v2:go:1:0:E2",
        "v2:go:1:0:z99",
        "v2:go:1:0:e02",
        "v2:go:0:0:e2",
        "v2:export:0",
        "v2:moves:1",
        "v2:moves:0:1",
        "v2:after:1:-1",
        "v2:after:1:4294967296",
        "v2:never:",
        "v2:never:1",
        "v2:eat:1:0",
        "v2:rules:ludo",
        "v2:families:0",
        "v2:families:x",
        "v2:family:",
        "v2:family:chess:0",
        "v2:family:ludo:1",
        "v2:family:chess:1:1",
        "v2:server-set:games:01",
        "v2:person",
        "v2:person:sell",
        "v2:lesson:see:7:chess:2",
        "v2:lesson:see:7:chess:2:0",
        "v2:lesson:see:7:chess:2:1.2.3",
        "v2:lesson:see:7:chess:2:1.",
        "v2:lesson:see:7:ludo:2:",
        "v2:lesson:to:7:chess:2:",
        "v2:lesson:all:1",
        "v2:lesson:eat:1",
        "v2:setting:weight",
        "v2:tournament-form",
        "v2:tournament-form:k.3d.r.t",
        "v2:tournament-form:x...:..:",
        "v2:tournament-form:...:..:ludo",
        "v2:tournament-form:...:..:chess.chess.chess.chess",
        "v2:tournament-form:...:04..:",
        "v2:tournament-form:..t.r:..:",
        "v2:server-form",
        "v2:server-form:boards:none.auto.anywhere.to-move",
        "v2:server-form:boards:none.auto.anywhere.to-move.mud",
        "v2:server-form:games:none.auto.anywhere.players.players.none",
        "v2:settings:all",
        "v2:settings-form",
        "v2:settings-form:on.on.normal.channel.own.wood",
        "v2:settings-form:on.on.normal.channel.own.wood.server.ask",
        "v2:settings-form:on.on.normal.channel.own.mud.server",
        "v3:accept:1",
    ] {
        assert_eq!(read(text), Err(Foreign), "{text}");
    }
}
