//! The page of the board for a browser, and games as data in it.
//!
//! It is kept in parts: what stands around the engine, which `web/build.mjs` makes of `web/page`;
//! the engine as it was made last for a release, packed and without its weights; and the weights,
//! which are a file of the evaluation. Invariant: the engine gets the weights that it was made
//! with, to the byte; what a game holds is data in the page, never a part of it.

use std::fmt::Write;
use std::io::{self, Read};

use flate2::read::DeflateDecoder;
use thiserror::Error;

use bianca_search::eval::weights;

/// `node web/build.mjs --frames` writes it.
static FRAME: &str = include_str!("board.html");
/// `scripts/release HEAD --keep-engine` writes it.
static ENGINE: &[u8] = include_bytes!("board.engine.deflate");

/// Why a build has no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// The engine cannot be unpacked.
    #[error("the engine of the page: {0}")]
    Packed(#[from] io::Error),
    /// A part has no place for another.
    #[error("the page in this build is damaged")]
    Damaged,
    /// The engine was made with weights that were others.
    #[error("the engine of the page in this build was made with other weights")]
    OtherWeights,
}

/// The page without games.
///
/// # Errors
/// If memory is short, or the parts do not belong together.
pub fn kept() -> Result<String, PageError> {
    let mut engine = String::new();
    DeflateDecoder::new(ENGINE).read_to_string(&mut engine)?;
    put_together(FRAME, &engine, weights::OF_THE_PAGE)
}

/// Where the engine goes.
const DATA: &str = "{{data}}";
/// The element of the weights, up to their checksum.
const WEIGHTS: &str = r#"id="weights" data-checksum=""#;

fn put_together(frame: &str, engine: &str, file: &[u8]) -> Result<String, PageError> {
    let parts = || {
        let (begin, end) = frame.split_once(DATA)?;
        let (before, rest) = engine.split_once(WEIGHTS)?;
        let (checksum, after) = rest.split_once(r#"">"#)?;
        Some([begin, before, checksum, after, end])
    };
    let [begin, before, checksum, after, end] = parts().ok_or(PageError::Damaged)?;
    if weights::checksum(file)
        .map(|own| own.to_string())
        .as_deref()
        != Some(checksum)
    {
        return Err(PageError::OtherWeights);
    }
    let file = base85(file);
    Ok([begin, before, WEIGHTS, checksum, r#"">"#, &file, after, end].concat())
}

/// Bytes as text, as `web/page/src/base85.ts` reads it: Ascii85 without its abbreviation and with
/// digits from `#` on, with `x` for the `<` that HTML could take for a tag.
fn base85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity((bytes.len() * 5).div_ceil(4));
    for chunk in bytes.chunks(4) {
        let mut group = [0; 4];
        group[..chunk.len()].copy_from_slice(chunk);
        let value = u32::from_be_bytes(group);
        let powers = [52_200_625, 614_125, 7_225, 85, 1];
        for power in &powers[..=chunk.len()] {
            let digit = (value / power % 85) as u8;
            text.push(if digit == b'<' - b'#' {
                'x'
            } else {
                (b'#' + digit).into()
            });
        }
    }
    text
}

/// Where the games go; `web/page/index.html` has it.
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
    fn the_page_that_is_kept_has_its_engine_its_weights_and_a_place_for_games() {
        let page = kept().unwrap();
        assert!(crate::page::is_begun_by(&page.as_bytes()[..4096]));
        let element = |id: &str| {
            let (_, rest) = page.split_once(&format!("id=\"{id}\"")).unwrap();
            rest.split_once('>').unwrap().1.split_once('<').unwrap().0
        };
        assert!(element("engine").len() > 500_000);
        assert_eq!(element("weights"), base85(weights::OF_THE_PAGE));
        assert!(!page.contains(DATA));
        let filled = with_games(&page, "f5").unwrap();
        assert!(filled.contains(r#"id="games">"f5"</script>"#));
    }

    #[test]
    fn the_engine_that_is_kept_is_of_this_version() {
        let mut engine = String::new();
        let mut packed = DeflateDecoder::new(ENGINE);
        packed.read_to_string(&mut engine).unwrap();
        let version = concat!("data-version=\"", env!("CARGO_PKG_VERSION"), "\"");
        assert!(
            engine.contains(version),
            "the engine of the page is of another version: scripts/release HEAD --keep-engine"
        );
    }

    #[test]
    fn only_parts_that_belong_together_make_a_page() {
        let file = weights::OF_THE_PAGE;
        let checksum = weights::checksum(file).unwrap();
        let engine = format!(r#"<b id="weights" data-checksum="{checksum}"></b>"#);
        let page = put_together("<a>{{data}}</a>", &engine, file).unwrap();
        let expected = base85(file);
        let expected =
            format!(r#"<a><b id="weights" data-checksum="{checksum}">{expected}</b></a>"#);
        assert_eq!(page, expected);
        let others = put_together("<a>{{data}}</a>", &engine, b"others");
        assert!(matches!(others, Err(PageError::OtherWeights)));
        let damaged = put_together("<a></a>", &engine, file);
        assert!(matches!(damaged, Err(PageError::Damaged)));
    }

    #[test]
    fn bytes_are_written_as_the_page_reads_them() {
        let written =
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base85(text.as_bytes()));
        let expected = ["", "Ce", "CqB", "CqFU", "CqFVu", "CqFVuB1", "CqFVuB>+"];
        assert_eq!(written, expected);
        assert_eq!(base85(&[0xff, 0xef, 0xbe]), r"u8o\");
        assert_eq!(base85(&25_u32.to_be_bytes()), "####x");
    }

    #[test]
    fn a_page_without_a_place_for_games_is_not_the_page() {
        assert_eq!(with_games("<p>", "f5"), None);
    }
}
