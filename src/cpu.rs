//! Whether this processor has what the executable was built with.
//!
//! The checked-in cargo configuration builds for the processor of the machine that builds, so an
//! executable that is carried to an older one could die of an illegal instruction in the middle
//! of a game. `main` asks here first.
//!
//! This code is itself compiled for that processor. Invariant: up to the answer it is made of
//! loads, tests of constant masks and calls, which the compiler has no reason to turn into
//! anything that the oldest 64-bit processor lacks; `tests/builds.rs` runs it on emulated ones.

/// A word in which the processor tells its features.
#[derive(Clone, Copy)]
enum Word {
    BasicC,
    ExtendedB,
    ExtendedC,
    AmdC,
}

/// A feature of the processor.
struct Feature {
    name: &'static str,
    /// Whether this build uses it.
    needed: bool,
    word: Word,
    mask: u32,
}

macro_rules! features {
    ($($feature:literal $name:literal $word:ident $bit:literal;)*) => {
        [$(Feature {
            name: $name,
            needed: cfg!(target_feature = $feature),
            word: Word::$word,
            mask: 1 << $bit,
        }),*]
    };
}

/// Bits of CPUID leaves 1, 7 and 8000_0001h, from the processors' manuals.
static FEATURES: [Feature; 15] = features! {
    "sse4.2" "SSE4.2" BasicC 20;
    "popcnt" "POPCNT" BasicC 23;
    "avx" "AVX" BasicC 28;
    "fma" "FMA" BasicC 12;
    "lzcnt" "LZCNT" AmdC 5;
    "avx2" "AVX2" ExtendedB 5;
    "bmi1" "BMI1" ExtendedB 3;
    "bmi2" "BMI2" ExtendedB 8;
    "avx512f" "AVX-512 F" ExtendedB 16;
    "avx512bw" "AVX-512 BW" ExtendedB 30;
    "avx512cd" "AVX-512 CD" ExtendedB 28;
    "avx512dq" "AVX-512 DQ" ExtendedB 17;
    "avx512vl" "AVX-512 VL" ExtendedB 31;
    "avx512vnni" "AVX-512 VNNI" ExtendedC 11;
    "avx512vpopcntdq" "AVX-512 VPOPCNTDQ" ExtendedC 14;
};

/// Calls `tell` with the name of each processor feature that this build uses and that the
/// processor it runs on lacks; says whether there was one.
#[inline(never)]
pub fn each_missing(tell: fn(&'static str)) -> bool {
    any_lacking(&FEATURES, read, tell)
}

fn any_lacking(features: &[Feature], read: fn(Word) -> u32, tell: fn(&'static str)) -> bool {
    let mut any = false;
    for feature in features {
        if feature.needed && read(feature.word) & feature.mask == 0 {
            tell(feature.name);
            any = true;
        }
    }
    any
}

/// Kernels for other processors than these need nothing.
#[cfg(not(target_arch = "x86_64"))]
fn read(_: Word) -> u32 {
    u32::MAX
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn read(word: Word) -> u32 {
    use raw_cpuid::cpuid;
    match word {
        Word::BasicC => cpuid!(1).ecx,
        // A leaf that the processor does not have would give that of another.
        Word::ExtendedB if cpuid!(0).eax >= 7 => cpuid!(7, 0).ebx,
        Word::ExtendedC if cpuid!(0).eax >= 7 => cpuid!(7, 0).ecx,
        Word::ExtendedB | Word::ExtendedC => 0,
        Word::AmdC => cpuid!(0x8000_0001).ecx,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_and_absent_is_missing() {
        use std::sync::Mutex;
        static TOLD: Mutex<Vec<&str>> = Mutex::new(Vec::new());
        let feature = |name, needed, bit: u32| Feature {
            name,
            needed,
            word: Word::AmdC,
            mask: 1 << bit,
        };
        let features = [
            feature("there", true, 3),
            feature("absent", true, 4),
            feature("not needed", false, 4),
        ];
        let tell = |name| TOLD.lock().unwrap().push(name);
        assert!(any_lacking(&features, |_| 1 << 3, tell));
        assert_eq!(*TOLD.lock().unwrap(), ["absent"]);
        assert!(!any_lacking(&features[..1], |_| 1 << 3, |_| {}));
    }

    #[test]
    fn the_bits_are_those_that_the_library_of_the_language_reads() {
        #[cfg(target_arch = "x86_64")]
        for (name, detected) in [
            ("SSE4.2", is_x86_feature_detected!("sse4.2")),
            ("POPCNT", is_x86_feature_detected!("popcnt")),
            ("FMA", is_x86_feature_detected!("fma")),
            ("LZCNT", is_x86_feature_detected!("lzcnt")),
            ("AVX2", is_x86_feature_detected!("avx2")),
            ("BMI1", is_x86_feature_detected!("bmi1")),
            ("BMI2", is_x86_feature_detected!("bmi2")),
            ("AVX-512 F", is_x86_feature_detected!("avx512f")),
            ("AVX-512 VL", is_x86_feature_detected!("avx512vl")),
            ("AVX-512 VNNI", is_x86_feature_detected!("avx512vnni")),
        ] {
            let feature = FEATURES.iter().find(|feature| feature.name == name);
            let feature = feature.unwrap();
            assert_eq!(read(feature.word) & feature.mask != 0, detected, "{name}");
        }
    }

    #[test]
    fn the_processor_that_built_the_tests_can_run_them() {
        assert!(!each_missing(|name| panic!("{name}")));
    }
}
