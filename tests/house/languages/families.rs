//! Texts about the families of games, in the pseudo language.

use rookery::discord::actions::{FamilyPage, ListPage};
use rookery::discord::features::families::{families, of_family};
use rookery::discord::reply::{ALT_MAX, BUTTON_MAX, CARD_TEXT_MAX, CardPart, LABEL_MAX, Reply, Row};
use rookery::games;
use rookery::rules::Family;
use rookery::words::Label;

use super::{PSEUDO, check, check_text, fits, said};

tests!(nothing_of_the_families_is_left_in_english);

/// All texts of a card.
fn told(reply: &Reply) {
    assert_eq!(reply.left_out(), []);
    let text = said(reply);
    check(&text);
    fits(&text, CARD_TEXT_MAX);
    let picture = reply.picture.as_ref().expect("boards");
    check(&picture.alt);
    fits(&picture.alt, ALT_MAX);
    for part in &reply.card.as_ref().expect("a card").parts {
        match part {
            CardPart::Beside { button, .. } => fits(&button.label, BUTTON_MAX),
            CardPart::Row(Row::Select(select)) => {
                fits(&select.label, LABEL_MAX);
                check(&select.label);
                select.lines.iter().for_each(|line| check(&line.name));
            }
            _ => {}
        }
    }
}

fn nothing_of_the_families_is_left_in_english() {
    let all: Vec<Family> = games::families().collect();
    for page in 0..all.len() as u32 {
        told(&families(&PSEUDO, &[], ListPage(page)));
    }
    for family in all {
        told(&of_family(&PSEUDO, &[], FamilyPage { family, page: ListPage(0) }));
    }
    for label in [Label::EarlierFamilies, Label::MoreFamilies] {
        check_text(&PSEUDO.label(label));
    }
}
