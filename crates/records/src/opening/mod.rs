//! The names of openings.
//!
//! A name belongs to a position, so that it is found by whatever order of moves and on whatever
//! side of the board a game comes there. The table of lines stands in `names.txt`, with where it
//! is from; names of a language that no source has are not made up. Nothing here judges a line:
//! that is the book's business.

pub mod balanced;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use bianca_rules::othello::{Move, OthelloGame, Position, Square, Symmetry};
use bianca_system::language;

/// The table: a line of moves, a language, names.
const TABLE: &str = include_str!("names.txt");

/// A language in which openings have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
    /// Spanish.
    Spanish,
}

impl Language {
    /// All languages, in the order in which names are shown.
    pub const ALL: [Language; 3] = [Language::English, Language::Japanese, Language::Spanish];

    /// Its word in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "english",
            Language::Japanese => "japanese",
            Language::Spanish => "spanish",
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
            Language::Spanish => "es",
        }
    }
}

/// A named opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Its name in each language of [`Language::ALL`], if it has one.
    names: [Option<&'static str>; Language::ALL.len()],
}

impl Opening {
    /// The opening whose last position `position` is.
    pub fn of_position(position: Position) -> Option<Opening> {
        table().get(&Symmetry::canonical(position).0).copied()
    }

    /// Its name in a language; several names are parted by `/`.
    pub fn name_in(&self, language: Language) -> Option<&'static str> {
        self.names[language as usize]
    }
}

/// The last names that a game was given, one a language, each with the turns after which it was.
///
/// A reader is told the last of those that he can read: not every opening has a name in his script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    names: [Option<(&'static str, usize)>; Language::ALL.len()],
}

impl Named {
    /// What a game is called; `None` if it went through no opening that has a name.
    ///
    /// ```
    /// use bianca_records::opening::Named;
    /// use bianca_rules::othello::OthelloGame;
    /// use bianca_system::language::Language;
    ///
    /// let mut game = OthelloGame::new();
    /// for mv in ["f5", "d6", "c3", "d3", "c4"] {
    ///     game.play(mv.parse()?)?;
    /// }
    /// let named = Named::of_game(&game).unwrap();
    /// assert_eq!(named.name_for(Language::French), Some(("Tiger", 5)));
    /// assert_eq!(named.name_for(Language::Spanish), Some(("Tigre", 5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(game: &OthelloGame) -> Option<Named> {
        let mut position = game.start().0;
        let mut names = [None; Language::ALL.len()];
        let mut take = |position: Position, turn: usize| {
            let Some(opening) = Opening::of_position(position) else {
                return;
            };
            for (last, name) in names.iter_mut().zip(opening.names) {
                *last = name.map(|name| (name, turn)).or(*last);
            }
        };
        take(position, 0);
        for (turn, &(_, mv)) in (1..).zip(game.turns()) {
            position = position.make_unchecked(mv);
            take(position, turn);
        }
        names.iter().any(Option::is_some).then_some(Named { names })
    }

    /// After how many turns the last of its names was given.
    pub fn turns(&self) -> usize {
        let turns = self.names.iter().flatten().map(|&(_, turns)| turns);
        turns.max().unwrap_or_default()
    }

    /// The last name in a language, and the turns after which it was given.
    pub fn name_in(&self, language: Language) -> Option<(&'static str, usize)> {
        self.names[language as usize]
    }

    /// The last name that a reader of a language can read, and the turns after which it was given.
    ///
    /// Who reads Japanese is told a Japanese one if there is any; nobody else is. Of two names that
    /// came with one turn, that in the reader's language is told, or else the English one.
    pub fn name_for(&self, reader: language::Language) -> Option<(&'static str, usize)> {
        let is_own = |language: Language| language.code() == reader.code();
        let japanese = self.name_in(Language::Japanese);
        if is_own(Language::Japanese) && japanese.is_some() {
            return japanese;
        }
        let latin = [Language::English, Language::Spanish].into_iter();
        let named = latin.filter_map(|language| Some((self.name_in(language)?, language)));
        let named = named.max_by_key(|&((_, turns), language)| {
            (turns, is_own(language), language == Language::English)
        });
        named.map(|(named, _)| named)
    }
}

/// Its last name in Latin letters, and behind it those of other languages that came with it or
/// later: `Tiger (虎定石, Tigre)`.
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.name_for(language::Language::English);
        let (first, turns) = first.unwrap_or_default();
        let others = self.names.iter().flatten();
        let others = others.filter(|&&(name, turn)| turn >= turns && name != first);
        let others: Vec<&str> = others.map(|&(name, _)| name).collect();
        match (first.is_empty(), others.is_empty()) {
            (true, _) => f.write_str(&others.join(", ")),
            (false, true) => f.write_str(first),
            (false, false) => write!(f, "{first} ({})", others.join(", ")),
        }
    }
}

/// The moves of the opening that has this name in some language, in any case.
///
/// ```
/// use bianca_records::opening::line_named;
///
/// assert_eq!(line_named("tiger"), Some("c4e3f6e6f5"));
/// assert_eq!(line_named("none such"), None);
/// ```
pub fn line_named(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let mut rows = rows();
    let row = rows.find(|(_, _, names)| names.to_lowercase().split('/').any(|one| one == name));
    row.map(|(line, ..)| line)
}

/// The names that a reader knows, each with its moves, in the order of the names.
pub fn names_for(reader: language::Language) -> Vec<(&'static str, &'static str)> {
    let own = Language::ALL.into_iter();
    let own = own.filter(|language| language.code() == reader.code());
    let read: Vec<Language> = own.chain([Language::English, Language::Spanish]).collect();
    let named = |line: &'static str| {
        let opening = Opening::of_position(play(line)?)?;
        let name = read
            .iter()
            .find_map(|&language| opening.name_in(language))?;
        Some((name, line))
    };
    let mut names: Vec<(&str, &str)> = rows().filter_map(|(line, ..)| named(line)).collect();
    names.sort_unstable();
    names.dedup_by_key(|(name, _)| *name);
    names
}

/// The table by canonical positions.
fn table() -> &'static HashMap<Position, Opening> {
    static NAMES: OnceLock<HashMap<Position, Opening>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: HashMap<Position, Opening> = HashMap::new();
        for (line, language, name) in rows() {
            // A test shows that every line can be played.
            let Some(position) = play(line) else { continue };
            let opening = names.entry(Symmetry::canonical(position).0).or_default();
            opening.names[language as usize].get_or_insert(name);
        }
        names
    })
}

/// The rows of the table.
fn rows() -> impl Iterator<Item = (&'static str, Language, &'static str)> {
    let rows = TABLE.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let mut words = row.splitn(3, ' ');
        let (line, code, name) = (words.next()?, words.next()?, words.next()?);
        let language = Language::ALL.into_iter().find(|one| one.code() == code)?;
        Some((line, language, name))
    })
}

/// The position after a line of moves from the start.
fn play(line: &str) -> Option<Position> {
    let words = line.as_bytes().chunks(2);
    words
        .map(std::str::from_utf8)
        .try_fold(Position::START, |position, word| {
            let square: Square = word.ok()?.parse().ok()?;
            position.play(Move::Place(square)).ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn game(line: &str, symmetry: Symmetry) -> OthelloGame {
        let (start, color) = OthelloGame::new().start();
        let mut game = OthelloGame::from_position(symmetry.position(start), color);
        for word in line.as_bytes().chunks(2) {
            let square: Square = std::str::from_utf8(word).unwrap().parse().unwrap();
            game.play(symmetry.square(square).into()).unwrap();
        }
        game
    }

    #[test]
    fn every_line_can_be_played_and_has_a_name_of_its_own() {
        let mut seen = HashSet::new();
        for (line, language, name) in rows() {
            let position = play(line).unwrap_or_else(|| panic!("{line} cannot be played"));
            let position = Symmetry::canonical(position).0;
            assert!(
                seen.insert((position, language.name())),
                "{line} {name}: named twice"
            );
            assert!(!name.trim().is_empty() && name == name.trim(), "{line}");
        }
        let all = TABLE.lines().filter(|row| !row.starts_with('#')).count();
        assert_eq!(seen.len(), all);
        assert!(all > 150, "{all}");
    }

    #[test]
    fn names_are_found_under_all_symmetries() {
        for (line, language, name) in rows() {
            for symmetry in Symmetry::all() {
                let game = game(line, symmetry);
                let named = Named::of_game(&game).unwrap();
                let given = named.name_in(language);
                assert_eq!(given, Some((name, line.len() / 2)), "{line} {symmetry:?}");
                let opening = Opening::of_position(game.position()).unwrap();
                assert_eq!(opening.name_in(language), Some(name));
            }
        }
    }

    #[test]
    fn the_last_name_on_the_way_is_the_game_s() {
        let tiger = Named::of_game(&game("f5d6c3d3c4", Symmetry::IDENTITY)).unwrap();
        assert_eq!(tiger.to_string(), "Tiger (虎定石, Tigre)");
        let on = Named::of_game(&game("f5d6c3d3c4f4", Symmetry::IDENTITY));
        assert_eq!(on, Some(tiger));
        // Another order of moves, the same position.
        let other = Named::of_game(&game("f5d6c4d3c3", Symmetry::IDENTITY)).unwrap();
        assert_eq!(other.name_in(Language::English), Some(("Tiger", 5)));
        assert_eq!(Named::of_game(&OthelloGame::new()), None);
        // A Spanish name is that of an opening with an English one.
        for (line, _, name) in rows().filter(|row| row.1 == Language::Spanish) {
            let opening = Opening::of_position(play(line).unwrap()).unwrap();
            assert!(opening.name_in(Language::English).is_some(), "{name}");
        }
    }

    #[test]
    fn names_are_told_in_a_script_that_the_reader_reads() {
        use language::Language::{Chinese, English, French, Japanese, Spanish};
        let is_latin = |name: &str| name.chars().all(|letter| letter < '\u{250}');
        for (line, _, name) in rows() {
            let named = Named::of_game(&game(line, Symmetry::IDENTITY)).unwrap();
            for reader in language::Language::ALL {
                let told = named.name_for(reader);
                if let Some(own) = named.name_in(Language::Japanese)
                    && reader == Japanese
                {
                    assert_eq!(told, Some(own));
                } else {
                    assert!(told.is_none_or(|told| is_latin(told.0)), "{name}: {told:?}");
                }
            }
        }
        // The last has a Japanese name alone, the way to it others.
        let line = "f5d6c3d3c4f4f6f3e6e7c6";
        let named = Named::of_game(&game(line, Symmetry::IDENTITY)).unwrap();
        assert_eq!(named.name_for(Japanese), Some(("ロジステロ流", 11)));
        for reader in [English, French, Chinese] {
            assert_eq!(named.name_for(reader), Some(("Comp'Oth", 8)));
        }
        let tiger = Named::of_game(&game("f5d6c3d3c4", Symmetry::IDENTITY)).unwrap();
        for (reader, name) in [
            (English, "Tiger"),
            (French, "Tiger"),
            (Chinese, "Tiger"),
            (Spanish, "Tigre"),
            (Japanese, "虎定石"),
        ] {
            assert_eq!(tiger.name_for(reader), Some((name, 5)), "{reader}");
        }
        assert_eq!(named.to_string(), "Comp'Oth (ロジステロ流)");
    }
}
