//! Vertices, the blossoms around them, and the current matching.

/// A directed edge between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
}

impl Edge {
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// A blossom: its children in a cycle, the first of which holds the base, and the edges from each child to
/// the next.
#[derive(Clone, Default)]
struct Blossom {
    children: Vec<usize>,
    edges: Vec<Edge>,
}

/// All nodes. The vertices come first, then reusable slots for blossoms.
pub(super) struct Nodes {
    vertices: usize,
    blossoms: Vec<Blossom>,
    unused: Vec<usize>,
    /// The blossom around each node.
    parents: Vec<Option<usize>>,
    /// The outermost node around each vertex.
    tops: Vec<usize>,
    /// The vertex by which each node is matched or free.
    bases: Vec<usize>,
    mates: Vec<Option<usize>>,
}

impl Nodes {
    pub fn new(vertices: usize) -> Self {
        // Blossoms are disjoint or nested, and each takes at least two nodes from the tops.
        let capacity = vertices + vertices / 2;
        Self {
            vertices,
            blossoms: vec![Blossom::default(); vertices / 2],
            unused: (vertices..capacity).rev().collect(),
            parents: vec![None; capacity],
            tops: (0..vertices).collect(),
            bases: (0..capacity).collect(),
            mates: vec![None; vertices],
        }
    }

    pub fn capacity(&self) -> usize {
        self.bases.len()
    }

    pub fn mates(self) -> Vec<Option<usize>> {
        self.mates
    }

    pub fn is_blossom(&self, node: usize) -> bool {
        node >= self.vertices
    }

    /// True if a node's slot is in use.
    fn is_there(&self, node: usize) -> bool {
        !self.is_blossom(node) || !self.children(node).is_empty()
    }

    /// True if a node exists and is in no other node.
    pub fn is_top(&self, node: usize) -> bool {
        self.parents[node].is_none() && self.is_there(node)
    }

    /// Returns all existing nodes.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        (0..self.capacity()).filter(|node| self.is_there(*node))
    }

    /// Returns all nodes that are in no other node.
    pub fn tops(&self) -> impl Iterator<Item = usize> {
        (0..self.capacity()).filter(|node| self.is_top(*node))
    }

    pub fn top(&self, vertex: usize) -> usize {
        self.tops[vertex]
    }

    pub fn base(&self, node: usize) -> usize {
        self.bases[node]
    }

    /// Returns the vertex with which a node is matched.
    pub fn mate_of(&self, node: usize) -> Option<usize> {
        self.mates[self.bases[node]]
    }

    pub fn is_free(&self, node: usize) -> bool {
        self.mate_of(node).is_none()
    }

    pub fn children(&self, blossom: usize) -> &[usize] {
        &self.blossoms[blossom - self.vertices].children
    }

    /// Returns the child of a blossom that contains a vertex.
    fn child_with(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while let Some(parent) = self.parents[node]
            && parent != blossom
        {
            node = parent;
        }
        node
    }

    fn set_top(&mut self, node: usize, top: usize) {
        if !self.is_blossom(node) {
            self.tops[node] = top;
            return;
        }
        for child in self.children(node).to_vec() {
            self.set_top(child, top);
        }
    }

    /// Returns the edges from an outer node up to the common one, through the inner nodes in between.
    fn climb(&self, outers: &[usize], entry: impl Fn(usize) -> Edge) -> Vec<Edge> {
        let mut edges = Vec::new();
        for outer in outers {
            let base = self.bases[*outer];
            let mate = self.mates[base].expect("only roots are free");
            edges.push(Edge { from: base, to: mate });
            edges.push(entry(self.tops[mate]).reversed());
        }
        edges
    }

    /// Creates a blossom from the cycle through a common node, the outer nodes `one`, an edge, and `other`.
    ///
    /// The inner nodes in between are included. Both lists begin at the edge and end below the common node.
    /// `entry` returns the edge by which an inner node was reached.
    pub fn form(
        &mut self,
        common: usize,
        one: &[usize],
        edge: Edge,
        other: &[usize],
        entry: impl Fn(usize) -> Edge,
    ) -> usize {
        let down = self.climb(one, &entry).into_iter().rev().map(Edge::reversed);
        let edges: Vec<Edge> = down.chain(std::iter::once(edge)).chain(self.climb(other, &entry)).collect();
        let children: Vec<usize> = edges.iter().map(|edge| self.tops[edge.from]).collect();
        debug_assert_eq!(children[0], common);
        let blossom = self.unused.pop().expect("there are never more than half as many blossoms as vertices");
        for child in &children {
            self.parents[*child] = Some(blossom);
        }
        self.parents[blossom] = None;
        self.bases[blossom] = self.bases[common];
        self.blossoms[blossom - self.vertices] = Blossom { children, edges };
        self.set_top(blossom, blossom);
        blossom
    }

    /// Dissolves a top blossom that was reached by an edge.
    ///
    /// Returns its children, and the edges by which the children between the edge's end and the base are
    /// reached: the first is the edge itself, every second one is matched.
    pub fn take_apart(&mut self, blossom: usize, entry: Edge) -> (Vec<usize>, Vec<Edge>) {
        let reached = self.child_with(blossom, entry.to);
        let Blossom { children, edges } = std::mem::take(&mut self.blossoms[blossom - self.vertices]);
        self.unused.push(blossom);
        for child in &children {
            self.parents[*child] = None;
            self.set_top(*child, *child);
        }
        let index = children.iter().position(|child| *child == reached).expect("it is one of the children");
        let mut path = vec![entry];
        // The children after the base are matched in pairs: the first with the second, the third with the
        // fourth.
        if index.is_multiple_of(2) {
            path.extend(edges[..index].iter().rev().map(|edge| edge.reversed()));
        } else {
            path.extend(&edges[index..]);
        }
        (children, path)
    }

    /// Flips the matching along the path between two free nodes that an edge closes.
    pub fn augment(&mut self, edge: Edge, entry: impl Fn(usize) -> Edge) {
        let mut matched = vec![edge];
        for mut end in [edge.from, edge.to] {
            while let Some(mate) = self.mate_of(self.tops[end]) {
                let reached = entry(self.tops[mate]);
                matched.push(reached);
                end = reached.from;
            }
        }
        for edge in matched {
            self.match_by(edge);
        }
    }

    /// Matches two nodes that are in no common node, or in one that takes care of the rest.
    fn match_by(&mut self, edge: Edge) {
        for end in [edge.from, edge.to] {
            self.rebase(self.tops[end], end);
        }
        self.mates[edge.from] = Some(edge.to);
        self.mates[edge.to] = Some(edge.from);
    }

    /// Makes a vertex the base of a node, so that all others in it are matched among themselves.
    fn rebase(&mut self, node: usize, vertex: usize) {
        self.bases[node] = vertex;
        if !self.is_blossom(node) {
            return;
        }
        let child = self.child_with(node, vertex);
        self.rebase(child, vertex);
        let Blossom { mut children, mut edges } = std::mem::take(&mut self.blossoms[node - self.vertices]);
        let index = children.iter().position(|one| *one == child).expect("it is one of the children");
        children.rotate_left(index);
        edges.rotate_left(index);
        for pair in (1..children.len()).step_by(2) {
            let Edge { from, to } = edges[pair];
            if self.mates[from] != Some(to) {
                self.rebase(children[pair], from);
                self.rebase(children[pair + 1], to);
                self.mates[from] = Some(to);
                self.mates[to] = Some(from);
            }
        }
        self.blossoms[node - self.vertices] = Blossom { children, edges };
    }
}
