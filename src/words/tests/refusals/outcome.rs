//! Tests that the log and the game agree on the outcome of an offer.

use super::*;

/// A game with its log, as it is stored.
struct Logged(Game, Vec<LogEntry>);

impl Logged {
    fn new() -> Self {
        let game = game("chess", None);
        let log = vec![LogEntry::begun(game.line.position())];
        Self(game, log)
    }

    /// Applies an intent if it is allowed. Returns the number of its last event.
    fn wish(&mut self, who: UserId, intent: &Intent) -> Option<Rev> {
        let actor = self.0.side_of(who);
        let events = try_at(&mut self.0, who, intent, NOON).ok()?;
        for (index, event) in events.iter().enumerate() {
            self.1.push(event.entry(actor.filter(|_| index == 0)));
        }
        Some(self.0.rev)
    }

    fn plays(&mut self, moves: &[&str]) {
        for text in moves {
            let who = self.0.to_move().expect("it goes on");
            self.wish(who, &Intent::Move((*text).to_owned())).expect("a legal move");
        }
    }

    fn outcome(&self, rev: Rev) -> Option<OfferOutcome> {
        SettledOffer::in_log(&self.1, rev).map(|offer| offer.outcome)
    }
}

#[test]
fn each_fate_is_told() {
    let mut it = Logged::new();
    it.plays(&["e4", "e5"]);
    let draw = it.wish(RED, &Intent::Draw).expect("an offer");
    assert_eq!(it.outcome(draw), None, "it is open");
    it.plays(&["Nf3"]);
    assert_eq!(it.outcome(draw), None, "its own side's move leaves it open");
    let takeback = it.wish(RED, &Intent::Takeback).expect("a request");
    assert_eq!(it.outcome(draw), None, "another request leaves it open");
    it.wish(RED, &Intent::Withdraw { ask: OfferKind::Draw, rev: draw }).expect("it is open");
    assert_eq!((it.outcome(draw), it.outcome(takeback)), (Some(OfferOutcome::Withdrawn), None));
    it.plays(&["Nc6"]);
    assert_eq!(it.outcome(takeback), Some(OfferOutcome::PlayedOn));
    let draw = it.wish(BLUE, &Intent::Draw).expect("an offer");
    it.wish(RED, &answer(OfferKind::Draw, draw.0, false)).expect("an answer");
    assert_eq!(it.outcome(draw), Some(OfferOutcome::Declined));
    it.plays(&["Bb5", "a6"]);
    let draw = it.wish(RED, &Intent::Draw).expect("an offer");
    let takeback = it.wish(BLUE, &Intent::Takeback).expect("a request");
    it.wish(RED, &Intent::Takeback).expect("an answer");
    assert_eq!(
        (it.outcome(draw), it.outcome(takeback)),
        (Some(OfferOutcome::TakenBack), Some(OfferOutcome::Accepted))
    );
    it.plays(&["a6", "Ba4", "Nf6"]);
    let (draw, abort) =
        (it.wish(RED, &Intent::Draw).expect("an offer"), it.wish(BLUE, &ABORT).expect("a request"));
    it.wish(RED, &ABORT).expect("an answer");
    assert_eq!(
        (it.outcome(draw), it.outcome(abort)),
        (Some(OfferOutcome::Over), Some(OfferOutcome::Accepted))
    );
    let offer = SettledOffer::in_log(&it.1, abort).expect("it is settled");
    assert_eq!((offer.ask, offer.by), (OfferKind::Abort, Color::Black));
    assert_eq!(SettledOffer::in_log(&it.1, Rev(1)), None, "the beginning is no offer");
    assert_eq!(SettledOffer::in_log(&it.1, Rev(999)), None, "nor is what has not happened");
}

#[test]
fn an_end_without_an_answer_is_no_agreement() {
    for (end, who) in [(Intent::Resign, BLUE), (Intent::Abort { manages: true }, GREEN)] {
        let mut it = Logged::new();
        it.plays(&["e4", "e5"]);
        let draw = it.wish(RED, &Intent::Draw).expect("an offer");
        it.wish(who, &end).expect("an end");
        assert_eq!(it.outcome(draw), Some(OfferOutcome::Over), "{end:?}");
    }
    let mut it = Logged::new();
    it.plays(&["e4", "e5"]);
    let draw = it.wish(RED, &Intent::Draw).expect("an offer");
    it.wish(BLUE, &Intent::Draw).expect("an answer");
    assert_eq!(it.outcome(draw), Some(OfferOutcome::Accepted));
}

#[test]
fn an_abort_that_came_without_an_answer_came_all_the_same() {
    let asked = || {
        let mut it = Logged::new();
        it.plays(&["e4", "e5"]);
        let abort = it.wish(BLUE, &ABORT).expect("a request");
        (it, abort)
    };
    let (mut it, abort) = asked();
    it.wish(GREEN, &Intent::Abort { manages: true }).expect("an end");
    assert_eq!(it.outcome(abort), Some(OfferOutcome::EndedSo), "by a manager");
    let (mut it, abort) = asked();
    let later = Millis(NOON.0 + SILENT_DAYS * Millis::DAY);
    let ends = try_at(&mut it.0, BLUE, &ABORT, later).expect("an end");
    it.1.extend(ends.iter().map(|event| event.entry(Some(Color::Black))));
    assert_eq!(it.outcome(abort), Some(OfferOutcome::EndedSo), "by its own side, after long silence");
    for ending in [Ending::ChannelDeleted, Ending::Removed, Ending::Stopped, Ending::TimeOutAborted] {
        let (mut it, abort) = asked();
        let draw = it.wish(RED, &Intent::Draw).expect("an offer");
        it.1.push(Event::Ended(ending).entry(None));
        assert_eq!(
            (it.outcome(abort), it.outcome(draw)),
            (Some(OfferOutcome::EndedSo), Some(OfferOutcome::Over)),
            "{ending}"
        );
    }
    for ending in [Ending::TimeOut(Color::Black), Ending::TimeOutDraw, Ending::Resigned(Color::White)] {
        let (mut it, abort) = asked();
        it.1.push(Event::Ended(ending).entry(None));
        assert_eq!(it.outcome(abort), Some(OfferOutcome::Over), "{ending}");
    }
}

/// For all actions of two players, the log counts an offer as closed exactly when it is no longer open in the
/// game.
#[test]
fn the_log_and_the_game_agree() {
    let mut seed = 7_u32;
    let mut next = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % most
    };
    let mut settled = 0;
    for _ in 0..60 {
        let mut it = Logged::new();
        let mut offers = Vec::new();
        for _ in 0..40 {
            let who = if next(2) == 0 { RED } else { BLUE };
            let of = it.0.offers.open().next();
            let intent = match (next(8), of) {
                (0, _) => Intent::Draw,
                (1, _) => Intent::Takeback,
                (2, _) => ABORT,
                (3, Some(open)) => answer(open.ask, open.rev.0, next(3) == 0),
                _ => {
                    let moves: Vec<_> = it.0.line.position().legal_moves().into_iter().collect();
                    let most = u32::try_from(moves.len()).expect("few");
                    Intent::Move(moves[next(most) as usize].to_string())
                }
            };
            let Some(rev) = it.wish(who, &intent) else { continue };
            if it.1.last().is_some_and(|last| last.kind == EventKind::Asked) {
                offers.push(rev);
            }
            for rev in &offers {
                let open = it.0.offers.open().any(|offer| offer.rev == *rev);
                assert_eq!(it.outcome(*rev).is_none(), open, "offer {rev:?} of {:?}", it.1);
            }
            if it.0.ending.is_some() {
                break;
            }
        }
        settled += offers.len();
    }
    assert!(settled > 60, "few offers: {settled}");
}
