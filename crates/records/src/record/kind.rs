//! Kinds of games: what GGS calls them, and when a word for one says nothing.
//!
//! A game keeps its kind in the words of its source ([`variant`]): GGS's types of boards (`s8r18`),
//! the names that servers and programs of chess have for plain Othello (`reversi1`), or a person's
//! words. Each format takes only some of them.
//!
//! [`variant`]: super::annotated::AnnotatedGame::variant

/// Names of the plain game, without the digit that may stand behind them: minutes, of a server.
const PLAIN: [&str; 5] = ["othello", "reversi", "standard", "normal", "regular"];

/// Whether a kind is that of every game, under one of its names.
pub(super) fn is_plain(kind: &str) -> bool {
    let kind = kind.trim().to_ascii_lowercase();
    let name = kind.strip_suffix("8x8").unwrap_or(&kind).trim_end();
    let name = name
        .strip_suffix(|c: char| c.is_ascii_digit())
        .unwrap_or(name);
    PLAIN.contains(&name) || ["", "8", "0", "8x8"].contains(&kind.as_str())
}

/// The kind as a type of a board of 8 by 8 squares that readers of GGF take, in small letters: the
/// size, `r` and how many discs were drawn by lot, and one of `s` (a pair of games), `b` and `w`
/// (who has which colour). `None` for anything else, as for `k` (a komi), which they take only with
/// what each player bid.
pub(super) fn board_type(kind: &str) -> Option<String> {
    let kind = kind.trim().to_ascii_lowercase();
    let mut rest = kind.as_str();
    let (mut has_size, mut has_discs, mut has_color) = (false, false, false);
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        let place = match first {
            '8' => &mut has_size,
            'r' => &mut has_discs,
            's' | 'b' | 'w' => &mut has_color,
            _ => return None,
        };
        if std::mem::replace(place, true) {
            return None;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_right = match first {
            'r' => (1..=2).contains(&digits),
            '8' => digits == 0,
            _ => true,
        };
        if !is_right {
            return None;
        }
        if first == 'r' {
            rest = &rest[digits..];
        }
    }
    has_size.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_game_has_many_names() {
        for kind in [
            "",
            " ",
            "8",
            "0",
            "8x8",
            "Othello",
            "othello",
            "reversi",
            "reversi1",
            "Reversi5",
            "Standard",
            "normal",
            "othello 8x8",
        ] {
            assert!(is_plain(kind), "{kind}");
        }
        for kind in [
            "s8r18",
            "8k",
            "10",
            "88",
            "s",
            "WOF",
            "othello 10x10",
            "othello10",
            "1",
        ] {
            assert!(!is_plain(kind), "{kind}");
        }
    }

    #[test]
    fn a_type_of_board_is_a_size_and_letters() {
        for (kind, written) in [
            ("8", "8"),
            ("s8r18", "s8r18"),
            ("S8R20", "s8r20"),
            (" 8r4 ", "8r4"),
            ("8b", "8b"),
            ("w8", "w8"),
            ("r188", "none"),
            ("8r", "none"),
            ("8r188", "none"),
            ("s8b", "none"),
            ("88", "none"),
            ("10r20", "none"),
            ("s8r18r18", "none"),
            ("r18", "none"),
            ("s", "none"),
            ("", "none"),
            ("8k", "none"),
            ("8a", "none"),
            ("reversi1", "none"),
            ("othello", "none"),
            ("s8é", "none"),
        ] {
            let found = board_type(kind);
            assert_eq!(found.as_deref().unwrap_or("none"), written, "{kind}");
        }
    }
}
