//! Suggests the known word that was probably meant by an unknown one.

/// The longest word that is compared.
const LONGEST: usize = 40;
/// The most known words that are compared; a file can define thousands of pieces.
const MOST: usize = 64;

/// Returns a question with the nearest known word, or an empty text if none is near.
///
/// Up to a third of the letters may be wrong.
pub(super) fn did_you_mean<'a>(odd: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let letters = odd.chars().count();
    if letters > LONGEST {
        return String::new();
    }
    let odd = odd.to_lowercase();
    let known = known.into_iter().take(MOST).filter(|word| word.len() <= LONGEST);
    let distances = known.map(|word| (strsim::osa_distance(&odd, word), word));
    let nearest = distances.min_by_key(|(distance, _)| *distance);
    match nearest.filter(|(distance, _)| *distance <= letters / 3) {
        Some((_, word)) => format!(" Did you mean `{word}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_meant_that_differs_in_few_letters() {
        let meant = |odd: &str| did_you_mean(odd, ["files", "king", "archbishop"]);
        for (odd, said) in [
            ("flies", " Did you mean `files`?"),
            ("knig", " Did you mean `king`?"),
            ("arcbisop", " Did you mean `archbishop`?"),
            ("KING", " Did you mean `king`?"),
            ("bank", ""),
            ("k", ""),
            ("", ""),
            (&"k".repeat(1_000), ""),
        ] {
            assert_eq!(meant(odd), said, "{odd}");
        }
        assert_eq!(did_you_mean("flies", []), "");
    }
}
