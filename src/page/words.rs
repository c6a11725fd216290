//! What every report says in its frame, in a file for each language and one table that lists them.
//!
//! What a report of its own kind says besides is its maker's business.

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use crate::language::Language;

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
        match language {
            Language::English => &english::WORDS,
            Language::Spanish => &spanish::WORDS,
            Language::Chinese => &chinese::WORDS,
            Language::Japanese => &japanese::WORDS,
            Language::French => &french::WORDS,
        }
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

    /// Everything that is said in a language. No field is left out: the pattern has them all.
    fn said(words: &Words) -> Vec<String> {
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
        let all = [true, false].map(|is_there| {
            key(Key {
                depth: is_there,
                seconds: is_there,
                better: is_there,
            })
        });
        let fixed = [games, the_game, all_games, pass, diagram].map(|word| (*word).to_owned());
        let counted = [turn(7), move_number(7)];
        fixed.into_iter().chain(counted).chain(all).collect()
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        let english = said(Words::of(Language::English));
        for language in Language::ALL {
            assert_eq!(Words::of(language).language, language);
            let here = said(Words::of(language));
            let alike: Vec<&String> = here.iter().filter(|one| english.contains(one)).collect();
            match language {
                Language::English => assert_eq!(alike.len(), english.len()),
                _ => assert!(alike.is_empty(), "{language}: {alike:?}"),
            }
            for (here, there) in here.iter().zip(&english) {
                for sign in ["7", "??", "? "] {
                    assert_eq!(
                        here.contains(sign.trim()),
                        there.contains(sign.trim()),
                        "{here}"
                    );
                }
            }
        }
    }
}
