//! What is said of ratings to people, in a file for each language and one table that lists them.
//!
//! Who is how strong is in words in [`class`](crate::people::class).

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use crate::people::strength::Strength;
use bianca_system::language::{Language, words_in};

/// The words of one language. Numbers and names are put in by functions, because languages order
/// them differently.
pub struct Words {
    /// Which it is.
    pub language: Language,

    // What the terminal and the report say.
    /// The heads of the table of players.
    pub columns: [&'static str; 8],
    /// From one rating to another.
    pub range: fn(f64, f64) -> String,
    /// Games, and moves in them.
    pub games_of: fn(u32, u32) -> String,
    /// Who is as strong.
    pub about: fn(&str) -> String,
    pub discs_lost: &'static str,
    /// From one move to another.
    pub part: fn(u32, u32) -> String,
    pub all: &'static str,
    pub a_move: &'static str,
    pub with_black: &'static str,
    pub with_white: &'static str,
    /// People of a rating.
    pub people_of: fn(f64) -> String,

    // The terminal alone.
    pub labels: Labels,
    /// A rating with its interval, and the nearest skill.
    pub strength_of: fn(&Strength, &str) -> String,

    // The report alone.
    /// Its title where the games have no file of a name.
    pub title: &'static str,
    /// What strength, loss and accuracy are.
    pub scale: &'static str,
    /// The lower and the upper end of an interval, each with who is so strong.
    pub interval: fn((f64, &str), (f64, &str)) -> String,
    /// Where an interval is wide.
    pub unsure: &'static str,
    /// The nearest skill.
    pub nearest: fn(&str) -> String,
    /// Accuracy in percent, and discs lost a move.
    pub quality: fn(f64, &str) -> String,
    pub by_part: &'static str,
    pub in_same_positions: fn(f64) -> String,
    pub in_own_games: fn(&str) -> String,
    pub by_year: &'static str,
    /// By one game or by several games in a row.
    pub by_game: fn(usize) -> String,
    pub by_colour: &'static str,
    pub by_opening: &'static str,
    /// The heads of the tables of colours and of openings, after the first, which says nothing.
    pub kinds: [&'static str; 3],
    /// A skill, as the head of a row.
    pub skill: fn(&str) -> String,
    pub figures: &'static str,
    /// How many players have a section.
    pub left_out: fn(usize) -> String,
}

/// The heads of what is told of one player.
pub struct Labels {
    pub player: &'static str,
    pub games: &'static str,
    pub strength: &'static str,
    pub level: &'static str,
    pub accuracy: &'static str,
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
            columns,
            range,
            games_of,
            about,
            discs_lost,
            part,
            all,
            a_move,
            with_black,
            with_white,
            people_of,
            labels,
            strength_of,
            title,
            scale,
            interval,
            unsure,
            nearest,
            quality,
            by_part,
            in_same_positions,
            in_own_games,
            by_year,
            by_game,
            by_colour,
            by_opening,
            kinds,
            skill,
            figures,
            left_out,
        } = words;
        let Labels {
            player,
            games,
            strength,
            level,
            accuracy,
        } = labels;
        let rating = Strength {
            rating: 41.0,
            low: 42.0,
            high: 43.0,
        };
        let mut said = Vec::new();
        say!(
            said: discs_lost,
            all,
            a_move,
            with_black,
            with_white,
            player,
            games,
            strength,
            level,
            accuracy,
            title,
            scale,
            unsure,
            by_part,
            by_year,
            by_colour,
            by_opening,
            figures
        );
        say!(
            said: range(21.0, 22.0),
            games_of(23, 24),
            about("§"),
            part(25, 26),
            people_of(27.0),
            strength_of(&rating, "§"),
            interval((44.0, "§"), (45.0, "§")),
            nearest("§"),
            quality(46.5, "§"),
            in_same_positions(47.0),
            in_own_games("§"),
            by_game(48),
            skill("§"),
            left_out(49)
        );
        said.push(("games one by one".to_owned(), by_game(1)));
        let heads = columns.iter().chain(kinds);
        said.extend(heads.map(|head| ("head".to_owned(), (*head).to_owned())));
        said
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(|language| said(Words::of(language)), |_| &[]);
    }

    #[test]
    fn everything_is_said_word_for_word_as_it_was_read_through() {
        let text = include_str!("../../../../tests/data/ratings_words.txt");
        spoken::compare(|language| said(Words::of(language)), text);
    }

    #[test]
    fn one_and_many_are_told_apart() {
        for (language, of_one, of_many) in [
            (
                Language::English,
                "1 game, with 1 move where there was a choice",
                "2 games, with 30 moves where there was a choice",
            ),
            (
                Language::Spanish,
                "1 partida, con 1 jugada en que había elección",
                "2 partidas, con 30 jugadas en que había elección",
            ),
            (
                Language::French,
                "1 partie, avec 1 coup où il y avait le choix",
                "2 parties, avec 30 coups où il y avait le choix",
            ),
        ] {
            let games_of = Words::of(language).games_of;
            assert_eq!(games_of(1, 1), of_one);
            assert_eq!(games_of(2, 30), of_many);
        }
    }
}
