//! The weights file: a [`Network`] as bytes.
//!
//! All numbers are little-endian. A file is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `BIANCAEV` |
//! | 2 each | format version, row width, hidden units, output layers, stages |
//! | 4 | length of the description |
//! | 4 | CRC-32 of the description and the unpacked weights |
//! | | the description: what made the weights, with their test errors, in UTF-8 |
//! | | the weights, packed by Deflate |
//!
//! Unpacked, the weights are the rows of ply and mobility, then each row of the first stage's
//! tables that no earlier row stands for (`patterns::shared_rows`), then what the same rows of each
//! further stage have more than those of the stage before, modulo 256, then the output layers. A
//! file is read whole and checked before anything is made of it; its lengths must be exactly right.
//! The version changes with the patterns, too: format 1 had 54 instances, format 2 62 and one stage,
//! of which its header says nothing; format 3 stages; their shapes had fewer squares. Those of format 4 had today's
//! squares in another order. These three are still read (`earlier`). A file with fewer output layers, each for the
//! same number of plies, is read as if every ply had a copy of its own: generations up to 7 have 15.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

use super::earlier::{FEWER_SQUARES, OTHER_ORDER};
use super::network::{
    EXTRA_ROWS, HEADS, HIDDEN, Head, Network, Row, STAGES_MAX, WIDTH, padded_rows,
};
use super::patterns::{OWN_ROWS, shared_rows};
use crate::cpu::kernels::memory;
use crate::files;

/// How a weights file begins.
pub const MAGIC: [u8; 8] = *b"BIANCAEV";
const VERSION: u16 = 5;
/// The format whose files have one stage, and say nothing of it.
const ONE_STAGE: u16 = 2;

/// Bytes of the largest file that is read.
const LARGEST_FILE: u64 = 1 << 28;

/// Biases beyond this could overflow the output; no trained one comes near.
const BIAS_LIMIT: i32 = 1 << 28;

#[cfg(not(target_arch = "wasm32"))]
static EMBEDDED: &[u8] = include_bytes!("weights/bianca.weights");
/// A page has to be loaded: its weights have one stage, which is a third of the bytes.
#[cfg(target_arch = "wasm32")]
static EMBEDDED: &[u8] = include_bytes!("weights/page.weights");

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
        "weights for rows of {width}, {hidden} hidden units, {heads} output layers and {stages} \
         stages; this program has {WIDTH}, {HIDDEN}, {HEADS} and up to {STAGES_MAX}"
    )]
    Shape {
        /// Numbers in a row.
        width: u16,
        /// Hidden units.
        hidden: u16,
        /// Output layers.
        heads: u16,
        /// Stages with rows of their own.
        stages: u16,
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

/// The weights that are part of the program, unpacked on first use (some 90 ms).
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
    let earlier = match found {
        VERSION => None,
        4 => Some(OTHER_ORDER),
        ONE_STAGE | 3 => Some(FEWER_SQUARES),
        _ => return Err(WeightsError::Version { found }),
    };
    let (width, hidden, heads) = (header.u16()?, header.u16()?, header.u16()?);
    let stages = if found == ONE_STAGE { 1 } else { header.u16()? };
    let layers = usize::from(heads);
    let fits =
        layers > 0 && HEADS.is_multiple_of(layers) && (1..=STAGES_MAX).contains(&stages.into());
    if [width, hidden].map(usize::from) != [WIDTH, HIDDEN] || !fits {
        return Err(WeightsError::Shape {
            width,
            hidden,
            heads,
            stages,
        });
    }
    let length = u32::from_le_bytes(header.take()?) as usize;
    let checksum = u32::from_le_bytes(header.take()?);
    let (description, packed) = header
        .0
        .split_at_checked(length)
        .ok_or(WeightsError::CutOff)?;

    let stages = usize::from(stages);
    let own_rows = earlier.as_ref().map_or(OWN_ROWS, |tables| tables.own_rows);
    let expected = body_bytes(stages, own_rows, layers);
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
    // Which rows are shared is found out only for a file that is whole.
    let rows = match earlier {
        None => numbers.rows(&shared_rows(), stages)?,
        Some(tables) => {
            let shared = tables.shared_rows();
            let known = numbers.rows(&shared, stages)?;
            tables.as_todays(&known, EXTRA_ROWS + shared.len())
        }
    };
    let mut heads = Box::new([const { Head::ZERO }; HEADS]);
    for plies in heads.chunks_mut(HEADS / layers) {
        plies.fill(numbers.head()?);
    }
    Ok(Network::new(rows, heads, description))
}

/// The content of a weights file for `network`.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let shared = shared_rows();
    let stages = network.stages().len();
    let mut body = Vec::with_capacity(body_bytes(stages, OWN_ROWS, HEADS));
    let mut before: Option<&[Row]> = None;
    for rows in network.stages() {
        let own = (EXTRA_ROWS..).zip(&shared);
        let own = own.filter(|(row, least)| EXTRA_ROWS + **least as usize == *row);
        let first = if before.is_none() { EXTRA_ROWS } else { 0 };
        for row in (0..first).chain(own.map(|(row, _)| row)) {
            let zero = [0; WIDTH];
            let before = before.map_or(zero, |before| before[row].0);
            let numbers = rows[row].0.iter().zip(before);
            body.extend(
                numbers.map(|(number, before)| number.wrapping_sub(before).cast_unsigned()),
            );
        }
        before = Some(rows);
    }
    for head in network.heads() {
        put_head(&mut body, head);
    }

    let description = network.description().as_bytes();
    let mut bytes = MAGIC.to_vec();
    let shape = [WIDTH, HIDDEN, HEADS, stages].map(|number| number as u16);
    for number in [VERSION].into_iter().chain(shape) {
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

/// Bytes of weights with so many stages and output layers when they are unpacked.
const fn body_bytes(stages: usize, own_rows: usize, layers: usize) -> usize {
    (EXTRA_ROWS + stages * own_rows) * WIDTH + layers * HEAD_BYTES
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

    fn rows(&mut self, shared: &[u32], stages: usize) -> Result<Vec<Row>, WeightsError> {
        // `Network::new` pads them, which would copy all of them if there were no room.
        let mut rows = memory::reserve(padded_rows(stages)).unwrap_or_default();
        for _ in 0..EXTRA_ROWS {
            rows.push(self.row()?);
        }
        for stage in 0..stages {
            if stage > 0 {
                rows.extend_from_within(..EXTRA_ROWS);
            }
            let stage_rows = EXTRA_ROWS + shared.len();
            let tables = stage * stage_rows + EXTRA_ROWS;
            for (row, &least) in shared.iter().enumerate() {
                let numbers = if least as usize != row {
                    rows[tables + least as usize]
                } else if stage == 0 {
                    self.row()?
                } else {
                    let Row(before) = rows[tables - stage_rows + row];
                    let Row(more) = self.row()?;
                    Row(std::array::from_fn(|i| before[i].wrapping_add(more[i])))
                };
                rows.push(numbers);
            }
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
    use crate::eval::network::{ROWS, random_network};

    /// Bytes of a file before its description.
    const HEADER: usize = 8 + 5 * 2 + 2 * 4;

    fn shared_network(stages: usize) -> Network {
        let random = random_network(11, stages, 700);
        let shared = shared_rows();
        let mut rows: Vec<Row> = random.stages().flatten().copied().collect();
        let (first, _) = rows.split_at(EXTRA_ROWS);
        let extra = first.to_vec();
        for rows in rows.chunks_exact_mut(ROWS) {
            rows[..EXTRA_ROWS].copy_from_slice(&extra);
            for (row, &least) in shared.iter().enumerate() {
                rows[EXTRA_ROWS + row] = rows[EXTRA_ROWS + least as usize];
            }
        }
        let heads = Box::new(random.heads().clone());
        Network::new(rows, heads, "made by a test\n".to_owned())
    }

    #[test]
    fn a_network_reads_back_as_it_was_written() {
        for stages in [1, 3] {
            let network = shared_network(stages);
            let copy = from_bytes(&to_bytes(&network)).unwrap();
            assert!(copy.stages().eq(network.stages()), "{stages} stages");
            assert_eq!(copy.stages().len(), stages);
            assert_eq!(copy.heads(), network.heads());
            assert_eq!(copy.description(), network.description());
        }
    }

    #[test]
    fn a_file_with_fewer_output_layers_gives_each_ply_a_copy() {
        let network = shared_network(1);
        let bytes = to_bytes(&network);
        let start = HEADER + network.description().len();
        let mut body = Vec::new();
        let mut decoder = DeflateDecoder::new(&bytes[start..]);
        decoder.read_to_end(&mut body).unwrap();
        // What is left are the layers of the first fifteen plies, each for four.
        body.truncate(body_bytes(1, OWN_ROWS, 15));
        let description = network.description().as_bytes();
        let mut shorter = bytes[..start].to_vec();
        shorter[14..16].copy_from_slice(&15u16.to_le_bytes());
        shorter[22..26].copy_from_slice(&crc(description, &body).to_le_bytes());
        let mut encoder = DeflateEncoder::new(shorter, Compression::fast());
        encoder.write_all(&body).unwrap();
        let copy = from_bytes(&encoder.finish().unwrap()).unwrap();
        assert!(copy.stages().eq(network.stages()));
        for (ply, head) in copy.heads().iter().enumerate() {
            assert_eq!(*head, network.heads()[ply / 4], "ply {ply}");
        }
        let mut seven = bytes;
        seven[14] = 7;
        let reason = from_bytes(&seven).err().map(|error| error.to_string());
        assert!(reason.unwrap().contains(" 7 output layers"));
    }

    #[test]
    fn the_embedded_weights_can_be_used() {
        assert!(!embedded().description().is_empty());
        let of_the_page = from_bytes(include_bytes!("weights/page.weights")).unwrap();
        assert_eq!(of_the_page.stages().len(), 1);
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_reason() {
        let bytes = to_bytes(&shared_network(2));
        let reason = |bytes: &[u8]| from_bytes(bytes).err().map(|error| error.to_string());
        assert_eq!(
            reason(b"GIF89a..."),
            Some("not a weights file of Bianca".to_owned())
        );
        let mut changed = bytes.clone();
        changed[8] = 9;
        assert_eq!(
            reason(&changed),
            Some("weights file of format 9, this program reads format 5".to_owned())
        );
        let mut changed = bytes.clone();
        changed[10] = 32;
        assert!(
            reason(&changed)
                .unwrap()
                .starts_with("weights for rows of 32")
        );
        let mut changed = bytes.clone();
        changed[16] = 61;
        assert!(reason(&changed).unwrap().contains(" 61 stages"));
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
        let bytes = to_bytes(&shared_network(2));
        for place in (0..bytes.len()).step_by(bytes.len() / 60) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(from_bytes(&changed).is_err(), "byte {place} changed");
        }
    }
}
