//! Dates as the formats want them: PGN has `1999.12.31` and `1999.??.??`, SGF `1999-12-31` and
//! `1999`.
//!
//! A game keeps its date in the words of its source, which are GGS's, ISO's or a person's. What of
//! them is a date for certain is found here, and whether they say more than that. A day and a month
//! whose order nobody can tell are none.

/// A year, perhaps with its month and its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    year: u32,
    month: Option<u32>,
    day: Option<u32>,
}

/// What a text says of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dated {
    /// The date in it, if there is one.
    pub date: Option<Date>,
    /// Whether the text says more, such as the time of day, or is no date.
    pub says_more: bool,
}

impl Date {
    /// As PGN has it, with question marks for what is not known.
    pub fn pgn(self) -> String {
        let part = |part: Option<u32>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        format!("{:04}.{}.{}", self.year, part(self.month), part(self.day))
    }

    /// As SGF has it, without what is not known.
    pub fn sgf(self) -> String {
        let mut text = format!("{:04}", self.year);
        for part in [self.month, self.day].into_iter().flatten() {
            text += &format!("-{part:02}");
        }
        text
    }
}

/// What `text` says of a date: year, month and day in this order, parted by points, hyphens or
/// slashes, and what stands behind them; else the first number of four digits as the year.
pub(super) fn dated(text: &str) -> Dated {
    let text = text.trim();
    if let Some((date, rest)) = leading(text) {
        return Dated {
            date: Some(date),
            says_more: !rest.is_empty(),
        };
    }
    let year = year(text).filter(|&year| year > 0).map(|year| Date {
        year,
        month: None,
        day: None,
    });
    Dated {
        date: year,
        says_more: !text.is_empty(),
    }
}

/// The first number of four digits.
pub(super) fn year(text: &str) -> Option<u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut years = numbers.filter(|digits| digits.len() == 4);
    years.next()?.parse().ok()
}

/// The date with which a text begins, and what stands behind it. A year alone has nothing behind
/// it, and a part that is written has to be possible.
fn leading(text: &str) -> Option<(Date, &str)> {
    let (year, mut rest) = number(text, 4)?;
    let separator = rest.chars().next().filter(|c| "-./".contains(*c));
    let mut parts = [None, None];
    let mut is_open = true;
    if let Some(separator) = separator {
        for part in &mut parts {
            let Some(after) = rest.strip_prefix(separator) else {
                break;
            };
            if let Some(after) = after.strip_prefix("??") {
                (is_open, rest) = (false, after);
                continue;
            }
            let (value, after) = number(after, 2)?;
            if !is_open {
                return None;
            }
            (*part, rest) = (Some(value), after);
        }
    }
    let [month, day] = parts;
    let is_possible = year > 0
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=days(year, month.unwrap_or(1))).contains(&day));
    let is_whole = rest.is_empty() || (day.is_some() && rest.starts_with(['T', '_', ' ', ',']));
    let date = Date { year, month, day };
    (is_possible && is_whole).then_some((date, rest))
}

/// A number of so many digits, and what stands behind it.
fn number(text: &str, digits: usize) -> Option<(u32, &str)> {
    let (number, rest) = text.split_at_checked(digits)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let ends = !rest.starts_with(|c: char| c.is_ascii_digit());
    (is_number && ends).then_some((number.parse().ok()?, rest))
}

/// How many days a month has.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_each_format_wants_them() {
        for (text, pgn, sgf, says_more) in [
            ("1999-12-31", "1999.12.31", "1999-12-31", false),
            (" 1999.12.31 ", "1999.12.31", "1999-12-31", false),
            ("1999/02/28", "1999.02.28", "1999-02-28", false),
            ("2000-02-29", "2000.02.29", "2000-02-29", false),
            ("1999.12.??", "1999.12.??", "1999-12", false),
            ("1999-12", "1999.12.??", "1999-12", false),
            ("1999.??.??", "1999.??.??", "1999", false),
            ("1999", "1999.??.??", "1999", false),
            ("0987", "0987.??.??", "0987", false),
            ("2003.12.15_12:33:18.MST", "2003.12.15", "2003-12-15", true),
            ("2026-01-01T00:00:00.000Z", "2026.01.01", "2026-01-01", true),
            ("2014-02-21 20:52:27 GMT", "2014.02.21", "2014-02-21", true),
            ("1999-12-31,01", "1999.12.31", "1999-12-31", true),
            // Only the year is certain.
            ("15/12/1999", "1999.??.??", "1999", true),
            ("spring 1999", "1999.??.??", "1999", true),
            ("1999-13-01", "1999.??.??", "1999", true),
            ("1999-02-29", "1999.??.??", "1999", true),
            ("1900-02-29", "1900.??.??", "1900", true),
            ("1999-04-31", "1999.??.??", "1999", true),
            ("1999-00-01", "1999.??.??", "1999", true),
            ("1999-01-00", "1999.??.??", "1999", true),
            ("1999-1-2", "1999.??.??", "1999", true),
            ("1999-12.31", "1999.??.??", "1999", true),
            ("1999.??.31", "1999.??.??", "1999", true),
            ("1999-12-311", "1999.??.??", "1999", true),
            ("1999-12-31x", "1999.??.??", "1999", true),
            ("1999_noon", "1999.??.??", "1999", true),
        ] {
            let found = dated(text);
            let date = found.date.unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*date.pgn(), &*date.sgf()), (pgn, sgf), "{text}");
            assert_eq!(found.says_more, says_more, "{text}");
            // What is written says the same.
            for written in [pgn, sgf] {
                let again = Dated {
                    date: Some(date),
                    says_more: false,
                };
                assert_eq!(dated(written), again, "{text}");
            }
        }
        for (text, says_more) in [
            ("", false),
            (" ", false),
            ("945277754", true),
            ("0000", true),
            ("漢字", true),
        ] {
            let nothing = Dated {
                date: None,
                says_more,
            };
            assert_eq!(dated(text), nothing, "{text}");
        }
    }
}
