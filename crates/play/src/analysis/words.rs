//! What is said of an analysed game to people, in a file for each language and one table that lists
//! them: the table of `bianca analyze` and its report.
//!
//! Invariant: what programs read, in JSON, GGF and SGF, is written by other modules and is the same
//! in every language. Reasons and findings are in words in [`strategy`](crate::strategy::words).
// The names of fields say what they are.
#![allow(missing_docs)]

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use super::Summary;
use bianca_system::language::{Language, words_in};

/// The words of one language. Numbers and names are put in by functions, because languages order
/// them differently.
pub struct Words {
    /// Which it is.
    pub language: Language,

    // A game.
    /// The game of this number, or a game where numbers are left out.
    pub game: fn(Option<u64>) -> String,
    pub not_finished: &'static str,
    /// A result in discs with its sign.
    pub for_black: fn(&str) -> String,
    pub round: fn(&str) -> String,
    /// Its name, and how many moves it has.
    pub opening: fn(&str, usize) -> String,

    // The table of its moves.
    pub columns: Columns,
    pub exact: &'static str,
    /// A search to the end with cuts, by its confidence in percent.
    pub to_end: fn(u8) -> String,
    pub mistake: &'static str,
    pub blunder: &'static str,
    /// Where the board before a move is spoken of.
    pub before: &'static str,
    /// What a side's moves amount to.
    pub totals: fn(&Summary) -> String,

    // The report.
    /// Its title where the games have no file of a name.
    pub analysis: &'static str,
    /// A title of many games.
    pub many: fn(&str, usize) -> String,
    pub level: fn(u32) -> String,
    pub plies: fn(u32) -> String,
    pub seconds: fn(f64) -> String,
    pub nodes: fn(u64) -> String,
    pub evaluation: fn(&str) -> String,
    /// From how many discs on a move is a mistake, and from how many a blunder; what scores are.
    pub marks: fn(f64, f64) -> String,
    pub evidence_left_out: &'static str,
    /// The heads of the table of players.
    pub players: [&'static str; 8],
    /// What a curve is of, for who does not see it.
    pub score_for_black: &'static str,
    /// What a curve shows, and whether a part of it is shaded.
    pub curve: fn(bool) -> String,
    pub strategies: &'static str,
    pub move_played: &'static str,
    pub best_move: &'static str,
    pub board_before: &'static str,
}

/// The heads of the table of moves.
pub struct Columns {
    pub side: &'static str,
    pub played: &'static str,
    pub score: &'static str,
    pub best: &'static str,
    pub loss: &'static str,
    pub depth: &'static str,
}

impl Words {
    /// The words of a language.
    pub const fn of(language: Language) -> &'static Words {
        words_in!(language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken::{self, Said, say};

    /// Everything that is said in a language, with the same values put in, by its field. No field
    /// is left out: the pattern has them all.
    fn said(words: &Words) -> Vec<Said> {
        let Words {
            language: _,
            game,
            not_finished,
            for_black,
            round,
            opening,
            columns,
            exact,
            to_end,
            mistake,
            blunder,
            before,
            totals,
            analysis,
            many,
            level,
            plies,
            seconds,
            nodes,
            evaluation,
            marks,
            evidence_left_out,
            players,
            score_for_black,
            curve,
            strategies,
            move_played,
            best_move,
            board_before,
        } = words;
        let summary = Summary {
            moves: 11,
            best: 12,
            mistakes: 13,
            blunders: 14,
            loss: 15.0,
            accuracies: 16.0 * 11.0,
        };
        let Columns {
            side,
            played,
            score,
            best,
            loss,
            depth,
        } = columns;
        let mut said = Vec::new();
        say!(
            said: not_finished,
            exact,
            mistake,
            blunder,
            before,
            analysis,
            evidence_left_out,
            score_for_black,
            strategies,
            move_played,
            best_move,
            board_before,
            side,
            played,
            score,
            best,
            loss,
            depth
        );
        say!(
            said: game(Some(21)),
            for_black("22"),
            round("23"),
            opening("24", 25),
            to_end(26),
            totals(&summary),
            many("27", 28),
            level(29),
            plies(31),
            seconds(32.5),
            nodes(33),
            evaluation("34"),
            marks(35.0, 36.0),
            curve(true)
        );
        said.push(("game without a number".to_owned(), game(None)));
        said.push(("curve without a shade".to_owned(), curve(false)));
        said.extend(
            players
                .iter()
                .map(|head| ("players".to_owned(), (*head).to_owned())),
        );
        said
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(|language| said(Words::of(language)), |_| &[]);
    }

    #[test]
    fn everything_is_said_word_for_word_as_it_was_read_through() {
        let text = include_str!("../../../../tests/data/analysis_words.txt");
        spoken::compare(|language| said(Words::of(language)), text);
    }

    #[test]
    fn one_and_many_are_told_apart() {
        let one = Summary {
            moves: 1,
            best: 0,
            mistakes: 1,
            blunders: 1,
            loss: 9.5,
            accuracies: 19.0,
        };
        let many = Summary {
            moves: 9,
            best: 3,
            mistakes: 0,
            blunders: 2,
            loss: 9.0,
            accuracies: 720.0,
        };
        for (language, of_one, of_many) in [
            (
                Language::English,
                "0 of 1 move best, 1 mistake, 1 blunder; 9.50 discs lost, 9.50 a move; accuracy 19 %",
                "3 of 9 moves best, 0 mistakes, 2 blunders; 9.00 discs lost, 1.00 a move; accuracy 80 %",
            ),
            (
                Language::Spanish,
                "0 veces de 1 la mejor jugada, 1 error, 1 error grave; 9.50 fichas perdidas, 9.50 por \
                 jugada; precisión del 19 %",
                "3 veces de 9 la mejor jugada, 0 errores, 2 errores graves; 9.00 fichas perdidas, \
                 1.00 por jugada; precisión del 80 %",
            ),
            (
                Language::French,
                "0 fois sur 1 le meilleur coup, 1 erreur, 1 gaffe\u{a0}; 9.50 pions perdus, 9.50 par coup\u{a0}; précision \
                 de 19\u{a0}%",
                "3 fois sur 9 le meilleur coup, 0 erreur, 2 gaffes\u{a0}; 9.00 pions perdus, 1.00 par coup\u{a0}; précision \
                 de 80\u{a0}%",
            ),
        ] {
            let totals = Words::of(language).totals;
            assert_eq!(totals(&one), of_one);
            assert_eq!(totals(&many), of_many);
        }
    }
}
