//! Menus for moving: the pieces, the target squares of a piece, and what a pawn promotes to.

use crate::app::{MenuTarget, Mover, MoverView};
use crate::discord::actions::{ComponentAction, HAND, PieceThen};
use crate::discord::reply::{CHOICES_MAX, MenuLine, Select};
use crate::rules::DescribedMove;
use crate::words::{MenuText, Words};

/// Lines on a page of a list too long for one menu. Leaves room for the two lines that turn pages.
const PAGE: usize = CHOICES_MAX - 2;
/// Prefix of the value of a page-turning line; no square and no move begins with it.
const TURN: &str = "page-";

/// What was chosen in a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuPick {
    /// Another page, counted from 0.
    Page(usize),
    /// A square on which a pawn promotes: the piece is chosen next.
    Place(String),
    /// Anything else.
    Line(String),
}

/// Interprets a line's value, or its label, which some clients send instead.
pub fn picked(words: [&Words; 2], text: &str) -> MenuPick {
    let of_name = || words.iter().find_map(|words| words.menu_page_of(text)?.checked_sub(1));
    match text.strip_prefix(TURN).and_then(|page| page.parse().ok()).or_else(of_name) {
        Some(page) => MenuPick::Page(page),
        None if text.ends_with(MenuTarget::OPEN) => MenuPick::Place(text.to_owned()),
        None => MenuPick::Line(text.to_owned()),
    }
}

/// The lines of a page. A list that fits in one menu is one page.
fn page_of(words: &Words, mut lines: Vec<MenuLine>, page: usize) -> Vec<MenuLine> {
    if lines.len() <= CHOICES_MAX {
        return lines;
    }
    let pages = lines.len().div_ceil(PAGE);
    let page = page.min(pages - 1);
    let way = |to: usize| MenuLine::new(&words.menu_page(to + 1, pages), &format!("{TURN}{to}"));
    let later = (page + 1 < pages).then(|| way(page + 1));
    let shown = lines.drain(page * PAGE..).take(PAGE);
    page.checked_sub(1).map(way).into_iter().chain(shown).chain(later).collect()
}

/// A menu with one page of its lines, counted from 0, or with all of them if they fit. [`picked`] interprets
/// a choice.
pub fn paged(
    words: &Words,
    label: String,
    id: impl Into<ComponentAction>,
    lines: Vec<MenuLine>,
    page: usize,
) -> Select {
    Select { label, id: id.into(), lines: page_of(words, lines, page) }
}

/// The page with the preselected line, or the first page.
fn page_chosen(lines: &[MenuLine]) -> usize {
    lines.iter().position(|line| line.chosen).map_or(0, |at| at / PAGE)
}

fn value(mover: &Mover) -> String {
    mover.from.map_or_else(|| HAND.to_owned(), |from| from.to_string())
}

/// The index of the piece that a value means, or a label in one of these languages.
pub fn mover_at(words: [&Words; 2], movers: &[Mover], text: &str) -> Option<usize> {
    movers
        .iter()
        .position(|mover| value(mover) == text || words.iter().any(|words| words.mover(mover) == text.trim()))
}

/// The menu of pieces below a board.
pub fn of_pieces(words: &Words, id: impl Into<ComponentAction>, movers: &[Mover]) -> Select {
    pieces(words, id.into(), movers, None, None)
}

fn pieces(
    words: &Words,
    id: ComponentAction,
    movers: &[Mover],
    page: Option<usize>,
    chosen: Option<&MoverView>,
) -> Select {
    let line = |mover: &Mover| {
        let is_chosen = chosen.is_some_and(|chosen| (chosen.from, chosen.piece) == (mover.from, mover.piece));
        MenuLine::new(&words.mover(mover), &value(mover)).hint(&words.mover_ways(mover)).chosen(is_chosen)
    };
    let lines: Vec<MenuLine> = movers.iter().map(line).collect();
    let page = page.unwrap_or_else(|| page_chosen(&lines));
    Select { label: words.menu(MenuText::Piece), id, lines: page_of(words, lines, page) }
}

/// The menu of a piece's target squares. `open` is the value of the chosen square, if any.
fn places(
    words: &Words,
    id: ComponentAction,
    targets: &[MenuTarget],
    page: Option<usize>,
    open: Option<&str>,
) -> Select {
    let line = |target: &MenuTarget| {
        let first = target.moves.first()?;
        let name = words.menu_target(first, target.moves.len() > 1);
        Some(MenuLine::new(&name, &target.value).chosen(open == Some(target.value.as_str())))
    };
    let lines: Vec<MenuLine> = targets.iter().filter_map(line).collect();
    let page = page.unwrap_or_else(|| page_chosen(&lines));
    Select { label: words.menu(MenuText::To), id, lines: page_of(words, lines, page) }
}

/// The menu of what a pawn can promote to.
fn promotions(words: &Words, id: ComponentAction, target: &MenuTarget) -> Select {
    let line = |told: &DescribedMove| Some(MenuLine::new(&words.kind(told.becomes?), &told.mv.to_string()));
    let lines = target.moves.iter().filter_map(line).collect();
    Select { label: words.menu(MenuText::Promotes), id, lines }
}

/// Which part of a card's menus is shown.
#[derive(Clone, Debug, Default)]
pub struct CardState {
    /// The page of the last menu; `None`: the page with the chosen line.
    pub page: Option<usize>,
    /// The value of the chosen square, if a pawn promotes there.
    pub open: Option<String>,
}

/// The actions of a card's menus.
pub struct CardActions<T, A> {
    /// The current state of the game, lesson or puzzle.
    pub now: T,
    /// Choosing a piece.
    pub piece: fn(T) -> A,
    /// Choosing a square.
    pub to: fn(PieceThen<T>) -> A,
    /// Choosing what a pawn promotes to.
    pub becomes: fn(PieceThen<T>) -> A,
}

/// The menus of a card: the pieces and, if one of them is chosen, its moves.
pub fn of_card<T: Copy, A: Into<ComponentAction>>(
    words: &Words,
    actions: &CardActions<T, A>,
    (movers, chosen): (&[Mover], Option<&MoverView>),
    shown: &CardState,
) -> Vec<Select> {
    let swap = (actions.piece)(actions.now).into();
    let Some(chosen) = chosen else { return vec![pieces(words, swap, movers, shown.page, None)] };
    let piece = PieceThen { now: actions.now, from: chosen.from };
    let open = shown.open.as_deref();
    let mut menus = vec![
        pieces(words, swap, movers, None, Some(chosen)),
        places(words, (actions.to)(piece).into(), &chosen.targets, shown.page, open),
    ];
    let place = chosen.targets.iter().find(|target| open == Some(target.value.as_str()));
    menus.extend(place.map(|place| promotions(words, (actions.becomes)(piece).into(), place)));
    menus
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::actions::FirstStepsAction;

    fn lines(count: usize, chosen: Option<usize>) -> Vec<MenuLine> {
        (0..count)
            .map(|at| MenuLine::new(&format!("{at}"), &format!("{at}")).chosen(chosen == Some(at)))
            .collect()
    }

    fn values(count: usize, page: usize) -> Vec<String> {
        let shown = page_of(Words::english(), lines(count, None), page);
        assert!(shown.len() <= CHOICES_MAX);
        shown.into_iter().map(|line| line.value).collect()
    }

    #[test]
    fn a_list_that_is_too_long_has_pages_and_ways_between_them() {
        assert_eq!(values(25, 0).len(), 25);
        assert_eq!(values(25, 7), values(25, 0));
        let (first, last) = (values(26, 0), values(26, 1));
        assert_eq!((first.len(), first[23].as_str()), (24, "page-1"));
        assert_eq!(last, ["page-0", "23", "24", "25"]);
        assert_eq!(values(26, 9), last, "no further than the last one");
        let middle = values(60, 1);
        assert_eq!((middle[0].as_str(), middle[1].as_str(), middle[24].as_str()), ("page-0", "23", "page-2"));
        for (count, chosen, page) in [(60, None, 0), (60, Some(22), 0), (60, Some(23), 1), (60, Some(59), 2)]
        {
            assert_eq!(page_chosen(&lines(count, chosen)), page);
        }
    }

    #[test]
    fn a_menu_of_26_games_leads_to_the_last_one() {
        let words = Words::english();
        let page = |page| {
            paged(words, "Choose".to_owned(), FirstStepsAction::Commands(0), lines(26, None), page).lines
        };
        let way = page(0).pop().expect("a way to the rest");
        for said in [&way.value, &way.name] {
            assert_eq!(picked([words; 2], said), MenuPick::Page(1));
        }
        let last = page(1).pop().expect("a line");
        assert_eq!(picked([words; 2], &last.value), MenuPick::Line("25".to_owned()));
    }

    #[test]
    fn a_way_to_a_page_is_known_by_its_value_and_by_its_name() {
        let words = Words::english();
        for (text, page) in [("page-0", 0), ("page-12", 12), ("… page 2 of 3", 1), ("… page 12 of 12", 11)]
        {
            assert_eq!(picked([words; 2], text), MenuPick::Page(page), "{text}");
        }
        for text in ["e2e4", "page", "page-", "… page 0 of 3", "hand", ""] {
            assert_eq!(picked([words; 2], text), MenuPick::Line(text.to_owned()));
        }
        assert_eq!(picked([words; 2], "b7b8="), MenuPick::Place("b7b8=".to_owned()));
    }
}
