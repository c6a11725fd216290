//! How text looks: discs and squares in colours, columns of characters, lines broken where a
//! terminal is narrow.

use std::ops::Range;

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A board with its `X` and `O` in colours and its hints faint.
pub fn painted(board: &str, colors: bool) -> String {
    if !colors {
        return board.to_owned();
    }
    let mut painted = String::new();
    for c in board.chars() {
        let style = match c {
            'X' => AnsiColor::Cyan.on_default().bold(),
            'O' => AnsiColor::Yellow.on_default().bold(),
            '[' | ']' | '(' | ')' => Style::new().bold(),
            '.' | '+' => Style::new().dimmed(),
            _ => Style::new(),
        };
        painted += &format!("{style}{c}{style:#}");
    }
    painted
}

/// Stands for a black disc in a line of text, ...
pub const BLACK_DISC: char = '●';
/// ... and this for a white one. In colours both are round and filled.
pub const WHITE_DISC: char = '○';

/// Where the squares are in a drawing of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The lines of the rows.
    pub lines: Range<usize>,
    /// From the place for a mark before the first square to that behind the last one.
    pub columns: Range<usize>,
}

/// The two greens of the squares, in turns as on a chess board, which tells them apart.
const SQUARES: [u8; 2] = [22, 28];

const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// The yellow of the marks.
const MARKED: u8 = 226;

/// A colour on a square, both by their numbers of 256.
fn on(square: u8, ink: u8) -> Style {
    let color = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new().bg_color(color(square)).fg_color(color(ink))
}

/// A board of discs in colours: green squares with black and white discs, and the marks around
/// them.
pub fn pictured(board: &str, area: &Area) -> String {
    let rows = board.lines().enumerate().map(|(row, line)| {
        let mut picture = String::new();
        // Neighbours of one style are written as one.
        let mut before = Style::new();
        for (column, c) in line.chars().enumerate() {
            let is_square = area.lines.contains(&row) && area.columns.contains(&column);
            let square = (column - area.columns.start.min(column)).saturating_sub(1) / 2;
            let green = SQUARES[(row + square) % 2];
            let (c, style) = match c {
                _ if !is_square => (c, Style::new()),
                'X' => (BLACK_DISC, on(green, BLACK)),
                'O' => (BLACK_DISC, on(green, WHITE)),
                '.' | ' ' => (' ', on(green, WHITE)),
                // The sign of a possible square is the one that help and messages name.
                '+' => (c, on(green, WHITE)),
                _ => (c, on(green, MARKED).bold()),
            };
            if style != before {
                picture += &format!("{before:#}{style}");
                before = style;
            }
            picture.push(c);
        }
        picture + &format!("{before:#}")
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A line below such a board; its discs, each with a blank behind it, stand on squares, too.
pub fn with_discs(line: &str, colors: bool) -> String {
    if !colors {
        return line.to_owned();
    }
    let square = |ink| {
        let style = on(SQUARES[0], ink);
        format!("{style}{BLACK_DISC} {style:#}")
    };
    line.replace(&format!("{BLACK_DISC} "), &square(BLACK))
        .replace(&format!("{WHITE_DISC} "), &square(WHITE))
}

/// A blank at which no line is broken; it is written as any other blank.
pub const TIED: char = '\u{a0}';

/// How many columns a line takes.
pub fn columns(line: &str) -> usize {
    line.width()
}

/// The end of a line that fits into so many columns.
pub fn tail(line: &str, columns: usize) -> &str {
    let mut left = columns;
    let mut begin = line.len();
    for (place, c) in line.char_indices().rev() {
        let Some(rest) = left.checked_sub(c.width().unwrap_or(0)) else {
            break;
        };
        left = rest;
        begin = place;
    }
    &line[begin..]
}

/// A line in rows of at most so many columns: broken at blanks, between characters that take two
/// columns, and inside a word only if it is wider than a row. Blanks at the beginning stay, and
/// the rows after the first begin with as many. What [`TIED`] stands between stays on one row if it
/// can.
pub fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let rows = if self::columns(line) <= columns {
        vec![line.to_owned()]
    } else {
        broken(line, columns)
    };
    rows.into_iter().map(|row| row.replace(TIED, " ")).collect()
}

/// The rows of a line that is wider than so many columns.
fn broken(line: &str, columns: usize) -> Vec<String> {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let indent = if indent.len() * 2 < columns {
        indent
    } else {
        String::new()
    };
    let mut rows = Vec::new();
    let mut row = indent.clone();
    for piece in pieces(line.trim_start()) {
        let fits = |row: &str| row.width() + piece.trim_end().width() <= columns;
        if !fits(&row) && row.len() > indent.len() {
            rows.push(row.trim_end().to_owned());
            row = indent.clone();
        }
        if fits(&row) {
            row += piece;
            continue;
        }
        for c in piece.chars() {
            if row.width() + c.width().unwrap_or(0) > columns && row.len() > indent.len() {
                rows.push(row.trim_end().to_owned());
                row = indent.clone();
            }
            row.push(c);
        }
    }
    rows.push(row.trim_end().to_owned());
    rows
}

/// The pieces between which a line may be broken, with the blanks behind them.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    let mut before: Option<char> = None;
    for (place, c) in line.char_indices() {
        if before.is_some_and(|before| may_break(before, c)) {
            pieces.push(&line[begin..place]);
            begin = place;
        }
        before = Some(c);
    }
    pieces.push(&line[begin..]);
    pieces
}

/// Whether a line may be broken between two characters that follow each other.
fn may_break(before: char, after: char) -> bool {
    let is_wide = |c: char| c.width() == Some(2);
    // Punctuation, small kana and the mark of a long vowel belong to what stands before them, an
    // opening quote to what follows.
    let closes = matches!(
        after,
        '，' | '。' | '！' | '？' | '：' | '；' | '、' | '”' | '）' | '」' | '／' | ' ' | TIED
    ) || matches!(
        after,
        'ー' | 'っ' | 'ゃ' | 'ゅ' | 'ょ' | 'ッ' | 'ャ' | 'ュ' | 'ョ' | 'ァ' | 'ィ' | 'ェ' | 'ォ'
    );
    let opens = matches!(before, '“' | '「' | '（' | TIED);
    !closes && !opens && (before == ' ' || is_wide(before) || is_wide(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_never_too_wide() {
        assert_eq!(wrapped("one two three", 20), ["one two three"]);
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrapped("你好，再见。", 6), ["你好，", "再见。"]);
        assert_eq!(wrapped("「手」だ、ヒット", 8), ["「手」", "だ、ヒッ", "ト"]);
        assert_eq!(wrapped("", 5), [""]);
        for width in 1..40 {
            for line in [
                "输入“退出”结束游戏 save x.ggf",
                "a bb ccc dddd eeeee ffffff",
                "   x  y",
            ] {
                let rows = wrapped(line, width);
                let widest = rows.iter().map(|row| columns(row)).max();
                assert!(widest <= Some(width.max(2)), "{rows:?}");
                let bare = |text: &str| text.replace(' ', "");
                assert_eq!(bare(&rows.concat()), bare(line));
            }
        }
    }

    #[test]
    fn a_board_in_colours_has_the_same_discs_and_marks() {
        let board = " 1 . X O 1\n 2[.]+ . 2\n   a b c";
        let area = Area {
            lines: 0..2,
            columns: 2..9,
        };
        let picture = pictured(board, &area);
        assert_eq!(picture.matches(BLACK_DISC).count(), 2);
        assert!(picture.contains(&format!("{}{BLACK_DISC}", on(SQUARES[1], BLACK))));
        assert!(picture.contains(&format!("{}{BLACK_DISC}", on(SQUARES[0], WHITE))));
        assert!(picture.ends_with("\n   a b c"), "{picture}");
        let bare: String = anstream::adapter::strip_str(&picture).to_string();
        assert_eq!(bare, " 1   ● ● 1\n 2[ ]+   2\n   a b c");
        // What is said of a wrong square names the sign of the possible ones.
        for words in crate::terminal::words::Words::all() {
            let said = words.not_possible("a1");
            let sign = said.chars().find(|c| "+·*".contains(*c));
            assert!(sign.is_some_and(|c| bare.contains(c)), "{said}");
        }
        assert_eq!(with_discs("● X", false), "● X");
        let painted = with_discs("● X 2 – ○ O 3", true);
        let bare: String = anstream::adapter::strip_str(&painted).to_string();
        assert_eq!(bare, "● X 2 – ● O 3");
        assert!(painted.contains(&format!("{}{BLACK_DISC} ", on(SQUARES[0], WHITE))));
    }

    #[test]
    fn what_belongs_together_stays_on_a_row() {
        let line = "Best: c7\u{a0}-50, d3\u{a0}+2.";
        assert_eq!(wrapped(line, 30), ["Best: c7 -50, d3 +2."]);
        assert_eq!(wrapped(line, 12), ["Best:", "c7 -50,", "d3 +2."]);
        let line = "c4\u{a0}得\u{a0}+1；d3\u{a0}得\u{a0}+2。";
        assert_eq!(wrapped(line, 12), ["c4 得 +1；", "d3 得 +2。"]);
        assert_eq!(wrapped("abc\u{a0}def", 4), ["abc", "def"]);
    }

    #[test]
    fn the_end_of_a_line_fits() {
        assert_eq!(tail("abcdef", 3), "def");
        assert_eq!(tail("ab你好", 3), "好");
        assert_eq!(tail("ab", 5), "ab");
    }
}
