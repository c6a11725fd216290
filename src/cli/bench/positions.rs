//! The positions of the benchmark, from the opening to the ending.
//!
//! All come from games of Bianca against itself, opened with some random moves. Changing one
//! changes the signature.

/// Board and side to move, and the depth in plies; a depth of all empty squares is an exact
/// search.
pub(super) const POSITIONS: [(&str, u32); 24] = [
    (
        "-------------------XO------XO------OX-----O--X------------------ X",
        12,
    ),
    (
        "------------------OOO------OX------XXX------XO------------------ X",
        12,
    ),
    (
        "----------O-------OO-X----OXXO-----XX-------XXX----------------- O",
        12,
    ),
    (
        "-----------------OOO-X----OXXX-----OXX----OXXX---O-------------- X",
        12,
    ),
    (
        "-------------------OOX----XOXXO---OOOXO---XXXXO----------------- X",
        13,
    ),
    (
        "-----------O------OOXX----OOXX----OOXX-----OXX----X-O-------XO-- X",
        12,
    ),
    (
        "-------------------XO---OOOOOX---OOOXO---OOOOO----XXOO---------- X",
        13,
    ),
    (
        "-------------------OXXO----OXOO----XOOO---XXXOO----OOXX---OO---X X",
        12,
    ),
    (
        "------------------OOOO---XXOOO---XOXXO--XXXXX-O---OOO-----OOO--- X",
        13,
    ),
    (
        "------------O-----XOOXXX--OXOOXO--OXOXO----OOOXX---OOX-----OX--- X",
        12,
    ),
    (
        "-OOOO-X---OOXO----XOOOO---XOXOO---XOOOO---XOOO-----O-------O---- X",
        13,
    ),
    (
        "-------------O--XXOOOO--XXOOOO--XXOOOOO-XXOOOO----XOO-----XXO--- X",
        14,
    ),
    (
        "-------------X---OOOXX---XOOXOO---OOOOOO--OOOOOO---OOOOX---OOOOO X",
        14,
    ),
    (
        "-XXXXX--X-XXXX--XXXXOO--XOXOOOOOXXXXOOOO--XXXO------------------ X",
        14,
    ),
    (
        "-------------O-X--XXXOO--OXXOXOOOOXOXOX--XXXXXXX--OOOO-X-OOOOO-- X",
        15,
    ),
    (
        "-XXX------XXXX---OOXXX---OOXXXX-OOOOOOOO--OOOXO---OOXO----OOOO-- O",
        14,
    ),
    (
        "-XXXXX--X-XXOX--XXOXXO--XXOXXXXXXXOOXXX-XXOXXXXX--OO-O---------- X",
        22,
    ),
    (
        "-OOO----O-OOO---OOXOOOOXOOOXXOX-OOOOXX-OOOOOXXX---XXXX----X-XO-- O",
        21,
    ),
    (
        "----X------XXX----XXXXXO--XXXXOO-XOOOOXOXOOOOOOO-OXOXO-OOOOOOOO- X",
        20,
    ),
    (
        "-OOO----X-OO----XXXOO---XOXXOO--XOXOXOO-XOXXXXXXXXXOOOX-XX--XXXX O",
        19,
    ),
    (
        "-XXXXX----XOXX-XOOOOXXXXXOXXOXXX-XOOXOXXXXXOOXXX--XOOO----O----- X",
        18,
    ),
    (
        "--O-XXXXO-OOOOX-XXXXXXXXXXOOXXXXXXXOOXXXX-XOOXXX---OOX-----O-X-- O",
        17,
    ),
    (
        "-XXXX-O--XXOOO--XXXXOOOOOOOXXXO-OOXOXOXXXOOOOOX---OOOX----O-XXX- X",
        16,
    ),
    (
        "-XXXXX--X-XXOO-XXXXXOOOXXXOOOOOXX-OXOOOX--OOXOXX--OOXO-X--OXXO-- O",
        15,
    ),
];
