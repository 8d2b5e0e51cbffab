//! From true colour to a small PNG file with a palette.

use image::RgbaImage;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::palette::{Histogram, SHADES};

/// The picture as a PNG file with an indexed palette. Transparency is ignored, since pictures have none.
pub(super) fn encode(picture: &RgbaImage) -> Vec<u8> {
    encode_in(picture, SHADES)
}

/// The same in at most so many colours. Fewer are chosen sooner.
pub(super) fn encode_in(picture: &RgbaImage, colours: usize) -> Vec<u8> {
    let mut histogram = Histogram::default();
    histogram.add(picture, 1);
    let palette = histogram.palette(colours);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colours().concat());
    encoder.set_compression(Compression::Balanced);
    // Differences between palette indices mean nothing, so filters only make the file larger.
    encoder.set_filter(Filter::NoFilter);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&palette.map(picture)))
        .expect("a picture in memory can be written to memory");
    file
}
