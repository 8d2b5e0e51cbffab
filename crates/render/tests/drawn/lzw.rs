//! Tests the data of GIF images: two readers decode any numbers correctly.

use gif::{DecodeOptions, Encoder, Frame};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use render::lzw;

use super::plain_gif::unpacked;

/// The number of codes for strings in a table for 256 numbers.
const STRINGS: usize = 4096 - 258;

/// Encodes numbers, decodes them with both readers and compares; returns the size of the data in bytes.
fn check(numbers: &[u8]) -> usize {
    let data = lzw(numbers);
    let highest = numbers.iter().copied().max().unwrap_or(0);
    let bits = u32::from(data[0]);
    assert!(usize::from(highest) < 1 << bits && (bits == 2 || highest >> (bits - 1) > 0), "{bits} bits");
    assert!(unpacked(bits, &data[1..]) == numbers, "plainly read: {}", told(numbers));
    if !numbers.is_empty() {
        assert!(by_the_library(&data, numbers.len()) == numbers, "read by the library: {}", told(numbers));
    }
    data.len()
}

fn told(numbers: &[u8]) -> String {
    format!("{} numbers, {:?}...", numbers.len(), &numbers[..numbers.len().min(20)])
}

/// Decodes the numbers with the library, from a file with this one image.
fn by_the_library(data: &[u8], count: usize) -> Vec<u8> {
    let width = if count > usize::from(u16::MAX) { 4096 } else { count };
    assert_eq!(count % width, 0, "whole rows");
    let (width, height) = (width as u16, (count / width) as u16);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &[0; 3 * 256]).expect("a file in memory");
    let frame = Frame { width, height, buffer: data.into(), ..Frame::default() };
    encoder.write_lzw_pre_encoded_frame(&frame).expect("a file in memory");
    drop(encoder);
    let mut options = DecodeOptions::new();
    options.check_lzw_end_code(true);
    let mut decoder = options.read_info(&*file).expect("a GIF");
    decoder.read_next_frame().expect("an image").expect("one").buffer.to_vec()
}

/// Returns numbers in which no pair of neighbours recurs, so that every code stands for a single number.
fn without_repetition() -> impl Iterator<Item = u8> {
    (1..64_usize).step_by(2).flat_map(|step| (0..256).map(move |at| (at * step) as u8))
}

#[test]
fn no_number_and_a_few_are_read_back() {
    assert_eq!(lzw(&[]), [2, 0b0010_1100], "clear and the end in codes of three bits");
    for numbers in
        [&[0][..], &[3], &[4], &[255], &[0, 1], &[0, 0, 1], &[1, 0, 0, 0, 255], &[7, 8, 7, 8, 7, 8, 7]]
    {
        check(numbers);
    }
}

#[test]
fn runs_of_every_length_are_read_back() {
    for number in [0, 1, 63, 64, 255] {
        for length in 1..300 {
            check(&vec![number; length]);
        }
        // The longest run for this number of codes, one shorter and one longer.
        for codes in [100, 300] {
            let longest = codes * (codes + 1) / 2;
            for length in longest - 1..=longest + 1 {
                check(&vec![number; length]);
            }
        }
    }
}

#[test]
fn a_run_that_fills_the_table_is_read_back() {
    let mut length = STRINGS * (STRINGS + 1) / 2 + 3 * 4096;
    length -= length % 4096;
    assert!(check(&vec![255; length]) < 6000);
}

#[test]
fn noise_of_two_to_256_numbers_is_read_back() {
    let mut random = fastrand::Rng::with_seed(41);
    for numbers in 2..=256_u16 {
        let noise: Vec<u8> = (0..9000).map(|_| random.u16(..numbers) as u8).collect();
        check(&noise);
    }
    for length in 0..600 {
        check(&(0..length).map(|at| (at % 2) as u8).collect::<Vec<_>>());
        check(&(0..length).map(|_| random.u8(..2)).collect::<Vec<_>>());
    }
}

#[test]
fn codes_grow_and_the_table_is_cleared_where_readers_expect_it() {
    // Where codes become a bit wider, where the table is full, and where it is full again.
    for codes in [512 - 258, 1024 - 258, 2048 - 258, STRINGS, 2 * STRINGS] {
        for length in codes - 4..=codes + 4 {
            check(&without_repetition().take(length).collect::<Vec<_>>());
        }
    }
}

#[test]
fn runs_of_any_numbers_are_read_back() {
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let length = prop_oneof![Just(1), 1..8_usize, 1..700_usize];
    let runs = (any::<u8>(), vec((any::<u8>(), length), 0..600));
    let tried = runner.run(&runs, |(highest, runs)| {
        let run = |(number, length): (u8, usize)| std::iter::repeat_n(number & highest, length);
        let mut numbers: Vec<u8> = runs.into_iter().flat_map(run).collect();
        numbers.truncate(usize::from(u16::MAX));
        check(&numbers);
        Ok(())
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}
