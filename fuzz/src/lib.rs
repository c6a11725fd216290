//! What the fuzz targets have in common: the laws that whatever is read must obey.

use std::path::PathBuf;

use bianca_protocol::protocol::{Dialect, ParsedLine};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::error::ReadError;
use bianca_records::record::format::FileFormat;
use bianca_records::record::writer::write_game;

/// What was read can be written in every format, and `write` and `read` are each other's inverse
/// on what `write` wrote.
pub fn reads_back(
    game: &AnnotatedGame,
    write: fn(&AnnotatedGame) -> String,
    read: fn(&str) -> Result<AnnotatedGame, ReadError>,
) {
    for &format in FileFormat::ALL {
        // Some formats have no place for some games; none may panic.
        let _ = write_game(game, format);
    }
    let text = write(game);
    let again = match read(&text) {
        Ok(again) => again,
        Err(error) => panic!("{error}: {text:?} from {game:?}"),
    };
    assert_eq!(again.game.turns(), game.game.turns(), "{text:?}");
    assert_eq!(write(&again), text);
}

/// A text as the reader of files hands it on: it takes control characters away first.
pub fn decoded(text: &str) -> String {
    let is_kept = |character: &char| *character == '\n' || !character.is_control();
    text.chars().filter(is_kept).collect()
}

/// Each line gives a command, or an error that can be reported in one reply of whole lines.
pub fn lines(dialect: Dialect, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let ParsedLine::Command { id, command } = dialect.parse_line(line) else {
            continue;
        };
        let Err(error) = command else { continue };
        let reply = dialect.write_reply(id.as_deref(), &Err(error));
        if dialect == Dialect::Gtp {
            assert!(reply.starts_with('?'), "{reply:?}");
            assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{reply:?}");
        } else {
            assert!(reply.is_empty() || reply.ends_with('\n'), "{reply:?}");
            assert!(!reply.contains("\n\n"), "{reply:?}");
        }
        assert!(!reply.contains('\r'), "{reply:?}");
    }
}

/// A file in memory for readers that take a path; one for each process.
pub fn scratch(name: &str) -> PathBuf {
    let name = format!("bianca-fuzz-{}-{name}", std::process::id());
    PathBuf::from("/dev/shm").join(name)
}
