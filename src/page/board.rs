//! Games as data in the page of the board for a browser.
//!
//! Invariant: what a game holds is data in the page, never a part of it.

use std::fmt::Write;

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
    fn a_page_without_a_place_for_games_is_not_the_page() {
        assert_eq!(with_games("<p>", "f5"), None);
    }
}
