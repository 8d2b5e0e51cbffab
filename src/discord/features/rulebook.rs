//! Cards with the rules of games and pieces.

use super::custom_games;
use super::families::{chosen_game, families, of_family};
use crate::discord::actions::RulebookAction;
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::reply::{CARD_TEXT_MAX, Card, CardPart, MenuLine, Reply, Select};
use crate::discord::rest::mentions::with_mentions;
use crate::games;
use crate::render::BoardView;
use crate::rules::{Color, Diagram, PieceType, Position, Variant};
use crate::words::{NotDone, Words};

/// Handles a click or a choice on a card of rules.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: RulebookAction,
    click: Click<'_>,
) -> HandlerResult {
    let words = private(interaction);
    match (action, click.lines()) {
        (RulebookAction::Families(page), _) => {
            Ok(Response::turn(families(words, &custom_games::offered_here(ctx, interaction).await, page)))
        }
        (RulebookAction::OfFamily(page), _) => {
            Ok(Response::turn(of_family(words, &custom_games::offered_here(ctx, interaction).await, page)))
        }
        (RulebookAction::RulesOf(()), _) => {
            match chosen_game(words, &custom_games::offered_here(ctx, interaction).await, click.text()) {
                Some(game) => Ok(Response::say(of_game(words, game))),
                None => Err(HandlerError::not_done(interaction, NotDone::Unreadable)),
            }
        }
        (RulebookAction::Piece(game), [piece, ..]) => {
            of_piece(words, game, piece).map(Response::say).map_err(HandlerError::say)
        }
        (RulebookAction::Rules(game) | RulebookAction::Piece(game), _) => {
            Ok(Response::say(of_game(words, game)))
        }
    }
}

/// Characters reserved for the line that names a game's source.
const FOR_SOURCE: usize = 300;

/// A game's rules: its pieces, start position, goal and special moves, and how this bot interprets unclear
/// rules.
pub fn of_game(words: &'static Words, variant: Variant) -> Reply {
    let start = BoardView::new(&Position::start(variant), None, Color::White);
    let (moving, goal, readings) = told(words, variant);
    let card = Card::of(moving)
        .part(CardPart::Picture)
        .text(goal)
        .part(CardPart::Line)
        .text(readings)
        .select(pieces(words, variant));
    Reply::card(card).picture(boards::of_board(words, &start))
}

/// One piece of a game, with its diagrams.
///
/// # Errors
/// A sentence that lists the game's pieces.
pub fn of_piece(words: &Words, variant: Variant, name: &str) -> Result<Reply, String> {
    let piece = piece(words, variant, name).ok_or_else(|| words.rules_no_such_piece(variant))?;
    let shown = diagrams(variant, piece);
    let told = Card::of(piece_told(words, variant, piece, &shown));
    if shown.is_empty() {
        return Ok(Reply::card(told.select(pieces(words, variant))));
    }
    let boards = shown.iter().map(|shown| BoardView::of_diagram(variant, shown)).collect();
    let picture = boards::of_diagrams(words, format!("{} {piece}", variant.slug()), boards);
    let card = told.part(CardPart::Picture);
    Ok(Reply::card(card.select(pieces(words, variant))).picture(picture))
}

/// A piece as a line of a menu.
pub fn line(words: &Words, piece: &PieceType) -> MenuLine {
    MenuLine::new(&words.kind(piece), &piece.name)
}

/// The menu of a game's pieces.
fn pieces(words: &Words, variant: Variant) -> Select {
    Select {
        label: words.rules_see_a_piece(variant),
        id: RulebookAction::Piece(variant).into(),
        lines: variant.spec().piece_types().iter().map(|piece| line(words, piece)).collect(),
    }
}

/// How a game's pieces move, its goal and special moves, and how this bot interprets unclear rules.
///
/// In a language whose text exceeds a card, the last interpretations are left out: they are in the source
/// too, which is always named.
fn told(words: &Words, variant: Variant) -> (String, String, String) {
    let spec = variant.spec();
    // What is marked in the picture above this text.
    let marks = words.legend_of_start(variant);
    let goal = format!("{marks}**{}**\n{}", words.rules_goal(), words.summary(variant));
    let mut moving = format!("**{}** ({})\n", words.game(variant), words.origin(variant));
    let room = CARD_TEXT_MAX.saturating_sub(with_mentions(&goal) + FOR_SOURCE);
    let mut left_out = 0;
    for piece in spec.piece_types() {
        let (name, sentence) = (words.kind(piece), words.piece(variant, piece));
        let line = format!("- **{name}** ({}) {sentence}\n", piece.letter);
        // The fifteen pieces of a game from a file may exceed a card.
        if variant.is_custom() && with_mentions(&moving) + with_mentions(&line) > room {
            left_out += 1;
        } else {
            moving.push_str(&line);
        }
    }
    if left_out > 0 {
        moving.push_str(&words.rules_more_pieces(left_out));
    }
    let room = CARD_TEXT_MAX.saturating_sub(with_mentions(&moving) + with_mentions(&goal));
    let readings = readings(words, variant, room);
    (moving, goal, readings)
}

fn readings(words: &Words, variant: Variant, room: usize) -> String {
    let source = words.rules_source(&source(variant));
    let mut text = format!("**{}**\n", words.rules_our_reading());
    let heading = text.len();
    for reading in words.readings(variant) {
        let line = format!("- {reading}\n");
        if with_mentions(&text) + with_mentions(&line) + with_mentions(&source) > room {
            break;
        }
        text.push_str(&line);
    }
    if text.len() == heading { source } else { text + &source }
}

/// The URL of a game's source, in angle brackets so that Discord shows no preview.
fn source(variant: Variant) -> String {
    format!("<{}>", variant.spec().source_url)
}

/// The pieces of a game that match a text: a prefix of their name or of a word of it, or their letter.
///
/// All match an empty text.
pub fn matching(words: &Words, variant: Variant, typed: &str) -> Vec<&'static PieceType> {
    let typed = typed.trim().to_lowercase();
    let begins = |name: &str| {
        let name = name.to_lowercase();
        name.starts_with(&typed) || name.split([' ', '-']).any(|word| word.starts_with(&typed))
    };
    let fits = |piece: &&PieceType| {
        piece.letter.to_lowercase().to_string() == typed || begins(&piece.name) || begins(&words.kind(piece))
    };
    variant.spec().piece_types().iter().filter(fits).collect()
}

/// The piece that is meant: by its name or letter, or by an unambiguous prefix.
pub fn piece(words: &Words, variant: Variant, typed: &str) -> Option<&'static PieceType> {
    let typed = typed.trim();
    let exactly = variant.spec().piece_types().iter().find(|piece| {
        piece.name.eq_ignore_ascii_case(typed)
            || words.kind(piece).to_lowercase() == typed.to_lowercase()
            || typed.eq_ignore_ascii_case(&piece.letter.to_string())
    });
    match (exactly, &matching(words, variant, typed)[..]) {
        (Some(piece), _) => Some(piece),
        (None, [one]) => Some(one),
        _ => None,
    }
}

fn diagrams(variant: Variant, piece: &PieceType) -> Vec<Diagram> {
    variant.spec().kind_of(piece).map(|kind| games::diagrams(variant, kind)).unwrap_or_default()
}

fn piece_told(words: &Words, variant: Variant, piece: &PieceType, shown: &[Diagram]) -> String {
    let (name, sentence) = (words.kind(piece), words.piece(variant, piece));
    let mut text = format!("**{name}** ({}) {sentence}\n", piece.letter);
    for (board, diagram) in words.rules_boards().into_iter().zip(shown) {
        text.push_str(&format!("\n**{board}** {}", words.caption(variant, diagram)));
    }
    text.push_str(&format!("\n\n{}", words.rules_piece_of(variant, &source(variant))));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::CHOICES_MAX;

    #[test]
    fn every_text_fits_a_card() {
        for variant in games::all() {
            // Leave room for the ids of the commands mentioned in the texts.
            let words = Words::english();
            let (moving, goal, more) = told(words, variant);
            let all = [&moving, &goal, &more];
            assert!(goal.ends_with(&words.summary(variant)), "{}", variant.slug());
            for draw in ["talemate is a draw", "hreefold repetition", "ifty moves"] {
                assert!(goal.contains(draw), "{} does not say: {draw}", variant.slug());
            }
            assert!(
                all.map(|text| with_mentions(text)).iter().sum::<usize>() <= CARD_TEXT_MAX,
                "{}",
                variant.slug()
            );
            let readings = words.readings(variant);
            assert!(
                readings.iter().all(|one| more.contains(one)),
                "{}: nothing has to give way",
                variant.slug()
            );
            let cramped = super::readings(words, variant, 200);
            assert!(
                cramped == words.rules_source(&source(variant)) || cramped.len() < more.len(),
                "{cramped}"
            );
            let lines = pieces(words, variant).lines;
            assert!((1..=CHOICES_MAX).contains(&lines.len()));
            let names: Vec<_> = variant.spec().piece_types().iter().map(|piece| &*piece.name).collect();
            assert_eq!(lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), names, "uncut");
            for piece in variant.spec().piece_types() {
                let text = piece_told(words, variant, piece, &diagrams(variant, piece));
                assert!(with_mentions(&text) <= CARD_TEXT_MAX);
                assert!(
                    diagrams(variant, piece)
                        .iter()
                        .all(|shown| text.contains(&Words::english().caption(variant, shown)))
                );
            }
        }
    }

    #[test]
    fn a_piece_of_another_game_is_refused_with_the_pieces_there_are() {
        let words = Words::english();
        let chess = games::from_slug("chess").expect("chess is there");
        assert_eq!(
            of_piece(words, chess, "Camel").err(),
            Some("Chess has no such piece. It has: King, Queen, Rook, Bishop, Knight, Pawn.".to_owned())
        );
        for (typed, meant) in [("knight", "Knight"), ("N", "Knight"), ("paw", "Pawn"), (" k ", "King")] {
            assert_eq!(piece(words, chess, typed).map(|piece| &*piece.name), Some(meant), "{typed}");
        }
        let birds = games::from_slug("birds-and-ninjas").expect("it is there");
        assert!(piece(words, birds, "ninja").is_none(), "a Guard or a pawn");
        let pawn = piece(words, birds, "Pawn").map(|piece| &*piece.name);
        assert_eq!(pawn, Some("Pawn"), "not the Ninja Pawn");
    }
}
