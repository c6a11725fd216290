//! Numbers of the laboratory that are no whole numbers, with their bounds.

/// A finite number in a range.
fn within(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let number = text.parse().ok();
    // The comparison also refuses what is not a number.
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most} expected"))
}

/// A share: 0 to 1.
pub fn share(text: &str) -> Result<f32, String> {
    within(text, 0.0, 1.0)
}

/// The first step of a descent.
pub fn rate(text: &str) -> Result<f32, String> {
    within(text, 1e-9, 1.0)
}

/// A sum of squared gradients.
pub fn prior(text: &str) -> Result<f32, String> {
    within(text, 1e-9, 1e6)
}

/// A difference of discs.
pub fn discs(text: &str) -> Result<f32, String> {
    within(text, 1.0, 64.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_or_out_of_bounds_is_refused() {
        for parse in [share, rate, prior, discs] {
            for text in ["nan", "NaN", "inf", "-inf", "1e30", "-1", "", "x", "1e99"] {
                assert!(parse(text).is_err(), "{text}");
            }
            assert_eq!(parse("1"), Ok(1.0));
        }
        assert_eq!(
            (share("0"), rate("0.5"), discs("64")),
            (Ok(0.0), Ok(0.5), Ok(64.0))
        );
        assert!(rate("0").is_err() && prior("0").is_err() && discs("0.5").is_err());
        assert_eq!(
            share("1.01"),
            Err("a number from 0 to 1 expected".to_owned())
        );
    }
}
