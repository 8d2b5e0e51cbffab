use super::*;

/// Deterministic pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Finds the largest weight by exhaustive search.
fn greatest(weights: &[Vec<u64>], used: u32) -> u64 {
    let Some(first) = (0..weights.len()).find(|vertex| used & 1 << vertex == 0) else {
        return 0;
    };
    let used = used | 1 << first;
    let alone = greatest(weights, used);
    let others = (0..weights.len()).filter(|other| used & 1 << other == 0 && weights[first][*other] > 0);
    others.map(|other| weights[first][other] + greatest(weights, used | 1 << other)).fold(alone, u64::max)
}

fn checked(weights: &[Vec<u64>]) -> u64 {
    let mut graph = Graph::<1>::new(weights.len());
    for (one, row) in weights.iter().enumerate() {
        for (other, weight) in row.iter().enumerate() {
            graph.set(one, other, Wide::ZERO.plus_at(0, *weight));
        }
    }
    let mates = graph.matching();
    let mut sum = 0;
    for (one, mate) in mates.iter().enumerate() {
        if let Some(other) = mate {
            assert_eq!(mates[*other], Some(one));
            sum += weights[one][*other];
        }
    }
    sum / 2
}

#[test]
fn a_matching_weighs_as_much_as_the_best_of_all_that_there_are() {
    let mut numbers = Numbers(7);
    for case in 0..1500 {
        let vertices = 2 + numbers.below(9) as usize;
        let (range, density) = (1 + numbers.below(12), 1 + numbers.below(10));
        let mut weights = vec![vec![0; vertices]; vertices];
        for (one, other) in (0..vertices).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let weight = if numbers.below(10) < density { 1 + numbers.below(range) } else { 0 };
            weights[one][other] = weight;
            weights[other][one] = weight;
        }
        assert_eq!(checked(&weights), greatest(&weights, 0), "case {case}: {weights:?}");
    }
}

#[test]
fn a_graph_without_edges_has_no_matching() {
    assert_eq!(Graph::<1>::new(0).matching(), []);
    assert_eq!(Graph::<1>::new(3).matching(), [None; 3]);
}
