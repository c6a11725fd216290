//! Lines of the native dialect: each gives a command or a fault that can be told in one reply.
#![no_main]

use bianca::protocol::gtp::{Line, parse_line, write_reply};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let Line::Order { id, command } = parse_line(line) else {
            continue;
        };
        if let Err(fault) = command {
            let reply = write_reply(id.as_deref(), &Err(fault));
            assert!(
                reply.starts_with('?') && reply.ends_with("\n\n"),
                "{reply:?}"
            );
            assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{reply:?}");
        }
    }
});
