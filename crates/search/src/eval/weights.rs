//! The weights file: a [`Network`] as bytes.
//!
//! All numbers are little-endian. A file is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `BIANCAEV` |
//! | 2 each | format version, row width, hidden units, output layers, stages |
//! | 4 each | lengths of the description and of the weights |
//! | 4 | CRC-32 of the description and the weights |
//! | | the description: what made the weights, with their test errors, in UTF-8 |
//! | | the weights: rows of ply and mobility, output layers |
//! | 4 | length of the packed tables (`packing`) of the first half of the stages |
//! | | these, the first stage first |
//! | 4 | length of those of the other half, if there is one |
//! | | these, the last stage first |
//!
//! So the stage in which games begin and that in which they end can each be unpacked without
//! another. Files of the format before, in which all stages are packed together, the last first,
//! are read, too. A file is read whole and checked before anything is made of it; its lengths must
//! be exactly right. The version changes with the patterns, too. Who asks for which stages is the
//! business of `unpacking`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::layers::{EXTRA_ROWS, HEADS, HIDDEN, Head, PADDED_ROWS, ROWS, Row, WIDTH};
use super::network::{Network, STAGES_MAX};
use super::packing::{self, Packed};
use super::rans::CodeError;
use bianca_rules::cpu::kernels::memory;
use bianca_system::files;

pub use unpacking::Weights;

mod unpacking;

/// How a weights file begins.
pub const MAGIC: [u8; 8] = *b"BIANCAEV";
const VERSION: u16 = 8;

/// The format in which all stages are packed together, the last first.
const ONE_CHAIN: u16 = 7;

/// Bytes of a file before its description.
const HEADER: usize = 8 + 5 * 2 + 3 * 4;

/// Bytes of the largest file that is read.
const LARGEST_FILE: u64 = 1 << 28;

/// Biases beyond this could overflow the output; no trained one comes near.
const BIAS_LIMIT: i32 = 1 << 28;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) static EMBEDDED: &[u8] = include_bytes!("weights/bianca.weights");
#[cfg(target_arch = "wasm32")]
pub(crate) static EMBEDDED: &[u8] = OF_THE_PAGE;

/// A page has to be loaded: the weights of its engine have one stage, which is a quarter of the
/// bytes.
pub static OF_THE_PAGE: &[u8] = include_bytes!("weights/page.weights");

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
    /// The checksum is wrong, or the packed data is.
    #[error("the weights file is damaged")]
    Damaged,
    /// There is no room for the network.
    #[error("not enough memory for the weights")]
    Memory,
}

impl From<CodeError> for WeightsError {
    fn from(error: CodeError) -> WeightsError {
        match error {
            CodeError::CutOff => WeightsError::CutOff,
            CodeError::Wrong => WeightsError::Damaged,
        }
    }
}

/// The weights that are part of the program, all of them, unpacked on first use (some 0.15 s of a
/// processor).
///
/// # Panics
/// If there is not enough memory. The tests unpack the same bytes.
pub fn embedded() -> Arc<Network> {
    let weights = Weights::embedded();
    weights.unpack(60, 0);
    Arc::clone(weights.network())
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
/// If `bytes` is not a whole weights file for this program, or there is not enough memory.
pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
    let (network, mut file) = File::new(bytes)?;
    for stage in 0..network.stage_count() {
        file.unpack(stage, &network)?;
    }
    Ok(network)
}

/// The checksum that a weights file says of itself; `None` if it is too short to say one.
pub fn checksum(file: &[u8]) -> Option<u32> {
    let (header, _) = file.split_at_checked(HEADER)?;
    header.last_chunk().copied().map(u32::from_le_bytes)
}

/// The stages of a weights file that are still packed.
struct File<'a> {
    extra: Vec<Row>,
    chains: Vec<Chain<'a>>,
}

/// Stages that are packed together.
struct Chain<'a> {
    /// In the order in which they are unpacked.
    stages: Vec<usize>,
    /// How many of them are.
    unpacked: usize,
    bytes: &'a [u8],
    /// From the first to the last of them.
    packed: Option<Packed<'a>>,
}

/// The stages that are packed together, each in the order in which they are unpacked.
fn chains(version: u16, stages: usize) -> Vec<Vec<usize>> {
    if version == ONE_CHAIN {
        return vec![(0..stages).rev().collect()];
    }
    let first = stages.div_ceil(2);
    let mut chains = vec![(0..first).collect(), (first..stages).rev().collect()];
    chains.retain(|stages: &Vec<usize>| !stages.is_empty());
    chains
}

impl<'a> File<'a> {
    /// A network without rows, and the file of this content that has them.
    fn new(bytes: &'a [u8]) -> Result<(Network, File<'a>), WeightsError> {
        let mut header = Numbers(bytes);
        if header.take::<8>().ok() != Some(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let found = header.u16()?;
        if ![VERSION, ONE_CHAIN].contains(&found) {
            return Err(WeightsError::Version { found });
        }
        let (width, hidden) = (header.u16()?, header.u16()?);
        let (heads, stages) = (header.u16()?, header.u16()?);
        if [width, hidden, heads].map(usize::from) != [WIDTH, HIDDEN, HEADS]
            || !(1..=STAGES_MAX).contains(&stages.into())
        {
            return Err(WeightsError::Shape {
                width,
                hidden,
                heads,
                stages,
            });
        }
        let [description, weights] = [header.u32()?, header.u32()?].map(|length| length as usize);
        let checksum = header.u32()?;
        let whole = header.0;
        let (description, rest) = whole
            .split_at_checked(description)
            .ok_or(WeightsError::CutOff)?;
        if rest.len() != weights {
            return Err(if rest.len() < weights {
                WeightsError::CutOff
            } else {
                WeightsError::TooLong
            });
        }
        if crc32fast::hash(whole) != checksum {
            return Err(WeightsError::Damaged);
        }
        let description =
            String::from_utf8(description.to_vec()).map_err(|_| WeightsError::Damaged)?;
        let stages = usize::from(stages);
        let mut numbers = Numbers(rest);
        let mut extra = Vec::with_capacity(EXTRA_ROWS);
        for _ in 0..EXTRA_ROWS {
            extra.push(numbers.row()?);
        }
        let mut heads = Box::new([const { Head::ZERO }; HEADS]);
        for head in heads.iter_mut() {
            *head = numbers.head()?;
        }
        let mut packed = Vec::new();
        for stages in chains(found, stages) {
            let length = match found {
                ONE_CHAIN => numbers.0.len(),
                _ => numbers.u32()? as usize,
            };
            packed.push(Chain {
                stages,
                unpacked: 0,
                bytes: numbers.bytes(length)?,
                packed: None,
            });
        }
        if !numbers.0.is_empty() {
            return Err(WeightsError::Damaged);
        }
        let network = Network::packed(stages, heads, description);
        let file = File {
            extra,
            chains: packed,
        };
        Ok((network, file))
    }

    /// Gives `network` the rows of a stage, and of those that are packed before it, if they are not
    /// there yet. That packed bytes are wrong is told with the last of their stages.
    fn unpack(&mut self, stage: usize, network: &Network) -> Result<(), WeightsError> {
        for chain in &mut self.chains {
            let Some(place) = chain.stages.iter().position(|&other| other == stage) else {
                continue;
            };
            while chain.unpacked <= place {
                let mut rows = memory::reserve(PADDED_ROWS).map_err(|_| WeightsError::Memory)?;
                rows.resize(PADDED_ROWS, Row([0; WIDTH]));
                rows[..EXTRA_ROWS].copy_from_slice(&self.extra);
                let before = chain.stages[..chain.unpacked].last();
                let before = before.and_then(|&stage| network.stage(stage));
                let packed = match &mut chain.packed {
                    Some(packed) => packed,
                    None => chain.packed.insert(Packed::new(chain.bytes)?),
                };
                packed.unpack_stage(before, &mut rows[..ROWS]);
                network.put_stage(chain.stages[chain.unpacked], rows);
                chain.unpacked += 1;
                if chain.unpacked == chain.stages.len() {
                    chain.packed.take().map_or(Ok(()), Packed::finish)?;
                }
            }
        }
        Ok(())
    }
}

/// The content of a weights file for `network`.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let mut whole = network.description().as_bytes().to_vec();
    let description = whole.len();
    let extra = network
        .stages()
        .next()
        .into_iter()
        .flatten()
        .take(EXTRA_ROWS);
    whole.extend(extra.flat_map(|row| row.0.map(i8::cast_unsigned)));
    for head in network.heads() {
        put_head(&mut whole, head);
    }
    let stages: Vec<&[Row]> = network.stages().collect();
    for chain in chains(VERSION, stages.len()) {
        let chain: Vec<&[Row]> = chain.iter().map(|&stage| stages[stage]).collect();
        let packed = packing::pack(&chain);
        whole.extend((packed.len() as u32).to_le_bytes());
        whole.extend(packed);
    }

    let mut bytes = MAGIC.to_vec();
    let shape = [WIDTH, HIDDEN, HEADS, network.stages().len()].map(|number| number as u16);
    for number in [VERSION].into_iter().chain(shape) {
        bytes.extend(number.to_le_bytes());
    }
    let lengths = [description, whole.len() - description].map(|length| length as u32);
    for number in lengths.into_iter().chain([crc32fast::hash(&whole)]) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(whole);
    bytes
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

impl<'a> Numbers<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(WeightsError::CutOff)?;
        self.0 = rest;
        Ok(taken)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(WeightsError::CutOff)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        self.take().map(u32::from_le_bytes)
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
mod tests;
