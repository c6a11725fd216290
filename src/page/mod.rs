//! Pages for a browser: one HTML file with everything in it, pictures as inline SVG, no network.
//!
//! What the reports of matches and of analyses share: the frame and its style sheet, the
//! [`chart`]s, the [`diagram`] of a game, the [`board`] of a position, and [`foreign`], through
//! which all text from outside goes. Invariant: a page refers to nothing outside itself. What a
//! report says is its maker's business.

pub mod board;
pub mod chart;
pub mod diagram;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::foreign::shown;

const STYLE: &str = include_str!("style.css");

/// A whole page; `title` is plain text.
pub fn document(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (shown(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { main { h1 { (foreign(title)) } (content) } }
        }
    };
    page.into_string() + "\n"
}

/// A table whose first column names the rows. Each cell carries its label, with which the style
/// sheet makes a list of the table on a narrow screen.
pub fn table(labels: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        table {
            tr { @for label in labels { th { (label) } } }
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
        let page = document("</title>\u{202e}", &html! {});
        assert!(
            page.contains("<title>&lt;/title&gt;\\u{202e}</title>"),
            "{page}"
        );
        assert!(
            page.contains("<h1><bdi>&lt;/title&gt;\\u{202e}</bdi></h1>"),
            "{page}"
        );
    }
}
