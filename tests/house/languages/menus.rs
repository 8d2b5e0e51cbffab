//! Texts of move menus, in the pseudo language.

use rookery::app::Mover;

use rookery::discord::reply::{CHOICE_MAX, FORM_HINT_MAX, FORM_MAX, LABEL_MAX};
use rookery::rules::DescribedMove;
use rookery::words::{Label, MenuText, Words};

use super::{LONG, PSEUDO, check, fits, games};

tests!(nothing_of_the_menus_is_left_in_english, the_menus_fit);

fn nothing_of_the_menus_is_left_in_english() {
    for (_, positions) in games() {
        for position in &positions {
            for mv in position.legal_moves() {
                for ways in [1, 2, 99] {
                    let mover = Mover { from: mv.from(), piece: position.spec().piece_type(mv.kind()), ways };
                    check(&PSEUDO.mover(&mover));
                    check(&PSEUDO.mover_ways(&mover));
                }
                let told = DescribedMove::new(position, &mv);
                for open in [true, false] {
                    let name = PSEUDO.menu_target(&told, open);
                    check(&name);
                    // A text that is already very long is truncated in a longer language.
                    let english = Words::english().menu_target(&told, open).chars().count();
                    assert!(english <= CHOICE_MAX, "{name}");
                    assert!(name.chars().count() <= CHOICE_MAX || english > LONG, "{name}");
                }
            }
        }
    }
    for text in MenuText::ALL {
        check(&PSEUDO.menu(text));
    }
    check(&PSEUDO.menu_page(12, 13));
    assert_eq!(PSEUDO.menu_page_of(&PSEUDO.menu_page(12, 13)), Some(12));
}

fn the_menus_fit() {
    for (text, most) in [
        (PSEUDO.menu(MenuText::Piece), LABEL_MAX),
        (PSEUDO.menu(MenuText::To), LABEL_MAX),
        (PSEUDO.menu(MenuText::Promotes), LABEL_MAX),
        (PSEUDO.label(Label::TypeMove), FORM_MAX),
        (PSEUDO.menu(MenuText::FormLabel), FORM_MAX),
    ] {
        fits(&text, most);
    }
    for game in rookery::games::all() {
        let hint = PSEUDO.form_hint(game);
        check(&hint);
        fits(&hint, FORM_HINT_MAX);
    }
}
