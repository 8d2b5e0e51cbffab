//! What a click does, and who sees the result.

use super::ComponentAction;

impl ComponentAction {
    /// Whether only the person who clicks sees the result: it shows in no game's channel either.
    pub fn is_for_one(self) -> bool {
        let (word, _) = self.parts();
        word.starts_with("puzzle")
            || matches!(
                self,
                Self::Lesson(_)
                    | Self::Resign(_)
                    | Self::Never(_)
                    | Self::ForgetPremoves(_)
                    | Self::Person(_)
                    | Self::Setting(_)
                    | Self::Language(())
                    | Self::BeginVacation(_)
                    | Self::EndVacation(_)
                    | Self::ServerSet(_)
            )
    }

    /// Whether it acts on a live game.
    pub fn acts_on_game(self) -> bool {
        matches!(
            self,
            Self::PlayTo(_)
                | Self::PlayAs(_)
                | Self::TypeMove(_)
                | Self::Draw(_)
                | Self::DrawSure(_)
                | Self::DrawAccept(_)
                | Self::DrawTake(_)
                | Self::DrawDecline(_)
                | Self::Takeback(_)
                | Self::TakebackAccept(_)
                | Self::TakebackTake(_)
                | Self::TakebackDecline(_)
                | Self::Resign(_)
                | Self::ResignSure(_)
                | Self::TakeResignation(_)
                | Self::AbortSure(_)
                | Self::AbortAgree(_)
                | Self::AbortRefuse(_)
                | Self::ForgetPremoves(_)
        )
    }

    /// Whether it only shows something and changes nothing.
    pub fn only_reads(self) -> bool {
        if let Self::Lesson(deed) = self {
            return deed.only_reads();
        }
        matches!(
            self,
            Self::ChoosePiece(_)
                | Self::SwapPiece(_)
                | Self::TypeMove(_)
                | Self::Flip(_)
                | Self::Rules(_)
                | Self::RulesOf(())
                | Self::Families(())
                | Self::OfFamily(_)
                | Self::Piece(_)
                | Self::MoveList(_)
                | Self::After(_)
                | Self::Replay(_)
                | Self::Analyse(_)
                | Self::Hint(_)
                | Self::HintMove(_)
                | Self::Help(_)
                | Self::Start(_)
                | Self::StartGame(_)
                | Self::Games(_)
                | Self::Next(_)
                | Self::NextPiece(_)
                | Self::NextType(_)
                | Self::Puzzle(_)
                | Self::PuzzlePiece(_)
                | Self::PuzzleType(_)
                | Self::PuzzleAgain(_)
                | Self::PuzzleNext(_)
                | Self::Export(_)
                | Self::ServerPage(_)
                | Self::Vacation(())
        )
    }
}
