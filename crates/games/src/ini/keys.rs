//! The keys of a section that do not affect the rules, and those that our files cannot express.
//!
//! Source: the list of keys at the head of Fairy-Stockfish's `variants.ini`.

/// Keys for programs, not for rules.
const OF_PROGRAMS: [&str; 5] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Keys without effect as long as none of [`BEYOND`] is set.
const IDLE: [&str; 26] = [
    "mustDropType",
    "dropChecks",
    "dropLoop",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "enclosingDropStart",
    "dropRegionWhite",
    "dropRegionBlack",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "castlingDroppedPiece",
    "castlingKingFile",
    "sittuyinRookDrop",
    "nFoldValueAbsolute",
    "extinctionOpponentPieceCount",
    "extinctionClaim",
    "connectPieceTypes",
    "connectVertical",
    "connectHorizontal",
    "connectDiagonal",
    "connectValue",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "petrifyBlastPieces",
];

/// Keys that our files cannot express, each with the one harmless value and a description.
const BEYOND: [(&str, &str, &str); 58] = [
    ("nMoveRule", "50", "another count of moves without progress"),
    ("nFoldRule", "3", "another count of repetitions"),
    ("nFoldValue", "draw", "repetitions that win or lose"),
    ("perpetualCheckIllegal", "false", "a ban on perpetual check"),
    ("moveRepetitionIllegal", "false", "a ban on repetitions"),
    ("chasingRule", "none", "a ban on chasing"),
    ("stalematePieceCount", "false", "stalemates that win or lose"),
    ("checkmateValue", "loss", "mates that do not win"),
    ("shogiPawnDropMateIllegal", "false", "pieces that are dropped"),
    ("shatarMateRule", "false", "mates that do not win"),
    ("bikjangRule", "false", "kings that face each other"),
    ("flyingGeneral", "false", "kings that face each other"),
    ("makpongRule", "false", "kings that may not flee"),
    ("chess960", "false", "start positions that are drawn by lot"),
    ("twoBoards", "false", "a second board"),
    ("pieceDrops", "false", "pieces that are dropped"),
    ("mustDrop", "false", "pieces that are dropped"),
    ("capturesToHand", "false", "captured pieces in hand"),
    ("enclosingDrop", "none", "pieces that are dropped"),
    ("flipEnclosedPieces", "none", "pieces that change sides"),
    ("immobilityIllegal", "false", "a ban on moves to where a piece is stuck"),
    ("gating", "false", "pieces that enter behind others"),
    ("seirawanGating", "false", "pieces that enter behind others"),
    ("cambodianMoves", "false", "the first moves of Cambodian chess"),
    ("wallingRule", "none", "squares that are walled up"),
    ("wallOrMove", "false", "squares that are walled up"),
    ("diagonalLines", "-", "lines that only some squares have"),
    ("pass", "false", "moves that are passed"),
    ("passWhite", "false", "moves that are passed"),
    ("passBlack", "false", "moves that are passed"),
    ("passOnStalemate", "false", "moves that are passed"),
    ("passOnStalemateWhite", "false", "moves that are passed"),
    ("passOnStalemateBlack", "false", "moves that are passed"),
    ("soldierPromotionRank", "1", "pieces that change as they advance"),
    ("dupleCheck", "false", "several kings"),
    ("flagPieceCount", "1", "several pieces that must reach a goal"),
    ("flagPieceBlockedWin", "false", "several pieces that must reach a goal"),
    ("flagPieceSafe", "false", "goals that must be safe"),
    ("connectN", "0", "rows of pieces that win"),
    ("connectNxN", "0", "rows of pieces that win"),
    ("collinearN", "0", "rows of pieces that win"),
    ("connectRegion1White", "-", "rows of pieces that win"),
    ("connectRegion2White", "-", "rows of pieces that win"),
    ("connectRegion1Black", "-", "rows of pieces that win"),
    ("connectRegion2Black", "-", "rows of pieces that win"),
    ("materialCounting", "none", "material that is counted"),
    ("adjudicateFullBoard", "false", "material that is counted"),
    ("countingRule", "none", "moves that are counted in the endgame"),
    ("castlingWins", "-", "castlings that win"),
    ("oppositeCastling", "false", "castlings that the other side's forbid"),
    ("castlingKingPiece", "k", "castling without the king"),
    ("sittuyinPromotion", "false", "promotion in the style of Sittuyin"),
    ("promotionLimit", "", "a bound on promotions"),
    ("piecePromotionOnCapture", "false", "promotion by captures alone"),
    ("pieceDemotion", "false", "pieces that change back"),
    ("mandatoryPawnPromotion", "true", "pawns that need not promote"),
    ("mutuallyImmuneTypes", "-", "pieces that do not take each other"),
    ("petrifyOnCaptureTypes", "-", "pieces that turn to stone"),
];

/// The meaning of a key that was never requested.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// No effect: the value is the default of our files.
    Nothing,
    /// No effect on the rules; reported as a remark.
    ForPrograms,
    /// Not expressible in our files.
    Beyond(&'static str),
    /// An unknown key.
    Unknown,
}

/// Returns the meaning of this key with this value.
pub(super) fn meaning(key: &str, value: &str) -> Meaning {
    if OF_PROGRAMS.contains(&key) {
        return Meaning::ForPrograms;
    }
    if IDLE.contains(&key) {
        return Meaning::Nothing;
    }
    let is_none = |text: &str| ["", "-", "none"].contains(&text);
    if key.starts_with("mobilityRegion") {
        return if is_none(value) { Meaning::Nothing } else { Meaning::Beyond("squares that bound a piece") };
    }
    match BEYOND.iter().find(|(known, ..)| *known == key) {
        Some((_, plain, _)) if value.eq_ignore_ascii_case(plain) || is_none(value) && is_none(plain) => {
            Meaning::Nothing
        }
        Some((_, _, what)) => Meaning::Beyond(what),
        None => Meaning::Unknown,
    }
}
