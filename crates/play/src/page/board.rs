//! The page of the board for a browser, and games as data in it.
//!
//! It is kept as it was made last for a release, packed; `web/build.mjs` makes it of `web/page`.
//! Invariant: what a game holds is data in the page, never a part of it.

use std::fmt::Write;
use std::io::{self, Read};

use flate2::read::DeflateDecoder;

/// `scripts/release HEAD --keep-page` writes it.
static KEPT: &[u8] = include_bytes!("board.html.deflate");

/// The page without games.
///
/// # Errors
/// If memory is short.
pub fn kept() -> io::Result<String> {
    let mut page = String::new();
    DeflateDecoder::new(KEPT).read_to_string(&mut page)?;
    Ok(page)
}

/// Where the games go; `web/build.mjs` puts it into the page.
const EMPTY: &str = r#"id="games">"""#;

/// The page with `games` in it; `None` if it has no place for them.
pub fn with_games(page: &str, games: &str) -> Option<String> {
    let (before, after) = page.split_once(EMPTY)?;
    let begin = &EMPTY[..EMPTY.len() - 1];
    Some(format!("{before}{begin}{}\"{after}", quoted(games)))
}

/// Text as what stands between the quotes of a JSON string, with nothing in it that means anything
/// to HTML.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' => quoted.push(character),
            '(' | ')' | '[' | ']' | ';' | ':' | '.' | ',' | '*' | '-' | '+' | '?' | '/' => {
                quoted.push(character);
            }
            other => {
                let mut units = [0; 2];
                for unit in other.encode_utf16(&mut units) {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_stand_between_the_quotes_whatever_they_hold() {
        let page = r#"<script type="application/json" id="games">""</script>"#;
        let evil = "(;GM[Othello]PB[</script><b>\"\\\u{202e}😀]\n";
        let filled = with_games(page, evil).unwrap();
        let json = filled
            .strip_prefix(r#"<script type="application/json" id="games">"#)
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!json.contains('<'));
        assert_eq!(serde_json::from_str::<String>(json).unwrap(), evil);
    }

    #[test]
    fn the_page_that_is_kept_has_its_engine_and_a_place_for_games() {
        let page = kept().unwrap();
        assert!(crate::page::is_begun_by(&page.as_bytes()[..4096]));
        let (_, engine) = page.split_once(r#"id="engine">"#).unwrap();
        assert!(engine.find("</script>").unwrap() > 1_000_000);
        let filled = with_games(&page, "f5").unwrap();
        assert!(filled.contains(r#"id="games">"f5"</script>"#));
    }

    #[test]
    fn a_page_without_a_place_for_games_is_not_the_page() {
        assert_eq!(with_games("<p>", "f5"), None);
    }
}
