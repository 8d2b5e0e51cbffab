//! Tests of whose turn it is.

use super::*;

#[test]
fn whoever_may_move_is_who_a_legal_move_is_played_for() {
    let mut games = vec![game("chess", None), between("chess", None, RED, RED)];
    for played in games.clone() {
        let mut game = played;
        act(&mut game, RED, &Intent::Move("e4".to_owned()));
        games.push(game.clone());
        act(&mut game, RED, &Intent::Resign);
        games.push(game);
    }
    let mut may = 0;
    for game in &games {
        let text = game.line.position().legal_moves()[0].to_string();
        for who in [RED, BLUE, GREEN] {
            for at in [None, Some(Rev(0)), Some(game.position_rev), Some(game.rev.next())] {
                let why = |refusal: Refusal| told(game, &refusal);
                let asked = game.may_move(who, at).map_err(why);
                let played = decide(game, who, &Intent::Move(text.clone()), at, NOON).map(drop).map_err(why);
                assert_eq!(asked, played, "{game:?} {who:?} {at:?}");
                may += usize::from(asked.is_ok());
            }
        }
    }
    assert_eq!(may, 8, "one in each game that goes on, by a board of it or without one");
}
