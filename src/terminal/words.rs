//! What is said and what may be typed, in a file for each language and one table that lists them.
//!
//! The sentences of the book's game are the book's own where the language has an edition that is a
//! source of this project (English, Spanish). What is said at the table, to whoever plays without
//! `--classic`, is ours.

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use bianca_play::game::GameKind;
use bianca_system::language::{Language, words_in};

/// Words that mean the same.
pub type Typed = &'static [&'static str];

/// The words of one language. Numbers and moves are put in by functions, because languages order
/// them differently.
pub struct Words {
    /// Which it is.
    pub language: Language,

    // What may be typed, in every language at any time; see [`is_typed`].
    /// Leaves.
    pub quit: Typed,
    /// Switches hints on and off, or asks for one.
    pub hints: Typed,
    /// Explains the position.
    pub explain: Typed,
    /// Prints the whole way to the goal.
    pub solve: Typed,
    /// Takes a move back.
    pub undo: Typed,
    /// How a yes begins.
    pub yes: Typed,

    // The book's game.
    pub welcome: &'static str,
    pub choose_side: &'static str,
    pub you_begin: &'static str,
    pub computer_begins: &'static str,
    /// The person's points and the computer's.
    pub points: fn(u32, u32) -> String,
    pub enter_move: &'static str,
    pub not_a_move: &'static str,
    pub turns_nothing: &'static str,
    pub press_enter: &'static str,
    pub you_pass: &'static str,
    pub computer_passes: &'static str,
    /// The points of X and of O.
    pub final_points: fn(u32, u32) -> String,
    pub beat_computer: fn(u32) -> String,
    pub lost_by: fn(u32) -> String,
    pub tie: &'static str,
    pub again: &'static str,
    pub thanks: &'static str,

    // The other games.
    pub welcome_to: fn(GameKind) -> String,
    pub begin: &'static str,
    pub available: fn(&str) -> String,
    pub your_move: &'static str,
    pub not_available: &'static str,
    pub computer_moves: fn(&str) -> String,
    /// The person's points.
    pub your_points: fn(i32) -> String,
    pub you_win: &'static str,
    pub you_lose: &'static str,
    pub enter_for_step: &'static str,
    pub tree_too_large: &'static str,

    // The frogs.
    pub select_frog: &'static str,
    pub not_a_position: &'static str,
    pub frog_cannot_move: &'static str,
    pub nothing_to_undo: &'static str,
    pub no_way: &'static str,
    pub success: &'static str,
    pub failure: &'static str,

    // The table.
    /// The words that may be typed, each with its meaning; the first of a row is the one that is
    /// shown.
    pub commands: &'static [(Command, Typed)],
    /// What a command does.
    pub does: fn(Command) -> &'static str,
    /// What a name of the catalogue is called.
    pub game: fn(GameKind) -> &'static str,
    /// How a game is played, in a few sentences.
    pub rules: fn(GameKind) -> &'static str,
    pub greeting: fn(&str) -> String,
    pub which_side: &'static str,
    /// Who has X and who has O.
    pub seats: fn(&str, &str) -> String,
    pub you: &'static str,
    pub person: &'static str,
    /// Asks the side of this letter for its move.
    pub move_of: fn(char) -> String,
    pub your_turn: &'static str,
    /// The same where there are keys, with the square that is chosen and whether Enter would play
    /// it.
    pub with_keys: fn(&str, &str, bool) -> String,
    pub keys: &'static str,
    pub how_to_move: fn(&str) -> String,
    /// Who plays which move, and how many discs it turns if that means something here.
    pub plays: fn(&str, &str, Option<usize>) -> String,
    pub passes: fn(&str) -> String,
    pub not_understood: fn(&str) -> String,
    pub not_possible: fn(&str) -> String,
    pub taken_back: fn(&str) -> String,
    /// The best moves with their scores.
    pub best_moves: fn(&str) -> String,
    pub no_hint: &'static str,
    pub scores_off: &'static str,
    pub thinking: &'static str,
    pub saved: fn(&str) -> String,
    /// The same of a file that has only the last position.
    pub saved_position: fn(&str) -> String,
    pub not_saved: fn(&str, &str) -> String,
    pub save_how: fn(&str) -> String,
    pub save_othello_only: &'static str,
    /// Asks whether to save, with the name that Enter gives the file.
    pub save_as: fn(&str) -> String,
    pub moves_so_far: fn(&str) -> String,
    pub no_moves_yet: &'static str,
    pub gives_up: fn(&str) -> String,
    pub out_of_time: fn(&str) -> String,
    /// Who wins, and how the discs or points stand if that says more.
    pub wins: fn(&str, &str) -> String,
    pub you_win_by: fn(&str) -> String,
    pub you_lose_by: fn(&str) -> String,
    pub draw: &'static str,
    pub in_hand: fn(u8, u8) -> String,
    pub once_more: &'static str,
    pub no: Typed,
    pub exists_already: &'static str,
    /// Says the commands that go on with a saved game.
    pub go_on_with: fn(&[String; 2]) -> String,
    pub looking_through: &'static str,
    /// Which sign is which colour.
    pub signs: &'static str,
    /// Who, how many moves, how many of them the best, how many mistakes; how right the moves were,
    /// in percent.
    pub moves_judged: fn(&str, usize, usize, usize, f64) -> String,
    /// A move with what it led to, and a better one with what that would have led to.
    pub mistake: fn(&str, &str, &str, &str) -> String,
    /// Whose move, which, and from which score to which.
    pub turning_point: fn(&str, &str, &str, &str) -> String,
    /// What the mistakes have in common.
    pub look_at: fn(&str) -> String,
}

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

/// The command that `word` means in any language.
pub fn command(word: &str) -> Option<Command> {
    let mut all = Words::all().flat_map(|language| language.commands);
    all.find(|(_, typed)| typed.contains(&word))
        .map(|(command, _)| *command)
}

impl Words {
    /// The words of a language.
    pub const fn of(language: Language) -> &'static Words {
        words_in!(language)
    }

    /// Those of all languages.
    pub fn all() -> impl Iterator<Item = &'static Words> {
        Language::ALL.into_iter().map(Words::of)
    }

    /// The word for a command.
    pub fn word(&self, command: Command) -> &'static str {
        let mut commands = self.commands.iter();
        commands
            .find(|(other, _)| *other == command)
            .and_then(|(_, typed)| typed.first())
            .copied()
            .unwrap_or_default()
    }
}

/// Whether `word` is one of these words in any language.
pub fn is_typed(word: &str, meant: fn(&Words) -> Typed) -> bool {
    Words::all().any(|language| meant(language).contains(&word))
}

/// Whether `answer` begins as a yes does in any language.
pub fn is_yes(answer: &str) -> bool {
    let mut begins = Words::all().flat_map(|language| language.yes);
    begins.any(|yes| answer.starts_with(yes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken::{self, Said, say};

    #[test]
    fn every_language_has_a_word_for_every_command_and_no_word_means_two() {
        for language in Words::all() {
            for (asked, typed) in language.commands {
                assert!(!(language.does)(*asked).is_empty());
                for word in *typed {
                    assert_eq!(command(word), Some(*asked), "{} {word}", language.language);
                    assert_eq!(*word, word.to_lowercase());
                }
                assert!(
                    !Words::of(Language::English).word(*asked).is_empty(),
                    "{asked:?}"
                );
            }
            assert_eq!(
                language.commands.len(),
                Words::of(Language::English).commands.len()
            );
            let quit = language
                .commands
                .iter()
                .find(|(asked, _)| *asked == Command::Quit);
            assert_eq!(quit.map(|(_, typed)| *typed), Some(language.quit));
        }
    }

    /// Everything that is said in a language, with the same values put in, by its field. No field
    /// is left out: the pattern has them all.
    fn said(words: &Words) -> Vec<Said> {
        let Words {
            // What may be typed is another test's matter.
            language: _,
            quit: _,
            hints: _,
            explain: _,
            solve: _,
            undo: _,
            yes: _,
            no: _,
            commands: _,
            welcome,
            choose_side,
            you_begin,
            computer_begins,
            points,
            enter_move,
            not_a_move,
            turns_nothing,
            press_enter,
            you_pass,
            computer_passes,
            final_points,
            beat_computer,
            lost_by,
            tie,
            again,
            thanks,
            welcome_to,
            begin,
            available,
            your_move,
            not_available,
            computer_moves,
            your_points,
            you_win,
            you_lose,
            enter_for_step,
            tree_too_large,
            select_frog,
            not_a_position,
            frog_cannot_move,
            nothing_to_undo,
            no_way,
            success,
            failure,
            does,
            game,
            rules,
            greeting,
            which_side,
            seats,
            you,
            person,
            move_of,
            your_turn,
            with_keys,
            keys,
            how_to_move,
            plays,
            passes,
            not_understood,
            not_possible,
            taken_back,
            best_moves,
            no_hint,
            scores_off,
            thinking,
            saved,
            saved_position,
            not_saved,
            save_how,
            save_othello_only,
            save_as,
            moves_so_far,
            no_moves_yet,
            gives_up,
            out_of_time,
            wins,
            you_win_by,
            you_lose_by,
            draw,
            in_hand,
            once_more,
            exists_already,
            go_on_with,
            looking_through,
            signs,
            moves_judged,
            mistake,
            turning_point,
            look_at,
        } = words;
        let mut said = Vec::new();
        say!(
            said: welcome,
            choose_side,
            you_begin,
            computer_begins,
            enter_move,
            not_a_move,
            turns_nothing,
            press_enter,
            you_pass,
            computer_passes,
            tie,
            again,
            thanks,
            begin,
            your_move,
            not_available,
            you_win,
            you_lose,
            enter_for_step,
            tree_too_large,
            select_frog,
            not_a_position,
            frog_cannot_move,
            nothing_to_undo,
            no_way,
            success,
            failure,
            which_side,
            you,
            person,
            your_turn,
            keys,
            no_hint,
            scores_off,
            thinking,
            save_othello_only,
            no_moves_yet,
            draw,
            once_more,
            exists_already,
            looking_through,
            signs
        );
        let commands = ["§1".to_owned(), "§2".to_owned()];
        say!(
            said: points(1, 2),
            final_points(1, 2),
            beat_computer(3),
            lost_by(3),
            available("§1"),
            computer_moves("§1"),
            your_points(3),
            greeting("§1"),
            seats("§1", "§2"),
            move_of('§'),
            with_keys("§1", "§2", false),
            how_to_move("§1"),
            plays("§1", "§2", Some(1)),
            passes("§1"),
            not_understood("§1"),
            not_possible("§1"),
            taken_back("§1"),
            best_moves("§1"),
            saved("§1"),
            saved_position("§1"),
            not_saved("§1", "§2"),
            save_how("§1"),
            save_as("§1"),
            moves_so_far("§1"),
            gives_up("§1"),
            out_of_time("§1"),
            wins("§1", "§2"),
            you_win_by("§1"),
            you_lose_by("§1"),
            in_hand(1, 2),
            go_on_with(&commands),
            moves_judged("§1", 5, 6, 7, 8.0),
            mistake("§1", "§2", "§3", "§4"),
            turning_point("§1", "§2", "§3", "§4"),
            look_at("§1")
        );
        for kind in GameKind::ALL {
            said.push((format!("game {kind:?}"), game(*kind).to_owned()));
            said.push((format!("rules {kind:?}"), rules(*kind).to_owned()));
            said.push((format!("welcome_to {kind:?}"), welcome_to(*kind)));
        }
        for (command, _) in words.commands {
            said.push((format!("does {command:?}"), does(*command).to_owned()));
        }
        said
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(
            |language| said(Words::of(language)),
            |language| match language {
                // The game has the same name there.
                Language::Spanish | Language::French => &["game Othello"],
                _ => &[],
            },
        );
    }
}
