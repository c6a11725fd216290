//! Lines of JSON that carry a checksum.
//!
//! A line is a JSON object with `"crc"` as its last member: the CRC-32 of all bytes before it, in
//! eight hexadecimal digits. Any program that reads JSON can read it. What was changed since it
//! was written, be it one bit, is refused; nothing here knows what the lines are about.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// What stands before the checksum.
const MARK: &[u8] = b",\"crc\":\"";
/// What stands behind it.
const END: &[u8] = b"\"}";
/// Hexadecimal digits of the checksum.
const DIGITS: usize = 8;

/// Why a line is not used.
#[derive(Debug, Error)]
pub enum ChecksumError {
    /// There is no checksum at its end.
    #[error("no checksum at the end of the line")]
    NoChecksum,
    /// It is not as it was written.
    #[error("the checksum is wrong: the line was changed")]
    Changed,
    /// It is another kind of line.
    #[error("{0}")]
    Other(#[from] serde_json::Error),
}

/// A line for `object`, which must be written as a JSON object that is not empty, with its line
/// break.
///
/// # Errors
/// If `object` cannot be written as JSON.
pub fn write_line(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    debug_assert!(line.len() > 2 && line.ends_with(b"}"), "no object");
    line.pop();
    let checksum = format!("{:0DIGITS$x}", crc32fast::hash(&line));
    line.extend([MARK, checksum.as_bytes(), END, b"\n"].concat());
    Ok(line)
}

/// What a line without its line break was made of.
///
/// # Errors
/// If it was not made by [`write_line`] of the same kind of object, or was changed since.
pub fn read_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, ChecksumError> {
    let (content, checksum) = line
        .strip_suffix(END)
        .and_then(|line| line.split_at_checked(line.len().checked_sub(DIGITS)?))
        .and_then(|(line, checksum)| Some((line.strip_suffix(MARK)?, checksum)))
        .ok_or(ChecksumError::NoChecksum)?;
    if format!("{:0DIGITS$x}", crc32fast::hash(content)).as_bytes() != checksum {
        return Err(ChecksumError::Changed);
    }
    Ok(serde_json::from_slice(&[content, b"}"].concat())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    type Object = BTreeMap<String, u32>;

    fn object() -> Object {
        [("games".to_owned(), 12)].into()
    }

    #[test]
    fn a_line_is_json_and_reads_back() {
        let line = write_line(&object()).unwrap();
        assert_eq!(line, b"{\"games\":12,\"crc\":\"f80883ec\"}\n");
        let line = line.trim_ascii_end();
        assert!(serde_json::from_slice::<serde_json::Value>(line).is_ok());
        assert_eq!(read_line::<Object>(line).unwrap(), object());
    }

    #[test]
    fn any_flipped_bit_is_found() {
        let line = write_line(&object()).unwrap();
        let line = line.trim_ascii_end();
        for bit in 0..8 * line.len() {
            let mut line = line.to_vec();
            line[bit / 8] ^= 1 << (bit % 8);
            assert!(read_line::<Object>(&line).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn a_line_without_a_checksum_is_named() {
        for line in [
            "",
            "{}",
            "\"}",
            "{\"games\":12}",
            "{\"games\":12,\"crc\":\"\"}",
        ] {
            let refused = read_line::<Object>(line.as_bytes());
            assert!(matches!(refused, Err(ChecksumError::NoChecksum)), "{line}");
        }
    }
}
