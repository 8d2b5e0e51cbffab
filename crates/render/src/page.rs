//! Assets with which a web page draws the same boards: the drawings as SVG symbols, and the colours as CSS.

use image::Pixel as _;

use super::encode::encode;
use super::figure::Figure;
use super::sprites::{Mark, draw_svg};
use super::themes::Theme;
use rules::Color;

/// Returns every piece and mark as a symbol of one SVG document: `king`, `letter-A`, `mark-check`.
///
/// Their colours come from their CSS classes.
pub fn symbols() -> String {
    let pieces = Figure::all(Color::White).map(|figure| (figure.name(), figure.svg()));
    let marks = Mark::drawings().map(|(name, svg)| (format!("mark-{name}"), svg.into()));
    let symbols: String = pieces.chain(marks).map(|(id, svg)| symbol(&id, &svg)).collect();
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>"#)
}

/// Renders a square drawing as a PNG with this side in pixels.
///
/// Its ground is extended into the corners, because phones crop icons to their own shape.
pub fn icon_png(svg: &str, pixels: u32) -> Vec<u8> {
    let mut picture = draw_svg(svg, String::new(), pixels, 1.0);
    let ground = *picture.get_pixel(pixels / 2, pixels / 32);
    for pixel in picture.pixels_mut() {
        let mut under = ground;
        under.blend(pixel);
        *pixel = under;
    }
    encode(&picture)
}

/// Returns one drawing as a symbol. Ids inside it get the symbol's id as a prefix, so that they stay unique.
fn symbol(id: &str, svg: &str) -> String {
    let inner = svg.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner.trim_end().trim_end_matches("</svg>");
    let inner: String = inner.lines().map(str::trim).collect();
    let inner = inner.replace("id=\"", &format!("id=\"{id}-")).replace("href=\"#", &format!("href=\"#{id}-"));
    let named = format!("id={id:?}");
    format!(r#"<symbol {named} viewBox="0 0 100 100">{inner}</symbol>"#)
}

/// Returns the colours of all themes as CSS variables, with a rule for each theme.
///
/// For example `:root[data-theme="wood"]{--light:#efdfc3;...}`.
pub fn theme_rules() -> String {
    let mut rules = String::new();
    for theme in Theme::all() {
        rules += &format!(":root[data-theme=\"{}\"]{{", theme.name());
        for (name, [red, green, blue]) in theme.colours() {
            rules += &format!("--{name}:#{red:02x}{green:02x}{blue:02x};");
        }
        rules += "}\n";
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drawing_is_one_symbol_whose_ids_are_its_own() {
        let all = symbols();
        assert_eq!(all.matches("<symbol ").count(), Figure::COUNT + Mark::drawings().count());
        assert_eq!(all.matches("</symbol>").count(), all.matches("<symbol ").count());
        assert_eq!(all.matches("<svg").count(), 1);
        assert!(all.contains("id=\"ice-queen-arm\"") && all.contains("href=\"#ice-queen-arm\""));
        let ids: Vec<&str> = all.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), ids.len());
    }

    #[test]
    fn an_icon_is_drawn_to_its_corners() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#102030"/></svg>"##;
        let icon = image::load_from_memory(&icon_png(svg, 64)).expect("a PNG").to_rgb8();
        assert_eq!(icon.dimensions(), (64, 64));
        assert!(icon.pixels().all(|pixel| pixel.0 == [16, 32, 48]));
    }

    #[test]
    fn every_theme_names_the_same_colours() {
        let rules = theme_rules();
        let names = |line: &str| {
            line.split("--").skip(1).filter_map(|rest| rest.split(':').next()).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<String> = rules.lines().map(names).collect();
        assert_eq!(all.len(), Theme::all().len());
        assert!(all.iter().all(|one| *one == all[0]));
        assert!(rules.contains(":root[data-theme=\"wood\"]{--background:#332e2a;"), "{rules}");
        assert!(rules.contains("--white-body:#fffaf0;"), "{rules}");
    }
}
