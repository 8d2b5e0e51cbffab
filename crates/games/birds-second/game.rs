//! Birds and Ninjas by Charles Daniel from its second array: birds and guards have changed places.
//!
//! Source: the last section of the inventor's page, and the setup in his file for Zillions. Nothing else differs, and no reading is added.

use crate::spec::description::Description;
use crate::variants::birds_and_ninjas;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas, Second Array",
    slug: "birds-second",
    base: Some("birds-and-ninjas"),
    start_fen: "****gg****/frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF/****GG****[JJJJjjjj] w KQkq - 0 1",
    ..birds_and_ninjas::GAME
};
