use std::io::Cursor;

use super::*;
use crate::terminal::heard::Heard;
use crate::terminal::words::Words;
use bianca_system::language::Language;

#[test]
fn a_person_is_told_of_a_search_that_takes_long_and_nobody_else_is() {
    for (columns, told) in [(Some(80), true), (None, false)] {
        let heard = Heard::default();
        let input = Cursor::new(Vec::new());
        let mut terminal =
            Terminal::with_lines(input, heard.clone(), columns, Words::of(Language::English));
        let stop = StopFlag::new();
        let quick = terminal.while_waiting(&stop, || 7).unwrap();
        assert_eq!(quick, 7);
        assert!(heard.0.lock().unwrap().is_empty());
        let slow = terminal.while_waiting(&stop, || {
            thread::sleep(PATIENCE + Duration::from_millis(200));
            8
        });
        assert_eq!(slow.unwrap(), 8);
        let said = heard.0.lock().unwrap().clone();
        assert_eq!(String::from_utf8(said).unwrap().contains("Thinking…"), told);
    }
}

#[test]
#[should_panic(expected = "the search fails")]
fn a_search_that_panics_does_so_here() {
    let input = Cursor::new(Vec::new());
    let mut terminal =
        Terminal::with_lines(input, io::sink(), Some(80), Words::of(Language::English));
    let _ = terminal.while_waiting(&StopFlag::new(), || panic!("the search fails"));
}

#[test]
fn what_is_typed_full_width_is_plain() {
    assert_eq!(understood("　ｄ３ ").unwrap(), "d3");
    assert_eq!(understood("Save A.ggf").unwrap(), "Save A.ggf");
    assert!(matches!(understood("退出"), Err(Ended::Left)));
    assert!(matches!(understood(" QUIT"), Err(Ended::Left)));
}
