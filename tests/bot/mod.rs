//! The bot against the stand-in: the real bot, connected over TCP, used by scripted people.

mod after_kills;
mod analysis;
mod archived;
mod bench;
mod blocked;
mod blocks;
mod bot_gives_up;
mod broken;
mod cards;
mod command_scopes;
mod commands;
mod crowd;
mod daily;
mod delivery;
mod disk;
mod endings;
mod endpoint;
mod faults;
mod first_start;
mod fleet;
mod flow;
mod forms;
mod gone;
mod haste;
mod hints;
mod installed;
mod kinds;
mod languages;
mod late_offers;
mod learning;
mod lessons;
mod limits;
mod line;
mod lobby;
mod looking_back;
mod members;
mod menus;
mod months;
mod next;
mod nudges;
mod offers;
mod older;
mod openapi;
mod operating;
mod opponent;
mod opponent_kills;
mod opponent_load;
mod opponent_shown;
pub mod pictures;
mod places;
mod power;
mod premoves;
mod privacy;
mod process;
mod puzzles;
mod queues;
mod quotas;
mod refusals;
mod rematch;
mod reminders;
mod restarts;
mod rough;
mod running;
mod server;
mod settings;
mod settled;
mod settled_offers;
mod several;
mod shards;
mod simultaneous;
mod slow_heads;
mod starting;
mod stored;
mod swallowed;
mod tables;
mod takebacks;
mod threads;
mod threads_refused;
mod time;
mod unshown;
mod vacations;
mod watched;
mod which_game;
mod whole_games;

use libtest_mimic::Trial;
use rookery::render::{self, BoardView};

/// What the renderer makes of a view in the look of the chat, for the tests of what arrives in a message or on the page.
pub fn drawn(view: &BoardView) -> Vec<u8> {
    render::png(view, &crate::render::usual())
}

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        after_kills::tests(),
        analysis::tests(),
        archived::tests(),
        blocked::tests(),
        blocks::tests(),
        bot_gives_up::tests(),
        broken::tests(),
        cards::tests(),
        command_scopes::tests(),
        commands::tests(),
        crowd::tests(),
        daily::tests(),
        delivery::tests(),
        disk::tests(),
        disk::needing_prlimit(),
        endings::tests(),
        endpoint::tests(),
        faults::tests(),
        first_start::tests(),
        fleet::tests(),
        flow::tests(),
        forms::tests(),
        gone::tests(),
        haste::tests(),
        hints::tests(),
        installed::tests(),
        kinds::tests(),
        languages::tests(),
        late_offers::tests(),
        learning::tests(),
        lessons::tests(),
        limits::tests(),
        line::tests(),
        lobby::tests(),
        looking_back::tests(),
        members::tests(),
        menus::tests(),
        months::tests(),
        next::tests(),
        nudges::tests(),
        offers::tests(),
        operating::tests(),
        opponent::tests(),
        opponent_load::tests(),
        opponent_shown::tests(),
        older::tests(),
        openapi::tests(),
        openapi::cut::tests(),
        openapi::keywords::tests(),
        pictures::tests(),
        places::tests(),
        power::tests(),
        premoves::tests(),
        privacy::tests(),
        process::tests(),
        puzzles::tests(),
        quotas::tests(),
        quotas::at_several_processes(),
        queues::tests(),
        refusals::tests(),
        rematch::tests(),
        reminders::tests(),
        restarts::tests(),
        rough::tests(),
        server::tests(),
        settings::tests(),
        settled::tests(),
        settled_offers::tests(),
        shards::tests(),
        simultaneous::tests(),
        slow_heads::tests(),
        starting::tests(),
        stored::tests(),
        swallowed::tests(),
        takebacks::tests(),
        threads_refused::tests(),
        threads::tests(),
        time::tests(),
        unshown::tests(),
        vacations::tests(),
        watched::tests(),
        which_game::tests(),
        whole_games::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
