//! The labels of buttons.

use super::Words;
use crate::rules::listed;

listed! {
    /// A button, by what it does.
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
        /// Tells which piece to look at, in a game or a puzzle.
        Hint,
        /// Tells which move to play.
        ShowMove,
        /// Tells the solution of a puzzle, or shows a move that leads on in a lesson.
        Solution,
        /// Opens a puzzle.
        SolvePuzzle,
        /// Shows a puzzle of a game.
        SolveOne,
        /// Leaves a puzzle for another one.
        AnotherPuzzle,
        /// Goes on to the next puzzle.
        NextPuzzle,
        /// Begins a puzzle once more.
        PuzzleAgain,
        /// Shows the board from the other side.
        Flip,
        /// Opens the game on a page in a browser.
        OpenPage,
        /// Opens a game to read along.
        Watch,
        /// Lets nobody watch a game on a page.
        LetNobodyWatch,
        /// Lets others watch a game on a page.
        LetWatch,
        /// Ends a page.
        EndPage,
        /// Ends all pages of a person.
        EndPages,
        /// Offers a draw.
        OfferDraw,
        /// Accepts a draw that is offered.
        AcceptDraw,
        /// Claims a draw.
        ClaimDraw,
        /// Plays the bot in a thread.
        PlayInThread,
        /// Plays the bot in the thread where one is.
        PlayInThisThread,
        /// Plays the bot in direct messages.
        PlayInDm,
        /// Plays the bot in the channel.
        PlayHere,
        /// Asks against whom to play a game.
        PlayIt,
        /// Withdraws an offer, below its own message.
        WithdrawOffer,
        /// Withdraws an offer of a draw.
        WithdrawDraw,
        /// Withdraws what was asked: to take back a move.
        WithdrawTakeback,
        /// Withdraws what was asked: to end the game without a result.
        WithdrawAbort,
        /// Takes back a move, or asks for it.
        Takeback,
        /// Allows a takeback that is asked for.
        AllowTakeback,
        /// Resigns, after a question.
        Resign,
        /// Takes the bot's resignation.
        TakeResignation,
        /// Shows a game that is over as an animation.
        Replay,
        /// Begins to try moves.
        TryMoves,
        /// Gives a game that is over as a file.
        Export,
        /// Tells what was good and what was not in a game that is over.
        Analysis,
        /// Shows moves before those that are listed.
        EarlierMoves,
        /// Shows moves after those that are listed.
        LaterMoves,
        /// Shows places of a leaderboard before those that are listed.
        LeadersBefore,
        /// Shows places of a leaderboard after those that are listed.
        LeadersAfter,
        /// Shows the leaderboard of the server.
        LeadersHere,
        /// Shows the leaderboard of everybody.
        LeadersEverywhere,
        /// Shows who has solved the puzzles of the day.
        DailyTable,
        /// Gets on a ladder.
        JoinLadder,
        /// Gets off a ladder.
        LeaveLadder,
        /// Gets off it, after the question.
        LeaveLadderSurely,
        /// Shows whom one may challenge on a ladder.
        ChallengeUp,
        /// Closes a ladder, after the question.
        CloseLadderSurely,
        /// Joins a tournament.
        JoinTournament,
        /// Leaves a tournament that has not begun.
        LeaveTournament,
        /// Begins a tournament before it is full.
        BeginTournament,
        /// Shows one's games in a tournament.
        TournamentGames,
        /// Leaves a tournament that runs.
        Withdraw,
        /// Leaves it, after the question.
        WithdrawSurely,
        /// Opens the form of one's settings, or of a server's.
        ChangeSettings,
        /// Shows a menu for each of one's settings.
        SettingsOneByOne,
        /// Opens a form again that was refused.
        FillInAgain,
        /// Shows all of one's settings.
        Settings,
        /// Yes, end the tournament.
        CancelTournamentSurely,
        /// Lists the moves.
        AllMoves,
        /// Shows the position after the last move that is listed.
        SeePosition,
        /// Begins a game against somebody.
        PlayFriend,
        /// Plays against the bot.
        PlayBot,
        /// Plays a first game against the bot.
        PlayFirst,
        /// Shows which games can be learnt.
        LearnGame,
        /// Begins a step of a lesson again.
        StepAgain,
        /// Shows all lessons.
        AllLessons,
        /// Shows all commands.
        AllCommands,
        /// Shows further commands.
        MoreCommands,
        /// Shows games before those that are listed.
        EarlierGames,
        /// Shows games after those that are listed.
        LaterGames,
        /// Shows families of games before those that are listed.
        EarlierFamilies,
        /// Shows families of games after those that are listed.
        MoreFamilies,
        /// Leads to the place where a game is played.
        GoToGame,
        /// Asks an opponent to move.
        Nudge,
        /// Shows the game that waits next.
        NextGame,
        /// Shows the position one move before.
        MoveBack,
        /// Shows the position one move later.
        MoveForward,
        /// Agrees to an abort.
        AgreeToAbort,
        /// Declines an abort.
        PlayOn,
        /// Resigns.
        ReallyResign,
        /// Ends a game as a draw.
        ReallyDraw,
        /// Aborts, after a question.
        Abort,
        /// Aborts.
        ReallyAbort,
        /// Asks the opponent to abort.
        AskToAbort,
        /// Asks for a rematch, or agrees to one.
        Rematch,
        /// Goes on with the next step of a lesson.
        NextStep,
        /// Begins the same game against the bot once more.
        PlayMeAgain,
        /// Cancels what was asked about.
        KeepPlaying,
        /// Gives all that is kept of a person as a file.
        ExportPerson,
        /// Deletes all that is kept of a person, after a question.
        DeletePerson,
        /// Deletes it, without another question.
        ReallyDeletePerson,
        /// Cancels the deletion.
        KeepPerson,
        EndVacation,
        BeginVacation,
        /// Forgets what is prepared in a game.
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
            Label::WithdrawOffer => "label-withdraw-offer",
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
            Label::Withdraw => "label-withdraw",
            Label::WithdrawSurely => "label-withdraw-surely",
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
            Label::KeepPerson => "label-keep-person",
            Label::EndVacation => "label-end-vacation",
            Label::BeginVacation => "label-begin-vacation",
            Label::ForgetPremoves => "label-forget-premoves",
        })
    }
}
