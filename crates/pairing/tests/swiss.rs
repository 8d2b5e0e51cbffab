//! Tests that Swiss rounds are paired as by another program with the same rules: py4swiss 0.3.1.

mod recorded;

use pairing::swiss::pair_round;

#[test]
fn rounds_are_paired_as_they_were_recorded() {
    let rounds = recorded::rounds(include_str!("recorded/swiss.txt"));
    assert!(rounds.len() > 300, "{} rounds", rounds.len());
    for round in rounds {
        assert_eq!(pair_round(&round.before), Ok(round.pairings), "line {}", round.line);
    }
}
