//! The text protocol in process: the lines of the command line are commands, the replies are
//! printed as they come.

use std::error::Error;
use std::io;

use bianca::request::StopFlag;
use bianca::session::{Session, SessionSettings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines: Vec<String> = std::env::args().skip(1).collect();
    if lines.is_empty() {
        lines = ["option Level 6", "play f5", "genmove", "showboard"]
            .map(str::to_owned)
            .to_vec();
    }
    let mut session = Session::in_process(io::stdout(), SessionSettings::default())?;
    for line in lines {
        println!("> {line}");
        if !session.send(&line, &StopFlag::new())? {
            break;
        }
    }
    Ok(())
}
