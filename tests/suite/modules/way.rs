//! The way of a move in `docs/search.md` is that of the sources, and no longer than it says.

use std::fs;

/// The rows of the tables below "From a line to a leaf": each a file with its calls.
fn tables() -> Vec<Vec<(String, Vec<String>)>> {
    let text = fs::read_to_string("docs/search.md").unwrap();
    let (_, text) = text.split_once("## From a line to a leaf").unwrap();
    let quoted = |cell: &str| -> Vec<String> {
        let words = cell.split('`').skip(1).step_by(2);
        words.map(str::to_owned).collect()
    };
    let mut tables = Vec::new();
    for line in text.lines() {
        match line.split('|').collect::<Vec<_>>()[..] {
            [_, " file ", ..] => tables.push(Vec::new()),
            [_, file, calls, ..] if !file.starts_with('-') => {
                let file = quoted(file).swap_remove(0);
                tables.last_mut().unwrap().push((file, quoted(calls)));
            }
            _ => {}
        }
    }
    tables
}

#[test]
fn the_way_from_a_line_to_a_leaf_is_as_told() {
    let tables = tables();
    for (file, calls) in tables.iter().flatten() {
        let text = fs::read_to_string(file).unwrap();
        for call in calls {
            let is_there = ["(", "<", "[", "\n"]
                .iter()
                .any(|end| text.contains(&format!("fn {call}{end}")));
            assert!(is_there, "{file} has no function {call}");
        }
    }
    let calls = tables[0]
        .iter()
        .map(|(_, calls)| calls.len())
        .sum::<usize>();
    let told = format!("These are {calls} calls in {} files.", tables[0].len());
    let text = fs::read_to_string("docs/search.md").unwrap();
    assert!(text.contains(&told), "{told}");
}
