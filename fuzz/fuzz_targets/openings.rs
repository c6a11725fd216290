//! Files of openings, engines of a match and their limits, as their users write them.
#![no_main]

use bianca_arena::arena::limit::Limit;
use bianca_arena::arena::opening::parse_openings;
use bianca_arena::arena::spec::EngineSpec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(openings) = parse_openings(text) {
        let texts: Vec<_> = openings
            .iter()
            .map(|opening| opening.text.as_str())
            .collect();
        let again = parse_openings(&texts.join("\n")).unwrap();
        assert!(again.iter().zip(&openings).all(|(a, b)| a.game == b.game));
    }
    let _ = text.parse::<EngineSpec>();
    let _ = text.parse::<Limit>();
});
