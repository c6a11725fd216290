//! Pages for a browser: one HTML file with everything in it, pictures as inline SVG, no network.
//!
//! What the reports of matches and of analyses share: the frame with its style sheet and its
//! script, its [`words`], the [`record`]s of games, the [`chart`]s, the [`diagram`] of a game, and
//! [`foreign`], through which all text from outside goes. Invariant: a page refers to nothing
//! outside itself, and its Content-Security-Policy allows no script but its own. What a report says
//! is its maker's business.

pub mod board;
pub mod chart;
pub mod diagram;
pub mod record;
pub mod words;

use maud::{Markup, PreEscaped, html};

use bianca_system::foreign::shown;
use bianca_system::language::Language;

/// What stands around the title and the content. `web/build.mjs --frames` makes it of `web/report`.
const FRAME: &str = include_str!("report.html");

/// What says that a page is of ours, a report or the board.
const GENERATOR: &[u8] = b"<meta name=\"generator\" content=\"Bianca\">";

/// Whether a file of which `head` is the begin is a page of ours.
pub fn is_begun_by(head: &[u8]) -> bool {
    head.windows(GENERATOR.len()).any(|part| part == GENERATOR)
}

/// A whole page in a language, in which its script speaks, too; `title` is plain text.
pub fn document(language: Language, title: &str, content: &Markup) -> String {
    let [begin, head, body, end] = frame();
    let page = html! {
        (PreEscaped(begin)) (language) (PreEscaped(head)) (shown(title)) (PreEscaped(body))
        h1 { (foreign(title)) }
        (content)
        (PreEscaped(end))
    };
    page.into_string()
}

/// The frame in its parts, between which the language, the title and the content belong.
fn frame() -> [&'static str; 4] {
    let parts = || {
        let (begin, rest) = FRAME.split_once("<?language?>")?;
        let (head, rest) = rest.split_once("<?title?>")?;
        let (body, end) = rest.split_once("<?content?>")?;
        Some([begin, head, body, end])
    };
    let Some(parts) = parts() else {
        unreachable!("the frame has places for the language, the title and the content");
    };
    parts
}

/// A table whose first column names the rows. Each cell carries its label, with which the style
/// sheet makes a list of the table on a narrow screen. A column of pictures needs no label.
pub fn table(labels: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        table {
            tr { @for label in labels { @if label.is_empty() { td {} } @else { th { (label) } } } }
            @for row in rows {
                tr {
                    @for (column, (label, cell)) in labels.iter().zip(row).enumerate() {
                        td data-label=[(column > 0).then_some(label)] { (cell) }
                    }
                }
            }
        }
    }
}

/// A result as players say it: black's discs and white's, the empty squares counted for the winner;
/// for half discs, which only a source can state, the difference.
pub fn discs(black: f64) -> Markup {
    let own = (64.0 + black) / 2.0;
    html! {
        @if own.fract() == 0.0 { (own) "–" (64.0 - own) } @else { (format_args!("{black:+}")) }
    }
}

/// Text from outside, of its own direction: whatever is written in it, what stands around it stays
/// where it is.
pub fn foreign(text: &str) -> Markup {
    html! { bdi { (shown(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_discs() {
        for (black, shown) in [
            (22.0, "43–21"),
            (0.0, "32–32"),
            (-64.0, "0–64"),
            (3.0, "+3"),
        ] {
            assert_eq!(discs(black).into_string(), shown);
        }
    }

    #[test]
    fn foreign_text_is_text_and_turns_nothing_around() {
        assert_eq!(
            foreign("<b a='1'>&\"\u{202e}x\u{2069}\x07").into_string(),
            "<bdi>&lt;b a='1'&gt;&amp;&quot;\\u{202e}x\\u{2069}\\u{7}</bdi>"
        );
        let page = document(Language::French, "</title>\u{202e}", &html! {});
        assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"fr\">"));
        assert!(page.ends_with("</html>\n"));
        assert!(is_begun_by(page.as_bytes()));
        assert!(
            page.contains("<title>&lt;/title&gt;\\u{202e}</title>"),
            "{page}"
        );
        assert!(
            page.contains("<h1><bdi>&lt;/title&gt;\\u{202e}</bdi></h1>"),
            "{page}"
        );
    }

    /// But for the name of the language that pictures are written in, which nobody fetches.
    #[test]
    fn the_frame_refers_to_nothing_outside_and_forbids_what_it_does_not_hold() {
        assert_eq!(FRAME.matches("://").count(), 1, "only SVG's name");
        assert!(FRAME.contains("http://www.w3.org/2000/svg"));
        assert_eq!(FRAME.matches("<script>").count(), 1);
        assert_eq!(FRAME.matches("</script>").count(), 1);
        for allowed in [
            "default-src 'none'",
            "script-src 'sha256-",
            "style-src 'sha256-",
        ] {
            assert!(FRAME.contains(allowed), "{allowed}");
        }
        assert!(!FRAME.contains("unsafe-") && !FRAME.contains("innerHTML"));
        assert!(!FRAME.contains('\r'), "the hashes are of these bytes");
    }
}
