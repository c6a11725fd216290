//! The weights file: a [`Network`] as bytes.
//!
//! All numbers are little-endian. A file is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `BIANCAEV` |
//! | 2 each | format version, row width, hidden units, output layers |
//! | 4 | length of the description |
//! | 4 | CRC-32 of the description and the unpacked weights |
//! | | the description: what made the weights, with their test errors, in UTF-8 |
//! | | the weights, packed by Deflate |
//!
//! Unpacked, the weights are the rows of ply and mobility, then each row of the tables that no
//! earlier row stands for (`patterns::shared_rows`), then the output layers. A file is read whole
//! and checked before anything is made of it; its lengths must be exactly right. The version
//! changes with the patterns, too: format 1 had 54 instances, format 2 has 62. A file with fewer
//! output layers, each for the same number of plies, is read as if every ply had a copy of its own:
//! generations up to 7 have 15.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

use super::network::{EXTRA_ROWS, HEADS, HIDDEN, Head, Network, PADDED_ROWS, Row, WIDTH};
use super::patterns::{OWN_ROWS, shared_rows};
use crate::files;

/// How a weights file begins.
pub const MAGIC: [u8; 8] = *b"BIANCAEV";
const VERSION: u16 = 2;
const HEADER: usize = 8 + 4 * 2 + 2 * 4;

/// Bytes of the largest file that is read; ours have 15 million.
const LARGEST_FILE: u64 = 1 << 28;

/// Biases beyond this could overflow the output; no trained one comes near.
const BIAS_LIMIT: i32 = 1 << 28;

static EMBEDDED: &[u8] = include_bytes!("weights/bianca.weights");

/// Why a file gives no evaluation.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file holds something else.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: Box<WeightsError>,
    },
    /// The first bytes are not those of a weights file.
    #[error("not a weights file of Bianca")]
    NotWeights,
    /// Made by another version of the program.
    #[error("weights file of format {found}, this program reads format {VERSION}")]
    Version {
        /// The format of the file.
        found: u16,
    },
    /// A network of other dimensions.
    #[error(
        "weights for rows of {width}, {hidden} hidden units and {heads} output layers; this \
         program has {WIDTH}, {HIDDEN} and {HEADS}"
    )]
    Shape {
        /// Numbers in a row.
        width: u16,
        /// Hidden units.
        hidden: u16,
        /// Output layers.
        heads: u16,
    },
    /// The file ends too early.
    #[error("the weights file is cut off")]
    CutOff,
    /// The file holds more than it should.
    #[error("the weights file is too long")]
    TooLong,
    /// The checksum is wrong, or the packed data is not.
    #[error("the weights file is damaged")]
    Damaged,
}

/// The weights that are part of the program, unpacked on first use (some 20 ms).
///
/// # Panics
/// Never in a program whose tests passed: they unpack the same bytes.
pub fn embedded() -> Arc<Network> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    let decode = || Arc::new(from_bytes(EMBEDDED).expect("the embedded weights are whole"));
    Arc::clone(NETWORK.get_or_init(decode))
}

/// Reads the weights file at `path`.
///
/// # Errors
/// If it cannot be read, or is not a whole weights file for this program.
pub fn read(path: &Path) -> Result<Network, WeightsError> {
    let bytes = files::read(path, LARGEST_FILE).map_err(|error| WeightsError::File {
        path: path.to_owned(),
        error,
    })?;
    from_bytes(&bytes).map_err(|reason| WeightsError::Content {
        path: path.to_owned(),
        reason: Box::new(reason),
    })
}

/// Writes `network` to `path`, which appears whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write(network: &Network, path: &Path) -> Result<(), WeightsError> {
    files::replace(path, &to_bytes(network)).map_err(|error| WeightsError::File {
        path: path.to_owned(),
        error,
    })
}

/// The network of a weights file's content.
///
/// # Errors
/// If `bytes` is not a whole weights file for this program.
pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
    let mut header = Numbers(bytes);
    if header.take::<8>().ok() != Some(MAGIC) {
        return Err(WeightsError::NotWeights);
    }
    let found = header.u16()?;
    if found != VERSION {
        return Err(WeightsError::Version { found });
    }
    let (width, hidden, heads) = (header.u16()?, header.u16()?, header.u16()?);
    let layers = usize::from(heads);
    let fits = layers > 0 && HEADS.is_multiple_of(layers);
    if [width, hidden].map(usize::from) != [WIDTH, HIDDEN] || !fits {
        return Err(WeightsError::Shape {
            width,
            hidden,
            heads,
        });
    }
    let length = u32::from_le_bytes(header.take()?) as usize;
    let checksum = u32::from_le_bytes(header.take()?);
    let (description, packed) = header
        .0
        .split_at_checked(length)
        .ok_or(WeightsError::CutOff)?;

    let expected = body_bytes(layers);
    let mut body = Vec::with_capacity(expected + 1);
    let mut decoder = DeflateDecoder::new(packed);
    // One byte more than there should be, to see whether there is more.
    let unpacked = (&mut decoder)
        .take(expected as u64 + 1)
        .read_to_end(&mut body);
    match unpacked {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(WeightsError::CutOff);
        }
        Err(_) => return Err(WeightsError::Damaged),
        Ok(length) if length < expected => return Err(WeightsError::CutOff),
        Ok(length) if length > expected => return Err(WeightsError::TooLong),
        Ok(_) if decoder.total_in() < packed.len() as u64 => return Err(WeightsError::TooLong),
        Ok(_) => {}
    }
    if crc(description, &body) != checksum {
        return Err(WeightsError::Damaged);
    }
    let description = String::from_utf8(description.to_vec()).map_err(|_| WeightsError::Damaged)?;
    let mut numbers = Numbers(&body);
    let rows = numbers.rows(&shared_rows())?;
    let mut heads = Box::new([const { Head::ZERO }; HEADS]);
    for plies in heads.chunks_mut(HEADS / layers) {
        plies.fill(numbers.head()?);
    }
    Ok(Network::new(rows, heads, description))
}

/// The content of a weights file for `network`.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let shared = shared_rows();
    let mut body = Vec::with_capacity(body_bytes(HEADS));
    let (extra, tables) = network.rows().split_at(EXTRA_ROWS);
    let own = tables
        .iter()
        .zip(&shared)
        .enumerate()
        .filter(|(row, (_, least))| **least as usize == *row)
        .map(|(_, (row, _))| row);
    for row in extra.iter().chain(own) {
        body.extend(row.0.map(|number| number.cast_unsigned()));
    }
    for head in network.heads() {
        put_head(&mut body, head);
    }

    let description = network.description().as_bytes();
    let mut bytes = Vec::with_capacity(HEADER + description.len() + body.len());
    bytes.extend(MAGIC);
    for number in [VERSION, WIDTH as u16, HIDDEN as u16, HEADS as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((description.len() as u32).to_le_bytes());
    bytes.extend(crc(description, &body).to_le_bytes());
    bytes.extend(description);
    let mut encoder = DeflateEncoder::new(bytes, Compression::best());
    encoder
        .write_all(&body)
        .and_then(|()| encoder.finish())
        .expect("writing to memory does not fail")
}

const HEAD_BYTES: usize = 2 * WIDTH * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 2 * WIDTH + 4;

/// Bytes of weights with so many output layers when they are unpacked.
const fn body_bytes(layers: usize) -> usize {
    (EXTRA_ROWS + OWN_ROWS) * WIDTH + layers * HEAD_BYTES
}

fn crc(description: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(description);
    hasher.update(body);
    hasher.finalize()
}

fn put_head(body: &mut Vec<u8>, head: &Head) {
    for weight in head.first.as_flattened().as_flattened() {
        body.extend(weight.to_le_bytes());
    }
    for bias in head.first_bias {
        body.extend(bias.to_le_bytes());
    }
    for weight in head.second {
        let limited = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        body.extend(limited.to_le_bytes());
    }
    for weight in head.skip {
        body.extend(weight.to_le_bytes());
    }
    body.extend(head.bias.to_le_bytes());
}

/// Bytes still to be read.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(WeightsError::CutOff)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        self.take().map(u16::from_le_bytes)
    }

    fn i16(&mut self) -> Result<i16, WeightsError> {
        self.take().map(i16::from_le_bytes)
    }

    fn bias(&mut self) -> Result<i32, WeightsError> {
        let bias = i32::from_le_bytes(self.take()?);
        if (-BIAS_LIMIT..=BIAS_LIMIT).contains(&bias) {
            Ok(bias)
        } else {
            Err(WeightsError::Damaged)
        }
    }

    fn row(&mut self) -> Result<Row, WeightsError> {
        let numbers = self.take::<WIDTH>()?;
        Ok(Row(numbers.map(u8::cast_signed)))
    }

    fn rows(&mut self, shared: &[u32]) -> Result<Vec<Row>, WeightsError> {
        // `Network::new` pads them, which would copy all of them if there were no room.
        let mut rows = Vec::with_capacity(PADDED_ROWS);
        for _ in 0..EXTRA_ROWS {
            rows.push(self.row()?);
        }
        for (row, &least) in shared.iter().enumerate() {
            let numbers = if least as usize == row {
                self.row()?
            } else {
                rows[EXTRA_ROWS + least as usize]
            };
            rows.push(numbers);
        }
        Ok(rows)
    }

    fn head(&mut self) -> Result<Head, WeightsError> {
        let mut head = Head::ZERO;
        for weight in head.first.as_flattened_mut().as_flattened_mut() {
            *weight = self.i16()?;
        }
        for bias in &mut head.first_bias {
            *bias = self.bias()?;
        }
        for weight in &mut head.second {
            *weight = self.i16()?.into();
        }
        for weight in &mut head.skip {
            *weight = self.i16()?;
        }
        head.bias = self.bias()?;
        Ok(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::random_network;

    fn shared_network() -> Network {
        let random = random_network(11, 700);
        let shared = shared_rows();
        let mut rows = random.rows().to_vec();
        for (row, least) in shared.into_iter().enumerate() {
            rows[EXTRA_ROWS + row] = rows[EXTRA_ROWS + least as usize];
        }
        let heads = Box::new(random.heads().clone());
        Network::new(rows, heads, "made by a test\n".to_owned())
    }

    #[test]
    fn a_network_reads_back_as_it_was_written() {
        let network = shared_network();
        let copy = from_bytes(&to_bytes(&network)).unwrap();
        assert_eq!(copy.rows(), network.rows());
        assert_eq!(copy.heads(), network.heads());
        assert_eq!(copy.description(), network.description());
    }

    #[test]
    fn a_file_with_fewer_output_layers_gives_each_ply_a_copy() {
        let network = shared_network();
        let bytes = to_bytes(&network);
        let start = HEADER + network.description().len();
        let mut body = Vec::new();
        let mut decoder = DeflateDecoder::new(&bytes[start..]);
        decoder.read_to_end(&mut body).unwrap();
        // What is left are the layers of the first fifteen plies, each for four.
        body.truncate(body_bytes(15));
        let description = network.description().as_bytes();
        let mut shorter = bytes[..start].to_vec();
        shorter[14..16].copy_from_slice(&15u16.to_le_bytes());
        shorter[20..24].copy_from_slice(&crc(description, &body).to_le_bytes());
        let mut encoder = DeflateEncoder::new(shorter, Compression::fast());
        encoder.write_all(&body).unwrap();
        let copy = from_bytes(&encoder.finish().unwrap()).unwrap();
        assert_eq!(copy.rows(), network.rows());
        for (ply, head) in copy.heads().iter().enumerate() {
            assert_eq!(*head, network.heads()[ply / 4], "ply {ply}");
        }
        let mut seven = bytes;
        seven[14] = 7;
        let reason = from_bytes(&seven).err().map(|error| error.to_string());
        assert!(reason.unwrap().contains("and 7 output layers"));
    }

    #[test]
    fn the_embedded_weights_can_be_used() {
        let network = embedded();
        assert!(!network.description().is_empty());
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_reason() {
        let bytes = to_bytes(&shared_network());
        let reason = |bytes: &[u8]| from_bytes(bytes).err().map(|error| error.to_string());
        assert_eq!(
            reason(b"GIF89a..."),
            Some("not a weights file of Bianca".to_owned())
        );
        let mut changed = bytes.clone();
        changed[8] = 9;
        assert_eq!(
            reason(&changed),
            Some("weights file of format 9, this program reads format 2".to_owned())
        );
        let mut changed = bytes.clone();
        changed[10] = 32;
        assert!(
            reason(&changed)
                .unwrap()
                .starts_with("weights for rows of 32")
        );
        let cut_off = Some("the weights file is cut off".to_owned());
        for length in [8, HEADER - 1, HEADER + 3, HEADER + 15, bytes.len() - 1] {
            assert_eq!(reason(&bytes[..length]), cut_off, "{length} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert_eq!(
            reason(&longer),
            Some("the weights file is too long".to_owned())
        );
        let mut changed = bytes.clone();
        changed[HEADER] ^= 1;
        assert_eq!(
            reason(&changed),
            Some("the weights file is damaged".to_owned())
        );
    }

    #[test]
    fn no_damage_goes_unseen_or_kills() {
        let bytes = to_bytes(&shared_network());
        for place in (0..bytes.len()).step_by(bytes.len() / 60) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(from_bytes(&changed).is_err(), "byte {place} changed");
        }
    }
}
