//! Maximum-weight matching in general graphs by Edmonds' blossom algorithm: the primal-dual method, cubic in
//! the number of vertices.
//!
//! Each vertex has a dual, and so has each blossom (an odd cycle treated as one vertex). An edge's slack is
//! the sum of its ends' duals minus twice its weight; it is never negative between different nodes, and only
//! tight edges (without slack) are matched. From the free nodes, alternating trees of tight edges are grown,
//! to an inner node by any edge and on to an outer one by its matched edge, until two trees meet. If no tight
//! edge is left, the duals change by the amount of the nearest event: outer ones decrease, inner ones
//! increase.
//!
//! A node is a vertex or a blossom. Only top nodes, which are in no other node, have a label.

mod blossoms;

use crate::wide::Wide;
use blossoms::{Edge, Nodes};

/// The edge weights of a graph. A missing edge has weight zero.
pub(crate) struct Graph<const N: usize> {
    vertices: usize,
    weights: Vec<Wide<N>>,
}

impl<const N: usize> Graph<N> {
    /// Creates a graph without edges.
    pub fn new(vertices: usize) -> Self {
        Self { vertices, weights: vec![Wide::ZERO; vertices * vertices] }
    }

    /// Sets the weight of an edge, at most `64 * N - 3` bits, because duals can be several times the largest
    /// weight.
    pub fn set(&mut self, one: usize, other: usize, weight: Wide<N>) {
        self.weights[one * self.vertices + other] = weight;
        self.weights[other * self.vertices + one] = weight;
    }

    pub fn weight(&self, one: usize, other: usize) -> Wide<N> {
        self.weights[one * self.vertices + other]
    }

    /// Returns a maximum-weight matching: for each vertex the one it is matched with, if any.
    pub fn matching(&self) -> Vec<Option<usize>> {
        let mut search = Search::new(self);
        while search.find_path() {}
        search.nodes.mates()
    }
}

/// The role of a top node in the trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Unreached,
    /// A root, or at an even distance from one.
    Outer,
    /// At an odd distance, reached by this edge from an outer vertex to one of its own.
    Inner(Edge),
}

/// The next event.
#[derive(Clone, Copy)]
enum Event {
    /// The duals of the free vertices are zero: no matching is heavier.
    Done,
    /// An edge to an unreached node has no slack.
    Grow(Edge),
    /// An edge between two outer nodes has no slack.
    Meet(Edge),
    /// The dual of an inner blossom is zero.
    Expand(usize),
}

struct Search<'a, const N: usize> {
    graph: &'a Graph<N>,
    nodes: Nodes,
    /// The duals of vertices and blossoms.
    duals: Vec<Wide<N>>,
    labels: Vec<Label>,
    /// For each two nodes, the edge with the least slack between them.
    ///
    /// It stays the same edge because all duals of a node's vertices change by the same amount.
    nearest: Vec<Edge>,
    /// For each top node, the edge of least slack that leads to it from another outer node.
    reach: Vec<Option<Edge>>,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(graph: &'a Graph<N>) -> Self {
        let nodes = Nodes::new(graph.vertices);
        let count = nodes.capacity();
        let greatest = graph.weights.iter().copied().max().unwrap_or(Wide::ZERO);
        let mut duals = vec![Wide::ZERO; count];
        duals[..graph.vertices].fill(greatest);
        let mut nearest = vec![Edge { from: 0, to: 0 }; count * count];
        for from in 0..graph.vertices {
            for to in 0..graph.vertices {
                nearest[from * count + to] = Edge { from, to };
            }
        }
        Self { graph, nodes, duals, labels: vec![Label::Unreached; count], nearest, reach: vec![None; count] }
    }

    fn slack(&self, edge: Edge) -> Wide<N> {
        self.duals[edge.from] + self.duals[edge.to] - self.graph.weight(edge.from, edge.to).doubled()
    }

    fn nearest(&self, from: usize, to: usize) -> Edge {
        self.nearest[from * self.nodes.capacity() + to]
    }

    /// Augments the matching by one edge. False if that would not increase its weight.
    fn find_path(&mut self) -> bool {
        let tops: Vec<usize> = self.nodes.tops().collect();
        for top in &tops {
            self.labels[*top] = if self.nodes.is_free(*top) { Label::Outer } else { Label::Unreached };
        }
        for top in &tops {
            self.look_around(*top);
        }
        loop {
            let Some((change, event)) = self.next_event() else {
                return false;
            };
            if !change.is_zero() {
                self.change_duals(change);
            }
            match event {
                Event::Done => return false,
                Event::Grow(edge) => self.grow(edge),
                Event::Expand(blossom) => self.expand(blossom),
                Event::Meet(edge) => {
                    let (one, other) = (self.path_to_root(edge.from), self.path_to_root(edge.to));
                    if one.last() == other.last() {
                        self.form_blossom(edge, one, other);
                    } else {
                        self.nodes.augment(edge, |top| match self.labels[top] {
                            Label::Inner(edge) => edge,
                            _ => unreachable!("every second node of a path is an inner one"),
                        });
                        return true;
                    }
                }
            }
        }
    }

    /// Returns the nearest event, and the change of the duals that it needs; `None` if nothing is free.
    fn next_event(&self) -> Option<(Wide<N>, Event)> {
        // Free vertices have had every change, so their dual is the least of all outer ones.
        let free = self.nodes.tops().find(|top| self.nodes.is_free(*top))?;
        let mut next = (self.duals[self.nodes.base(free)], Event::Done);
        for top in self.nodes.tops() {
            let (change, event) = match (self.labels[top], self.reach[top]) {
                (Label::Unreached, Some(edge)) => (self.slack(edge), Event::Grow(edge)),
                (Label::Outer, Some(edge)) => (self.slack(edge).halved(), Event::Meet(edge)),
                (Label::Inner(_), _) if self.nodes.is_blossom(top) => {
                    (self.duals[top].halved(), Event::Expand(top))
                }
                _ => continue,
            };
            if change < next.0 {
                next = (change, event);
            }
        }
        Some(next)
    }

    fn change_duals(&mut self, change: Wide<N>) {
        for vertex in 0..self.graph.vertices {
            match self.labels[self.nodes.top(vertex)] {
                Label::Outer => self.duals[vertex] = self.duals[vertex] - change,
                Label::Inner(_) => self.duals[vertex] = self.duals[vertex] + change,
                Label::Unreached => {}
            }
        }
        for top in self.graph.vertices..self.nodes.capacity() {
            if !self.nodes.is_top(top) {
                continue;
            }
            match self.labels[top] {
                Label::Outer => self.duals[top] = self.duals[top] + change.doubled(),
                Label::Inner(_) => self.duals[top] = self.duals[top] - change.doubled(),
                Label::Unreached => {}
            }
        }
    }

    /// Records that an edge leads to a top node from an outer one.
    fn offer(&mut self, top: usize, edge: Edge) {
        if self.reach[top].is_none_or(|known| self.slack(edge) < self.slack(known)) {
            self.reach[top] = Some(edge);
        }
    }

    /// Finds the best edge to a top node from all other outer ones.
    fn look_around(&mut self, top: usize) {
        self.reach[top] = None;
        for other in 0..self.nodes.capacity() {
            if other != top && self.nodes.is_top(other) && self.labels[other] == Label::Outer {
                self.offer(top, self.nearest(other, top));
            }
        }
    }

    /// Offers the edges of a new outer top node to all others.
    fn reach_out(&mut self, outer: usize) {
        for top in 0..self.nodes.capacity() {
            let is_inner = matches!(self.labels[top], Label::Inner(_));
            if top != outer && self.nodes.is_top(top) && !is_inner {
                self.offer(top, self.nearest(outer, top));
            }
        }
    }

    fn grow(&mut self, edge: Edge) {
        let inner = self.nodes.top(edge.to);
        self.labels[inner] = Label::Inner(edge);
        let outer = self.nodes.top(self.nodes.mate_of(inner).expect("only roots are free"));
        self.labels[outer] = Label::Outer;
        self.reach_out(outer);
    }

    /// Returns the outer nodes from that of a vertex up to its root.
    fn path_to_root(&self, vertex: usize) -> Vec<usize> {
        let mut path = vec![self.nodes.top(vertex)];
        while let Some(outer) = self.above(path[path.len() - 1]) {
            path.push(outer);
        }
        path
    }

    /// Returns the next outer node towards the root.
    fn above(&self, outer: usize) -> Option<usize> {
        let inner = self.nodes.top(self.nodes.mate_of(outer)?);
        match self.labels[inner] {
            Label::Inner(edge) => Some(self.nodes.top(edge.from)),
            _ => unreachable!("the mate of an outer node is an inner one"),
        }
    }

    /// Contracts the cycle closed by an edge between two outer nodes of one tree.
    fn form_blossom(&mut self, edge: Edge, mut one: Vec<usize>, mut other: Vec<usize>) {
        let mut common = one[one.len() - 1];
        while let (Some(above), Some(same)) = (one.last(), other.last())
            && above == same
        {
            common = *above;
            one.pop();
            other.pop();
        }
        let labels = &self.labels;
        let entry = |top: usize| match labels[top] {
            Label::Inner(edge) => edge,
            _ => unreachable!("every second node of a path is an inner one"),
        };
        let blossom = self.nodes.form(common, &one, edge, &other, entry);
        self.labels[blossom] = Label::Outer;
        self.duals[blossom] = Wide::ZERO;
        self.join_nearest(blossom);
        self.look_around(blossom);
        self.reach_out(blossom);
    }

    /// Sets the nearest edges of a new blossom, which are the nearest of its children's.
    fn join_nearest(&mut self, blossom: usize) {
        let capacity = self.nodes.capacity();
        let others: Vec<usize> = self.nodes.all().filter(|node| *node != blossom).collect();
        for other in others {
            let children = self.nodes.children(blossom).iter();
            let edges = children.map(|child| self.nearest(*child, other)).filter(|edge| edge.from != edge.to);
            let best = edges.min_by_key(|edge| self.slack(*edge));
            if let Some(edge) = best {
                self.nearest[blossom * capacity + other] = edge;
                self.nearest[other * capacity + blossom] = edge.reversed();
            }
        }
    }

    /// Expands an inner blossom. The children between its entry and its base stay in the tree.
    fn expand(&mut self, blossom: usize) {
        let Label::Inner(entry) = self.labels[blossom] else {
            unreachable!("only inner blossoms are taken apart")
        };
        let (children, path) = self.nodes.take_apart(blossom, entry);
        for child in &children {
            self.labels[*child] = Label::Unreached;
        }
        for (index, edge) in path.iter().enumerate() {
            let child = self.nodes.top(edge.to);
            self.labels[child] = if index.is_multiple_of(2) { Label::Inner(*edge) } else { Label::Outer };
        }
        for child in &children {
            self.look_around(*child);
        }
        for child in children {
            if self.labels[child] == Label::Outer {
                self.reach_out(child);
            }
        }
    }
}

#[cfg(test)]
mod tests;
