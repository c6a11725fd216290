//! What Edax does and Bianca does by commands of its own, or not: where to find it.
//!
//! Invariant: every command of Edax 4.6's console that is not there has an answer here.

/// Words that mean the same, and what to do instead.
type Row = (&'static [&'static str], &'static str);

/// Commands of the console.
const COMMANDS: &[Row] = &[
    (
        &["base"],
        "bianca convert reads, checks and writes files of games",
    ),
    (&["bench"], "bianca bench measures"),
    (&["wtest", "weval"], "bianca analyze reads files of WTHOR"),
    (&["edaxify"], "bianca match writes the games of engines"),
    (
        &["script-to-obf"],
        "bianca solve --all-moves scores every move of a position",
    ),
    (
        &["select-hard"],
        "bianca solve --all-moves --json says all scores of a position",
    ),
    // On the command line alone.
    (&["count"], "bianca perft counts"),
    (&["estimate"], "perft N counts the paths of N moves"),
    (&["mobility"], "the board shows the moves of both sides"),
    (&["seek"], "setboard sets up any position"),
    (&["debug-pv"], "verbose 2 tells all that a search finds"),
    (&["resources"], "ask the system, as by ps or top"),
    (&["ggs"], "there is no client for GGS here"),
];

/// What is counted besides games.
const COUNT: &[Row] = &[(
    &["positions", "shapes"],
    "count games N counts the paths of N moves",
)];

/// Commands about the book.
const BOOK: &[Row] = &[
    (&["new"], "bianca book grow makes a book"),
    (
        &["load", "open"],
        "a book's file is missing: book load FILE",
    ),
    (
        &["save"],
        "bianca book export writes a book to another file",
    ),
    (
        &["import"],
        "bianca book import reads books of Edax and of others",
    ),
    (
        &["export"],
        "bianca book export writes books for Edax and for others",
    ),
    (&["merge"], "bianca book import adds another book"),
    (&["add"], "bianca book add learns files of games"),
    (
        &["check"],
        "bianca book check finds what is wrong with a book",
    ),
    (&["fix", "correct"], "bianca book check repairs a book"),
    (
        &["negamax"],
        "the scores of a book of Bianca's always agree",
    ),
    (&["prune"], "bianca book compact writes a book anew"),
    (
        &["deviate", "enhance", "fill", "play"],
        "bianca book grow adds positions",
    ),
    (
        &["deepen"],
        "bianca book grow searches as deep as it is told",
    ),
    (&["depth"], "bianca book grow is told how far to go"),
    (
        &["info", "stats"],
        "bianca book stat counts what a book has",
    ),
    (
        &["analyze", "analyse", "a"],
        "book show has the scores of a position, analyze judges a game",
    ),
    (&["verbose"], "the book has nothing more to tell"),
    (
        &["problem", "extract"],
        "bianca book export lists positions with their scores",
    ),
    (&["feed-hash"], "a search asks the book by itself"),
];

fn find(table: &[Row], word: &str) -> Option<&'static str> {
    let mut known = table.iter();
    known
        .find(|(words, _)| words.contains(&word))
        .map(|(_, instead)| *instead)
}

/// What to do instead of a command that is not there.
pub fn instead(word: &str) -> Option<&'static str> {
    find(COMMANDS, word)
}

/// What to do instead of `count` with this word.
pub fn count_instead(word: &str) -> Option<&'static str> {
    find(COUNT, word)
}

/// What to do instead of `book` with this word.
pub fn book_instead(word: &str) -> Option<&'static str> {
    find(BOOK, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::edax::ConsoleMemory;

    #[test]
    fn every_word_has_one_answer() {
        for table in [COMMANDS, COUNT, BOOK] {
            let words = table.iter().flat_map(|(words, _)| words.iter());
            let mut words: Vec<&str> = words.copied().collect();
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), all, "{words:?}");
        }
        assert_eq!(instead("weval"), instead("wtest"));
        // The least that tells all.
        let verbose = instead("debug-pv").unwrap().split(' ').nth(1);
        let mut memory = ConsoleMemory::default();
        memory.options.set("verbose", verbose.unwrap()).unwrap();
        assert!(memory.tells_all());
        memory.options.verbosity -= 1;
        assert!(!memory.tells_all());
        assert_eq!((instead("fly"), book_instead("fly")), (None, None));
        assert_eq!(count_instead("shapes"), Some(COUNT[0].1));
        assert_eq!(book_instead("feed-hash"), Some(BOOK[BOOK.len() - 1].1));
    }
}
