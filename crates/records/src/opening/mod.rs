//! The names of openings.
//!
//! A name belongs to a position, so that it is found by whatever order of moves and on whatever
//! side of the board a game comes there. The table of lines stands in `names.txt`, with where it
//! is from; names of a language that no source has are not made up. Nothing here judges a line:
//! that is the book's business.

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

    /// The last opening that a game went through, and after how many of its turns.
    ///
    /// ```
    /// use bianca_records::opening::Opening;
    /// use bianca_rules::othello::OthelloGame;
    ///
    /// let mut game = OthelloGame::new();
    /// for mv in ["f5", "d6", "c3", "d3", "c4"] {
    ///     game.play(mv.parse()?)?;
    /// }
    /// let (opening, turns) = Opening::of_game(&game).unwrap();
    /// assert_eq!((opening.name(), turns), ("Tiger", 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(game: &OthelloGame) -> Option<(Opening, usize)> {
        let mut position = game.start().0;
        let mut last = Opening::of_position(position).map(|opening| (opening, 0));
        for (turn, &(_, mv)) in (1..).zip(game.turns()) {
            position = position.make_unchecked(mv);
            if let Some(opening) = Opening::of_position(position) {
                last = Some((opening, turn));
            }
        }
        last
    }

    /// Its name in a language; several names are parted by `/`.
    pub fn name_in(&self, language: Language) -> Option<&'static str> {
        self.names[language as usize]
    }

    /// Its name for a reader of a language: in that language, or else its first.
    pub fn name_for(&self, reader: language::Language) -> &'static str {
        let named = Language::ALL
            .into_iter()
            .find(|language| language.code() == reader.code());
        named
            .and_then(|language| self.name_in(language))
            .unwrap_or(self.name())
    }

    /// Its name in the first language that has one.
    pub fn name(&self) -> &'static str {
        self.names
            .iter()
            .flatten()
            .next()
            .copied()
            .unwrap_or_default()
    }
}

/// Its first name, and the others behind it: `Tiger (虎定石, Tigre)`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names.iter().flatten();
        f.write_str(names.next().copied().unwrap_or_default())?;
        let others: Vec<&str> = names.copied().collect();
        if others.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", others.join(", "))
        }
    }
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
                let (opening, turns) = Opening::of_game(&game).unwrap();
                assert_eq!(opening.name_in(language), Some(name), "{line} {symmetry:?}");
                assert_eq!(turns, line.len() / 2);
                assert_eq!(Opening::of_position(game.position()), Some(opening));
            }
        }
    }

    #[test]
    fn the_last_name_on_the_way_is_the_game_s() {
        let tiger = Opening::of_game(&game("f5d6c3d3c4", Symmetry::IDENTITY)).unwrap();
        assert_eq!(tiger.0.to_string(), "Tiger (虎定石, Tigre)");
        let on = Opening::of_game(&game("f5d6c3d3c4f4", Symmetry::IDENTITY)).unwrap();
        assert_eq!(on, (tiger.0, 5));
        // Another order of moves, the same position.
        let other = Opening::of_game(&game("f5d6c4d3c3", Symmetry::IDENTITY));
        assert_eq!(other.map(|(opening, _)| opening.name()), Some("Tiger"));
        assert_eq!(Opening::of_game(&OthelloGame::new()), None);
        // A Spanish name is that of an opening with an English one.
        for (line, _, name) in rows().filter(|row| row.1 == Language::Spanish) {
            let opening = Opening::of_position(play(line).unwrap()).unwrap();
            assert!(opening.name_in(Language::English).is_some(), "{name}");
        }
    }
}
