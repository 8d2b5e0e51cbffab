//! Cards that list all games: the families, and the games of one family. Long lists are paged.

use crate::discord::actions::{ComponentAction, FamilyPage, ListPage, RulebookAction};
use crate::discord::reply::{
    Button, Card, CardPart, Content, MenuLine, Picture, Reply, Select, Style, meant,
};
use crate::games;
use crate::render::BoardView;
use crate::rules::{Color, Family, Position, Variant};
use crate::words::{Label, Words};

/// Maximum families or games on a card.
///
/// A family counts as three of a card's 40 components; a game counts as one and a line of a menu.
const ON_A_CARD: usize = 10;
/// Start positions per row of a picture.
const STARTS_IN_A_ROW: usize = 4;

/// A family and its games.
type FamilyGames = (Family, Vec<Variant>);

/// All families with their games. `own`: the server's games from files, which form a family too.
fn all(own: &[Variant]) -> Vec<FamilyGames> {
    let ours = games::families().map(|family| (family, games::of_family(family).collect()));
    let own = (!own.is_empty()).then(|| (Family::OWN, own.to_vec()));
    ours.chain(own).collect()
}

/// One page of a list: its entries, and the buttons to the previous and next page, if they exist.
fn page_of<'a, T>(
    words: &Words,
    list: &'a [T],
    page: ListPage,
    [before, behind]: [Label; 2],
    to: impl Fn(ListPage) -> RulebookAction,
) -> (&'a [T], Vec<Button>) {
    let pages = list.len().div_ceil(ON_A_CARD).max(1);
    let page = (page.0 as usize).min(pages - 1);
    let from = page * ON_A_CARD;
    let button = |label, page: usize| Button::new(words, label, to(ListPage(page as u32)));
    let before = page.checked_sub(1).map(|page| button(before, page));
    let behind = (page + 1 < pages).then(|| button(behind, page + 1));
    (&list[from..list.len().min(from + ON_A_CARD)], before.into_iter().chain(behind).collect())
}

/// A page of all families of games, each with a board and a short description. `own`: the server's games from
/// files.
pub fn families(words: &'static Words, own: &[Variant], page: ListPage) -> Reply {
    card_of_families(words, &all(own), page)
}

fn card_of_families(words: &'static Words, all: &[FamilyGames], page: ListPage) -> Reply {
    let count = all.iter().map(|(_, games)| games.len()).sum();
    let labels = [Label::EarlierFamilies, Label::MoreFamilies];
    let (shown, turning) = page_of(words, all, page, labels, RulebookAction::Families);
    let mut card = Card::of(words.rules_families(count)).part(CardPart::Picture);
    for (number, (family, games)) in (1..).zip(shown) {
        let text = format!("**{number}. {}**\n{}", words.family(*family), words.family_in_short(*family));
        let id = match games[..] {
            [only] => RulebookAction::Rules(only),
            _ => RulebookAction::OfFamily(FamilyPage { family: *family, page: ListPage(0) }),
        };
        let label = words.rules_family_games(games.len());
        let button = Button { label, id: ComponentAction::from(id), style: Style::Plain };
        card = card.part(CardPart::Beside { text, button });
    }
    let boards: Vec<Variant> = shown.iter().filter_map(|(_, games)| games.first().copied()).collect();
    Reply::card(with_buttons(card, turning)).picture(starts(words, &boards))
}

/// A page of a family's games, each with a board and a short description. `own`: the server's games from
/// files.
pub fn of_family(words: &'static Words, own: &[Variant], FamilyPage { family, page }: FamilyPage) -> Reply {
    let families = all(own);
    let at = families.iter().position(|(one, _)| *one == family);
    let games = at.and_then(|at| families.get(at)).map_or(&[][..], |(_, games)| games);
    let labels = [Label::EarlierGames, Label::LaterGames];
    let to = |page| RulebookAction::OfFamily(FamilyPage { family, page });
    let (shown, turning) = page_of(words, games, page, labels, to);
    let head = format!("**{}**\n{}", words.family(family), words.family_in_short(family));
    let mut card = Card::of(head);
    let back = RulebookAction::Families(ListPage((at.unwrap_or(0) / ON_A_CARD) as u32));
    let label = words.rules_all_families();
    let back = Button { label, id: back.into(), style: Style::Plain };
    let buttons = std::iter::once(back).chain(turning).collect();
    // A server's games may all have been removed since the button was created.
    if shown.is_empty() {
        return Reply::card(card.buttons(buttons));
    }
    card = card.part(CardPart::Picture);
    for (number, game) in (1..).zip(shown) {
        card = card.text(format!("**{number}. {}**\n{}", words.game(*game), words.game_in_short(*game)));
    }
    let select = Select {
        label: words.rules_see_a_game(),
        id: RulebookAction::RulesOf(()).into(),
        lines: shown.iter().map(|game| game_line(words, *game)).collect(),
    };
    Reply::card(card.select(select).buttons(buttons)).picture(starts(words, shown))
}

fn with_buttons(card: Card, buttons: Vec<Button>) -> Card {
    if buttons.is_empty() { card } else { card.buttons(buttons) }
}

/// A game as a line of a menu, with its distinguishing features.
pub fn game_line(words: &Words, game: Variant) -> MenuLine {
    MenuLine::new(&words.game(game), game.slug()).hint(&words.game_in_short(game))
}

/// The game chosen in a menu. `own`: the server's games from files.
pub fn chosen_game(words: &Words, own: &[Variant], text: &str) -> Option<Variant> {
    meant(games::all().chain(own.iter().copied()), |game| game_line(words, *game), text)
}

/// The start positions of games side by side, numbered as in the text.
fn starts(words: &Words, games: &[Variant]) -> Picture {
    let start = |game: &Variant| BoardView::new(&Position::start(*game), None, Color::White);
    let boards = games.iter().map(start).collect();
    // The name is a cache key: equal names must mean equal boards.
    let slugs: Vec<&str> = games.iter().map(|game| game.slug()).collect();
    let content = Content::Diagrams { name: slugs.join(" "), boards, in_a_row: STARTS_IN_A_ROW };
    Picture::new(words, "starts.png", content, &words.boards_of(games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::{CARD_PARTS_MAX, CARD_TEXT_MAX, Row};

    /// The targets of a card's buttons.
    fn leads(reply: &Reply) -> Vec<ComponentAction> {
        let parts = &reply.card.as_ref().expect("a card").parts;
        let of_part = |part: &CardPart| match part {
            CardPart::Beside { button, .. } => vec![button.id],
            CardPart::Row(Row::Buttons(buttons)) => buttons.iter().map(|button| button.id).collect(),
            _ => Vec::new(),
        };
        parts.iter().flat_map(of_part).collect()
    }

    fn fits(reply: &Reply) {
        let card = reply.card.as_ref().expect("a card");
        assert!(card.size() <= CARD_PARTS_MAX, "{}", card.size());
        assert!(card.texts().map(|text| text.chars().count()).sum::<usize>() <= CARD_TEXT_MAX);
    }

    fn boards(reply: &Reply) -> usize {
        match reply.picture.as_ref().map(|picture| &picture.content) {
            Some(Content::Diagrams { boards, .. }) => boards.len(),
            _ => 0,
        }
    }

    fn to_families(page: u32) -> ComponentAction {
        RulebookAction::Families(ListPage(page)).into()
    }

    #[test]
    fn every_family_is_reached_however_many_there_are() {
        let words = Words::english();
        for count in [1, 8, 10, 11, 12, 13, 20, 21, 40] {
            let families: Vec<FamilyGames> = all(&[]).into_iter().cycle().take(count).collect();
            let (mut reached, mut page) = (0, 0);
            loop {
                let reply = card_of_families(words, &families, ListPage(page));
                fits(&reply);
                let (leads, here) = (leads(&reply), boards(&reply));
                reached += here;
                let [before, behind] = [page.checked_sub(1), Some(page + 1)]
                    .map(|page| page.is_some_and(|page| leads.contains(&to_families(page))));
                assert_eq!(before, page > 0, "{count}: back from {page}");
                let turning = usize::from(before) + usize::from(behind);
                assert_eq!(leads.len(), here + turning, "{count}: a button for each board");
                if !behind {
                    break;
                }
                page += 1;
            }
            assert_eq!(reached, count, "families");
            let [last, far] = [page, u32::MAX].map(|page| card_of_families(words, &families, ListPage(page)));
            assert_eq!(leads(&far), leads(&last), "no further than the last");
        }
    }

    #[test]
    fn the_way_back_leads_to_the_page_with_the_family() {
        let words = Words::english();
        let all = all(&[]);
        let last = all.last().expect("a family").0;
        let reply = of_family(words, &[], FamilyPage { family: last, page: ListPage(0) });
        fits(&reply);
        let page = ((all.len() - 1) / ON_A_CARD) as u32;
        assert!(leads(&reply).contains(&to_families(page)));
        let gone = of_family(words, &[], FamilyPage { family: Family::OWN, page: ListPage(0) });
        assert_eq!((leads(&gone), boards(&gone)), (vec![to_families(0)], 0));
    }
}
