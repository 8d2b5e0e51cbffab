//! Texts about a person's data, in the pseudo language.

use std::sync::Arc;

use rookery::app::{
    Forgotten, Leaving, Place, Preferences, PremovesView, Setting, SettingOf, VacationNews, VacationView,
    VacationWord,
};
use rookery::discord::features::game::premoves;
use rookery::discord::features::{privacy, settings, settings_form, vacation};
use rookery::discord::reply::{CARD_PARTS_MAX, CARD_TEXT_MAX, CHOICE_MAX, CardPart, Reply};
use rookery::discord::rest::mentions::written;
use rookery::game::{ChannelId, Game, GameId, MOST_REPLIES, Millis, Pace, UserId};
use rookery::games;
use rookery::rules::{ByColor, Color, Line, Position};

use rookery::words::Languages;

use super::{CONTENT_MAX, PSEUDO, check, check_text, fits, form_fits, said};

tests!(
    nothing_of_what_is_kept_is_left_in_english,
    nothing_of_what_is_prepared_is_left_in_english,
    nothing_of_a_vacation_is_left_in_english,
);

/// The last value of each setting.
fn all_settings() -> Vec<Setting> {
    SettingOf::in_form().filter_map(|of| Setting::all(of).pop()).collect()
}

fn check_reply(reply: &Reply) {
    check(&reply.text);
    fits(&reply.text, CONTENT_MAX);
}

fn nothing_of_what_is_kept_is_left_in_english() {
    let card = said(&privacy::card(&PSEUDO));
    check(&card);
    fits(&card, CARD_TEXT_MAX);
    for count in [0, 1, 2] {
        let leaving = Leaving { resigned: count, aborted: 2 - count };
        check_reply(&privacy::question(&PSEUDO, leaving));
        check_text(&PSEUDO.privacy_exported(count));
        let forgotten = Forgotten { ended: count as u64, ..Forgotten::default() };
        check_text(&PSEUDO.privacy_deleted(&forgotten));
    }
    check_text(&PSEUDO.privacy_kept());
    let languages = Languages::embedded().with("fi", &PSEUDO);
    for (until, left, rows) in [(None, 30, 2), (None, 0, 1), (Some(Millis(1)), 4, 2)] {
        let vacation = VacationView { until, left };
        let language = Some("fi".to_owned());
        let changed = Some(all_settings());
        let preferences = Preferences::default();
        let own = settings::OwnCard { preferences, language, vacation, days: None, changed };
        let card = settings::card(&PSEUDO, &languages, &own);
        check_text(&said(&card));
        let card = card.card.expect("a card");
        let menus = card.parts.iter().filter(|part| matches!(part, CardPart::Row(_)));
        // Its own buttons, the games against the bot, and the language.
        assert_eq!(menus.count(), 2 + rows);
        assert!(card.size() <= CARD_PARTS_MAX);
    }
    for days in 1..=30 {
        check(&PSEUDO.vacation_days(days));
        let vacation = VacationView { until: None, left: 30 };
        let own = settings::OwnCard {
            preferences: Preferences::default(),
            language: None,
            vacation,
            days: Some(days),
            changed: Some(Vec::new()),
        };
        let card = settings::card(&PSEUDO, &languages, &own);
        check_text(&said(&card));
        assert!(card.card.expect("a card").size() <= CARD_PARTS_MAX);
    }
    let menus = settings::menus(&PSEUDO, &Preferences::default());
    check_text(&said(&menus));
    assert!(menus.card.expect("a card").size() <= CARD_PARTS_MAX);
    form_fits(&settings_form::form(&PSEUDO, Preferences::default()));
    for of in SettingOf::ALL {
        check_text(&PSEUDO.setting_of(of));
        for setting in Setting::all(of) {
            let line = PSEUDO.setting(setting);
            check(&line);
            fits(&line, CHOICE_MAX);
            check(&PSEUDO.setting_value(setting));
        }
    }
    for text in [PSEUDO.blocked("<@1>"), PSEUDO.unblocked("<@1>", true), PSEUDO.unblocked("<@1>", false)] {
        check_text(&text);
    }
}

fn nothing_of_what_is_prepared_is_left_in_english() {
    let variant = games::all().next().expect("a game");
    // The longest SAN: several captures, a promotion and a check.
    let longest = || (Some("Nb10xa10xb9xc8xd7xe6xf5+".to_owned()), "e10xf11=Q#".to_owned());
    let deep: Vec<_> = std::iter::repeat_with(longest).take(MOST_REPLIES).collect();
    let wide: Vec<_> = (0..MOST_REPLIES).map(|_| vec![longest()]).collect();
    let any: Vec<_> = deep.iter().map(|(_, reply)| (None, reply.clone())).collect();
    for lines in [Vec::new(), vec![deep], wide, vec![any]] {
        for (own_turn, dropped) in [(true, true), (false, false)] {
            let view = PremovesView {
                game: GameId(1),
                variant,
                own_turn,
                lines: lines.clone(),
                ways: Vec::new(),
                dropped,
            };
            let card = premoves::card(&PSEUDO, &view);
            check_reply(&card);
            assert_eq!(card.rows.is_empty(), lines.is_empty());
        }
    }
}

fn nothing_of_a_vacation_is_left_in_english() {
    for left in [0, 1, 30] {
        for until in [None, Some(Millis(1))] {
            let card = vacation::card(&PSEUDO, VacationView { until, left });
            check_reply(&card);
            assert_eq!(card.rows.is_empty(), until.is_none());
        }
    }
    let variant = games::all().next().expect("a game");
    let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
    let mut game = Game::new(players, Line::new(Position::start(variant)), Millis(0)).timed(Some(Pace::Day));
    game.away = ByColor { white: Some(Millis(1)), black: None };
    let mut news = VacationNews {
        word: None,
        game: GameId(1),
        place: Place { guild: None, channel: ChannelId(1) },
        locale: None,
        variant,
        person: UserId(1),
        side: Color::White,
        until: Millis(1),
        game_now: Arc::new(game),
    };
    for side in Color::BOTH {
        news.person = news.game_now.players[side].expect("a player");
        for word in [VacationWord::Begun, VacationWord::Ended] {
            check_text(&PSEUDO.vacation_news(&news, word, &written));
        }
    }
}
