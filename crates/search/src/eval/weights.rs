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
//! | | the weights: rows of ply and mobility, output layers, packed tables (`packing`) |
//!
//! A file is read whole and checked before anything is made of it; its lengths must be exactly
//! right. The version changes with the patterns, too. Of the program's own weights only the stages
//! are unpacked that somebody asks for.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use thiserror::Error;

use super::layers::{EXTRA_ROWS, HEADS, HIDDEN, Head, PADDED_ROWS, ROWS, Row, WIDTH};
use super::network::{Network, STAGES_MAX, stage_of};
use super::packing::{self, Packed};
use super::rans::CodeError;
use bianca_rules::cpu::kernels::memory;
use bianca_system::files;

/// How a weights file begins.
pub const MAGIC: [u8; 8] = *b"BIANCAEV";
const VERSION: u16 = 7;

/// Bytes of a file before its description.
const HEADER: usize = 8 + 5 * 2 + 3 * 4;

/// Bytes of the largest file that is read.
const LARGEST_FILE: u64 = 1 << 28;

/// Biases beyond this could overflow the output; no trained one comes near.
const BIAS_LIMIT: i32 = 1 << 28;

#[cfg(not(target_arch = "wasm32"))]
static EMBEDDED: &[u8] = include_bytes!("weights/bianca.weights");
#[cfg(target_arch = "wasm32")]
static EMBEDDED: &[u8] = OF_THE_PAGE;

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

/// The weights that are part of the program, unpacked on first use (some 0.2 s of a processor).
///
/// # Panics
/// If there is not enough memory. The tests unpack the same bytes.
pub fn embedded() -> Arc<Network> {
    embedded_for(60)
}

/// The part of [`embedded`] that is for positions with so many `empties`, or fewer: only what is
/// missing of it is unpacked.
///
/// # Panics
/// As [`embedded`].
pub fn embedded_for(empties: u32) -> Arc<Network> {
    embedded_from(stage_of(empties, Embedded::get().stages))
}

/// [`embedded`] from a stage on.
fn embedded_from(stage: usize) -> Arc<Network> {
    static NETWORKS: [OnceLock<Arc<Network>>; STAGES_MAX] = [const { OnceLock::new() }; STAGES_MAX];
    let unpacked = NETWORKS[stage].get_or_init(|| {
        let embedded = Embedded::get();
        let later = (stage + 1 < embedded.stages).then(|| embedded_from(stage + 1));
        // Whoever panicked for want of memory had not begun yet.
        let mut file = embedded.file.lock().unwrap_or_else(PoisonError::into_inner);
        let network = file.network_with_next_stage(later.as_deref());
        Arc::new(network.expect("there is memory for the embedded weights"))
    });
    Arc::clone(unpacked)
}

/// The program's own weights.
struct Embedded {
    stages: usize,
    /// As many stages are unpacked as there are networks.
    file: Mutex<File<'static>>,
}

impl Embedded {
    fn get() -> &'static Embedded {
        static FILE: OnceLock<Embedded> = OnceLock::new();
        FILE.get_or_init(|| {
            let file = File::new(EMBEDDED).expect("the embedded weights are whole");
            Embedded {
                stages: file.stages,
                file: Mutex::new(file),
            }
        })
    }
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
    let mut file = File::new(bytes)?;
    let mut network = file.network_with_next_stage(None)?;
    for _ in 1..file.stages {
        network = file.network_with_next_stage(Some(&network))?;
    }
    file.packed.finish()?;
    Ok(network)
}

/// The checksum that a weights file says of itself; `None` if it is too short to say one.
pub fn checksum(file: &[u8]) -> Option<u32> {
    let (header, _) = file.split_at_checked(HEADER)?;
    header.last_chunk().copied().map(u32::from_le_bytes)
}

/// A weights file whose stages are unpacked one by one, the last of a game first.
struct File<'a> {
    stages: usize,
    extra: Vec<Row>,
    heads: Box<[Head; HEADS]>,
    description: String,
    packed: Packed<'a>,
}

impl<'a> File<'a> {
    /// A file of this content, of which nothing is unpacked.
    fn new(bytes: &'a [u8]) -> Result<File<'a>, WeightsError> {
        let mut header = Numbers(bytes);
        if header.take::<8>().ok() != Some(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let found = header.u16()?;
        if found != VERSION {
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
        Ok(File {
            stages,
            extra,
            heads,
            description,
            packed: Packed::new(numbers.0)?,
        })
    }

    /// What the next stage and `later`, the network of those unpacked before, are together.
    fn network_with_next_stage(
        &mut self,
        later: Option<&Network>,
    ) -> Result<Network, WeightsError> {
        let mut rows = memory::reserve(PADDED_ROWS).map_err(|_| WeightsError::Memory)?;
        rows.resize(PADDED_ROWS, Row([0; WIDTH]));
        rows[..EXTRA_ROWS].copy_from_slice(&self.extra);
        let next = later.and_then(|later| later.stages().next());
        self.packed.unpack_stage(next, &mut rows[..ROWS]);
        Ok(match later {
            Some(later) => later.with_stage_before(rows),
            None => {
                let (heads, description) = (self.heads.clone(), self.description.clone());
                Network::of_last_stage(rows, self.stages, heads, description)
            }
        })
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
    whole.extend(packing::pack(network));

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

impl Numbers<'_> {
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
mod tests {
    use super::*;
    use crate::eval::network::random_network;
    use crate::eval::patterns::shared_rows;
    use bianca_rules::othello::{Move, Position};

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
    fn a_part_of_the_embedded_weights_is_enough_for_the_rest_of_a_game() {
        let mut position = Position::START;
        let whole = embedded();
        while !position.is_over() {
            let empties = position.empties();
            let part = embedded_for(empties);
            let missing = stage_of(empties, whole.stages().len());
            assert!(part.stages().eq(whole.stages().skip(missing)), "{empties}");
            assert_eq!(part.estimate(&position), whole.estimate(&position));
            let first = position.moves().into_iter().next();
            position = position.make_unchecked(first.map_or(Move::Pass, Move::Place));
        }
        assert_eq!(embedded_for(0).stages().len(), 1);
    }

    #[test]
    fn the_embedded_weights_can_be_used() {
        assert!(!embedded().description().is_empty());
        let of_the_page = from_bytes(OF_THE_PAGE).unwrap();
        assert_eq!(of_the_page.stages().len(), 1);
    }

    #[test]
    fn a_file_says_its_checksum() {
        let bytes = to_bytes(&shared_network(2));
        assert_eq!(checksum(&bytes), Some(crc32fast::hash(&bytes[HEADER..])));
        assert_eq!(checksum(&bytes[..HEADER - 1]), None);
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
            Some("weights file of format 9, this program reads format 7".to_owned())
        );
        let mut changed = bytes.clone();
        changed[10] = 32;
        assert!(
            reason(&changed)
                .unwrap()
                .starts_with("weights for rows of 32")
        );
        let mut changed = bytes.clone();
        changed[14] = 15;
        assert!(reason(&changed).unwrap().contains(" 15 output layers"));
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

    #[test]
    fn the_weights_of_the_page_say_what_they_said_when_they_were_made() {
        let network = from_bytes(OF_THE_PAGE).unwrap();
        // What `eval` printed with the file as an option, in a program of before.
        for (moves, expected) in [
            ("", 2.83),
            ("f5d6c3", -0.45),
            (
                "c4e3f2e2f4c5b6g2f6e6f7e7d8b5a6g8d6c6e1a5b4c3b7c7g1d7a4",
                2.43,
            ),
            (
                "e6f4g3g4g5c6c5c4b3h4c7g6g7e7e3e2f3h6f2f1d6f5f6f8g2d2d8",
                9.57,
            ),
            (
                "f5d6c5b4c7f6a3d7e3b7f7f3f4d3b8f8d2b6e2c2c3c1a7a5b2d1g6c4e6h7c8e7g7c6g4h4e1g5g3a6\
                 b3a2a4b5a1a8",
                -12.61,
            ),
        ] {
            let mut position = Position::START;
            for mv in moves.as_bytes().chunks(2) {
                if position.moves().is_empty() {
                    position = position.play(Move::Pass).unwrap();
                }
                let mv = str::from_utf8(mv).unwrap().parse::<Move>().unwrap();
                position = position.play(mv).unwrap();
            }
            let discs = f64::from(network.estimate(&position)) / 256.0;
            assert!((discs - expected).abs() < 0.006, "{moves}: {discs}");
        }
    }
}
