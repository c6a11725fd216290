//! Sets of instructions, and code compiled for them.
//!
//! The compiler uses an instruction that not every processor has only in functions that are marked
//! for it, and it inlines marked functions only into functions that are marked as well. So a
//! search is fast only if everything on its way down is marked. A function that is to be compiled
//! for each set is therefore written as two: the body, always inlined and generic over the set, and
//! the function by which others call it, which `compiled!` makes. The only marks outside of the
//! kernels themselves are there.
//!
//! A value of a set's type is the proof that the processor has its instructions; it takes no
//! room and no time. What is asked of the system about memory is in `memory`. This is the only part
//! of `cpu` that may hold `unsafe`.

#![allow(unsafe_code)]

pub mod memory;

use std::fmt::Debug;

/// A set of instructions that this processor has.
///
/// # Safety
/// A value of the type may exist only where the processor has the instructions of the set.
pub unsafe trait InstructionSet: Copy + Debug + Send + Sync + 'static {
    /// Whether code is compiled for `Avx2`.
    const IS_AVX2: bool = false;
    /// Whether code is compiled for `Avx512`.
    const IS_AVX512: bool = false;
    /// Whether code is compiled for `Simd128`.
    const IS_SIMD128: bool = false;
}

/// What every processor of its kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain;

// SAFETY: it has nothing that could be missing.
unsafe impl InstructionSet for Plain {}

/// AVX2, BMI1, BMI2, LZCNT, POPCNT, FMA and MOVBE: the processors of x86-64-v3, since 2013 from
/// Intel and 2015 from AMD. `PEXT` says whether the instruction of that name, which is one of BMI2,
/// is used: the processors from AMD before 2020 take hundreds of cycles for it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2<const PEXT: bool>(());

#[cfg(target_arch = "x86_64")]
impl<const PEXT: bool> Avx2<PEXT> {
    /// The set, if this processor has it.
    pub fn detect() -> Option<Avx2<PEXT>> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("movbe");
        has.then_some(Avx2(()))
    }
}

// SAFETY: only `detect` makes a value.
#[cfg(target_arch = "x86_64")]
unsafe impl<const PEXT: bool> InstructionSet for Avx2<PEXT> {
    const IS_AVX2: bool = true;
}

/// The set of [`Avx2`] and AVX-512 F, BW, CD, DQ and VL: the processors of x86-64-v4. None of them
/// is slow at PEXT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(Avx2<true>);

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The set, if this processor has it.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        Avx2::detect().filter(|_| has).map(Avx512)
    }

    /// What it has, too.
    #[inline(always)]
    pub fn avx2(self) -> Avx2<true> {
        self.0
    }
}

// SAFETY: only `detect` makes a value.
#[cfg(target_arch = "x86_64")]
unsafe impl InstructionSet for Avx512 {
    const IS_AVX512: bool = true;
}

/// NEON, which every 64-bit ARM processor that programs are compiled for has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

#[cfg(target_arch = "aarch64")]
impl Neon {
    /// The set, if this processor has it.
    pub fn detect() -> Option<Neon> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

// SAFETY: only `detect` makes a value.
#[cfg(target_arch = "aarch64")]
unsafe impl InstructionSet for Neon {}

/// The 128-bit registers of WebAssembly. Whatever runs a module has all that is in it.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd128;

// SAFETY: a module with instructions that are not there is not even loaded.
#[cfg(target_arch = "wasm32")]
unsafe impl InstructionSet for Simd128 {
    const IS_SIMD128: bool = true;
}

/// Makes functions of which there is a copy for each set of instructions.
///
/// ```text
/// compiled! {
///     by kernels;
///     /// What it does.
///     pub fn name[K: InstructionSet][K](kernels: K, number: u32) -> u32 {
///         name_body(kernels, number)
///     }
/// }
/// ```
///
/// After `by` stands a value of type `K`, the set. The generic parameters are given twice, with
/// their bounds and without. The body should be one call of a function that is marked
/// `#[inline(always)]`; whatever else the body calls is compiled for every processor unless it is
/// inlined, too. A method is made of `(&mut self as this: &mut Type, ...)`, with the parameters of
/// its own between those lists.
#[macro_export]
macro_rules! compiled {
    (
        by $set:expr;
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident[$($generics:tt)*][$($named:tt)*](
            $($argument:ident: $type:ty),* $(,)?
        ) -> $result:ty $body:block
    ) => {
        $(#[$attribute])*
        #[inline(always)]
        #[allow(clippy::too_many_arguments)]
        $visibility fn $name<$($generics)*>($($argument: $type),*) -> $result {
            $crate::cpu::kernels::compiled!(
                @copies [$(#[$attribute])*] $set, [$($generics)*][$($named)*]($($argument: $type),*) -> $result, $body;
                ($($argument),*)
            )
        }
    };
    (
        by $set:expr;
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident[$($generics:tt)*][$($own:tt)*][$($named:tt)*](
            &mut $self:ident as $this:ident: $this_type:ty, $($argument:ident: $type:ty),* $(,)?
        ) -> $result:ty $body:block
    ) => {
        $(#[$attribute])*
        #[inline(always)]
        #[allow(clippy::too_many_arguments)]
        $visibility fn $name<$($own)*>(&mut $self, $($argument: $type),*) -> $result {
            let $this = $self;
            $crate::cpu::kernels::compiled!(
                @copies [$(#[$attribute])*] $set, [$($generics)* $($own)*][$($named)*](
                    $this: $this_type, $($argument: $type),*
                ) -> $result, $body;
                ($this, $($argument),*)
            )
        }
    };
    (
        @copies [$(#[$attribute:meta])*] $set:expr, [$($generics:tt)*][$($named:tt)*](
            $($argument:ident: $type:ty),*
        ) -> $result:ty, $body:block; $passed:tt
    ) => {{
        // A function of its own also for the plain set, or a body that calls itself would be
        // inlined without end.
        $(#[$attribute])*
        fn plain<$($generics)*>($($argument: $type),*) -> $result $body

        $(#[$attribute])*
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
        fn avx2<$($generics)*>($($argument: $type),*) -> $result $body

        $(#[$attribute])*
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
        fn avx512<$($generics)*>($($argument: $type),*) -> $result $body

        $(#[$attribute])*
        #[cfg(target_arch = "wasm32")]
        #[target_feature(enable = "simd128")]
        fn simd128<$($generics)*>($($argument: $type),*) -> $result $body

        // Constants, so that no set has copies for another one.
        let _: K = $set;
        #[cfg(target_arch = "x86_64")]
        if <K as $crate::cpu::kernels::InstructionSet>::IS_AVX512 {
            // SAFETY: there is a value of type `K`, so the processor has its instructions.
            return unsafe { avx512::<$($named)*> $passed };
        }
        #[cfg(target_arch = "x86_64")]
        if <K as $crate::cpu::kernels::InstructionSet>::IS_AVX2 {
            // SAFETY: as above.
            return unsafe { avx2::<$($named)*> $passed };
        }
        #[cfg(target_arch = "wasm32")]
        if <K as $crate::cpu::kernels::InstructionSet>::IS_SIMD128 {
            return simd128::<$($named)*> $passed;
        }
        // On ARM, the whole program is compiled for NEON.
        plain::<$($named)*> $passed
    }};
}
pub use compiled;
