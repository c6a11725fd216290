//! Where games begin and end in a stream, without understanding them.
//!
//! Each byte is looked at a bounded number of times. A game that is not closed ends where the
//! next one evidently begins, so that one broken game takes no other with it. No more than
//! [`LONGEST_GAME`] bytes are kept.

use std::io::{self, BufRead, ErrorKind, Read};

use crate::record::error::{ReadError, short};
use crate::record::format::Brackets;
use bianca_system::foreign::next_line;

/// Bytes of the longest game that is read; a game with a note on every move has a few thousand.
pub const LONGEST_GAME: usize = 1 << 20;

/// Bytes of the longest value of JSON; lists of thousands of games have a few million.
const LONGEST_VALUE: usize = 1 << 24;

/// Bytes of the longest line, where a game is a line.
const LONGEST_LINE: usize = 1 << 16;

/// How far before a bracket the beginning of its game may be.
const LOOK_BACK: usize = 64;

/// What stands at some place of a file.
pub struct Piece {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The byte at which it begins, from 0.
    pub byte: u64,
    /// The bytes that should be a game, or why they cannot be one.
    pub content: Result<Vec<u8>, ReadError>,
}

/// Some bytes of a binary file, as many as there are.
pub struct Block {
    /// The byte at which it begins, from 0.
    pub byte: u64,
    /// At most as many as were asked for, fewer at the end.
    pub content: Vec<u8>,
}

/// Cuts an input into pieces.
#[derive(Default)]
pub struct Cut {
    /// Bytes consumed so far.
    byte: u64,
    /// Line breaks consumed so far.
    breaks: u64,
    /// Consumed bytes that begin the next piece.
    carry: Vec<u8>,
    /// Whether a game has been found.
    begun: bool,
}

impl Cut {
    /// The next `length` bytes.
    pub fn block(&mut self, input: &mut impl BufRead, length: usize) -> io::Result<Block> {
        let mut content = Vec::with_capacity(length);
        input
            .by_ref()
            .take(length as u64)
            .read_to_end(&mut content)?;
        let byte = self.byte;
        self.byte += content.len() as u64;
        Ok(Block { byte, content })
    }

    /// The next line without its break; `None` at the end.
    pub fn line(&mut self, input: &mut impl BufRead) -> io::Result<Option<Piece>> {
        let (line, byte) = (self.breaks + 1, self.byte);
        let Some(found) = next_line(input, LONGEST_LINE)? else {
            return Ok(None);
        };
        self.byte += found.length;
        self.breaks += u64::from(found.is_ended);
        let content = if found.is_too_long() {
            Err(ReadError::TooLong(LONGEST_LINE))
        } else {
            Ok(found.bytes)
        };
        Ok(Some(Piece {
            line,
            byte,
            content,
        }))
    }

    /// The next value of JSON, from the bracket that opens it to the one that closes it; or what
    /// stands where none is.
    pub fn value(&mut self, input: &mut impl BufRead) -> io::Result<Option<Piece>> {
        let mut value = Value::default();
        let mut place = None;
        loop {
            let buffer = fill(input)?;
            if buffer.is_empty() {
                break;
            }
            let mut used = 0;
            for &byte in buffer {
                used += 1;
                let is_mark = byte >= 0x80 && self.byte < 3;
                let is_quiet = byte.is_ascii_whitespace() || byte == b',' || is_mark;
                if place.is_none() && !is_quiet {
                    place = Some((self.breaks + 1, self.byte));
                }
                self.byte += 1;
                self.breaks += u64::from(byte == b'\n');
                if place.is_some() && value.push(byte) {
                    break;
                }
            }
            input.consume(used);
            if value.is_ended {
                break;
            }
        }
        let Some((line, byte)) = place else {
            return Ok(None);
        };
        let content = if value.too_long {
            Err(ReadError::TooLong(LONGEST_VALUE))
        } else {
            Ok(value.content)
        };
        Ok(Some(Piece {
            line,
            byte,
            content,
        }))
    }

    /// A line with its break, or a part of it if it is too long; nothing at the end.
    fn some_of_line(&mut self, input: &mut impl BufRead) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut limited = input.by_ref().take(LONGEST_LINE as u64 + 1);
        limited.read_until(b'\n', &mut bytes)?;
        self.byte += bytes.len() as u64;
        self.breaks += u64::from(bytes.ends_with(b"\n"));
        Ok(bytes)
    }

    /// The next game in brackets, from its `(` to the `)` that closes it; or what stands where
    /// no game is.
    pub fn tree(
        &mut self,
        input: &mut impl BufRead,
        brackets: Brackets,
    ) -> io::Result<Option<Piece>> {
        if self.carry.is_empty()
            && let Some(noise) = self.noise_before_tree(input, brackets)?
        {
            return Ok(Some(noise));
        }
        let mut tree = Tree::new(brackets, std::mem::take(&mut self.carry));
        let byte = self.byte - tree.content.len() as u64;
        let line = self.breaks + 1 - count_breaks(&tree.content);
        let mut ended = false;
        while !ended {
            let buffer = fill(input)?;
            if buffer.is_empty() {
                break;
            }
            let mut used = 0;
            for &byte in buffer {
                used += 1;
                self.breaks += u64::from(byte == b'\n');
                if tree.push(byte) {
                    ended = true;
                    break;
                }
            }
            self.byte += used as u64;
            input.consume(used);
        }
        if tree.content.is_empty() {
            return Ok(None);
        }
        self.begun = true;
        self.carry = std::mem::take(&mut tree.next);
        let content = if tree.too_long {
            Err(ReadError::TooLong(LONGEST_GAME))
        } else {
            Ok(tree.content)
        };
        Ok(Some(Piece {
            line,
            byte,
            content,
        }))
    }

    /// Goes to the next `(`. What stands before it is noise, but for blanks, the number of games
    /// that begins a line of GGF, and what precedes the first game of SGF.
    fn noise_before_tree(
        &mut self,
        input: &mut impl BufRead,
        brackets: Brackets,
    ) -> io::Result<Option<Piece>> {
        let mut noise = Vec::new();
        let mut place = (0, 0);
        loop {
            let buffer = fill(input)?;
            let at_end = buffer.is_empty();
            let open = buffer.iter().position(|&byte| byte == b'(');
            let before = &buffer[..open.unwrap_or(buffer.len())];
            for &byte in before {
                let is_mark = byte >= 0x80 && self.byte < 3;
                let is_count = brackets.has_counts && byte.is_ascii_digit();
                let is_quiet = byte.is_ascii_whitespace() || is_mark || is_count;
                if noise.is_empty() && !is_quiet {
                    place = (self.breaks + 1, self.byte);
                }
                if (!noise.is_empty() || !is_quiet) && noise.len() < LOOK_BACK {
                    noise.push(byte);
                }
                self.byte += 1;
                self.breaks += u64::from(byte == b'\n');
            }
            let used = before.len();
            input.consume(used);
            if at_end || open.is_some() {
                break;
            }
        }
        let is_preface = brackets.has_preface && !self.begun && !fill(input)?.is_empty();
        if noise.is_empty() || is_preface {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&noise).trim().to_owned();
        Ok(Some(Piece {
            line: place.0,
            byte: place.1,
            content: Err(ReadError::NoGame(short(&text))),
        }))
    }

    /// The next game of PGN: tags, then moves up to the next tag or to a line that ends with a
    /// result.
    pub fn tagged(&mut self, input: &mut impl BufRead) -> io::Result<Option<Piece>> {
        let mut game = Tagged::default();
        let mut place = None;
        let mut line = std::mem::take(&mut self.carry);
        let mut at_start = true;
        loop {
            if line.is_empty() {
                line = self.some_of_line(input)?;
            }
            if line.is_empty() {
                break;
            }
            if at_start && game.ends_before(&line) {
                self.carry = line;
                break;
            }
            let is_blank = line.iter().all(u8::is_ascii_whitespace);
            if place.is_none() && !is_blank {
                let breaks = count_breaks(&line);
                place = Some((self.breaks + 1 - breaks, self.byte - line.len() as u64));
            }
            let ends = game.push(&line, at_start);
            at_start = line.ends_with(b"\n");
            line.clear();
            if ends {
                break;
            }
        }
        let Some((line, byte)) = place else {
            return Ok(None);
        };
        let content = if game.too_long {
            Err(ReadError::TooLong(LONGEST_GAME))
        } else {
            Ok(game.content)
        };
        Ok(Some(Piece {
            line,
            byte,
            content,
        }))
    }
}

/// What the input has at hand; nothing at its end.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    // Asked twice, because the borrow of a failed attempt would last.
    loop {
        match input.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    input.fill_buf()
}

fn count_breaks(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// A game in brackets that is being read.
struct Tree {
    brackets: Brackets,
    content: Vec<u8>,
    /// Parentheses that are open.
    depth: usize,
    in_value: bool,
    is_escaped: bool,
    too_long: bool,
    /// The beginning of the next game, if that was met before this one was closed.
    next: Vec<u8>,
}

impl Tree {
    /// A game of which nothing has been read, or its beginning up to its first bracket.
    fn new(brackets: Brackets, beginning: Vec<u8>) -> Tree {
        let begun = !beginning.is_empty();
        Tree {
            brackets,
            content: beginning,
            depth: usize::from(begun),
            in_value: begun,
            is_escaped: false,
            too_long: false,
            next: Vec::new(),
        }
    }

    /// Takes a byte; whether the game ends with it.
    fn push(&mut self, byte: u8) -> bool {
        self.content.push(byte);
        if byte == b'['
            && let Some(start) = self.next_game()
        {
            self.next = self.content.split_off(start);
            return true;
        }
        if self.content.len() > LONGEST_GAME {
            self.too_long = true;
        }
        if self.too_long && self.content.len() >= 2 * LOOK_BACK {
            // What was read of it is of no use but to see the next game begin.
            let old = self.content.len() - LOOK_BACK;
            self.content.drain(..old);
        }
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.in_value => self.is_escaped = self.brackets.has_escapes,
            b']' => self.in_value = false,
            _ if self.in_value => {}
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    /// Where in the content another game begins, if the bracket at its end is that of a property
    /// that only the first node of a game has. Where values can hold anything it must begin a line.
    fn next_game(&self) -> Option<usize> {
        let bracket = self.content.len() - 1;
        let before = &self.content[bracket.saturating_sub(LOOK_BACK)..bracket];
        let before = before.trim_ascii_end();
        let letters = before
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphabetic());
        let (node, name) = before.split_at(before.len() - letters.count());
        // Only who knows no escapes writes names in small letters, too.
        let is_root = self.brackets.first.iter().any(|first| {
            if self.brackets.has_escapes {
                name == first.as_bytes()
            } else {
                name.eq_ignore_ascii_case(first.as_bytes())
            }
        });
        let open = node.trim_ascii_end().strip_suffix(b";")?.trim_ascii_end();
        let open = open.strip_suffix(b"(").filter(|_| is_root)?;
        let start = bracket.saturating_sub(LOOK_BACK) + open.len();
        if start == 0 && !self.too_long {
            return None;
        }
        let on_line = open.iter().rev().take_while(|byte| **byte != b'\n');
        let begins_line =
            on_line.clone().count() < open.len() && on_line.clone().all(u8::is_ascii_whitespace);
        (!self.brackets.has_escapes || begins_line).then_some(start)
    }
}

/// A value of JSON that is being read.
#[derive(Default)]
struct Value {
    content: Vec<u8>,
    /// Brackets that are open.
    depth: usize,
    in_text: bool,
    is_escaped: bool,
    too_long: bool,
    is_ended: bool,
}

impl Value {
    /// Takes a byte; whether the value ends with it. What begins with no bracket ends with its
    /// line.
    fn push(&mut self, byte: u8) -> bool {
        if self.content.len() == LONGEST_VALUE {
            self.too_long = true;
            self.content.clear();
        }
        if !self.too_long {
            self.content.push(byte);
        }
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.in_text => self.is_escaped = true,
            b'"' => self.in_text = !self.in_text,
            _ if self.in_text => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.is_ended = self.depth == 0;
            }
            b'\n' => self.is_ended = self.depth == 0,
            _ => {}
        }
        self.is_ended
    }
}

/// A game of PGN that is being read.
#[derive(Default)]
struct Tagged {
    content: Vec<u8>,
    has_event: bool,
    has_moves: bool,
    in_comment: bool,
    too_long: bool,
}

impl Tagged {
    /// Whether `line` begins another game.
    fn ends_before(&self, line: &[u8]) -> bool {
        let begins = line.starts_with(b"[Event ");
        match line.first() {
            Some(b'[') if self.in_comment => begins,
            Some(b'[') => self.has_moves || (begins && self.has_event),
            _ => false,
        }
    }

    /// Takes a line or a part of one; whether the game ends with it.
    fn push(&mut self, line: &[u8], at_start: bool) -> bool {
        if self.content.len() + line.len() > LONGEST_GAME {
            self.too_long = true;
            self.content.clear();
        }
        if !self.too_long {
            self.content.extend_from_slice(line);
        }
        if at_start && !self.in_comment && line.starts_with(b"[") {
            self.has_event |= line.starts_with(b"[Event ");
            return false;
        }
        if at_start && !self.in_comment && line.starts_with(b"%") {
            return false;
        }
        self.has_moves |= !line.iter().all(u8::is_ascii_whitespace);
        for &byte in line {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                b';' if !self.in_comment => return false,
                _ => {}
            }
        }
        let words = line.trim_ascii_end();
        let last = words
            .rsplit(u8::is_ascii_whitespace)
            .next()
            .unwrap_or_default();
        !self.in_comment && matches!(last, b"*" | b"1-0" | b"0-1" | b"1/2-1/2")
    }
}
