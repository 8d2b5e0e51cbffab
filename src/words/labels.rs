//! The labels of buttons.

use super::Words;
use crate::rules::listed;

listed! {
    /// A button, by its action.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Label {
        /// Accepts a challenge.
        Accept,
        /// Declines a challenge or an offer.
        Decline,
        /// Withdraws a challenge.
        Cancel,
        /// Shows the rules of a game.
        Rules,
        /// Opens a form for a move.
        TypeMove,
        /// Shows which piece to look at, in a game or a puzzle.
        Hint,
        /// Shows which move to play.
        ShowMove,
        /// Shows the solution of a puzzle, or a good move in a lesson.
        Solution,
        /// Opens a puzzle.
        SolvePuzzle,
        /// Shows a puzzle of a game.
        SolveOne,
        /// Leaves a puzzle for another one.
        AnotherPuzzle,
        /// Opens the next puzzle.
        NextPuzzle,
        /// Restarts a puzzle.
        PuzzleAgain,
        /// Shows the board from the other side.
        Flip,
        /// Opens the game on a page in a browser.
        OpenPage,
        /// Opens a game as a watcher.
        Watch,
        /// Closes a game's page to watchers.
        LetNobodyWatch,
        /// Opens a game's page to watchers.
        LetWatch,
        /// Ends a page.
        EndPage,
        /// Ends all pages of a person.
        EndPages,
        /// Offers a draw.
        OfferDraw,
        /// Accepts an offered draw.
        AcceptDraw,
        /// Claims a draw.
        ClaimDraw,
        /// Plays the bot in a new thread.
        PlayInThread,
        /// Plays the bot in the current thread.
        PlayInThisThread,
        /// Plays the bot in direct messages.
        PlayInDm,
        /// Plays the bot in the channel.
        PlayHere,
        /// Asks for the opponent in a game.
        PlayIt,
        /// Withdraws an offer, below its own message.
        WithdrawOffer,
        /// Withdraws an offer of a draw.
        WithdrawDraw,
        /// Withdraws a takeback request.
        WithdrawTakeback,
        /// Withdraws a request to abort the game.
        WithdrawAbort,
        /// Takes back a move, or asks for it.
        Takeback,
        /// Allows a requested takeback.
        AllowTakeback,
        /// Resigns, after a confirmation.
        Resign,
        /// Accepts the bot's resignation.
        TakeResignation,
        /// Shows a finished game as an animation.
        Replay,
        /// Starts trying moves.
        TryMoves,
        /// Exports a finished game as a file.
        Export,
        /// Analyses a finished game.
        Analysis,
        /// Shows the moves before the listed ones.
        EarlierMoves,
        /// Shows the moves after the listed ones.
        LaterMoves,
        /// Shows the places of a leaderboard before the listed ones.
        LeadersBefore,
        /// Shows the places of a leaderboard after the listed ones.
        LeadersAfter,
        /// Shows the leaderboard of the server.
        LeadersHere,
        /// Shows the global leaderboard.
        LeadersEverywhere,
        /// Shows who has solved the puzzles of the day.
        DailyTable,
        /// Joins a ladder.
        JoinLadder,
        /// Leaves a ladder.
        LeaveLadder,
        /// Leaves a ladder, as the confirmation.
        LeaveLadderSurely,
        /// Shows the people one may challenge on a ladder.
        ChallengeUp,
        /// Closes a ladder, as the confirmation.
        CloseLadderSurely,
        /// Joins a tournament.
        JoinTournament,
        /// Leaves a tournament that has not started.
        LeaveTournament,
        /// Starts a tournament before it is full.
        BeginTournament,
        /// Shows one's games in a tournament.
        TournamentGames,
        /// Withdraws from a running tournament.
        Withdraw,
        /// Withdraws from a tournament, as the confirmation.
        WithdrawSurely,
        /// Stays in a tournament, or on a ladder, instead of the confirmation.
        StayIn,
        /// Keeps a tournament or a ladder, instead of ending it.
        KeepIt,
        /// Opens the form of one's settings, or of a server's.
        ChangeSettings,
        /// Shows a menu for each of one's settings.
        SettingsOneByOne,
        /// Reopens a refused form.
        FillInAgain,
        /// Shows all of one's settings.
        Settings,
        /// Cancels a tournament, as the confirmation.
        CancelTournamentSurely,
        /// Lists the moves.
        AllMoves,
        /// Shows the position after the last listed move.
        SeePosition,
        /// Starts a game against another person.
        PlayFriend,
        /// Plays against the bot.
        PlayBot,
        /// Plays a first game against the bot.
        PlayFirst,
        /// Shows the games that have lessons.
        LearnGame,
        /// Restarts a step of a lesson.
        StepAgain,
        /// Shows all lessons.
        AllLessons,
        /// Shows all commands.
        AllCommands,
        /// Shows further commands.
        MoreCommands,
        /// Shows the games before the listed ones.
        EarlierGames,
        /// Shows the games after the listed ones.
        LaterGames,
        /// Shows the families of games before the listed ones.
        EarlierFamilies,
        /// Shows the families of games after the listed ones.
        MoreFamilies,
        /// Links to the place where a game is played.
        GoToGame,
        /// Nudges an opponent.
        Nudge,
        /// Shows the next waiting game.
        NextGame,
        /// Steps one move back.
        MoveBack,
        /// Steps one move forward.
        MoveForward,
        /// Agrees to an abort.
        AgreeToAbort,
        /// Declines an abort.
        PlayOn,
        /// Resigns, as the confirmation.
        ReallyResign,
        /// Ends a game as a draw, as the confirmation.
        ReallyDraw,
        /// Aborts, after a confirmation.
        Abort,
        /// Aborts, as the confirmation.
        ReallyAbort,
        /// Asks the opponent to abort.
        AskToAbort,
        /// Asks for a rematch, or agrees to one.
        Rematch,
        /// Continues with the next step of a lesson.
        NextStep,
        /// Starts the same game against the bot again.
        PlayMeAgain,
        /// Cancels the action to be confirmed.
        KeepPlaying,
        /// Exports all of a person's data as a file.
        ExportPerson,
        /// Deletes all of a person's data, after a confirmation.
        DeletePerson,
        /// Deletes all of a person's data, as the confirmation.
        ReallyDeletePerson,
        /// Cancels the deletion.
        KeepPerson,
        EndVacation,
        BeginVacation,
        /// Discards the prepared moves in a game.
        ForgetPremoves,
    }
}

impl Words {
    /// The label of a button.
    pub fn label(&self, label: Label) -> String {
        self.plain(match label {
            Label::Accept => "label-accept",
            Label::Decline => "label-decline",
            Label::Cancel => "label-cancel",
            Label::Rules => "label-rules",
            Label::TypeMove => "label-type-move",
            Label::Hint => "label-hint",
            Label::ShowMove => "label-show-move",
            Label::Solution => "label-solution",
            Label::SolvePuzzle => "label-solve-puzzle",
            Label::SolveOne => "label-solve-one",
            Label::AnotherPuzzle => "label-another-puzzle",
            Label::NextPuzzle => "label-next-puzzle",
            Label::PuzzleAgain => "label-puzzle-again",
            Label::Flip => "label-flip",
            Label::OpenPage => "label-open-page",
            Label::Watch => "label-watch",
            Label::LetNobodyWatch => "label-let-nobody-watch",
            Label::LetWatch => "label-let-watch",
            Label::EndPage => "label-end-page",
            Label::EndPages => "label-end-pages",
            Label::OfferDraw => "label-offer-draw",
            Label::AcceptDraw => "label-accept-draw",
            Label::ClaimDraw => "label-claim-draw",
            Label::PlayInThread => "label-play-in-thread",
            Label::PlayInThisThread => "label-play-in-this-thread",
            Label::PlayInDm => "label-play-in-dm",
            Label::PlayHere => "label-play-here",
            Label::PlayIt => "label-play-it",
            Label::WithdrawDraw => "label-withdraw-draw",
            Label::WithdrawTakeback => "label-withdraw-takeback",
            Label::WithdrawAbort => "label-withdraw-abort",
            Label::Takeback => "label-takeback",
            Label::AllowTakeback => "label-allow-takeback",
            Label::Resign => "label-resign",
            Label::TakeResignation => "label-take-resignation",
            Label::Replay => "label-replay",
            Label::TryMoves => "label-try-moves",
            Label::NextStep => "label-next-step",
            Label::Export => "label-export",
            Label::Analysis => "label-analysis",
            Label::DailyTable => "label-daily-table",
            Label::JoinLadder | Label::JoinTournament => "label-join",
            Label::LeaveLadder | Label::LeaveTournament => "label-leave",
            Label::LeaveLadderSurely => "label-leave-ladder-surely",
            Label::ChallengeUp => "label-challenge-up",
            Label::CloseLadderSurely => "label-close-ladder-surely",
            Label::BeginTournament => "label-begin-tournament",
            Label::TournamentGames => "label-tournament-games",
            Label::Withdraw | Label::WithdrawOffer => "label-withdraw",
            Label::WithdrawSurely => "label-withdraw-surely",
            Label::StayIn => "label-stay-in",
            Label::ChangeSettings => "label-change-settings",
            Label::SettingsOneByOne => "label-settings-one-by-one",
            Label::FillInAgain => "label-fill-in-again",
            Label::Settings => "label-settings",
            Label::CancelTournamentSurely => "label-cancel-tournament-surely",
            Label::LeadersBefore => "label-leaders-before",
            Label::LeadersAfter => "label-leaders-after",
            Label::LeadersHere => "label-leaders-here",
            Label::LeadersEverywhere => "label-leaders-everywhere",
            Label::EarlierMoves => "label-earlier-moves",
            Label::LaterMoves => "label-later-moves",
            Label::AllMoves => "label-all-moves",
            Label::SeePosition => "label-see-position",
            Label::PlayFriend => "label-play-friend",
            Label::PlayBot => "label-play-bot",
            Label::PlayFirst => "label-play-first",
            Label::LearnGame => "label-learn-game",
            Label::StepAgain => "label-step-again",
            Label::AllLessons => "label-all-lessons",
            Label::AllCommands => "label-all-commands",
            Label::MoreCommands => "label-more-commands",
            Label::EarlierGames => "label-earlier-games",
            Label::LaterGames => "label-later-games",
            Label::EarlierFamilies => "label-earlier-families",
            Label::MoreFamilies => "label-more-families",
            Label::GoToGame => "label-go-to-game",
            Label::Nudge => "label-nudge",
            Label::NextGame => "label-next-game",
            Label::MoveBack => "label-move-back",
            Label::MoveForward => "label-move-forward",
            Label::AgreeToAbort => "label-agree-to-abort",
            Label::PlayOn => "label-play-on",
            Label::ReallyResign => "label-really-resign",
            Label::ReallyDraw => "label-really-draw",
            Label::Abort => "label-abort",
            Label::ReallyAbort => "label-really-abort",
            Label::AskToAbort => "label-ask-to-abort",
            Label::Rematch => "label-rematch",
            Label::PlayMeAgain => "label-play-me-again",
            Label::KeepPlaying => "label-keep-playing",
            Label::ExportPerson => "label-export-person",
            Label::DeletePerson => "label-delete-person",
            Label::ReallyDeletePerson => "label-really-delete-person",
            Label::KeepPerson | Label::KeepIt => "label-keep-person",
            Label::EndVacation => "label-end-vacation",
            Label::BeginVacation => "label-begin-vacation",
            Label::ForgetPremoves => "label-forget-premoves",
        })
    }
}
