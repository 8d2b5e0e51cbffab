//! A small neural network for the relations between pieces, which piece-square tables cannot express.
//!
//! It sees a position from each side's view: the squares of that side's pieces and of the other side's, on
//! the board turned so that its own pawns go up. The sums of the hidden layer (the accumulator) are integers
//! and are updated with each move. The output is added to that of the tables, so a network is only valid for
//! the tables it was trained with (`rookery train`).

use rules::{ByColor, CELLS, Color, Kind, Piece, Square, Variant};

/// Units of the hidden layer for each side's view.
pub const WIDTH: usize = 32;
/// The integer that represents 1 in the hidden layer. A sum is clamped to 0 to 1 and squared.
const ONE: i16 = 255;
/// The integer that represents 1 in the weights of the output.
const ANSWER_ONE: i16 = 256;
/// An output of 1 in centipawns.
pub const CENTS: i32 = 400;
/// The largest weight of an input, so that no sum overflows on any board.
pub const LARGEST: f32 = 1.0;
/// The largest weight of the output, so that its product with a sum fits sixteen bits.
pub const LARGEST_ANSWER: f32 = 127.0 / 256.0;

/// The sums of the hidden layer from each side's view.
pub(super) type Accumulator = ByColor<[i16; WIDTH]>;

/// The numbering of the inputs: own pieces by kind and square, then the other side's, then both hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// For each side's view, the number of a cell among the squares of the board.
    squares: ByColor<[u8; CELLS]>,
    /// The first input of each kind.
    kinds: [u16; Kind::MOST],
    /// The offset of the other side's pieces.
    others: u16,
}

impl Inputs {
    /// Returns the numbering of a game's inputs.
    pub fn of(variant: Variant) -> Self {
        let spec = variant.spec();
        let board = spec.squares;
        let (mut squares, mut kinds) = (ByColor::both([0; CELLS]), [0; Kind::MOST]);
        for color in Color::BOTH {
            for at in board {
                let turned = Square::at(at.file(), spec.relative_rank(color, at.rank()));
                let number = turned.and_then(|turned| board.iter().position(|one| one == turned));
                squares[color][at.index()] = number.unwrap_or(0) as u8;
            }
        }
        for kind in spec.kinds() {
            kinds[kind.index()] = (kind.index() * board.len()) as u16;
        }
        Self { squares, kinds, others: (spec.kinds().len() * board.len()) as u16 }
    }

    /// Returns the number of inputs.
    pub fn count(&self) -> usize {
        2 * usize::from(self.others) + 2
    }

    /// Returns the input for a piece on a square.
    #[inline]
    pub fn piece(&self, eyes: Color, piece: Piece, at: Square) -> usize {
        let first = self.kinds[piece.kind.index()] + if eyes == piece.color { 0 } else { self.others };
        usize::from(first) + usize::from(self.squares[eyes][at.index()])
    }

    /// Returns the input for each piece in a side's hand.
    #[inline]
    pub fn in_hand(&self, eyes: Color, whose: Color) -> usize {
        2 * usize::from(self.others) + usize::from(eyes != whose)
    }
}

/// The error for bytes that are not a network of the game, or a network for other tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkDefect;

/// The network of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The hash of the tables that it was made for ([`Weights::mark`](super::weights::Weights::mark)).
    pub(super) tables: u32,
    pub(super) inputs: Inputs,
    /// The contribution of each input to the sums.
    rows: Vec<[i16; WIDTH]>,
    /// The sums of an empty board.
    begin: [i16; WIDTH],
    /// The weights of the output for the sums of the side to move and for those of the other side.
    answer: [[i16; WIDTH]; 2],
    /// The bias of the output, in units of 1 / (`ONE * ANSWER_ONE`).
    constant: i32,
}

impl Network {
    /// Returns the number of weights: inputs, sums of an empty board, both parts of the output, bias.
    pub fn size(variant: Variant) -> usize {
        (Inputs::of(variant).count() + 3) * WIDTH + 1
    }

    /// Quantises real weights, in the order of [`Network::size`], to integers.
    pub fn rounded(variant: Variant, tables: u32, weights: &[f32]) -> Self {
        let whole = |weights: &[f32], largest: f32, one: i16| -> [i16; WIDTH] {
            std::array::from_fn(|at| (weights[at].clamp(-largest, largest) * f32::from(one)).round() as i16)
        };
        let inputs = Inputs::of(variant);
        let (rows, rest) = weights.split_at(inputs.count() * WIDTH);
        let answer = |part: usize| whole(&rest[(1 + part) * WIDTH..], LARGEST_ANSWER, ANSWER_ONE);
        let constant = rest[3 * WIDTH].clamp(-LARGEST, LARGEST);
        Self {
            tables,
            inputs,
            rows: rows.chunks(WIDTH).map(|row| whole(row, LARGEST, ONE)).collect(),
            begin: whole(rest, LARGEST, ONE),
            answer: [answer(0), answer(1)],
            constant: (constant * f32::from(ONE) * f32::from(ANSWER_ONE)).round() as i32,
        }
    }

    /// Returns the sums of an empty board.
    pub(super) fn empty(&self) -> Accumulator {
        ByColor::both(self.begin)
    }

    /// Adds a piece on a square.
    #[inline]
    pub(super) fn put(&self, sums: &mut Accumulator, piece: Piece, at: Square) {
        for eyes in Color::BOTH {
            raise(&mut sums[eyes], &self.rows[self.inputs.piece(eyes, piece, at)]);
        }
    }

    /// Removes a piece from a square.
    #[inline]
    pub(super) fn lift(&self, sums: &mut Accumulator, piece: Piece, at: Square) {
        for eyes in Color::BOTH {
            lower(&mut sums[eyes], &self.rows[self.inputs.piece(eyes, piece, at)]);
        }
    }

    /// Adds a piece in a side's hand.
    pub(super) fn take_in_hand(&self, sums: &mut Accumulator, whose: Color) {
        for eyes in Color::BOTH {
            raise(&mut sums[eyes], &self.rows[self.inputs.in_hand(eyes, whose)]);
        }
    }

    /// Removes a piece from a side's hand.
    #[inline]
    pub(super) fn leave_hand(&self, sums: &mut Accumulator, whose: Color) {
        for eyes in Color::BOTH {
            lower(&mut sums[eyes], &self.rows[self.inputs.in_hand(eyes, whose)]);
        }
    }

    /// Returns the network's correction to the tables' score, for the side to move, in centipawns.
    #[inline]
    pub(super) fn score(&self, sums: &Accumulator, mover: Color) -> i32 {
        let mut answer = 0;
        for (eyes, weights) in [mover, mover.other()].into_iter().zip(&self.answer) {
            for (sum, weight) in sums[eyes].iter().zip(weights) {
                let lit = (*sum).clamp(0, ONE);
                answer += i32::from(lit * weight) * i32::from(lit);
            }
        }
        (answer / i32::from(ONE) + self.constant) * CENTS / (i32::from(ONE) * i32::from(ANSWER_ONE))
    }

    /// Parses the output of [`Network::bytes`].
    ///
    /// # Errors
    /// [`NetworkDefect`] if there are too many or too few bytes for the game, or if a weight is too large.
    pub(super) fn read(variant: Variant, bytes: &[u8]) -> Result<Self, NetworkDefect> {
        let inputs = Inputs::of(variant);
        let (tables, bytes) = bytes.split_first_chunk().ok_or(NetworkDefect)?;
        let (weights, constant) = bytes.split_last_chunk().ok_or(NetworkDefect)?;
        let (pairs, odd) = weights.as_chunks();
        let mut rows: Vec<[i16; WIDTH]> = Vec::new();
        for row in pairs.chunks(WIDTH) {
            let row: Vec<i16> = row.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
            rows.push(row.try_into().map_err(|_| NetworkDefect)?);
        }
        let constant = i32::from_le_bytes(*constant);
        let [.., begin, mover, other] = rows[..] else { return Err(NetworkDefect) };
        rows.truncate(rows.len() - 3);
        let small = |row: &[i16; WIDTH], largest: f32, one: i16| {
            row.iter().all(|weight| f32::from(*weight).abs() <= largest * f32::from(one))
        };
        let sound = small(&begin, LARGEST, ONE)
            && rows.iter().all(|row| small(row, LARGEST, ONE))
            && [mover, other].iter().all(|row| small(row, LARGEST_ANSWER, ANSWER_ONE))
            && constant.unsigned_abs()
                <= i32::from(ONE).unsigned_abs() * i32::from(ANSWER_ONE).unsigned_abs();
        if !odd.is_empty() || rows.len() != inputs.count() || !sound {
            return Err(NetworkDefect);
        }
        Ok(Self {
            tables: u32::from_le_bytes(*tables),
            inputs,
            rows,
            begin,
            answer: [mover, other],
            constant,
        })
    }

    /// Writes the network as little-endian bytes.
    ///
    /// These are the hash of its tables, its weights with two bytes each (inputs, empty board, output), and
    /// the bias with four bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain([&self.begin]).chain(&self.answer);
        let weights = rows.flatten().flat_map(|weight| weight.to_le_bytes());
        let mut bytes: Vec<u8> = self.tables.to_le_bytes().into_iter().chain(weights).collect();
        bytes.extend(self.constant.to_le_bytes());
        bytes
    }
}

#[inline]
fn raise(sums: &mut [i16; WIDTH], row: &[i16; WIDTH]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

#[inline]
fn lower(sums: &mut [i16; WIDTH], row: &[i16; WIDTH]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum -= weight;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use rules::Position;

    /// Returns a network with arbitrary weights.
    pub(crate) fn some(variant: Variant, tables: u32) -> Network {
        let mut state = 5_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as f32 / 65_536.0 - 0.5
        };
        let weights: Vec<f32> = (0..Network::size(variant)).map(|_| number()).collect();
        Network::rounded(variant, tables, &weights)
    }

    fn turned(variant: Variant, at: Square) -> Square {
        Square::at(at.file(), variant.spec().relative_rank(Color::Black, at.rank())).expect("a square")
    }

    #[test]
    fn a_turned_board_of_the_other_colours_is_judged_alike() {
        for variant in games::all() {
            let (network, mut judged) = (some(variant, 0), Vec::new());
            let mut position = Position::start(variant);
            for ply in 0..40 {
                let (mut plain, mut mirrored) = (network.empty(), network.empty());
                for (at, piece) in position.pieces() {
                    network.put(&mut plain, piece, at);
                    let other = Piece { color: piece.color.other(), ..piece };
                    assert!(variant.spec().squares.contains(turned(variant, at)));
                    network.put(&mut mirrored, other, turned(variant, at));
                }
                network.take_in_hand(&mut plain, Color::White);
                network.take_in_hand(&mut mirrored, Color::Black);
                let judgment = network.score(&plain, Color::White);
                assert_eq!(network.score(&mirrored, Color::Black), judgment, "{position:?}");
                judged.push(judgment);
                let moves = position.legal_moves();
                let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                position = position.after_known(mv);
            }
            judged.dedup();
            assert!(judged.len() > 5, "{judged:?}");
        }
    }

    #[test]
    fn a_network_reads_back() {
        for variant in games::all() {
            let network = some(variant, 77);
            let bytes = network.bytes();
            assert!(bytes.len() < 300_000, "{} bytes for {}", bytes.len(), variant.slug());
            assert_eq!(Network::read(variant, &bytes), Ok(network));
        }
    }

    #[test]
    fn what_is_no_network_of_the_game_is_refused() {
        let chess = games::from_slug("chess").expect("a game");
        let bytes = some(chess, 0).bytes();
        let mut heavy = bytes.clone();
        heavy[5] = 0x7f;
        for wrong in [&bytes[1..], &bytes[..bytes.len() - 2], &bytes[2 * WIDTH..], &[], &heavy] {
            assert_eq!(Network::read(chess, wrong), Err(NetworkDefect), "{} bytes", wrong.len());
        }
        let other = games::from_slug("prison-break").expect("a game");
        assert_eq!(Network::read(other, &bytes), Err(NetworkDefect));
    }
}
