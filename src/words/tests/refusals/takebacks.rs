//! Tests of takebacks by agreement, and of one offer per side.

use super::*;

const TAKEBACK: Intent = Intent::Takeback;

fn moves(game: &Game) -> Vec<String> {
    game.line.moves().iter().map(ToString::to_string).collect()
}

#[test]
fn a_takeback_leads_to_the_askers_own_last_turn() {
    for (asker, other, left) in [(BLUE, RED, &["e2e4"][..]), (RED, BLUE, &[][..])] {
        let mut game = game("chess", None);
        play(&mut game, "e4 e5");
        act(&mut game, asker, &TAKEBACK);
        assert_eq!(moves(&game), ["e2e4", "e7e5"], "nobody has agreed yet");
        let asked = game.rev.0;
        act(&mut game, other, &answer(OfferKind::Takeback, asked, true));
        assert_eq!(moves(&game), left);
        assert_eq!(game.to_move(), Some(asker));
        assert_eq!(game.position_rev, game.rev, "boards of the position that is gone are old");
        // The position is as if it had never been left, also for the count of repetitions.
        assert_eq!(game.line.repetitions(), 1);
        play(&mut game, if left.is_empty() { "d4 d5" } else { "c5 d4" });
    }
}

#[test]
fn what_is_taken_back_gives_back_what_it_took() {
    let mut game = game("chess", Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
    let before = game.line.position().fen();
    play(&mut game, "exd5");
    assert_eq!(game.line.captured()[Color::Black].iter().sum::<u8>(), 1);
    act(&mut game, RED, &TAKEBACK);
    act(&mut game, BLUE, &TAKEBACK);
    assert_eq!(game.line.position().fen(), before);
    assert_eq!(game.line.captured()[Color::Black].iter().sum::<u8>(), 0);
    assert!(game.line.last().is_none());
}

#[test]
fn who_has_not_moved_has_nothing_to_take_back() {
    let mut game = game("chess", None);
    for who in [RED, BLUE] {
        assert_eq!(refused(&game, who, &TAKEBACK), "You have no move to take back yet.");
    }
    play(&mut game, "e4");
    assert_eq!(refused(&game, BLUE, &TAKEBACK), "You have no move to take back yet.");
    act(&mut game, RED, &TAKEBACK);
    // Blue has no move either, but was asked.
    act(&mut game, BLUE, &TAKEBACK);
    assert_eq!(game.ply(), Ply(0));
    assert!(refused(&game, GREEN, &TAKEBACK).starts_with("Only <@1> and <@2> play here."));
}

#[test]
fn alone_one_takes_back_at_once() {
    let mut game = between("chess", None, RED, RED);
    assert_eq!(refused(&game, RED, &TAKEBACK), "You have no move to take back yet.");
    play(&mut game, "e4 e5");
    assert_eq!(act(&mut game, RED, &TAKEBACK), [Event::TakenBack(Ply(1))]);
    assert_eq!(act(&mut game, RED, &TAKEBACK), [Event::TakenBack(Ply(0))]);
    assert_eq!(game.turn(), Color::White);
}

#[test]
fn a_takeback_falls_with_the_opponents_move_and_not_with_ones_own() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    // On its own turn White asks for its first move back, and continues to play while the request is open.
    act(&mut game, RED, &TAKEBACK);
    let asked = game.rev.0;
    play(&mut game, "Nf3");
    let mut agreed = game.clone();
    act(&mut agreed, BLUE, &answer(OfferKind::Takeback, asked, true));
    assert_eq!((moves(&agreed).len(), agreed.to_move()), (0, Some(RED)));
    play(&mut game, "Nc6");
    assert!(refused(&game, BLUE, &answer(OfferKind::Takeback, asked, true)).contains("no longer asked for"));
}

#[test]
fn a_takeback_settles_what_was_asked_before_it() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5 Nf3 Nc6");
    act(&mut game, BLUE, &TAKEBACK);
    act(&mut game, RED, &Intent::Draw);
    let drawn = game.rev.0;
    act(&mut game, RED, &TAKEBACK);
    assert_eq!(game.ply(), Ply(3));
    assert!(refused(&game, BLUE, &answer(OfferKind::Draw, drawn, true)).contains("no longer open"));
    // A player who got a move back must play before asking for another.
    assert!(refused(&game, BLUE, &TAKEBACK).contains("after your next move"));
    assert!(refused(&game, RED, &Intent::Draw).contains("again after your next move"));
    act(&mut game, BLUE, &Intent::Draw);
}

#[test]
fn a_draw_is_offered_beside_a_takeback_that_is_asked_for() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    act(&mut game, RED, &TAKEBACK);
    let asked = game.rev.0;
    assert_eq!(act(&mut game, RED, &Intent::Draw), [Event::Asked(OfferKind::Draw, Color::White)]);
    assert!(
        refused(&game, RED, &TAKEBACK)
            .starts_with("You have asked for a takeback already. Wait for the answer")
    );
    // Each is answered separately.
    act(&mut game, BLUE, &answer(OfferKind::Takeback, asked, false));
    assert_eq!(
        refused(&game, RED, &TAKEBACK),
        "You have asked for a takeback already; you may ask again after your next move."
    );
    let drawn = game.rev.0 - 1;
    assert_eq!(act(&mut game, BLUE, &answer(OfferKind::Draw, drawn, true)), [Event::Ended(Ending::Agreed)]);
}
