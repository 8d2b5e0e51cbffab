//! The games. Each is a folder of this crate with a `game.toml` that describes it; the folder's texts,
//! weights and puzzles are used by other crates. A game whose file has no `order` is in the making and is not
//! listed. Games from other files are read and tested here as well.
//!
//! ```
//! let chess = games::from_slug("chess").ok_or("no such game")?;
//! assert_eq!(chess.name(), "Chess");
//! assert_eq!(games::all().next().map(rules::Variant::slug), Some("claustrophobia"));
//! # Ok::<(), &str>(())
//! ```

mod added;
mod defects;
mod diagrams;
mod file;
mod find;
mod ini;
mod list;
mod own;
pub mod trial;
mod xbetza;

pub use added::{ReadGame, add, is_known, is_of_file, know, of_file, read, slug_of, version};
pub use defects::{GameDefect, GamePart, defects};
pub use diagrams::diagrams;
pub use file::document::Fault;
pub use file::drawings::DRAWINGS;
pub use file::weights::with_weights;
pub use find::{from_slug, of_pgn};
pub use ini::{Converted, MOST_BYTES_OF_INI, of_ini};
pub use list::{Folder, all, families, family, folders, of_family, position};
pub use own::{BadStart, MOST_BYTES, Refused, is_address, looks_like};
pub use xbetza::{InteractiveDiagram, xbetza};
