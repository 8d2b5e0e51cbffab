//! The palette shared by all pictures of one game in one theme.

use std::iter::repeat_n;

use image::RgbaImage;
use rustc_hash::FxHashMap;

use super::themes::Rgb;

/// The most colours in a palette: few enough for short codes, enough for the shades along pieces' edges.
pub(super) const SHADES: usize = 64;
/// Rounds of k-means after the initial choice of colours.
const ROUNDS: usize = 6;
/// A colour that fills at least one part in this many of the samples is kept exactly.
const FLAT: u64 = 600;

/// The number of pixels of each colour.
#[derive(Default)]
pub(super) struct Histogram(FxHashMap<Rgb, u64>);

impl Histogram {
    /// Counts a picture's pixels, each with this weight.
    pub(super) fn add(&mut self, picture: &RgbaImage, weight: u64) {
        for (colour, length) in runs(picture) {
            *self.0.entry(colour).or_default() += length as u64 * weight;
        }
    }

    /// Returns at most `most` colours that represent all others.
    ///
    /// Colours that fill areas are kept exactly, then the worst represented colour is added in turn. The
    /// added ones move to the mean of those they represent (Lloyd's algorithm, k-means).
    pub(super) fn palette(&self, most: usize) -> Palette {
        let mut colours: Vec<(Rgb, u64)> = self.0.iter().map(|(colour, count)| (*colour, *count)).collect();
        // Equal pictures always give the same palette in the same order, most frequent colour first.
        colours.sort_unstable_by(|(a, many), (b, more)| more.cmp(many).then(a.cmp(b)));
        let total: u64 = colours.iter().map(|(_, count)| count).sum();
        let flat = colours.iter().take(most * 3 / 4).take_while(|(_, count)| count * FLAT >= total).count();
        let mut chosen: Vec<Rgb> = colours[..flat.max(1).min(colours.len())].iter().map(|c| c.0).collect();
        let fixed = chosen.len();
        let mut worst: Vec<u64> =
            colours.iter().map(|(colour, _)| distance(*colour, chosen[nearest(&chosen, *colour)])).collect();
        while chosen.len() < most {
            let error = |at: &usize| worst[*at] * colours[*at].1;
            let Some(next) = (0..colours.len()).max_by_key(error).filter(|at| error(at) > 0) else { break };
            let colour = colours[next].0;
            chosen.push(colour);
            for (left, (other, _)) in worst.iter_mut().zip(&colours) {
                *left = (*left).min(distance(*other, colour));
            }
        }
        for _ in 0..ROUNDS {
            let mut sums = vec![([0_u64; 3], 0_u64); chosen.len()];
            for (colour, count) in &colours {
                let (sum, weight) = &mut sums[nearest(&chosen, *colour)];
                for (channel, value) in sum.iter_mut().zip(colour) {
                    *channel += u64::from(*value) * count;
                }
                *weight += count;
            }
            for (colour, (sum, weight)) in chosen.iter_mut().zip(sums).skip(fixed) {
                if weight > 0 {
                    *colour = sum.map(|channel| ((channel + weight / 2) / weight) as u8);
                }
            }
        }
        Palette(chosen)
    }
}

/// A palette. A colour's number is its index.
#[derive(Debug)]
pub(super) struct Palette(Vec<Rgb>);

impl Palette {
    /// Returns the colours by number.
    pub(super) fn colours(&self) -> &[Rgb] {
        &self.0
    }

    /// Returns the number of the nearest colour for each pixel; ties go to the lower number.
    pub(super) fn map(&self, picture: &RgbaImage) -> Box<[u8]> {
        let mut known: FxHashMap<Rgb, u8> = FxHashMap::default();
        let mut numbers = Vec::with_capacity(picture.as_raw().len() / 4);
        for (colour, length) in runs(picture) {
            let number = *known.entry(colour).or_insert_with(|| nearest(&self.0, colour) as u8);
            numbers.extend(repeat_n(number, length));
        }
        numbers.into()
    }
}

/// Returns the runs of equal pixels. Boards are flat: most pixels repeat their left neighbour.
fn runs(picture: &RgbaImage) -> impl Iterator<Item = (Rgb, usize)> {
    let (pixels, _) = picture.as_raw().as_chunks::<4>();
    pixels.chunk_by(|pixel, next| pixel == next).map(|run| {
        let [red, green, blue, _] = run[0];
        ([red, green, blue], run.len())
    })
}

/// Returns the number of the nearest colour; ties go to the lowest.
fn nearest(colours: &[Rgb], colour: Rgb) -> usize {
    (0..colours.len()).min_by_key(|at| distance(colours[*at], colour)).unwrap_or(0)
}

/// Returns the squared distance in red, green and blue, which is also the basis of the signal-to-noise ratio.
fn distance(a: Rgb, b: Rgb) -> u64 {
    (0..3).map(|i| u64::from(a[i].abs_diff(b[i])).pow(2)).sum()
}
