//! What Edax's console does and Bianca does by commands of its own, or not: where to find it.
//!
//! Invariant: every command of Edax 4.6's console that is not there has an answer here.

/// Commands of the console, and what to do instead.
const COMMANDS: &[(&str, &str)] = &[
    (
        "base",
        "base: bianca convert reads, checks and writes files of games",
    ),
    ("bench", "bench: bianca bench measures"),
    ("wtest", "wtest: bianca analyze reads files of WTHOR"),
    ("weval", "weval: bianca analyze reads files of WTHOR"),
    (
        "edaxify",
        "edaxify: bianca play match writes files of games",
    ),
    (
        "script-to-obf",
        "script-to-obf: bianca solve --all-moves scores every move of a position",
    ),
    (
        "select-hard",
        "select-hard: bianca solve --all-moves --json says all scores of a position",
    ),
    ("estimate", "estimate: perft N counts the paths of N moves"),
    (
        "mobility",
        "mobility: the board shows the moves of both sides",
    ),
    ("seek", "seek: setboard sets up any position"),
    (
        "debug-pv",
        "debug-pv: verbose 2 tells all that a search finds",
    ),
    ("resources", "resources: the system tells them of a process"),
    ("ggs", "ggs: there is no client for GGS here"),
];

/// What Edax's `count` counts besides games, and what to do instead.
const COUNT: &[(&str, &str)] = &[
    (
        "positions",
        "count positions: count games N counts the paths of N moves",
    ),
    (
        "shapes",
        "count shapes: count games N counts the paths of N moves",
    ),
];

/// Commands about the book, and what to do instead.
const BOOK: &[(&str, &str)] = &[
    ("new", "book new: bianca book grow makes a book"),
    (
        "load",
        "book load: a book's file is missing: book load FILE",
    ),
    (
        "open",
        "book open: a book's file is missing: book load FILE",
    ),
    (
        "save",
        "book save: bianca book export writes a book to another file",
    ),
    (
        "import",
        "book import: bianca book import reads books of Edax and of others",
    ),
    (
        "export",
        "book export: bianca book export writes books for Edax and for others",
    ),
    ("merge", "book merge: bianca book import adds another book"),
    ("add", "book add: bianca book add learns files of games"),
    (
        "check",
        "book check: bianca book check finds what is wrong with a book",
    ),
    ("fix", "book fix: bianca book check repairs a book"),
    (
        "negamax",
        "book negamax: the scores of a book of Bianca's always agree",
    ),
    ("correct", "book correct: bianca book check repairs a book"),
    (
        "prune",
        "book prune: bianca book compact writes a book anew",
    ),
    ("deviate", "book deviate: bianca book grow adds positions"),
    ("enhance", "book enhance: bianca book grow adds positions"),
    ("fill", "book fill: bianca book grow adds positions"),
    ("play", "book play: bianca book grow adds positions"),
    (
        "deepen",
        "book deepen: bianca book grow searches as deep as it is told",
    ),
    (
        "depth",
        "book depth: bianca book grow is told how far to go",
    ),
    ("info", "book info: bianca book stat counts what a book has"),
    (
        "stats",
        "book stats: bianca book stat counts what a book has",
    ),
    (
        "analyze",
        "book analyze: book show has the scores of a position, analyze judges a game",
    ),
    (
        "analyse",
        "book analyse: book show has the scores of a position, analyze judges a game",
    ),
    (
        "a",
        "book a: book show has the scores of a position, analyze judges a game",
    ),
    ("verbose", "book verbose: the book has nothing more to tell"),
    (
        "problem",
        "book problem: bianca book export lists positions with their scores",
    ),
    (
        "extract",
        "book extract: bianca book export lists positions with their scores",
    ),
    (
        "feed-hash",
        "book feed-hash: a search asks the book by itself",
    ),
];

fn find(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    let mut known = table.iter();
    known
        .find(|(known, _)| *known == word)
        .map(|(_, instead)| *instead)
}

/// What to do instead of a command of the console's that is not there.
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

    #[test]
    fn every_answer_names_its_command_first_and_once() {
        let commands = COMMANDS
            .iter()
            .map(|(word, text)| (word.to_string(), *text));
        let book = BOOK
            .iter()
            .map(|(word, text)| (format!("book {word}"), *text));
        let count = COUNT
            .iter()
            .map(|(word, text)| (format!("count {word}"), *text));
        let mut seen = Vec::new();
        for (word, text) in commands.chain(book).chain(count) {
            assert!(text.starts_with(&format!("{word}: ")), "{text}");
            assert!(!seen.contains(&word), "{word}");
            seen.push(word);
        }
        assert_eq!(instead("base"), Some(COMMANDS[0].1));
        assert_eq!((instead("fly"), book_instead("fly")), (None, None));
        assert_eq!(book_instead("feed-hash"), Some(BOOK[BOOK.len() - 1].1));
    }
}
