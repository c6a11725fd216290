//! Whether this processor has what the executable was built with.
//!
//! The checked-in cargo configuration builds for the processor of the machine that builds, so an
//! executable that is carried to an older one could die of an illegal instruction in the middle
//! of a game. `main` asks here first.

use raw_cpuid::CpuId;

/// The processor features that this build uses and that the processor it runs on lacks.
///
/// Empty if the executable can run.
pub fn missing_features() -> Vec<&'static str> {
    let cpu = CpuId::new();
    let basic = cpu.get_feature_info();
    let extended = cpu.get_extended_feature_info();
    let amd = cpu.get_extended_processor_and_feature_identifiers();
    let has_basic = |test: fn(&raw_cpuid::FeatureInfo) -> bool| basic.as_ref().is_some_and(test);
    let has = |test: fn(&raw_cpuid::ExtendedFeatures) -> bool| extended.as_ref().is_some_and(test);
    let needed = [
        (
            cfg!(target_feature = "sse4.2"),
            "SSE4.2",
            has_basic(|f| f.has_sse42()),
        ),
        (
            cfg!(target_feature = "popcnt"),
            "POPCNT",
            has_basic(|f| f.has_popcnt()),
        ),
        (
            cfg!(target_feature = "avx"),
            "AVX",
            has_basic(|f| f.has_avx()),
        ),
        (
            cfg!(target_feature = "fma"),
            "FMA",
            has_basic(|f| f.has_fma()),
        ),
        (
            cfg!(target_feature = "lzcnt"),
            "LZCNT",
            amd.as_ref().is_some_and(|f| f.has_lzcnt()),
        ),
        (cfg!(target_feature = "avx2"), "AVX2", has(|f| f.has_avx2())),
        (cfg!(target_feature = "bmi1"), "BMI1", has(|f| f.has_bmi1())),
        (cfg!(target_feature = "bmi2"), "BMI2", has(|f| f.has_bmi2())),
        (
            cfg!(target_feature = "avx512f"),
            "AVX-512 F",
            has(|f| f.has_avx512f()),
        ),
        (
            cfg!(target_feature = "avx512bw"),
            "AVX-512 BW",
            has(|f| f.has_avx512bw()),
        ),
        (
            cfg!(target_feature = "avx512cd"),
            "AVX-512 CD",
            has(|f| f.has_avx512cd()),
        ),
        (
            cfg!(target_feature = "avx512dq"),
            "AVX-512 DQ",
            has(|f| f.has_avx512dq()),
        ),
        (
            cfg!(target_feature = "avx512vl"),
            "AVX-512 VL",
            has(|f| f.has_avx512vl()),
        ),
        (
            cfg!(target_feature = "avx512vnni"),
            "AVX-512 VNNI",
            has(|f| f.has_avx512vnni()),
        ),
        (
            cfg!(target_feature = "avx512vpopcntdq"),
            "AVX-512 VPOPCNTDQ",
            has(|f| f.has_avx512vpopcntdq()),
        ),
    ];
    lacking(&needed)
}

fn lacking(features: &[(bool, &'static str, bool)]) -> Vec<&'static str> {
    features
        .iter()
        .filter(|(needed, _, present)| *needed && !present)
        .map(|&(_, name, _)| name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_and_absent_is_missing() {
        let features = [(true, "a", true), (true, "b", false), (false, "c", false)];
        assert_eq!(lacking(&features), ["b"]);
    }

    #[test]
    fn the_processor_that_built_the_tests_can_run_them() {
        assert!(missing_features().is_empty());
    }
}
