//! The tree of a file as its nodes: signs and properties, whatever they mean.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_not, take};
use nom::character::complete::{alpha1, char, multispace0};
use nom::combinator::{cut, recognize, value};
use nom::multi::{many0, many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use crate::record::error::{ReadError, short};
use crate::record::syntax::{Parsed, blanks, expected, finish};

/// What stands between a semicolon and the next sign.
pub(super) struct Node {
    /// The node before it.
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<Property>,
}

/// What a tree is made of.
enum Sign {
    Open,
    Close,
    Node(Vec<Property>),
}

/// A property with its values as they stand in the file, escapes resolved.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

impl Property {
    /// Its first value, which is the only one of most.
    pub(super) fn text(&self) -> &str {
        self.values.first().map_or("", |value| value.trim())
    }

    pub(super) fn bad_value(&self, value: &str, expected: &'static str) -> ReadError {
        ReadError::BadValue {
            property: self.name.clone(),
            value: short(value),
            expected,
        }
    }
}

/// The nodes of the first game, each behind its parent, how many of them are the main line, which
/// stands first, and what is wrong behind it.
///
/// A tree's main line goes down into its first subtree, so it ends at the first closing
/// parenthesis.
pub(super) fn nodes(text: &str) -> Result<(Vec<Node>, usize, Option<ReadError>), ReadError> {
    let start = text.find('(').unwrap_or(text.len());
    let mut rest = &text[start..];
    let mut nodes: Vec<Node> = Vec::new();
    let mut main = None;
    // The last node before each tree that is open.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut last = None;
    let mut is_begun = true;
    loop {
        let read = match (open.is_empty(), is_begun) {
            (true, _) => expected("'('", begin).parse_complete(rest),
            (_, true) => expected("';'", node).map(Sign::Node).parse_complete(rest),
            _ => cut(expected("';', a property or ')'", sign)).parse_complete(rest),
        };
        // Finding the line of an error takes a walk through the text, and happens once.
        let sign = match read {
            Ok((after, sign)) => {
                rest = after;
                sign
            }
            failed => {
                let error = finish(&text[start..], failed).err();
                return match (main, error) {
                    (Some(main), error) => Ok((nodes, main, error)),
                    (None, Some(error)) => Err(error),
                    (None, None) => Err(ReadError::Truncated),
                };
            }
        };
        match sign {
            Sign::Open => {
                open.push(last);
                is_begun = true;
            }
            Sign::Node(properties) => {
                nodes.push(Node {
                    parent: last,
                    properties,
                });
                last = Some(nodes.len() - 1);
                is_begun = false;
            }
            Sign::Close => {
                let main = *main.get_or_insert(nodes.len());
                last = open.pop().flatten();
                if open.is_empty() {
                    return Ok((nodes, main, None));
                }
            }
        }
    }
}

fn begin(input: &str) -> Parsed<'_, Sign> {
    value((), blanks(char('(')))
        .map(|()| Sign::Open)
        .parse_complete(input)
}

fn sign(input: &str) -> Parsed<'_, Sign> {
    let close = blanks(char(')')).map(|_| Sign::Close);
    alt((node.map(Sign::Node), begin, close)).parse_complete(input)
}

fn node(input: &str) -> Parsed<'_, Vec<Property>> {
    preceded(blanks(char(';')), many0(property)).parse_complete(input)
}

fn property(input: &str) -> Parsed<'_, Property> {
    // Old files write names such as `BlacK`; only their capitals count.
    let (input, name) = terminated(alpha1, multispace0).parse_complete(input)?;
    let (input, values) =
        cut(many1(expected("'['", terminated(one_value, multispace0)))).parse_complete(input)?;
    let name = name.chars().filter(char::is_ascii_uppercase).collect();
    Ok((input, Property { name, values }))
}

fn one_value(input: &str) -> Parsed<'_, String> {
    let escaped = (char('\\'), take(1usize));
    let content = recognize(many0_count(alt((
        value((), is_not("\\]")),
        value((), escaped),
    ))));
    let close = cut(expected("']'", char(']')));
    let (input, raw) = delimited(char('['), content, close).parse_complete(input)?;
    Ok((input, without_escapes(raw)))
}

fn without_escapes(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            // An escaped line break is none.
            '\\' => text.extend(characters.next().filter(|&c| c != '\n')),
            other => text.push(other),
        }
    }
    text
}
