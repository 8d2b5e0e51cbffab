//! What is said of what is kept about a person, in the other language.

use rookery::app::{Forgotten, Leaving, Setting, SettingOf, Taste};
use rookery::discord::mentions::with_mentions;
use rookery::discord::reply::{CHOICE_MAX, Reply};
use rookery::discord::{privacy, settings};

use super::{CONTENT_MAX, PSEUDO, check, check_text};

tests!(nothing_of_what_is_kept_is_left_in_english);

fn check_reply(reply: &Reply) {
    check(&reply.text);
    assert!(with_mentions(&reply.text) <= CONTENT_MAX, "{}", reply.text);
}

fn nothing_of_what_is_kept_is_left_in_english() {
    check_reply(&privacy::card(&PSEUDO));
    for count in [0, 1, 2] {
        let leaving = Leaving { resigned: count, aborted: 2 - count };
        check_reply(&privacy::question(&PSEUDO, leaving));
        check_text(&PSEUDO.privacy_exported(count));
        let forgotten = Forgotten { ended: count as u64, ..Forgotten::default() };
        check_text(&PSEUDO.privacy_deleted(&forgotten));
    }
    check_text(&PSEUDO.privacy_kept());
    let card = settings::card(&PSEUDO, &Taste::default());
    check_reply(&card);
    assert_eq!(card.rows.len(), SettingOf::ALL.len());
    for of in SettingOf::ALL {
        check_text(&PSEUDO.setting_of(of));
        for setting in Setting::all(of) {
            let line = PSEUDO.setting(setting);
            check(&line);
            assert!(line.chars().count() <= CHOICE_MAX, "{line}");
        }
    }
    for text in [PSEUDO.blocked("<@1>"), PSEUDO.unblocked("<@1>", true), PSEUDO.unblocked("<@1>", false)] {
        check_text(&text);
    }
}
