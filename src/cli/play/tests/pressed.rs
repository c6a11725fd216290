//! Squares and commands by keys, at a terminal that a script types on.

use super::*;

/// Keys that a script presses; then the terminal is gone.
struct Pressed {
    keys: std::collections::VecDeque<keys::Key>,
    size: (usize, usize),
}

impl keys::Keyboard for Pressed {
    fn next(&mut self, patience: std::time::Duration) -> io::Result<Option<keys::Key>> {
        // Nothing is typed ahead.
        if patience.is_zero() {
            return Ok(None);
        }
        Ok(Some(self.keys.pop_front().unwrap_or(keys::Key::End)))
    }

    fn put_back(&mut self, key: keys::Key) {
        self.keys.push_front(key);
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }
}

/// What is said when these keys are pressed; each line is a row of the terminal.
fn press(arguments: &[&str], size: (usize, usize), keys: Vec<keys::Key>) -> (String, bool) {
    let line = Line::parse_from(["play"].iter().chain(arguments));
    let heard = Heard::default();
    let words = line.arguments.words();
    let keyboard = Pressed {
        keys: keys.into(),
        size,
    };
    let terminal = Terminal::with_keys(keyboard, heard.clone(), words);
    let interrupted = converse(line.arguments, terminal).unwrap();
    let said = heard.0.lock().unwrap().clone();
    (String::from_utf8(said).unwrap(), interrupted)
}

fn typed_keys(text: &str) -> Vec<keys::Key> {
    let key = |c| match c {
        '\n' => keys::Key::Enter,
        other => keys::Key::Char(other),
    };
    text.chars().map(key).collect()
}

#[test]
fn squares_are_chosen_by_keys() {
    let arguments = ["--lang", "en", "--side", "x", "--seed", "1"];
    // The cursor begins at the first possible square, d3; from there to f5.
    use keys::Key::{Backspace, Down, Right};
    let mut pressed = vec![Right, Right, Down, Down];
    pressed.extend(typed_keys(" moves\n"));
    pressed.push(Backspace);
    pressed.extend(typed_keys("quit\n"));
    let (said, interrupted) = press(&arguments, (80, 24), pressed);
    assert!(!interrupted);
    assert!(
        said.contains("Your move? d3 (Enter plays it, ? helps)"),
        "{said}"
    );
    assert!(
        said.contains("Your move? e3 (arrows or Tab choose, ? helps)"),
        "{said}"
    );
    assert!(said.contains("5 . . . X O[+]. . 5"), "{said}");
    // The cursor goes on from there once the other side has played.
    assert!(said.contains("5 . . . X X(X). . 5"), "{said}");
    assert!(said.contains("Moves so far: f5"), "{said}");
    assert!(said.contains("Taken back: f5"), "{said}");
    // Squares and words are typed alike; a colon before them does no harm.
    let (said, _) = press(&arguments, (80, 24), typed_keys("e6\nhelp\n:moves\nq\n"));
    assert!(said.contains("6 . . . +(X)+"), "{said}");
    assert!(said.contains("takes your last move back"), "{said}");
    assert!(said.contains("Moves so far: e6"), "{said}");
    // What is drawn over begins where the view before it began.
    assert!(said.contains("\r\u{1b}[11A\u{1b}[J"), "{said:?}");
    let keys = vec![keys::Key::Tab, keys::Key::BackTab, keys::Key::Interrupt];
    let (said, interrupted) = press(&arguments, (24, 16), keys);
    assert!(interrupted && !said.contains("Thanks"));
    let (said, _) = press(&["--watch", "greedy", "--lang", "en"], (80, 24), Vec::new());
    assert!(said.contains("X greedy 2 – O bianca:12 2"), "{said}");
}

/// Whatever is pressed, in whatever game: nothing fails, and the same keys end the same.
#[test]
fn any_keys_are_borne() {
    use keys::Key;
    use rand::RngExt;

    let mut random = StdRng::seed_from_u64(22);
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken.ggf");
    std::fs::write(&taken, "precious").unwrap();
    let taken = taken.to_str().unwrap();
    for game in ["othello", "reversi-1880", "tictactoe", "frogs", "tree"] {
        for _ in 0..3 {
            let keys = (0..120).map(|_| match random.random_range(0..12) {
                0 => Key::Up,
                1 => Key::Down,
                2 => Key::Left,
                3 => Key::Right,
                4 | 5 => Key::Tab,
                6 | 7 => Key::Enter,
                8 => Key::Redraw,
                9 => Key::Escape,
                10 => Key::Backspace,
                _ => {
                    Key::Char(*b"uhj?:d3\x1b~x1z".get(random.random_range(0..12)).unwrap() as char)
                }
            });
            let keys: Vec<Key> = keys.collect();
            let size = (random.random_range(1..100), random.random_range(1..40));
            // A file that exists stays as it is; another name is proposed beside it.
            let save = ["--save", taken];
            let save = &save[..if game == "othello" { 2 } else { 0 }];
            press(&[&[game, "--lang", "zh"], save].concat(), size, keys);
        }
    }
    assert_eq!(std::fs::read_to_string(taken).unwrap(), "precious");
}
