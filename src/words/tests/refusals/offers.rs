//! Tests of declined draws, and of offers that are counted separately.

use super::*;

/// Quiet moves of both sides, from the start position.
const QUIET: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 a6 Re1 O-O h3 h6 a4 Ba7 Nbd2 Re8 Nf1 Be6";

/// A game after this many moves, and the moves that may follow.
fn after(plies: usize) -> (Game, impl Iterator<Item = &'static str>) {
    let mut game = game("chess", None);
    let mut moves = QUIET.split(' ');
    for text in moves.by_ref().take(plies) {
        play(&mut game, text);
    }
    (game, moves)
}

/// Offers a draw and is declined.
fn declined(game: &mut Game, who: UserId, other: UserId) {
    act(game, who, &Intent::Draw);
    let asked = game.rev.0;
    act(game, other, &answer(OfferKind::Draw, asked, false));
}

#[test]
fn after_a_declined_draw_its_side_offers_none_for_five_of_its_moves() {
    for (plies, who, other, last) in [
        // On the player's own turn, and on the opponent's. The last number is that of the player's fifth own
        // move.
        (4, RED, BLUE, 7),
        (5, RED, BLUE, 8),
        (4, BLUE, RED, 7),
        (5, BLUE, RED, 7),
        (0, RED, BLUE, 5),
        (0, BLUE, RED, 5),
    ] {
        let (mut game, mut moves) = after(plies);
        declined(&mut game, who, other);
        let told = format!("Your draw offer was declined; you can make another one after your move {last}.");
        let mut own = 0;
        while own < 5 {
            assert_eq!(refused(&game, who, &Intent::Draw), told, "{plies} {who} after {own} moves");
            own += i32::from(game.to_move() == Some(who));
            play(&mut game, moves.next().expect("enough moves"));
        }
        // With the fifth own move it is allowed again, even before the other side has moved.
        assert_eq!(game.line.plies().last().map(|(before, ..)| before.fullmove()), Some(last));
        act(&mut game, who, &Intent::Draw);
        assert!(game.offers.open_of(OfferKind::Draw, game.side_of(who).expect("a player")).is_some());
        // That offer is declined too, and counting restarts there.
        let asked = game.rev.0;
        act(&mut game, other, &answer(OfferKind::Draw, asked, false));
        let further = format!("after your move {}.", last + 5);
        assert!(refused(&game, who, &Intent::Draw).ends_with(&further), "{plies} {who}");
    }
}

#[test]
fn who_declined_a_draw_may_offer_one_and_who_was_declined_may_accept_it() {
    let (mut game, _) = after(4);
    declined(&mut game, RED, BLUE);
    act(&mut game, BLUE, &Intent::Draw);
    act(&mut game, RED, &Intent::Draw);
    assert_eq!(game.ending, Some(Ending::Agreed));
}

#[test]
fn who_was_declined_a_draw_claims_one_that_stands() {
    let mut game = game("chess", None);
    declined(&mut game, RED, BLUE);
    play(&mut game, &"Nf3 Nf6 Ng1 Ng8 ".repeat(2));
    act(&mut game, RED, &Intent::Draw);
    assert_eq!(game.ending, Some(Ending::Claimed(Claim::Threefold)));
}

#[test]
fn an_offer_that_was_played_on_is_not_a_declined_one() {
    let (mut game, mut moves) = after(4);
    act(&mut game, RED, &Intent::Draw);
    for _ in 0..2 {
        play(&mut game, moves.next().expect("a move"));
    }
    act(&mut game, RED, &Intent::Draw);
}

#[test]
fn draws_takebacks_and_aborts_are_counted_apart() {
    let all =
        [(Intent::Draw, OfferKind::Draw), (Intent::Takeback, OfferKind::Takeback), (ABORT, OfferKind::Abort)];
    for (intent, ask) in &all {
        let (mut game, _) = after(4);
        act(&mut game, RED, intent);
        let asked = game.rev.0;
        // While an offer is open, another kind can be made, and both stay open.
        for (other, of) in all.iter().filter(|(_, other)| other != ask) {
            let mut game = game.clone();
            act(&mut game, RED, other);
            let stand = [*ask, *of].map(|kind| game.offers.open_of(kind, Color::White).is_some());
            assert_eq!(stand, [true, true], "{ask:?} {other:?}");
        }
        act(&mut game, BLUE, &answer(*ask, asked, false));
        assert!(matches!(
            decide(&game, RED, intent, None, NOON),
            Err(Refusal::TooSoon(_) | Refusal::DrawDeclined { .. })
        ));
        for (other, of) in all.iter().filter(|(_, other)| other != ask) {
            let mut game = game.clone();
            act(&mut game, RED, other);
            assert!(game.offers.open_of(*of, Color::White).is_some(), "{ask:?} {other:?}");
            // The answer to the second must not erase the first.
            let asked = game.rev.0;
            act(&mut game, BLUE, &answer(*of, asked, false));
            for intent in [intent, other] {
                assert!(decide(&game, RED, intent, None, NOON).is_err(), "{ask:?} {other:?} {intent:?}");
            }
        }
    }
}

#[test]
fn an_offer_is_withdrawn_by_its_side_while_it_is_open() {
    for (intent, ask) in
        [(Intent::Draw, OfferKind::Draw), (Intent::Takeback, OfferKind::Takeback), (ABORT, OfferKind::Abort)]
    {
        let (mut game, mut moves) = after(4);
        act(&mut game, RED, &intent);
        let rev = game.rev;
        let withdraw = Intent::Withdraw { ask, rev };
        assert!(refused(&game, BLUE, &withdraw).contains("only they can withdraw"), "{ask:?}");
        assert_eq!(act(&mut game, RED, &withdraw), [Event::Withdrawn(ask, Color::White)]);
        assert!(refused(&game, BLUE, &answer(ask, rev.0, true)).contains("no longer"), "{ask:?}");
        assert!(refused(&game, RED, &withdraw).contains("no longer"), "{ask:?}");
        // Withdrawing must not allow asking again and again.
        assert!(refused(&game, RED, &intent).ends_with("again after your next move."), "{ask:?}");
        play(&mut game, moves.next().expect("a move"));
        act(&mut game, RED, &intent);
        assert!(game.offers.open_of(ask, Color::White).is_some(), "{ask:?}");
    }
}

#[test]
fn what_is_taken_back_makes_nobody_wait_for_more_than_five_moves() {
    let (mut game, mut moves) = after(6);
    declined(&mut game, RED, BLUE);
    assert!(refused(&game, RED, &Intent::Draw).ends_with("after your move 8."));
    play(&mut game, moves.next().expect("a move"));
    // Also when a takeback restores positions from before the offer.
    for (asker, other, left, last) in [(BLUE, RED, 5, 8), (RED, BLUE, 4, 7)] {
        act(&mut game, asker, &Intent::Takeback);
        act(&mut game, other, &Intent::Takeback);
        assert_eq!(game.ply(), Ply(left));
        let told = format!("after your move {last}.");
        assert!(refused(&game, RED, &Intent::Draw).ends_with(&told), "{left}");
    }
}

#[test]
fn a_declined_draw_follows_from_the_log() {
    let mut game = game("chess", None);
    let mut log = vec![LogEntry::begun(game.line.start())];
    let mv = |text: &str| Intent::Move(text.to_owned());
    for (who, intent) in [
        (RED, mv("e4")),
        (RED, Intent::Draw),
        (BLUE, answer(OfferKind::Draw, 3, false)),
        (RED, Intent::Takeback),
        (BLUE, answer(OfferKind::Takeback, 5, false)),
        (BLUE, mv("e5")),
        (RED, mv("Nf3")),
    ] {
        noted(&mut game, &mut log, who, &intent);
        let again = Game::replay(game.line.position().variant(), game.players, None, NOON, &log)
            .expect("it reads back");
        assert_eq!(again.offers, game.offers, "{intent:?}");
        assert_eq!(again.offers.no_draw_before(Color::White, again.ply()).is_some(), again.rev >= Rev(4));
    }
    assert!(refused(&game, RED, &Intent::Draw).ends_with("after your move 6."));
}
