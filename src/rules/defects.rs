//! What is told of a pasted position that is refused.

use std::fmt;

/// So many defects are told; a list of thirty helps nobody.
const TOLD: usize = 5;

/// Everything that is wrong with a pasted position, in sentences. As text it tells the first five and how many more
/// there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    defects: Vec<String>,
}

impl FenError {
    pub(super) fn new(defects: Vec<String>) -> Self {
        Self { defects }
    }

    /// All defects, one sentence each.
    pub fn defects(&self) -> &[String] {
        &self.defects
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.defects.len().min(TOLD);
        f.write_str(&self.defects[..told].join("; "))?;
        match self.defects.len() - told {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for FenError {}
