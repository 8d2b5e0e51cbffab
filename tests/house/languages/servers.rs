//! Texts about servers, in the pseudo language: their settings, and the list of open challenges.

use rookery::app::{Lobby, LobbyLine, Place, ServerPage, ServerPart, ServerSetting, ServerSettings};
use rookery::discord::features::guild_form;
use rookery::discord::features::guild_settings::{JustKept, card};
use rookery::discord::reply::{CARD_PARTS_MAX, CARD_TEXT_MAX, CHOICE_MAX, LABEL_MAX};
use rookery::discord::rest::mentions::written;
use rookery::game::{ChannelId, GuildId, MessageId, Millis, Pace, RoleId, UserId};
use rookery::games;
use rookery::words::{Languages, Mentioned};
use strum::IntoEnumIterator;

use super::{CONTENT_MAX, PSEUDO, check, check_text, fits, form_fits, named, said};

tests!(
    nothing_of_a_servers_settings_is_left_in_english,
    nothing_of_a_list_of_challenges_is_left_in_english,
    a_list_of_challenges_fits_whatever_it_holds,
);

fn nothing_of_a_servers_settings_is_left_in_english() {
    let languages = Languages::embedded().with("fi", &PSEUDO);
    let plain = ServerSettings::default();
    let busy = ServerSettings {
        channels: (1..=25).map(|id| ChannelId(u64::MAX - id)).collect(),
        lobby: Some(ChannelId(u64::MAX)),
        daily: Some(ChannelId(u64::MAX)),
        role: Some(RoleId(u64::MAX)),
        ..ServerSettings::default()
    };
    let closed = ServerSettings { lobby_closed: true, daily_closed: true, ..busy.clone() };
    for server in [&plain, &busy, &closed] {
        for page in ServerPage::ALL {
            let last = |part| ServerSetting::all(part).pop().expect("a setting");
            let changed = ServerPart::IN_FORM.map(last).to_vec();
            for kept in [JustKept::InMenu { silent: server.role }, JustKept::InForm(changed)] {
                let reply = card(&PSEUDO, &languages, (page, Some(kept)), server);
                let text = said(&reply);
                assert!(reply.card.expect("a card").size() <= CARD_PARTS_MAX, "{text}");
                fits(&text, CARD_TEXT_MAX);
            }
            form_fits(&guild_form::form(&PSEUDO, page, server));
            check(&PSEUDO.server_changed(&[], "…"));
            check(&PSEUDO.server_kept(&PSEUDO.server_card(page, server, &named)));
            check_text(&PSEUDO.server_page(page));
        }
    }
    for part in ServerPart::ALL {
        let label = PSEUDO.server_part(part);
        check(&label);
        fits(&label, LABEL_MAX);
        check_text(&PSEUDO.server_head(part));
        for setting in ServerSetting::all(part) {
            let line = PSEUDO.server_line(&setting);
            check(&line);
            fits(&line, CHOICE_MAX);
        }
    }
    check_text(&PSEUDO.language_line(None));
    check_text(&PSEUDO.language_line(Some(&PSEUDO.own_name())));
    check_text(&PSEUDO.server_role_silent(RoleId(1), &named));
    check_text(&PSEUDO.server_role_everyone());
}

/// A list of this many challenges: for all games in turn, from this one on, or for this one only.
fn lobby(count: usize, (first, alone): (usize, bool)) -> Lobby {
    let place = Place { guild: Some(GuildId(u64::MAX)), channel: ChannelId(u64::MAX) };
    let line = |at: usize| LobbyLine {
        challenger: UserId(u64::MAX),
        variant: games::all().cycle().nth(if alone { first } else { first + at }).expect("a game"),
        pace: Pace::iter().nth(at % 7),
        rated: at.is_multiple_of(2),
        lapses: Millis(4_000_000_000_000),
        place,
        message: MessageId(u64::MAX),
    };
    let lines = Some((0..count).map(line).collect());
    Lobby { place, message: None, locale: None, lines }
}

fn nothing_of_a_list_of_challenges_is_left_in_english() {
    let naming = |what: Mentioned| match what {
        // An address is not translated.
        Mentioned::Message(..) => "<#3>".to_owned(),
        other => named(other),
    };
    for count in [0, 1, 100] {
        check(&PSEUDO.lobby(&lobby(count, (0, false)), CONTENT_MAX, &naming));
    }
    for game in 0..games::all().count() {
        check(&PSEUDO.lobby(&lobby(2, (game, false)), CONTENT_MAX, &naming));
    }
    check(&PSEUDO.lobby(&Lobby { lines: None, ..lobby(0, (0, false)) }, CONTENT_MAX, &naming));
}

fn a_list_of_challenges_fits_whatever_it_holds() {
    for words in [rookery::words::Words::english(), &*PSEUDO] {
        let tells = |count: usize, of| {
            let text = words.lobby(&lobby(count, of), CONTENT_MAX, &written);
            fits(&text, CONTENT_MAX);
            let told = text.lines().filter(|line| line.contains("channels/")).count();
            assert!(told >= count.min(5), "{text}");
        };
        for count in 0..=100 {
            tells(count, (0, false));
        }
        for game in 0..games::all().count() {
            for count in [1, 5, 12, 100] {
                tells(count, (game, true));
            }
        }
    }
}
