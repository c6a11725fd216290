//! Comments are no wider than a page.

use std::fs;
use std::path::Path;

use super::sources;

/// Columns of the widest line that is a comment.
const WIDEST: usize = 100;

/// The lines of a file that are comments and too wide, with their numbers.
fn too_wide(text: &str) -> Vec<usize> {
    let lines = (1..).zip(text.lines());
    let wide = lines
        .filter(|(_, line)| line.trim_start().starts_with("//") && line.chars().count() > WIDEST);
    wide.map(|(number, _)| number).collect()
}

#[test]
fn comments_are_no_wider_than_a_page() {
    let folders = [
        "src",
        "crates",
        "tests",
        "benches",
        "examples",
        "fuzz/fuzz_targets",
    ];
    let files = folders.iter().flat_map(|folder| sources(Path::new(folder)));
    let wide: Vec<String> = files
        .flat_map(|path| {
            let lines = too_wide(&fs::read_to_string(&path).unwrap());
            lines
                .into_iter()
                .map(move |line| format!("{}:{line}", path.display()))
        })
        .collect();
    assert!(wide.is_empty(), "wider than {WIDEST} columns: {wide:#?}");
}

#[test]
fn a_wide_comment_is_seen() {
    let wide = format!("    /// {}\n", "x".repeat(93));
    let text = format!(
        "{wide}{}{}",
        wide.replacen('x', "", 1),
        wide.replace("///", "let")
    );
    assert_eq!(too_wide(&text), [1]);
}
