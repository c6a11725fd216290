//! No circles among the files of a crate: of two files at most one uses the other, directly or by
//! way of others.
//!
//! A file uses another if its code names something that is defined there, by a path from `crate`,
//! `super`, `self`, a module that it declares or one that it imports. Tests and comments do not
//! count. A re-export is no use: who names what is re-exported uses the file that defines it, and a
//! parent that only declares and re-exports is in no circle. What a file uses of the modules that
//! it is made of, those in the folder of its name, does not count either: they are its parts, and
//! a part may use what its whole defines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// A path of modules from the root of the crate, joined by `::`; the root is empty.
type Module = String;

/// A file of the crate.
struct Source {
    path: String,
    module: Module,
    /// Its code without comments, texts, tests and `use`.
    code: Vec<String>,
    /// What it imports or re-exports: the name here, the path there, and whether for others.
    uses: Vec<Import>,
    children: BTreeSet<String>,
}

struct Import {
    name: String,
    path: Vec<String>,
    is_public: bool,
}

/// Code without comments, and without what stands in quotes.
fn bare(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let raw = rest.strip_prefix('r').and_then(|after| {
            let hashes = after.len() - after.trim_start_matches('#').len();
            after[hashes..].starts_with('"').then_some(hashes)
        });
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(hashes) = raw.filter(|_| !code.ends_with(is_word)) {
            let close = format!("\"{}", "#".repeat(hashes));
            let begin = hashes + 2;
            let end = rest[begin..].find(&close).unwrap_or(rest.len() - begin);
            begin + end + close.len()
        } else if first == '"' {
            let mut escaped = false;
            let inside = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            inside.map_or(rest.len(), |end| end + 2)
        } else if first == '\'' {
            character(rest)
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length.min(rest.len())..];
    }
    code
}

/// The bytes of a character in quotes, or of the mark of a lifetime.
fn character(rest: &str) -> usize {
    let inside: Vec<char> = rest.chars().skip(1).take(2).collect();
    match inside[..] {
        ['\\', _] => rest[3..].find('\'').map_or(1, |end| end + 4),
        [c, '\''] => c.len_utf8() + 2,
        _ => 1,
    }
}

/// Code without the items that only tests have.
fn without_tests(code: &str) -> String {
    let mut parts = code.split("#[cfg(test)]");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 0;
        let end = part.char_indices().find(|&(_, c)| {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(c, '}' | ';' | ',')
        });
        kept += &part[end.map_or(part.len(), |(at, _)| at + 1)..];
    }
    kept
}

/// Words and signs; `::` is one.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in code.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if (is_word && in_word) || (c == ':' && last == ":" && !in_word) => {
                last.push(c)
            }
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        in_word = is_word;
    }
    tokens
}

/// The paths of a `use` from its tree: `a::{b, c::{self, d as e}}`, with their names here.
fn paths(tree: &[String], before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let mut path = before.to_vec();
    let mut rest = tree;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "::" => {}
            "{" => {
                let inside = &after[..after.len().saturating_sub(1)];
                let mut depth = 0;
                let parted = inside.split(|token| {
                    depth += i32::from(token == "{") - i32::from(token == "}");
                    depth == 0 && token == ","
                });
                parted.for_each(|part| paths(part, &path, found));
                return;
            }
            "self" if !path.is_empty() => {}
            "as" => return found.push((after.concat(), path)),
            word => path.push(word.to_owned()),
        }
        rest = after;
    }
    if path.len() > before.len() || tree.first().is_some_and(|word| word == "self") {
        let name = path.last().cloned().unwrap_or_default();
        found.push((name, path));
    }
}

impl Source {
    fn new(folder: &str, path: &str, text: &str) -> Source {
        let code = without_tests(&bare(text));
        let inside = path.strip_prefix(folder).unwrap_or(path);
        let inside = inside.trim_start_matches('/').trim_end_matches(".rs");
        let inside = inside.trim_end_matches("mod").trim_end_matches('/');
        let module = match inside {
            "lib" => String::new(),
            inside => inside.replace('/', "::"),
        };
        let mut source = Source {
            path: path.to_owned(),
            module,
            code: Vec::new(),
            uses: Vec::new(),
            children: BTreeSet::new(),
        };
        source.sort(tokens(&code));
        source
    }

    /// Parts imports, declarations of modules and the rest of the code.
    fn sort(&mut self, tokens: Vec<String>) {
        let mut rest = &tokens[..];
        while let Some((first, after)) = rest.split_first() {
            let end = after.iter().position(|token| token == ";");
            let end = end.unwrap_or(after.len());
            match (first.as_str(), after) {
                ("use", _) => {
                    let last = self.code.last();
                    let is_public = last.is_some_and(|last| last == "pub" || last == ")");
                    let mut found = Vec::new();
                    paths(&after[..end], &[], &mut found);
                    let imports = found.into_iter().map(|(name, path)| Import {
                        name,
                        path,
                        is_public,
                    });
                    self.uses.extend(imports);
                    rest = &after[end..];
                }
                ("mod", [name, semicolon, ..]) if semicolon == ";" => {
                    self.children.insert(name.clone());
                    rest = &after[1..];
                }
                _ => {
                    self.code.push(first.clone());
                    rest = after;
                }
            }
        }
    }

    /// The paths that the code names, imports for its own use among them.
    fn named(&self) -> Vec<Vec<String>> {
        let words: BTreeSet<&String> = self.code.iter().collect();
        let is_used = |import: &&Import| !import.is_public || words.contains(&import.name);
        let imported = self.uses.iter().filter(is_used);
        let mut named: Vec<Vec<String>> = imported.map(|import| import.path.clone()).collect();
        let mut code = self.code.iter().peekable();
        while let Some(first) = code.next() {
            let mut path = vec![first.clone()];
            while code.next_if(|token| *token == "::").is_some() {
                path.extend(code.next().cloned());
            }
            if path.len() > 1 {
                named.push(path);
            }
        }
        named
    }
}

/// The files of the crate by their modules.
struct Crate(BTreeMap<Module, Source>);

impl Crate {
    fn read(folder: &str) -> Crate {
        let files = super::sources(Path::new(folder));
        let read = files.iter().map(|path| {
            let text = fs::read_to_string(path).unwrap();
            Source::new(folder, &path.to_str().unwrap().replace('\\', "/"), &text)
        });
        let all: Vec<Source> = read
            .filter(|source| !source.path.ends_with("src/main.rs"))
            .collect();
        let mut sources: BTreeMap<Module, Source> = (all.into_iter())
            .map(|source| (source.module.clone(), source))
            .collect();
        // A module that nobody declares outside of tests is one of tests.
        let declared: BTreeSet<Module> = (sources.values())
            .flat_map(|source| {
                source
                    .children
                    .iter()
                    .map(|child| join(&source.module, child))
            })
            .collect();
        let is_used = |module: &Module| {
            let parts: Vec<&str> = module.split("::").collect();
            (1..=parts.len()).all(|n| declared.contains(&parts[..n].join("::")))
        };
        sources.retain(|module, _| module.is_empty() || is_used(module));
        Crate(sources)
    }

    /// The module of the file that defines what `path` names in the code of `module`; `None` if
    /// it is none of ours.
    fn defining(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let source = self.0.get(module)?;
        let (first, rest) = path.split_first()?;
        let parent = || {
            module
                .rsplit_once("::")
                .map_or("", |(parent, _)| parent)
                .to_owned()
        };
        match first.as_str() {
            "crate" => self.inside(&Module::new(), rest, depth),
            "self" => self.inside(module, rest, depth),
            "super" => {
                let above = parent();
                if rest.first().is_some_and(|word| word == "super") {
                    self.defining(&above, rest, depth)
                } else {
                    self.inside(&above, rest, depth)
                }
            }
            child if source.children.contains(child) => self.inside(module, path, depth),
            name => {
                let import = source.uses.iter().find(|import| import.name == name)?;
                let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
                let starts_anew = import.path.first() != Some(first) || import.path.len() > 1;
                (depth > 0 && starts_anew).then(|| self.defining(module, &whole, depth - 1))?
            }
        }
    }

    /// The same for a path below `module`.
    fn inside(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let source = self.0.get(module)?;
        let Some((first, rest)) = path.split_first() else {
            return Some(module.clone());
        };
        if source.children.contains(first) {
            return self.inside(&join(module, first), rest, depth);
        }
        let exported = source
            .uses
            .iter()
            .find(|import| import.is_public && import.name == *first);
        let far = exported.filter(|_| depth > 0).and_then(|import| {
            let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
            self.defining(module, &whole, depth - 1)
        });
        Some(far.unwrap_or_else(|| module.clone()))
    }

    /// Which files each file uses.
    fn graph(&self) -> Graph {
        let mut graph = Graph::new();
        for (module, source) in &self.0 {
            let used = graph.entry(source.path.clone()).or_default();
            for path in source.named() {
                let found = self.defining(module, &path, 8);
                let found = found.filter(|found| !is_within(found, module));
                used.extend(found.map(|found| self.0[&found].path.clone()));
            }
        }
        graph
    }
}

fn join(module: &str, child: &str) -> Module {
    match module {
        "" => child.to_owned(),
        module => format!("{module}::{child}"),
    }
}

/// Whether `child` is `module` or one of those that it is made of.
fn is_within(child: &Module, module: &Module) -> bool {
    let rest = child.strip_prefix(module.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Everything that `from` uses, directly or by way of others.
fn reached<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = graph[from].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&graph[next]);
        }
    }
    reached
}

/// The sets of files each of which uses all others.
fn circles(graph: &Graph) -> BTreeSet<BTreeSet<&String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> = graph
        .keys()
        .map(|file| (file, reached(graph, file)))
        .collect();
    let in_circles = reach
        .iter()
        .filter(|(file, reached)| reached.contains(*file));
    in_circles
        .map(|(file, there)| {
            let back = there.iter().copied();
            back.filter(|other| reach[other].contains(file)).collect()
        })
        .collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let graphs = super::folders();
    let graph: Graph = graphs
        .iter()
        .flat_map(|folder| Crate::read(folder).graph())
        .collect();
    let circles = circles(&graph);
    let told = circles.iter().map(|circle| {
        let arrows = circle.iter().map(|file| {
            let used: Vec<&str> = (graph[*file].iter())
                .filter(|used| circle.contains(used))
                .map(String::as_str)
                .collect();
            format!("  {file} uses {}\n", used.join(", "))
        });
        format!(
            "a circle of {}:\n{}",
            circle.len(),
            arrows.collect::<String>()
        )
    });
    let told: Vec<String> = told.collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn arrows_between_files_are_seen() {
    let uses = |folder: &str, file: &str, other: &str| {
        let graph = Crate::read(folder).graph();
        graph[&format!("{folder}/{file}")].contains(&format!("{folder}/{other}"))
    };
    // By its own path, and by a name that a parent re-exports.
    let records = "crates/records/src";
    assert!(uses(records, "record/sgf/read.rs", "record/syntax.rs"));
    assert!(!uses(records, "record/sgf.rs", "record/sgf/read.rs"));
    let protocol = "crates/protocol/src";
    assert!(uses(protocol, "session/commands.rs", "protocol/command.rs"));
    // But not by a comment or a test.
    let text = "use crate::a::{self, b::{C, D as E}};\n// crate::x\n#[cfg(test)]\nmod tests { use crate::y; }";
    let source = Source::new("src", "src/z.rs", text);
    let named: Vec<String> = source.named().iter().map(|path| path.join("::")).collect();
    assert_eq!(named, ["crate::a", "crate::a::b::C", "crate::a::b::D"]);
}
