//! Pages for a browser: one HTML file with everything in it, pictures as inline SVG, no network.
//!
//! What the reports of matches and of analyses share: the frame and its style sheet, the
//! [`chart`]s, the [`diagram`] of a game, the [`board`] of a position, and [`escaped`], through
//! which all text from outside goes. Invariant: a page refers to nothing outside itself. What a
//! report says is its maker's business.

pub mod board;
pub mod chart;
pub mod diagram;

use std::fmt::{self, Write};

const STYLE: &str = include_str!("style.css");

/// Begins a page up to its heading; `title` is plain text.
///
/// # Errors
/// If `page` refuses to be written to.
pub fn begin(page: &mut String, title: &str) -> fmt::Result {
    let title = escaped(title);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n"
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

/// Text from outside as HTML, also between quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
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
