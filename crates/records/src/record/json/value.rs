//! Values of JSON as people's programs write them.
//!
//! Invariant: nothing is lost in silence. Of a name that an object has twice with different values
//! the last would win: it is kept under [`TWICE`], so that whoever reads the object can tell. What
//! the standard allows and no number or letter is, half a surrogate or a number beyond those that
//! there are, is read as a letter or a value that says nothing: it may stand in a field that nobody
//! reads. Knows nothing of games.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The name under which an object keeps the first of its names that it has twice; no text of JSON
/// that a person has contains it.
const TWICE: &str = "\0twice";

/// Reads a value.
///
/// # Errors
/// If the text is not JSON, or nested too deeply.
pub fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&mended(text)).map(|Once(value)| value)
}

/// A name that an object has twice with different values, itself.
pub fn own_twice(object: &Map<String, Value>) -> Option<&str> {
    object.get(TWICE).and_then(Value::as_str)
}

/// A name that an object of a value, at any depth, has twice with different values.
pub fn twice(value: &Value) -> Option<&str> {
    match value {
        Value::Object(object) => own_twice(object).or_else(|| object.values().find_map(twice)),
        Value::Array(list) => list.iter().find_map(twice),
        _ => None,
    }
}

/// A value whose objects tell of names that they have twice.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Once, D::Error> {
        deserializer.deserialize_any(Reader).map(Once)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        let mut twice = None;
        while let Some((name, Once(value))) = entries.next_entry::<String, Once>()? {
            if object.get(&name).is_some_and(|known| *known != value) {
                twice.get_or_insert_with(|| name.clone());
            }
            object.insert(name, value);
        }
        if let Some(name) = twice {
            object.insert(TWICE.to_owned(), name.into());
        }
        Ok(Value::Object(object))
    }
}

/// A text in which halves of surrogates are the letter that stands for what is none, and numbers
/// that are too large are null. Everything else is as it was.
fn mended(text: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut copied = 0;
    let mut replace = |from: usize, to: usize, with: &str| {
        mended.push_str(&text[copied..from]);
        mended.push_str(with);
        copied = to;
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at = match byte {
            b'"' => end_of_string(text, at + 1, &mut replace),
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                let length = bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                let number = text[at..at + length].parse();
                if number.is_ok_and(f64::is_infinite) {
                    replace(at, at + length, "null");
                }
                at + length
            }
            _ => at + 1,
        };
    }
    if copied == 0 {
        return text.into();
    }
    mended.push_str(&text[copied..]);
    mended.into()
}

/// Where a string ends whose letters begin at `at`. Halves of surrogates in it are replaced.
fn end_of_string(text: &str, mut at: usize, replace: &mut impl FnMut(usize, usize, &str)) -> usize {
    /// Bytes of `\uD83D`.
    const ESCAPE: usize = 6;
    let bytes = text.as_bytes();
    let unit = |at: usize| {
        let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    loop {
        match bytes.get(at) {
            None => return at,
            Some(b'"') => return at + 1,
            Some(b'\\') => match unit(at) {
                Some(0xd800..=0xdbff) if matches!(unit(at + ESCAPE), Some(0xdc00..=0xdfff)) => {
                    at += 2 * ESCAPE;
                }
                Some(0xd800..=0xdfff) => {
                    replace(at, at + ESCAPE, "\\ufffd");
                    at += ESCAPE;
                }
                Some(_) => at += ESCAPE,
                None => at += 2,
            },
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_library_reads_is_read_the_same() {
        for text in [
            r#"{"a":[1,-2,3.5e3,true,null,"x\"\\\u00e9\ud83d\ude00"],"b":{"c":{}}}"#,
            "[]",
            " 18446744073709551615 ",
            "\"\\\"\"",
            "\"棋譜\"",
        ] {
            let plain: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text).unwrap(), plain, "{text}");
        }
        for text in [
            "", "{", "\"", "\"\\", "\"\\u", "\"\\ud83", "[1,]", "-", "1e", "nul", "{\"a\"}",
            "\"\\x\"", "01", "1.2.3", "1e999 2",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn halves_of_surrogates_and_numbers_beyond_all_refuse_nothing() {
        for (text, value) in [
            (r#""a\ud83d""#, json!("a\u{fffd}")),
            (r#""\ude00b""#, json!("\u{fffd}b")),
            (r#""\ud83d\u0041""#, json!("\u{fffd}A")),
            (r#""\ud83d\ud83d\ude00""#, json!("\u{fffd}😀")),
            (r#""\\ud83d""#, json!("\\ud83d")),
            ("[1e999,-1e999,2]", json!([null, null, 2])),
            (r#"["1e999"]"#, json!(["1e999"])),
        ] {
            assert_eq!(parse(text).unwrap(), value, "{text}");
        }
        assert_eq!(parse(&"9".repeat(400)).unwrap(), Value::Null);
    }

    #[test]
    fn a_name_that_stands_twice_is_told() {
        for (text, name) in [
            (r#"{"a":1,"a":2}"#, Some("a")),
            (r#"{"a":1,"b":1,"b":2,"a":2}"#, Some("b")),
            (r#"{"a":1,"a":1}"#, None),
            (r#"[{"a":[{"b":1,"b":[]}]}]"#, Some("b")),
            (r#"{"a":{"b":1},"c":{"b":2}}"#, None),
        ] {
            assert_eq!(twice(&parse(text).unwrap()), name, "{text}");
        }
        let outer = parse(r#"{"a":{"b":1,"b":2}}"#).unwrap();
        assert_eq!(own_twice(outer.as_object().unwrap()), None);
    }
}
