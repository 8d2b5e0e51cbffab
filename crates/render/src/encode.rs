//! Converts true colour to a small PNG file with a palette.

use image::{GrayImage, RgbaImage};
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::palette::{Histogram, SHADES};
use super::themes::Rgb;

/// Encodes the picture as a PNG file with an indexed palette. Transparency is ignored because pictures have
/// none.
pub(super) fn encode(picture: &RgbaImage) -> Vec<u8> {
    // Differences between palette indices mean nothing, so filters only make the file larger.
    write(picture, SHADES, |encoder| {
        encoder.set_compression(Compression::Balanced);
        encoder.set_filter(Filter::NoFilter);
    })
}

/// Encodes lines and text with at most this many colours. Fewer colours are chosen faster.
pub(super) fn encode_drawing(picture: &RgbaImage, colours: usize) -> Vec<u8> {
    write(picture, colours, as_drawing)
}

/// Encodes a drawing whose pixels are the numbers of at most 16 colours.
pub(super) fn encode_numbers(picture: &GrayImage, colours: &[Rgb]) -> Vec<u8> {
    let width = picture.width() as usize;
    let rows = picture.as_raw().chunks(width.max(1));
    let pair = |two: &[u8]| two[0] << 4 | two.get(1).copied().unwrap_or(0);
    let packed: Vec<u8> = rows.flat_map(|row| row.chunks(2).map(pair)).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_depth(BitDepth::Four);
    as_drawing(&mut encoder);
    finish(encoder, colours, &packed);
    file
}

/// Most rows equal the row above, which this filter turns into zeroes.
///
/// Stronger compression would make files at least a third smaller, but take longer.
fn as_drawing(encoder: &mut Encoder<'_, &mut Vec<u8>>) {
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Up);
}

fn write(
    picture: &RgbaImage,
    colours: usize,
    packed: impl FnOnce(&mut Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut histogram = Histogram::default();
    histogram.add(picture, 1);
    let palette = histogram.palette(colours);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_depth(BitDepth::Eight);
    packed(&mut encoder);
    finish(encoder, palette.colours(), &palette.map(picture));
    file
}

fn finish(mut encoder: Encoder<'_, &mut Vec<u8>>, colours: &[Rgb], numbers: &[u8]) {
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(colours.concat());
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(numbers))
        .expect("a picture in memory can be written to memory");
}
