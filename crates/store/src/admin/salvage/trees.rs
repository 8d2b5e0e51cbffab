//! Finds out which pages belong to which table.
//!
//! Pages reachable from the schema table are followed. A page that is unreachable because one above it is
//! damaged is assigned to the table that its rows fit, if there is exactly one. So a damaged page loses only
//! its own rows.
//!
//! No page is read more than twice, whatever it contains.

use super::cells::{TreePage, Value};
use super::pages::Pages;
use super::shapes::Shape;
use crate::sqlite::wal::number_at;
use std::collections::HashMap;

/// The pages found of a table or an index.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The pages with its rows.
    pub(super) pages: Vec<u32>,
    /// Whether the schema table gives its root.
    pub(super) is_listed: bool,
    /// The depths of the unreadable pages.
    bad: Vec<usize>,
    /// The number of pages at each depth, and of rows in them.
    depths: Vec<(usize, usize)>,
    /// The number of unreachable pages assigned to it.
    strays: usize,
    /// Rows of unreachable pages that may also belong to other tables.
    pub(super) unplaced: usize,
}

impl Tree {
    /// Estimates how many rows the unreadable pages held; `None` if unknown.
    pub(super) fn lost(&self, is_numbered: bool) -> Option<usize> {
        let deepest = self.depths.len().saturating_sub(1);
        let mut lost = 0;
        for depth in &self.bad {
            // It may have been the only page, or an interior page.
            if self.pages.is_empty() {
                return None;
            }
            let is_inner = *depth < deepest || *depth == 0 && self.strays > 0;
            match self.depths.get(*depth) {
                _ if is_inner && is_numbered => {}
                Some((pages, rows)) if *pages > 0 => lost += rows.div_ceil(*pages),
                _ => return None,
            }
        }
        (self.unplaced == 0).then_some(lost)
    }

    fn add(&mut self, number: u32, page: &TreePage, depth: usize) {
        if !(page.is_inner && page.is_numbered) {
            self.pages.push(number);
        }
        self.depths.resize(self.depths.len().max(depth + 1), (0, 0));
        self.depths[depth].0 += 1;
        self.depths[depth].1 += page.count();
    }
}

/// A walk through all pages.
pub(super) struct Walk<'p> {
    pages: &'p Pages,
    seen: Vec<bool>,
}

/// The maximum depth of a b-tree: every interior page has at least two children.
const DEEPEST: usize = 32;

/// Finds the pages of all these tables and indexes.
pub(super) fn trees(pages: &Pages, shapes: &[Shape]) -> Vec<Tree> {
    let mut walk = Walk { pages, seen: vec![false; pages.count() as usize + 1] };
    let roots = walk.roots();
    let mut trees: Vec<Tree> = Vec::new();
    // A damaged page may link anywhere, so tables come before indexes.
    for is_index in [false, true] {
        for (place, shape) in shapes.iter().enumerate() {
            trees.resize_with(trees.len().max(place + 1), Tree::default);
            if shape.is_index == is_index
                && let Some(root) = roots.get(&shape.name)
            {
                trees[place] = walk.tree(*root, shape);
                trees[place].is_listed = true;
            }
        }
    }
    walk.pass_free_pages();
    walk.find_strays(shapes, &mut trees);
    trees
}

impl Walk<'_> {
    /// Reads a page that has not been visited yet.
    fn read(&self, number: u32) -> Option<TreePage> {
        let is_new = self.seen.get(number as usize) == Some(&false);
        is_new.then(|| self.pages.get(number)).flatten().and_then(|page| TreePage::read(&page, number))
    }

    /// Returns the root of each table and index, as far as the schema table is readable.
    fn roots(&mut self) -> HashMap<String, u32> {
        let list = self.tree(1, &Shape::of_schema());
        let mut roots = HashMap::new();
        for number in list.pages {
            let page = self.pages.get(number).and_then(|page| TreePage::read(&page, number));
            for begin in page.iter().flat_map(|page| page.begins(self.pages)) {
                if let [_, Value::Text(name), _, Value::Number(root), ..] = &begin[..] {
                    roots.insert(name.clone(), u32::try_from(*root).unwrap_or(0));
                }
            }
        }
        roots.retain(|_, root| *root > 1);
        roots
    }

    fn tree(&mut self, root: u32, shape: &Shape) -> Tree {
        let mut tree = Tree::default();
        let mut waiting = vec![(root, 0)];
        while let Some((number, depth)) = waiting.pop() {
            let page = self.read(number).filter(|page| {
                page.is_numbered == shape.is_numbered && depth < DEEPEST && self.is_of(page, shape)
            });
            let Some(page) = page else {
                tree.bad.push(depth);
                continue;
            };
            self.seen[number as usize] = true;
            tree.add(number, &page, depth);
            waiting.extend(page.children.iter().rev().map(|child| (*child, depth + 1)));
        }
        tree
    }

    /// Whether a linked page may belong to this b-tree: most of its readable rows fit. The schema table has
    /// long texts that may continue in damaged pages.
    fn is_of(&self, page: &TreePage, shape: &Shape) -> bool {
        let (mut fit, mut others) = (0, 0);
        for row in page.rows(self.pages).flatten() {
            *if shape.fits(&row) { &mut fit } else { &mut others } += 1;
        }
        fit >= others
    }

    /// Skips the pages of the freelist.
    fn pass_free_pages(&mut self) {
        let first = self.pages.get(1).map_or(0, |page| number_at(&page, 32));
        let mut next = Some(first).filter(|page| *page > 1);
        while let Some(number) = next.take() {
            let Some(seen) = self.seen.get_mut(number as usize).filter(|seen| !**seen) else { break };
            *seen = true;
            let Some(page) = self.pages.get(number) else { break };
            let free = (number_at(&page, 4) as usize).min(page.len() / 4 - 2);
            for place in 0..free {
                let listed = number_at(&page, 8 + 4 * place) as usize;
                if listed > 1
                    && let Some(seen) = self.seen.get_mut(listed)
                {
                    *seen = true;
                }
            }
            next = Some(number_at(&page, 0)).filter(|page| *page > 1);
        }
    }

    /// Assigns the unreachable pages.
    fn find_strays(&mut self, shapes: &[Shape], trees: &mut [Tree]) {
        let is_open = |tree: &Tree| !tree.is_listed || !tree.bad.is_empty();
        let open: Vec<usize> = (0..shapes.len()).filter(|place| is_open(&trees[*place])).collect();
        if open.is_empty() {
            return;
        }
        for number in 2..=self.pages.count() {
            let Some(page) = self.read(number) else { continue };
            let rows: Vec<_> = page.rows(self.pages).flatten().collect();
            let fits = |place: &&usize| rows.iter().all(|row| shapes[**place].fits(row));
            if rows.is_empty() {
                continue;
            }
            let owners: Vec<usize> = open.iter().filter(fits).copied().collect();
            match owners[..] {
                [owner] => {
                    let deepest = trees[owner].depths.len().saturating_sub(1);
                    let depth = if page.is_inner { deepest.saturating_sub(1) } else { deepest };
                    trees[owner].add(number, &page, depth);
                    trees[owner].strays += 1;
                    self.seen[number as usize] = true;
                }
                ref owners => {
                    for owner in owners {
                        trees[*owner].unplaced += page.count();
                    }
                }
            }
        }
    }
}
