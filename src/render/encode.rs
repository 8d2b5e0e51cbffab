//! From true colour to a small PNG file with a palette.

use std::collections::HashMap;

use image::RgbaImage;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::themes::Rgb;

/// Colours that a palette holds.
const PALETTE: usize = 256;

/// The picture as a PNG file with an indexed palette; transparency is ignored, for pictures have none.
pub(super) fn encode(picture: &RgbaImage) -> Vec<u8> {
    let (palette, indices) = quantise(picture);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::Balanced);
    // Differences between palette numbers mean nothing, so filters only harm.
    encoder.set_filter(Filter::NoFilter);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&indices))
        .expect("a picture in memory can be written to memory");
    file
}

/// The most frequent colours, and for each pixel the number of the one nearest to it. Boards have few colours and many
/// shades between two of them at the edges of pieces; those that find no place are rare and have near neighbours.
fn quantise(picture: &RgbaImage) -> (Vec<Rgb>, Vec<u8>) {
    let pixels: Vec<Rgb> = picture.pixels().map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
    // Boards are flat: most pixels repeat their left neighbour, and are counted in runs.
    let mut counts: HashMap<Rgb, u32> = HashMap::new();
    for run in pixels.chunk_by(Rgb::eq) {
        *counts.entry(run[0]).or_default() += run.len() as u32;
    }
    let mut colours: Vec<(Rgb, u32)> = counts.into_iter().collect();
    // The colour itself breaks ties, so that the same picture always gives the same file.
    colours.sort_unstable_by(|(a, many), (b, more)| more.cmp(many).then(a.cmp(b)));
    let palette: Vec<Rgb> = colours.iter().take(PALETTE).map(|(colour, _)| *colour).collect();
    let number = |at: usize, colour| if at < PALETTE { at as u8 } else { nearest(&palette, colour) };
    let numbers: HashMap<Rgb, u8> =
        colours.iter().enumerate().map(|(at, (colour, _))| (*colour, number(at, *colour))).collect();
    let mut indices = Vec::with_capacity(picture.pixels().len());
    for run in pixels.chunk_by(Rgb::eq) {
        indices.resize(indices.len() + run.len(), numbers[&run[0]]);
    }
    (palette, indices)
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let distance =
        |other: &Rgb| -> u32 { (0..3).map(|i| u32::from(other[i].abs_diff(colour[i])).pow(2)).sum() };
    (0..palette.len()).min_by_key(|at| distance(&palette[*at])).unwrap_or(0) as u8
}
