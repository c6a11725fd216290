//! Rays and lines through each square, made when the crate is compiled.

/// Eight `u64` on one cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Rays(pub [u64; 8]);

/// The squares seen from each square in the eight directions.
///
/// Entries 0 to 3 run towards higher bits (east, south, south-east, south-west), 4 to 7 the
/// opposite ways.
pub static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    const STEPS: [(i8, i8); 8] = [
        (1, 0),
        (0, 1),
        (1, 1),
        (-1, 1),
        (-1, 0),
        (0, -1),
        (-1, -1),
        (1, -1),
    ];
    let mut table = [Rays([0; 8]); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (file_step, rank_step) = STEPS[direction];
            let mut file = (square % 8) as i8 + file_step;
            let mut rank = (square / 8) as i8 + rank_step;
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square].0[direction] |= 1 << (rank * 8 + file);
                file += file_step;
                rank += rank_step;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// Rays towards higher bits from a square and from its image on a board that is turned, for east,
/// south, south-east and south-west.
///
/// Turned is what the vector kernels of the processor turn cheaply: the whole board on ARM, the
/// order of the ranks in WebAssembly, where the image of a ray to the east is of no use.
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct RaysBothWays(pub [[u64; 2]; 4]);

/// [`RaysBothWays`] of every square.
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
pub static RAYS_BOTH_WAYS: [RaysBothWays; 64] = {
    let turned = if cfg!(target_arch = "aarch64") {
        63
    } else {
        56
    };
    let rays = rays();
    let mut table = [RaysBothWays([[0; 2]; 4]); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (there, back) = (rays[square].0, rays[square ^ turned].0);
            table[square].0[direction] = [there[direction], back[direction]];
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The four whole lines through a square, the square included: row, file, falling and rising
/// diagonal.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lines {
    /// The squares of each line.
    pub mask: [u64; 4],
    /// The row of [`LAST_FLIPS`] for the place of the square on each line.
    pub turned: [&'static [u8; 256]; 4],
}

/// [`Lines`] of every square.
pub static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let rays = rays();
    let mut table = [Lines {
        mask: [0; 4],
        turned: [&LAST_FLIPS[0]; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let here = 1u64 << square;
        let mut line = 0;
        while line < 4 {
            let mask = rays[square].0[line] | rays[square].0[line + 4] | here;
            table[square].mask[line] = mask;
            let place = (mask & (here - 1)).count_ones() as usize;
            table[square].turned[line] = &LAST_FLIPS[place];
            line += 1;
        }
        square += 1;
    }
    table
}

/// `LAST_FLIPS[place][bits]`: discs turned by a disc at `place` of a line of eight whose other
/// squares are held by the mover where `bits` is set and by the opponent elsewhere.
///
/// A shorter line uses the low bits: the missing squares look like discs of the opponent that
/// nothing closes.
pub static LAST_FLIPS: [[u8; 256]; 8] = last_flips();

const fn last_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut bits = 0;
        while bits < 256 {
            let mut turned = 0;
            let mut up = place + 1;
            while up < 8 && bits >> up & 1 == 0 {
                up += 1;
            }
            if up < 8 {
                turned += up - place - 1;
            }
            let mut down = place as i32 - 1;
            while down >= 0 && bits >> down & 1 == 0 {
                down -= 1;
            }
            if down >= 0 {
                turned += place - 1 - down as usize;
            }
            table[place][bits] = turned as u8;
            bits += 1;
        }
        place += 1;
    }
    table
}
