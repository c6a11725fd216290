//! Kernels that use PEXT.

use std::arch::x86_64::_pext_u64;

use super::lines::LINES;

/// See `plain::count_last_flips`: one look-up for each of the four lines.
#[inline]
#[target_feature(enable = "bmi2")]
pub fn count_last_flips(own: u64, square: usize) -> u32 {
    let lines = &LINES[square & 63];
    let mut turned = 0;
    for line in 0..4 {
        let bits = _pext_u64(own, lines.mask[line]);
        turned += u32::from(lines.turned[line][bits as usize & 255]);
    }
    turned
}
