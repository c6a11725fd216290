//! What is said to people: a file for each language, in sections, each of which a module asks for.
//!
//! A section is cut out of the files when the module that says it is compiled, so that a program
//! holds only what it may say, and it is read when something of it is said for the first time.
//! Which sentences there are is said once, by [`sentences!`](crate::sentences!), in the module that
//! says them: each becomes a function of the values in it, so that the compiler finds a misspelt
//! one. Invariant: every language has each of them with these values, which [`Section::faults`]
//! looks at in tests.

mod template;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::OnceLock;

use serde_json::{Map, Value as Json};

pub use bianca_system::language::Language;
pub use template::{Value, names};

/// All that is said in a language.
#[doc(hidden)]
pub const fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("sentences/en.json"),
        Language::Spanish => include_str!("sentences/es.json"),
        Language::Chinese => include_str!("sentences/zh.json"),
        Language::Japanese => include_str!("sentences/ja.json"),
        Language::French => include_str!("sentences/fr.json"),
    }
}

/// A section of a language's file.
pub struct Section {
    language: Language,
    name: &'static str,
    text: &'static [u8],
    entries: OnceLock<Map<String, Json>>,
}

/// A sentence, or some of one kind with a key of their own each, and the names of their values.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key.
    pub key: &'static str,
    /// The keys of those that are of its kind; none for a sentence by itself.
    pub kinds: Vec<&'static str>,
    /// The names of the values, each of which every language says.
    pub values: Vec<&'static str>,
    /// The names of further ones, which a language may say.
    pub may_say: Vec<&'static str>,
}

impl Section {
    #[doc(hidden)]
    pub const fn new(language: Language, name: &'static str, text: &'static [u8]) -> Section {
        Section {
            language,
            name,
            text,
            entries: OnceLock::new(),
        }
    }

    /// Which language it is of.
    pub const fn language(&self) -> Language {
        self.language
    }

    fn entries(&self) -> &Map<String, Json> {
        self.entries
            .get_or_init(|| serde_json::from_slice(self.text).unwrap_or_default())
    }

    /// What is said as it stands.
    pub fn text(&self, key: &'static str) -> &str {
        self.entries()
            .get(key)
            .and_then(Json::as_str)
            .unwrap_or(key)
    }

    /// The one of this kind.
    pub fn kind(&self, key: &str, kind: &'static str) -> &str {
        let kinds = self.entries().get(key);
        let text = kinds.and_then(|kinds| kinds.get(kind));
        text.and_then(Json::as_str).unwrap_or(kind)
    }

    /// What is said with values.
    pub fn fill(&self, template: &str, values: &[Value]) -> String {
        template::fill(template, self.language, values)
    }

    /// Everything that it says, for tests: with marks for the values; where there is a choice among
    /// words, also its first case.
    pub fn said(&self, entries: &[Entry]) -> Vec<(String, String)> {
        let mut said = Vec::new();
        for entry in entries {
            let mut say = |key: String, text: &str| {
                let marks: Vec<String> =
                    (1..=entry.values.len()).map(|n| format!("§{n}")).collect();
                let values = entry.values.iter().zip(&marks);
                let values: Vec<_> = values
                    .map(|(name, mark)| (*name, mark as &dyn Display))
                    .collect();
                said.push((key.clone(), self.fill(text, &values)));
                let choice = text.split_once(", select, ");
                if let Some((word, _)) = choice.and_then(|(_, cases)| cases.split_once(" {")) {
                    let values = entry
                        .values
                        .iter()
                        .map(|name| (*name, &word as &dyn Display));
                    let values: Vec<_> = values.collect();
                    said.push((format!("{key} ({word})"), self.fill(text, &values)));
                }
            };
            if entry.kinds.is_empty() {
                say(entry.key.to_owned(), self.text(entry.key));
            }
            for kind in &entry.kinds {
                say(format!("{}.{kind}", entry.key), self.kind(entry.key, kind));
            }
        }
        said
    }

    /// What is missing, wrong or too much, where these are the sentences that are said.
    pub fn faults(&self, said: &[Entry]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = BTreeSet::new();
        let mut fault = |key: &str, what: &str| {
            faults.push(format!("{} {}.{key}: {what}", self.language, self.name));
        };
        let mut look = |key: String, text: Option<&Json>, entry: &Entry| {
            let text = text.and_then(Json::as_str);
            match text.map(names) {
                None => fault(&key, "missing"),
                Some(None) => fault(&key, "cannot be read"),
                Some(Some(names)) => {
                    let left_out = entry.values.iter().filter(|value| !names.contains(*value));
                    left_out.for_each(|value| fault(&key, &format!("leaves out {value}")));
                    let unknown = names.iter().filter(|name| {
                        let mut known = entry.values.iter().chain(&entry.may_say);
                        !known.any(|value| value == *name)
                    });
                    unknown.for_each(|name| fault(&key, &format!("has no {name}")));
                }
            }
            seen.insert(key);
        };
        let entries = self.entries();
        for entry in said {
            let found = entries.get(entry.key);
            if entry.kinds.is_empty() {
                look(entry.key.to_owned(), found, entry);
            }
            for kind in &entry.kinds {
                let text = found.and_then(|kinds| kinds.get(kind));
                look(format!("{}.{kind}", entry.key), text, entry);
            }
        }
        let here = entries.iter().flat_map(|(key, entry)| match entry {
            Json::Object(kinds) => kinds.keys().map(|kind| format!("{key}.{kind}")).collect(),
            _ => vec![key.clone()],
        });
        for key in here.filter(|key| !seen.contains(key)) {
            fault(&key, "is never said");
        }
        faults
    }
}

/// Where the object stands in a file that the line `head` begins, for [`cut`] to copy.
#[doc(hidden)]
pub const fn place(file: &str, head: &str) -> (usize, usize) {
    let from = line(file.as_bytes(), 0, head.as_bytes()) + head.len() - 1;
    (from, line(file.as_bytes(), from, b"  }") + 3)
}

/// Where the first line after a place begins that begins with a word; without one the compiler
/// stops.
// It is the compiler that runs it, a thousand times slower than a processor: each byte costs.
const fn line(text: &[u8], mut at: usize, word: &[u8]) -> usize {
    loop {
        while text[at] != b'\n' {
            at += 1;
        }
        at += 1;
        let mut same = 0;
        while same < word.len() && text[at + same] == word[same] {
            same += 1;
        }
        if same == word.len() {
            return at;
        }
    }
}

/// The bytes of a file from here on.
#[doc(hidden)]
pub const fn cut<const LENGTH: usize>(file: &str, from: usize) -> [u8; LENGTH] {
    let (_, rest) = file.as_bytes().split_at(from);
    match rest.first_chunk() {
        Some(bytes) => *bytes,
        None => panic!("the section is longer than the file"),
    }
}

/// Says which sentences a section of the languages' files has: for each a function that says it,
/// with its values. `kinds [A, B]` has one for each of these keys.
///
/// ```ignore
/// sentences! {
///     /// What the table says.
///     pub Words = "table" {
///         /// Before anything else.
///         welcome;
///         points(you, computer);
///         rules[GAMES];
///     }
/// }
/// let words = Words::of(Language::French);
/// words.points(3, 4);
/// words.rules("othello");
/// ```
#[macro_export]
macro_rules! sentences {
    (
        $(#[$about:meta])*
        $visible:vis $name:ident = $section:literal {
            $($(#[$doc:meta])* $key:ident $([$kinds:expr])? $(($($value:ident),+))?;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        $visible struct $name(&'static $crate::sentences::Section);

        impl $name {
            /// The words of a language.
            $visible fn of(language: $crate::sentences::Language) -> $name {
                use $crate::sentences::Language;
                use $crate::sentences::Section;

                static SECTIONS: [Section; Language::ALL.len()] = [
                    $crate::sentences!(@cut $section, 0),
                    $crate::sentences!(@cut $section, 1),
                    $crate::sentences!(@cut $section, 2),
                    $crate::sentences!(@cut $section, 3),
                    $crate::sentences!(@cut $section, 4),
                ];
                $name(&SECTIONS[language as usize])
            }

            /// Which language it is.
            #[allow(dead_code)]
            $visible fn language(self) -> $crate::sentences::Language {
                self.0.language()
            }

            $($crate::sentences! {
                @say $(#[$doc])* $visible $key $([$kinds])? $(($($value),+))?
            })*

            /// What the files of all languages leave out or say too much, for tests.
            #[allow(dead_code)]
            fn faults() -> Vec<String> {
                let all = $crate::sentences::Language::ALL.into_iter();
                all.flat_map(|language| $name::of(language).0.faults(&$name::entries()))
                    .collect()
            }

            /// What is said, for tests of the files.
            #[allow(dead_code)]
            fn entries() -> Vec<$crate::sentences::Entry> {
                vec![$($crate::sentences::Entry {
                    key: stringify!($key),
                    kinds: {
                        let none: [&'static str; 0] = [];
                        let kinds = none.into_iter();
                        $(let kinds = kinds.chain($kinds);)?
                        kinds.collect()
                    },
                    values: vec![$($(stringify!($value)),+)?],
                    may_say: Vec::new(),
                }),*]
            }
        }
    };
    (@cut $section:literal, $place:literal) => {{
        const LANGUAGE: Language = Language::ALL[$place];
        const FILE: &str = $crate::sentences::file(LANGUAGE);
        const HEAD: &str = concat!("  \"", $section, "\": {");
        const PLACE: (usize, usize) = $crate::sentences::place(FILE, HEAD);
        static TEXT: [u8; PLACE.1 - PLACE.0] = $crate::sentences::cut(FILE, PLACE.0);
        Section::new(LANGUAGE, $section, &TEXT)
    }};
    (@say $(#[$doc:meta])* $visible:vis $key:ident) => {
        #[doc = concat!("`", stringify!($key), "`. ")]
        $(#[$doc])*
        $visible fn $key(self) -> &'static str {
            self.0.text(stringify!($key))
        }
    };
    (@say $(#[$doc:meta])* $visible:vis $key:ident ($($value:ident),+)) => {
        #[doc = concat!("`", stringify!($key), "`. ")]
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $visible fn $key(self, $($value: impl std::fmt::Display),+) -> String {
            let template = self.0.text(stringify!($key));
            self.0.fill(template, &[$((stringify!($value), &$value)),+])
        }
    };
    (@say $(#[$doc:meta])* $visible:vis $key:ident [$kinds:expr]) => {
        #[doc = concat!("`", stringify!($key), "`. ")]
        $(#[$doc])*
        $visible fn $key(self, kind: &'static str) -> &'static str {
            self.0.kind(stringify!($key), kind)
        }
    };
    (@say $(#[$doc:meta])* $visible:vis $key:ident [$kinds:expr] ($($value:ident),+)) => {
        #[doc = concat!("`", stringify!($key), "`. ")]
        $(#[$doc])*
        $visible fn $key(self, kind: &'static str, $($value: impl std::fmt::Display),+) -> String {
            let template = self.0.kind(stringify!($key), kind);
            self.0.fill(template, &[$((stringify!($value), &$value)),+])
        }
    };
}
