//! People who play against the bot, each at a table of their own, for trials of many games. They see where they stand by what is
//! stored, and move at random.

use rookery::games;
use rookery::rules::Position;
use rookery::sandbox::{Member, Response, StandIn};

use crate::databases::Beside;

/// Somebody at a table.
pub struct Table {
    /// Who sits there.
    pub who: Member,
    number: usize,
}

/// A live game at a table.
pub struct Standing {
    /// Its number.
    pub id: i64,
    /// Whether the person is to move.
    pub mine: bool,
    variant: String,
    fen: String,
}

impl Table {
    /// Every eighth table is in direct messages.
    pub fn new(discord: &StandIn, number: usize) -> Self {
        let place = if number % 8 == 7 { "dm".to_owned() } else { format!("table-{number}") };
        Self { who: discord.member(&format!("p{number}")).in_channel(&place), number }
    }

    /// A game against the bot at this level; the tables play all games in turn.
    pub async fn begin(&self, level: &str, color: &str) -> Response {
        let variants: Vec<_> = games::all().collect();
        let variant = variants[self.number % variants.len()].slug();
        self.who.slash("challenge", &[("variant", variant), ("level", level), ("color", color)]).await
    }

    /// The game that goes on here.
    pub async fn stands(&self, beside: &Beside) -> Option<Standing> {
        let channel: i64 = self.who.channel().id().parse().expect("a snowflake");
        let games = format!(
            "SELECT id, engine <> turn, variant, fen FROM games WHERE channel = {channel} AND state = 'live'"
        );
        let row = beside.first(games).await;
        row.map(|(id, mine, variant, fen)| Standing { id, mine, variant, fen })
    }
}

impl Standing {
    /// A legal move.
    pub fn some_move(&self) -> String {
        let variant = games::from_slug(&self.variant).expect("a game");
        let position = Position::from_fen(variant, &self.fen).expect("a stored position");
        fastrand::choice(position.legal_moves()).expect("the game goes on").to_string()
    }
}
