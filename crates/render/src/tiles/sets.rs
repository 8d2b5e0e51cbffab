//! The sets of all boards and looks: created on first use, kept, and bounded in total memory. Games with
//! equal boards share one.

use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use lru::LruCache;

use super::set::{Prepared, Set};
use crate::layout::Layout;
use crate::look::Look;
use crate::picture::Grid;
use crate::sprites::Sprites;
use crate::view::BoardView;
use rules::{Color, Spec, Variant};

/// The most memory of all sets together in bytes: enough for all games of one theme with most of their tiles.
const MOST: usize = 32_000_000;

static KEPT: LazyLock<Sets> = LazyLock::new(|| Sets::within(MOST));

/// Returns the picture of a board as a PNG file with a palette, assembled from tiles.
///
/// The first picture of a game in a look prepares its tiles, which takes a few dozen milliseconds; call this
/// where blocking is allowed.
pub fn png(view: &BoardView, look: &Look) -> Vec<u8> {
    with_set(view.variant, look, |set| set.png(&Grid::new(view, look)))
}

/// Like [`png()`], but only if all tiles exist already; joining them takes a few dozen microseconds.
pub fn png_at_once(view: &BoardView, look: &Look) -> Option<Vec<u8>> {
    KEPT.at_once(view.variant.spec(), look, |set| set.png_at_once(&Grid::new(view, look)))
}

/// Returns the palette of a game's pictures in a look: red, green, blue, at most 64 colours.
pub fn palette(variant: Variant, look: &Look) -> Vec<[u8; 3]> {
    with_set(variant, look, |set| set.colours().to_vec())
}

/// Prepares the shared data of a game's pictures in a look from scratch, and discards it; for measuring.
pub fn prepare(variant: Variant, look: &Look) -> Prepared {
    made(variant.spec(), look, |size| Arc::new(Sprites::new(look.theme, size))).prepared()
}

/// Returns the data currently kept for a game in a look.
pub fn prepared(variant: Variant, look: &Look) -> Prepared {
    with_set(variant, look, Set::prepared)
}

/// Calls `work` with the set of a game and look.
pub(crate) fn with_set<T>(variant: Variant, look: &Look, work: impl FnOnce(&Set) -> T) -> T {
    KEPT.with(variant.spec(), look, work)
}

fn made(spec: &'static Spec, look: &Look, sprites: impl Fn(u32) -> Arc<Sprites>) -> Set {
    let layout = Layout::new(spec, look, Color::White);
    Set::new(
        &with_one_board(spec).collect::<Vec<_>>(),
        look,
        sprites(layout.cell),
        sprites(layout.chip(false).1),
    )
}

/// Returns the games that share a set with this one, in list order: those with the same squares, letters and
/// numbers.
///
/// A game from a file shares none.
fn with_one_board(spec: &'static Spec) -> impl Iterator<Item = &'static Spec> {
    let is_custom = Variant::new(spec).is_custom();
    let ours = games::all().map(Variant::spec).filter(move |other| !is_custom && has_board_of(other, spec));
    is_custom.then_some(spec).into_iter().chain(ours)
}

fn has_board_of(spec: &Spec, other: &Spec) -> bool {
    let board = |spec: &Spec| (spec.squares, spec.files, spec.first_rank, spec.last_rank);
    board(spec) == board(other)
}

/// The first game with the board, the theme, the layout from White's side, and the words of the panel if
/// there is one.
///
/// Palette and code are derived from everything that is drawn.
type SetKey = (Variant, &'static str, Layout, &'static str);

fn key(spec: &'static Spec, look: &Look) -> SetKey {
    let layout = Layout::new(spec, look, Color::White);
    let first = with_one_board(spec).next().unwrap_or(spec);
    (Variant::new(first), look.theme.name(), layout, if look.panel { look.to_move } else { "" })
}

/// A set's slot is reserved while the set is created: two threads that need the same new set share one.
///
/// Other threads do not wait.
type Slot = Arc<OnceLock<Set>>;

/// Sets limited to this many bytes together while no picture is being drawn.
struct Sets {
    kept: Mutex<LruCache<SetKey, Slot>>,
    most: usize,
}

impl Sets {
    fn within(most: usize) -> Self {
        Self { kept: Mutex::new(LruCache::unbounded()), most }
    }

    /// Calls `work` with a set that exists already.
    fn at_once<T>(
        &self,
        spec: &'static Spec,
        look: &Look,
        work: impl FnOnce(&Set) -> Option<T>,
    ) -> Option<T> {
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(kept.get(&key(spec, look))?)
        };
        work(slot.get()?)
    }

    fn with<T>(&self, spec: &'static Spec, look: &Look, work: impl FnOnce(&Set) -> T) -> T {
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(kept.get_or_insert(key(spec, look), Arc::default))
        };
        let mut is_new = false;
        let set = slot.get_or_init(|| {
            is_new = true;
            made(spec, look, |size| Sprites::of(look.theme, size))
        });
        let done = work(set);
        // Memory only grows when something was created.
        if set.has_grown() || is_new {
            self.make_room();
        }
        done
    }

    /// Drops the least recently used data: tiles first, because they are cheap to recreate, then whole sets.
    fn make_room(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut too_much = bytes(&kept).saturating_sub(self.most);
        for set in kept.iter().rev().filter_map(|(_, slot)| slot.get()) {
            if too_much == 0 {
                return;
            }
            too_much = too_much.saturating_sub(set.drop_later(too_much));
        }
        while bytes(&kept) > self.most && kept.len() > 1 {
            kept.pop_lru();
        }
    }
}

/// Returns the memory of these sets in bytes. Drawings shared by several of them count once.
fn bytes(kept: &LruCache<SetKey, Slot>) -> usize {
    let sets: Vec<&Set> = kept.iter().filter_map(|(_, slot)| slot.get()).collect();
    let mut drawings: Vec<&Arc<Sprites>> = sets.iter().flat_map(|set| set.drawings()).collect();
    drawings.sort_by_key(|sprites| Arc::as_ptr(sprites));
    drawings.dedup_by_key(|sprites| Arc::as_ptr(sprites));
    sets.iter().map(|set| set.own_bytes()).sum::<usize>()
        + drawings.iter().map(|sprites| sprites.bytes()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grids, marked_tiles};
    use super::*;
    use crate::picture::Part;
    use crate::themes::Theme;

    /// The number of distinct boards of all games.
    const BOARDS: usize = 7;

    /// Returns the first sample board of a game, and the same board full of marks that are drawn on demand.
    fn pictures(spec: &'static Spec, look: &Look) -> [Grid; 2] {
        let plain = grids(spec, look).remove(0);
        let mut marked = Grid { layout: plain.layout, parts: plain.parts.clone() };
        let squares = marked.parts.iter_mut().filter(|part| matches!(part, Part::Square(_)));
        for (part, tile) in squares.zip(marked_tiles(spec)) {
            *part = Part::Square(tile);
        }
        [plain, marked]
    }

    fn files(sets: &Sets, spec: &'static Spec, look: &Look) -> Vec<Vec<u8>> {
        pictures(spec, look).iter().map(|grid| sets.with(spec, look, |set| set.png(grid))).collect()
    }

    fn count(sets: &Sets) -> (usize, usize) {
        let kept = sets.kept.lock().expect("nobody failed with it");
        (kept.len(), bytes(&kept))
    }

    #[test]
    fn games_in_all_themes_and_both_sizes_stay_within_the_bound() {
        let sets = Sets::within(MOST);
        let mut most_kept = 0;
        for (at, theme) in Theme::all().enumerate() {
            // All games for the first theme; for the others only games without a base game.
            for variant in games::all().filter(|variant| at == 0 || variant.spec().base.is_none()) {
                let look = Look::of(theme);
                for look in [look, look.of_animation(variant.spec())] {
                    files(&sets, variant.spec(), &look);
                    let (kept, bytes) = count(&sets);
                    assert!(bytes <= MOST, "{} {}: {kept} sets, {bytes} bytes", theme.name(), variant.slug());
                    most_kept = most_kept.max(kept);
                }
            }
        }
        assert!((5..50).contains(&most_kept), "{most_kept} sets were kept at most");
    }

    #[test]
    fn the_games_of_one_theme_are_kept_together() {
        let sets = Sets::within(MOST);
        for _ in 0..2 {
            for variant in games::all() {
                files(&sets, variant.spec(), &Look::default());
            }
        }
        assert_eq!(count(&sets).0, BOARDS);
    }

    #[test]
    fn pictures_are_the_same_when_sets_are_dropped_and_made_anew() {
        let (ample, none) = (Sets::within(usize::MAX), Sets::within(0));
        let look = Look::default().with_cell(24);
        for _ in 0..2 {
            for variant in games::all() {
                let spec = variant.spec();
                assert!(files(&ample, spec, &look) == files(&none, spec, &look), "{}", variant.slug());
                assert_eq!(count(&none).0, 1, "no room but for the one in use");
            }
        }
        assert_eq!(count(&ample).0, BOARDS);
    }

    #[test]
    fn a_picture_is_there_at_once_when_all_of_its_tiles_are() {
        let look = Look::default().with_cell(24);
        for spec in games::all().map(Variant::spec) {
            let sets = Sets::within(usize::MAX);
            let at_once = |grid| sets.at_once(spec, &look, |set| set.png_at_once(grid));
            let [plain, marked] = pictures(spec, &look);
            assert!(at_once(&plain).is_none(), "nothing is prepared");
            let file = sets.with(spec, &look, |set| set.png(&plain));
            assert!(at_once(&plain) == Some(file));
            assert!(at_once(&marked).is_none(), "its marks are not drawn");
            let file = sets.with(spec, &look, |set| set.png(&marked));
            assert!(at_once(&marked) == Some(file));
        }
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let look = Look::default().with_cell(24);
        let specs: Vec<&'static Spec> = games::all().map(Variant::spec).take(2).collect();
        let sets = Sets::within(usize::MAX);
        for spec in &specs {
            files(&sets, spec, &look);
        }
        let tiles = |spec| sets.with(spec, &look, |set| set.prepared().tiles);
        let (old, new) = (tiles(specs[0]), tiles(specs[1]));
        // One byte too many: a tile of the older set is dropped.
        let tight = Sets { most: count(&sets).1 - 1, kept: sets.kept };
        tight.make_room();
        let tiles = |spec| tight.with(spec, &look, |set| set.prepared().tiles);
        assert_eq!((tiles(specs[0]), tiles(specs[1])), (old - 1, new));
        // Without any room, the older set is dropped as a whole.
        let none = Sets { most: 0, kept: tight.kept };
        none.make_room();
        assert_eq!(
            none.kept.lock().expect("nobody failed with it").peek_lru().expect("one").0.0,
            Variant::new(specs[1])
        );
        assert_eq!(count(&none).0, 1);
    }
}
