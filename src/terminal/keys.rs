//! Keys of a real terminal, one at a time.
//!
//! A [`Keyboard`] gives keys; [`Keys`] is the one of the terminal, which has it in raw mode from
//! its beginning until it is dropped. Invariant: however the program ends (its own end, a panic, a
//! signal that can be caught), the terminal is as it was before. What a key means is not known
//! here.

use std::collections::VecDeque;
use std::io;
use std::sync::Once;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode, size};

/// How often it is looked whether the terminal is still there.
const LOOK: Duration = Duration::from_millis(100);

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Takes back the last character.
    Backspace,
    /// Takes back the whole line: Ctrl-U.
    EraseLine,
    /// Tab.
    Tab,
    /// Tab with shift.
    BackTab,
    /// Escape.
    Escape,
    /// A cursor key.
    Up,
    /// A cursor key.
    Down,
    /// A cursor key.
    Left,
    /// A cursor key.
    Right,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, the end of the input.
    End,
    /// What is shown must be drawn anew: the terminal has another size, or shows something else.
    Redraw,
}

/// Who gives keys.
pub trait Keyboard: Send {
    /// The next key, or none if none is pressed for so long.
    ///
    /// # Errors
    /// If the terminal fails or is gone.
    fn next(&mut self, patience: Duration) -> io::Result<Option<Key>>;

    /// Gives back a key, which is then the next.
    fn put_back(&mut self, key: Key);

    /// Columns and rows of the terminal.
    fn size(&self) -> (usize, usize);

    /// Lets go of the keyboard until [`take`](Keyboard::take): Ctrl-C ends the program meanwhile.
    fn release(&mut self) {}

    /// Takes it again.
    ///
    /// # Errors
    /// If the terminal fails.
    fn take(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The keyboard of the terminal.
pub struct Keys {
    waiting: VecDeque<Key>,
}

impl Keys {
    /// Takes the terminal: standard input and output must be one.
    ///
    /// # Errors
    /// If it cannot be had in raw mode.
    pub fn take_terminal() -> io::Result<Keys> {
        restore_in_panic();
        signals::restore_first()?;
        let mut keys = Keys {
            waiting: VecDeque::new(),
        };
        keys.take()?;
        Ok(keys)
    }

    fn translate(&mut self, event: Event) -> io::Result<Option<Key>> {
        Ok(match event {
            Event::Key(event) if event.kind != KeyEventKind::Release => match key_of(event) {
                Some(Meaning::Key(key)) => Some(key),
                Some(Meaning::Suspend) => {
                    self.release();
                    signals::suspend();
                    self.take()?;
                    Some(Key::Redraw)
                }
                None => None,
            },
            Event::Resize(..) => Some(Key::Redraw),
            _ => None,
        })
    }
}

impl Keyboard for Keys {
    fn next(&mut self, patience: Duration) -> io::Result<Option<Key>> {
        let until = Instant::now() + patience;
        loop {
            if let Some(key) = self.waiting.pop_front() {
                return Ok(Some(key));
            }
            // Crossterm would wait for ever for more than the end.
            if signals::is_gone() {
                return Ok(Some(Key::End));
            }
            let left = until.saturating_duration_since(Instant::now());
            if poll(left.min(LOOK))? {
                let event = read()?;
                if let Some(key) = self.translate(event)? {
                    return Ok(Some(key));
                }
            } else if left.is_zero() {
                return Ok(None);
            }
        }
    }

    fn put_back(&mut self, key: Key) {
        self.waiting.push_back(key);
    }

    fn size(&self) -> (usize, usize) {
        // Where it cannot be asked, the usual one.
        let (columns, rows) = size().unwrap_or((80, 24));
        (usize::from(columns), usize::from(rows))
    }

    fn release(&mut self) {
        // A terminal that is gone needs nothing any more.
        let _ = disable_raw_mode();
    }

    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.release();
    }
}

/// Lets a panic say what it has to say on a terminal that is as it was.
fn restore_in_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = disable_raw_mode();
            usual(panic);
        }));
    });
}

enum Meaning {
    Key(Key),
    Suspend,
}

fn key_of(event: KeyEvent) -> Option<Meaning> {
    let with_control = event.modifiers.contains(KeyModifiers::CONTROL);
    let key = match event.code {
        KeyCode::Char('z') if with_control => return Some(Meaning::Suspend),
        KeyCode::Char('c') if with_control => Key::Interrupt,
        KeyCode::Char('d') if with_control => Key::End,
        KeyCode::Char('u') if with_control => Key::EraseLine,
        KeyCode::Char('l') if with_control => Key::Redraw,
        KeyCode::Char('h') if with_control => Key::Backspace,
        KeyCode::Char('j' | 'm') if with_control => Key::Enter,
        KeyCode::Char(_) if with_control => return None,
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Esc => Key::Escape,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        _ => return None,
    };
    Some(Meaning::Key(key))
}

#[cfg(unix)]
mod signals {
    //! Signals that end a program, which here first gives the terminal back.

    use std::io;
    use std::os::fd::AsFd;
    use std::sync::Once;
    use std::thread;

    use crossterm::terminal::disable_raw_mode;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{Signal, raise};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// What ends a program.
    const ENDING: [i32; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];

    /// From now on signals end the program on a terminal that is as it was. A thread of its own
    /// waits for them, so that they are heard whatever the others do.
    pub fn restore_first() -> io::Result<()> {
        static ONCE: Once = Once::new();
        let mut begun = Ok(());
        ONCE.call_once(|| begun = begin());
        begun
    }

    fn begin() -> io::Result<()> {
        let mut signals = Signals::new(ENDING)?;
        let wait = move || {
            for signal in &mut signals {
                // A terminal that is gone needs nothing any more.
                let _ = disable_raw_mode();
                let _ = emulate_default_handler(signal);
            }
        };
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(wait)?;
        Ok(())
    }

    /// Whether nothing will come from the terminal any more.
    pub fn is_gone() -> bool {
        let stdin = io::stdin();
        let mut input = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
        poll(&mut input, PollTimeout::ZERO).is_ok() && input[0].any() == Some(true)
    }

    /// Ends the program as Ctrl-C does without us.
    pub fn interrupt() {
        let _ = emulate_default_handler(libc::SIGINT);
    }

    /// Stops the program as Ctrl-Z does without us; comes back when it is to go on.
    pub fn suspend() {
        let _ = raise(Signal::SIGTSTP);
    }
}

#[cfg(not(unix))]
mod signals {
    //! Elsewhere keys are all there is.

    use std::io;

    pub fn restore_first() -> io::Result<()> {
        Ok(())
    }

    pub fn is_gone() -> bool {
        false
    }

    pub fn interrupt() {}

    pub fn suspend() {}
}

pub use signals::interrupt;
