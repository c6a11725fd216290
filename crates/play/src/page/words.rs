//! What every report says in its frame, in a file for each language and one table that lists them.
//!
//! What a report of its own kind says besides is its maker's business.
// The names of fields say what they are.
#![allow(missing_docs)]

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use bianca_system::language::{Language, words_in};

/// The words of one language.
pub struct Words {
    /// Which it is.
    pub language: Language,
    pub games: &'static str,
    pub the_game: &'static str,
    pub all_games: &'static str,
    /// What stands behind moves in a game's text.
    pub key: fn(Key) -> String,
    pub pass: &'static str,
    /// What a diagram is, for who does not see it.
    pub diagram: &'static str,
    pub turn: fn(usize) -> String,
    pub move_number: fn(usize) -> String,
}

/// What stands behind a move besides its score.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The depth of the search.
    pub depth: bool,
    /// The time it took.
    pub seconds: bool,
    /// The better move.
    pub better: bool,
}

impl Words {
    /// The words of a language.
    pub const fn of(language: Language) -> &'static Words {
        words_in!(language)
    }
}

impl Key {
    /// Those of the parts that are there.
    fn parts(self, depth: &'static str, seconds: &'static str, better: &'static str) -> String {
        let parts = [
            (self.depth, depth),
            (self.seconds, seconds),
            (self.better, better),
        ];
        let there = parts.into_iter().filter(|(is_there, _)| *is_there);
        there.map(|(_, part)| part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken::{self, Said, say};

    /// Everything that is said in a language. No field is left out: the pattern has them all.
    fn said(words: &Words) -> Vec<Said> {
        let Words {
            language: _,
            games,
            the_game,
            all_games,
            key,
            pass,
            diagram,
            turn,
            move_number,
        } = words;
        let mut said = Vec::new();
        say!(said: games, the_game, all_games, pass, diagram);
        say!(said: turn(7), move_number(7));
        for is_there in [true, false] {
            let parts = Key {
                depth: is_there,
                seconds: is_there,
                better: is_there,
            };
            said.push(("key".to_owned(), key(parts)));
        }
        said
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(|language| said(Words::of(language)), |_| &[]);
        let english = said(Words::of(Language::English));
        for language in Language::ALL {
            for ((_, here), (_, there)) in said(Words::of(language)).iter().zip(&english) {
                // The sign of a blunder.
                assert_eq!(here.contains("??"), there.contains("??"), "{here}");
            }
        }
    }
}
