//! How the ordinary pawn of a game from a file moves.

use std::cmp::{Ordering, Reverse};

use crate::rules::{Color, Spec, Variant};
use crate::words::args;
use crate::words::{Joined, Words};

/// The maximum advance of pawns, with its ranks as White sees them. The one for most ranks comes first.
fn advances(spec: &Spec) -> Vec<(u8, Vec<u8>)> {
    let first = if spec.pawn.on_first_ranks { spec.first_rank } else { spec.first_rank.max(2) };
    let last = spec.promotion_rank[Color::White].min(spec.last_rank);
    let mut found: Vec<(u8, Vec<u8>)> = Vec::new();
    for rank in first..last {
        let most = spec.pawn.advance.get(usize::from(rank)).copied().unwrap_or_default();
        match found.iter_mut().find(|(known, _)| *known == most) {
            Some((_, ranks)) => ranks.push(rank),
            None => found.push((most, vec![rank])),
        }
    }
    // Ranks without an advance are exceptions, even if they are the majority.
    found.sort_by_key(|(most, ranks)| (*most == 0, Reverse(ranks.len()), *most));
    if let [_, exceptions @ ..] = &mut found[..] {
        exceptions.sort_by_key(|(most, _)| Reverse(*most));
    }
    found
}

impl Words {
    /// How the ordinary pawn moves.
    pub(super) fn pawn(&self, game: Variant) -> String {
        let spec = game.spec();
        let mut advances = advances(spec).into_iter();
        let (usual, _) = advances.next().unwrap_or((1, Vec::new()));
        let mut longest = usual;
        let mut steps = self.say("movement-pawn-forward", &args! { "distance" => self.distance(usual) });
        for (most, ranks) in advances {
            longest = longest.max(most);
            let key = match (most, most.cmp(&usual)) {
                (0, _) => "movement-pawn-forward.none",
                (_, Ordering::Greater) => "movement-pawn-forward.more",
                _ => "movement-pawn-forward.less",
            };
            let ranks = self.ranks(spec, &ranks);
            steps =
                self.say(key, &args! { "steps" => steps, "number" => self.number(most), "ranks" => ranks });
        }
        if spec.pawn.backs {
            steps = self.say("movement-pawn-forward.back", &args! { "steps" => steps });
        }
        let passing = if longest > 1 { "yes" } else { "no" };
        self.say("movement-pawn", &args! { "steps" => steps, "passing" => passing })
    }

    /// Ranks as White sees them, with those of Black: "rank 2 (Black 7)".
    fn ranks(&self, spec: &Spec, ranks: &[u8]) -> String {
        let listed = |color: Color| {
            let names: Vec<String> =
                ranks.iter().map(|rank| spec.relative_rank(color, *rank).to_string()).collect();
            self.list(Joined::And, &names)
        };
        let args = args! {
            "count" => if ranks.len() == 1 { "one" } else { "many" },
            "white" => listed(Color::White), "black" => listed(Color::Black),
        };
        self.say("movement-ranks", &args)
    }
}
