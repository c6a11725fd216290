//! Disks that fill up under self-play: one clear message, and what was written before is whole.

use crate::LAB;
use crate::support::disk::{self, Disk, FULL, READ_ONLY, assert_refused, says};

const WRITER: &str = "$BIANCA datagen -o out.rec --games 100000 --depth 1 --exact 2 --opening 4";

#[test]
fn a_disk_that_fills_up_or_may_not_be_written_is_told_once() {
    for (disk, reason) in [(Disk::Room(16), FULL), (Disk::ReadOnly, READ_ONLY)] {
        let Some(output) = disk::on(disk, WRITER, LAB) else {
            return;
        };
        assert_refused(&output, "out.rec", reason);
    }
}

#[test]
fn games_that_were_written_before_the_disk_was_full_are_whole() {
    let script = "$BIANCA datagen -o out.rec --games 100000 --depth 1 --exact 2 --opening 4 2>&1\n\
                  $BIANCA records stat out.rec";
    let Some(output) = disk::on(Disk::Room(16), script, LAB) else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &says(&output);
    assert!(output.status.success(), "{text}");
    let games = text
        .lines()
        .find_map(|line| line.split_once(" games, ")?.0.parse::<u32>().ok());
    // A game has some 140 bytes.
    assert!(games.is_some_and(|games| games > 50), "{text}");
}
