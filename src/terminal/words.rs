//! What is said and what may be typed, in the section `terminal` of the languages' files.
//!
//! The sentences of the book's game are the book's own where the language has an edition that is a
//! source of this project (English, Spanish). What is said at the table, to whoever plays without
//! `--classic`, is ours. Words that may be typed and mean the same stand in one text, parted by
//! commas.

use bianca_play::game::GameKind;
use bianca_system::language::Language;

bianca_records::sentences! {
    /// The words of the terminal.
    pub Words = "terminal" {
        // What may be typed, in every language at any time; see [`is_typed`].
        /// What may be typed in the book's games.
        book[BOOK];
        /// How a yes begins.
        yes;
        no;
        /// What may be typed at the table; the first word is the one that is shown.
        typed[Command::ALL.map(Command::name)];

        // The book's game.
        welcome;
        choose_side;
        you_begin;
        computer_begins;
        /// The person's points and the computer's.
        points(you, computer);
        enter_move;
        not_a_move;
        turns_nothing;
        press_enter;
        you_pass;
        computer_passes;
        /// The points of X and of O.
        final_points(x, o);
        beat_computer(by);
        lost_by(by);
        tie;
        again;
        thanks;

        // The other games.
        welcome_to[GameKind::ALL.iter().map(|kind| kind.name())];
        begin;
        available(moves);
        your_move;
        not_available;
        computer_moves(mv);
        /// The person's points.
        your_points(points);
        you_win;
        you_lose;
        enter_for_step;
        tree_too_large;

        // The frogs.
        select_frog;
        not_a_position;
        frog_cannot_move;
        nothing_to_undo;
        no_way;
        success;
        failure;

        // The table.
        /// What a command does.
        does[Command::ALL.map(Command::name)];
        /// What a name of the catalogue is called.
        game[GameKind::ALL.iter().map(|kind| kind.name())];
        /// How a game is played, in a few sentences.
        rules[GameKind::ALL.iter().map(|kind| kind.name())];
        greeting(game);
        which_side;
        /// Who has X and who has O.
        seats(x, o);
        you;
        person;
        /// Asks the side of this letter for its move.
        move_of(side);
        your_turn;
        /// The same where there are keys, with the square that is chosen and which key comes next.
        with_keys(asked, mv, key);
        keys;
        how_to_move(mv);
        /// Who plays which move, and how many discs it turns if that means something here.
        plays(who, mv);
        plays_and_turns(who, mv, turned);
        passes(who);
        not_understood(word);
        not_possible(mv);
        taken_back(moves);
        /// The best moves with their scores.
        best_moves(moves);
        no_hint;
        scores_off;
        thinking;
        saved(path);
        /// The same of a file that has only the last position.
        saved_position(path);
        not_saved(path, reason);
        save_how(formats);
        save_othello_only;
        /// Asks whether to save, with the name that Enter gives the file.
        save_as(path);
        moves_so_far(moves);
        no_moves_yet;
        gives_up(who);
        out_of_time(who);
        /// Who wins, and how the discs or points stand if that says more.
        wins(who, points);
        you_win_by(points);
        you_lose_by(points);
        draw;
        in_hand(x, o);
        once_more;
        /// Who follows the person says what it is worth at first, and in the next game.
        follows_from(elo);
        follows_with(before, elo);
        exists_already;
        /// Says the commands that go on with a saved game.
        go_on_with(analyze, board);
        looking_through;
        /// Which sign is which colour.
        signs;
        /// Who, how many moves, how many of them the best, how many mistakes; how right the moves
        /// were, in percent.
        moves_judged(who, moves, best, mistakes, accuracy);
        /// A move with what it led to, and a better one with what that would have led to.
        mistake(mv, score, best, best_score);
        /// Whose move, which, and from which score to which.
        turning_point(who, mv, from, to);
        /// What the mistakes have in common.
        look_at(themes);
    }
}

/// What may be typed in the book's games: switches hints on and off, or asks for one; explains the
/// position; prints the whole way to the goal; takes a move back.
const BOOK: [&str; 4] = ["hints", "explain", "solve", "undo"];

/// What a person at the table can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Says what may be typed.
    Help,
    /// Says how the game is played.
    Rules,
    /// Takes the person's last move back.
    Undo,
    /// Says the best moves once.
    Hint,
    /// Says the best moves at every turn, or no more.
    Scores,
    /// Says what the position shows, in Othello.
    Explain,
    /// Prints the way to the goal of a puzzle.
    Solve,
    /// Shows what this textbook search does, step by step.
    Minimax,
    /// The other one.
    AlphaBeta,
    /// Writes the game to a file.
    Save,
    /// Says the moves played.
    Moves,
    /// Gives the game up.
    Resign,
    /// Leaves.
    Quit,
}

impl Command {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Command; 13] = [
        Command::Help,
        Command::Rules,
        Command::Undo,
        Command::Hint,
        Command::Scores,
        Command::Explain,
        Command::Solve,
        Command::Minimax,
        Command::AlphaBeta,
        Command::Save,
        Command::Moves,
        Command::Resign,
        Command::Quit,
    ];

    /// Its name in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Command::Help => "help",
            Command::Rules => "rules",
            Command::Undo => "undo",
            Command::Hint => "hint",
            Command::Scores => "scores",
            Command::Explain => "explain",
            Command::Solve => "solve",
            Command::Minimax => "minimax",
            Command::AlphaBeta => "alphabeta",
            Command::Save => "save",
            Command::Moves => "moves",
            Command::Resign => "resign",
            Command::Quit => "quit",
        }
    }
}

/// The command that `word` means in any language.
pub fn command(word: &str) -> Option<Command> {
    let mut all = Command::ALL.into_iter();
    all.find(|command| is_typed(word, |words| words.typed(command.name())))
}

impl Words {
    /// Those of all languages.
    pub fn all() -> impl Iterator<Item = Words> {
        Language::ALL.into_iter().map(Words::of)
    }

    /// The word for a command.
    pub fn word(self, command: Command) -> &'static str {
        each(self.typed(command.name())).next().unwrap_or_default()
    }
}

/// The words that a text lists.
fn each(typed: &'static str) -> impl Iterator<Item = &'static str> {
    typed.split(", ")
}

/// Whether `word` is one of these words in any language.
pub fn is_typed(word: &str, meant: impl Fn(Words) -> &'static str) -> bool {
    Words::all().any(|words| each(meant(words)).any(|typed| typed == word))
}

/// Whether `answer` begins as a yes does in any language.
pub fn is_yes(answer: &str) -> bool {
    let mut begins = Words::all().flat_map(|words| each(words.yes()));
    begins.any(|yes| answer.starts_with(yes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken;

    #[test]
    fn every_language_has_a_word_for_every_command_and_no_word_means_two() {
        for words in Words::all() {
            for asked in Command::ALL {
                for word in each(words.typed(asked.name())) {
                    assert_eq!(command(word), Some(asked), "{} {word}", words.language());
                    assert_eq!(word, word.to_lowercase());
                    assert_eq!(word, word.trim());
                }
                assert!(!words.word(asked).is_empty(), "{asked:?}");
            }
        }
    }

    #[test]
    fn every_language_says_all_of_it() {
        assert_eq!(Words::faults(), Vec::<String>::new());
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        let may_be_typed = |key: &str| ["book", "yes", "no", "typed"].contains(&key);
        let mut said = Words::entries();
        said.retain(|entry| !may_be_typed(entry.key));
        spoken::check(
            |language| Words::of(language).0.said(&said),
            |language| match language {
                // The game has the same name there.
                Language::Spanish | Language::French => &["game.Othello"],
                _ => &[],
            },
        );
    }
}
