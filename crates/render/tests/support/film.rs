//! Animations as a viewer shows them.

use gif::{ColorOutput, DecodeOptions, Repeat};

/// A decoded animation.
pub struct Film {
    pub size: (u32, u32),
    /// The whole picture after each frame, and its delay in hundredths of a second.
    pub pictures: Vec<(image::RgbaImage, u16)>,
    pub repeat: Repeat,
}

/// Plays an animation like a viewer.
pub fn watched(file: &[u8]) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let size = (u32::from(decoder.width()), u32::from(decoder.height()));
    let colours = decoder.global_palette().expect("a table of colours").len() / 3;
    let mut canvas = image::RgbaImage::new(size.0, size.1);
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert!(frame.transparent.is_some_and(|number| usize::from(number) < colours));
        let part = image::RgbaImage::from_raw(
            u32::from(frame.width),
            u32::from(frame.height),
            frame.buffer.to_vec(),
        );
        let part = part.expect("four bytes a pixel");
        for (x, y, pixel) in part.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[3] > 0) {
            canvas.put_pixel(u32::from(frame.left) + x, u32::from(frame.top) + y, *pixel);
        }
        pictures.push((canvas.clone(), frame.delay));
    }
    Film { size, pictures, repeat: decoder.repeat() }
}
