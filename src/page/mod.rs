//! Pages for a browser: one HTML file with everything in it, pictures as inline SVG, no network.
//!
//! What the reports of matches and of analyses share: the frame and its style sheet, the
//! [`chart`]s, the [`diagram`] of a game, the [`board`] of a position, and [`foreign`], through
//! which all text from outside goes. Invariant: a page refers to nothing outside itself. What a
//! report says is its maker's business.

pub mod board;
pub mod chart;
pub mod diagram;

use std::fmt::{self, Write};

use crate::foreign::shown;

const STYLE: &str = include_str!("style.css");

/// Begins a page up to its heading; `title` is plain text.
///
/// # Errors
/// If `page` refuses to be written to.
pub fn begin(page: &mut String, title: &str) -> fmt::Result {
    let (title, heading) = (escaped(title), foreign(title));
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{heading}</h1>\n"
    )
}

/// Ends a page.
///
/// # Errors
/// If `page` refuses to be written to.
pub fn end(page: &mut String) -> fmt::Result {
    writeln!(page, "</main>\n</body>\n</html>")
}

/// A table whose first column names the rows. Each cell carries its label, with which the style
/// sheet makes a list of the table on a narrow screen. Cells are HTML already.
///
/// # Errors
/// If `page` refuses to be written to.
pub fn table(page: &mut String, labels: &[&str], rows: &[Vec<String>]) -> fmt::Result {
    write!(page, "<table>\n<tr>")?;
    for label in labels {
        write!(page, "<th>{label}</th>")?;
    }
    writeln!(page, "</tr>")?;
    for row in rows {
        write!(page, "<tr>")?;
        for (column, (label, cell)) in labels.iter().zip(row).enumerate() {
            match column {
                0 => write!(page, "<td>{cell}</td>")?,
                _ => write!(page, "<td data-label=\"{label}\">{cell}</td>")?,
            }
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</table>")
}

/// Text from outside as HTML of its own direction: whatever is written in it, what stands around
/// it stays where it is.
pub fn foreign(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

/// Text from outside as HTML, also between quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in shown(text).chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_text_and_turns_nothing_around() {
        assert_eq!(
            foreign("<b a='1'>&\"\u{202e}x\u{2069}\x07"),
            "<bdi>&lt;b a=&#39;1&#39;&gt;&amp;&quot;\\u{202e}x\\u{2069}\\u{7}</bdi>"
        );
        let mut page = String::new();
        begin(&mut page, "</title>\u{202e}").unwrap();
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
