//! The rules of Othello on a board of letters, written once more.

pub type Grid = [u8; 64];

pub const BLACK: u8 = b'*';
pub const WHITE: u8 = b'O';
pub const FREE: u8 = b'-';

pub fn other(side: u8) -> u8 {
    if side == BLACK { WHITE } else { BLACK }
}

/// The discs that a disc on this square turns.
pub fn turned(grid: &Grid, side: u8, square: usize) -> Vec<usize> {
    let mut all = Vec::new();
    if grid[square] != FREE {
        return all;
    }
    for (right, down) in [
        (0, 1),
        (1, 0),
        (1, 1),
        (1, -1),
        (0, -1),
        (-1, 0),
        (-1, -1),
        (-1, 1),
    ] {
        let (mut file, mut rank) = (square as i32 % 8 + right, square as i32 / 8 + down);
        let mut line = Vec::new();
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let place = (rank * 8 + file) as usize;
            match grid[place] {
                FREE => break,
                disc if disc == side => {
                    all.append(&mut line);
                    break;
                }
                _ => line.push(place),
            }
            (file, rank) = (file + right, rank + down);
        }
    }
    all
}

pub fn legal(grid: &Grid, side: u8) -> Vec<usize> {
    let can = |square: &usize| !turned(grid, side, *square).is_empty();
    (0..64).filter(can).collect()
}

/// The square's name, in small letters.
pub fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// Where a square goes by the symmetry of this number: 1 mirrors left and right, 2 top and bottom,
/// 4 then swaps files and ranks.
pub fn image(square: usize, symmetry: u8) -> usize {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    rank * 8 + file
}

pub fn image_of(grid: &Grid, symmetry: u8) -> Grid {
    let mut turned = [FREE; 64];
    for square in 0..64 {
        turned[image(square, symmetry)] = grid[square];
    }
    turned
}

/// The same with the discs of the side to move as black's.
pub fn from_mover(grid: &Grid, side: u8) -> Grid {
    grid.map(|disc| match disc {
        FREE => FREE,
        disc if disc == side => BLACK,
        _ => WHITE,
    })
}

/// Where a game usually begins.
pub fn usual() -> Grid {
    let mut grid = [FREE; 64];
    (grid[27], grid[36], grid[28], grid[35]) = (WHITE, WHITE, BLACK, BLACK);
    grid
}
