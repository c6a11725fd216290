//! Which instructions the processor has, which of them are used, and how memory is had.
//!
//! One executable holds the search compiled for several sets of instructions. An
//! [`Instructions`] names one that this processor has: it holds a value of [`kernels`] that can be
//! had in no other way, so that code which asks for such a value needs no further check. The set
//! is chosen once, at the root of a search, by [`for_instructions!`]; below it everything is
//! generic over the set and knows nothing of the choice.

pub mod kernels;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__cpuid;
use std::env;
use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use kernels::Plain;
#[cfg(target_arch = "x86_64")]
use kernels::{Avx2, Avx512};

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Nothing beyond what every processor of its kind has.
    Plain(Plain),
    /// See [`Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2<true>),
    /// See [`Avx2`]; without PEXT.
    #[cfg(target_arch = "x86_64")]
    Avx2WithoutPext(Avx2<false>),
    /// See [`Avx512`].
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// See [`Neon`](kernels::Neon).
    #[cfg(target_arch = "aarch64")]
    Neon(kernels::Neon),
    /// See [`Simd128`](kernels::Simd128).
    #[cfg(target_arch = "wasm32")]
    Simd128(kernels::Simd128),
}

/// What the environment asks for does not exist here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}={asked}: this processor can be used with {has}",
    Instructions::VARIABLE
)]
pub struct NoSuchInstructions {
    /// The word that was given.
    pub asked: String,
    /// The words that would do.
    pub has: String,
}

impl Instructions {
    /// The environment variable that names the set to use in place of the fastest one.
    pub const VARIABLE: &'static str = "BIANCA_INSTRUCTIONS";

    /// All sets that this processor has, the fastest first, the plain one last.
    pub fn available() -> Vec<Instructions> {
        #[cfg(target_arch = "x86_64")]
        let fast = {
            let mut both = [
                Avx2::detect().map(Instructions::Avx2),
                Avx2::detect().map(Instructions::Avx2WithoutPext),
            ];
            if is_slow_at_pext() {
                both.reverse();
            }
            let [first, second] = both;
            [Avx512::detect().map(Instructions::Avx512), first, second]
        };
        #[cfg(target_arch = "aarch64")]
        let fast = [kernels::Neon::detect().map(Instructions::Neon)];
        #[cfg(target_arch = "wasm32")]
        let fast = [Some(Instructions::Simd128(kernels::Simd128))];
        #[cfg(not(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "wasm32"
        )))]
        let fast = [];
        let plain = Some(Instructions::Plain(Plain));
        fast.into_iter().chain([plain]).flatten().collect()
    }

    /// What is used unless something else is asked for: the fastest set, or the one that the
    /// environment names. Found out once.
    pub fn chosen() -> Instructions {
        static CHOSEN: OnceLock<Instructions> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let fastest = || Instructions::available()[0];
            // Whoever reports wrong words asks `forced`.
            forced().ok().flatten().unwrap_or_else(fastest)
        })
    }

    fn named(word: &str) -> Result<Instructions, NoSuchInstructions> {
        let available = Instructions::available();
        let found = available.iter().find(|set| set.to_string() == word);
        found.copied().ok_or_else(|| NoSuchInstructions {
            asked: word.to_owned(),
            has: (available.iter().map(Instructions::to_string))
                .collect::<Vec<_>>()
                .join(", "),
        })
    }
}

/// Whether PEXT is made of many small steps here: processors from AMD, or after its plans, before
/// family 19h (Zen 3).
#[cfg(target_arch = "x86_64")]
fn is_slow_at_pext() -> bool {
    let names = __cpuid(0);
    let mut vendor = [0; 12];
    for (bytes, word) in vendor
        .chunks_exact_mut(4)
        .zip([names.ebx, names.edx, names.ecx])
    {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    matches!(&vendor, b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}

/// The set that the environment names, if it names one.
///
/// # Errors
/// If this processor has no such set, or nobody has.
pub fn forced() -> Result<Option<Instructions>, NoSuchInstructions> {
    let word = env::var_os(Instructions::VARIABLE);
    let word = word.as_ref().map(|word| word.to_string_lossy());
    word.map(|word| Instructions::named(&word)).transpose()
}

/// The word by which the environment names it.
impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Instructions::Plain(_) => "plain",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2WithoutPext(_) => "avx2-nopext",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon(_) => "neon",
            #[cfg(target_arch = "wasm32")]
            Instructions::Simd128(_) => "simd128",
        })
    }
}

/// `for_instructions!(instructions, kernels => expression)`: the expression with the kernels of
/// whichever set it is, compiled once for each.
#[macro_export]
macro_rules! for_instructions {
    ($instructions:expr, $kernels:ident => $body:expr) => {
        match $instructions {
            $crate::cpu::Instructions::Plain($kernels) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::cpu::Instructions::Avx2($kernels) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::cpu::Instructions::Avx2WithoutPext($kernels) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::cpu::Instructions::Avx512($kernels) => $body,
            #[cfg(target_arch = "aarch64")]
            $crate::cpu::Instructions::Neon($kernels) => $body,
            #[cfg(target_arch = "wasm32")]
            $crate::cpu::Instructions::Simd128($kernels) => $body,
        }
    };
}
pub use for_instructions;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_name_and_others_are_refused_with_a_list() {
        let available = Instructions::available();
        assert_eq!(available.last(), Some(&Instructions::Plain(Plain)));
        for set in &available {
            assert_eq!(Instructions::named(&set.to_string()), Ok(*set));
        }
        let refusal = Instructions::named("mmx").unwrap_err().to_string();
        assert!(
            refusal.starts_with("BIANCA_INSTRUCTIONS=mmx: "),
            "{refusal}"
        );
        assert!(refusal.ends_with("plain"), "{refusal}");
    }
}
