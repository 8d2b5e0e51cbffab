//! What somebody may have meant by a word that is not known.

/// The longest word that is compared with those that are known.
const LONGEST: usize = 40;
/// With so many of them at most: a file can describe thousands of pieces.
const MOST: usize = 64;

/// Asks whether the known word was meant that is nearest to this one; nothing if none is near. A third of the letters may be wrong.
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
