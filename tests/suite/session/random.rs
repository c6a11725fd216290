//! Lines by chance.

use rand::prelude::*;

/// A line, its end included: some of these words, or bytes that may be anything.
pub fn noise(words: &[&str], random: &mut StdRng) -> Vec<u8> {
    let mut line = Vec::new();
    if random.random() {
        for _ in 0..random.random_range(1..6) {
            line.extend(words.choose(random).unwrap().bytes());
            line.push(b' ');
        }
    } else {
        let length = random.random_range(1..500);
        line.extend((0..length).map(|_| random.random::<u8>()));
    }
    line.push(b'\n');
    line
}
