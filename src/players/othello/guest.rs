//! The option that lets a classic player find Othello's moves instead of the searcher.

use crate::engine::{OptionInfo, OptionKind, Refusal};
use crate::games::othello::Othello;
use crate::players::classic::{self, Thinker};

/// The strong player's own name among the players.
const BIANCA: &str = "bianca";

/// Who plays and, for a guest, how deep it looks.
pub fn list(guest: Option<&Thinker>) -> Vec<OptionInfo> {
    let guests = classic::styles::<Othello>();
    let names = guests.iter().map(|style| style.name());
    let player = OptionInfo {
        name: "Player",
        kind: OptionKind::Choice {
            default: BIANCA,
            values: [BIANCA].into_iter().chain(names).collect(),
        },
        value: guest.map_or(BIANCA, |guest| guest.style.name()).to_owned(),
        help: "who finds the moves; minimax:4 and alphabeta:4 set the depth, too",
    };
    let depth = guest.map(classic::depth_option);
    [player].into_iter().chain(depth).collect()
}

/// Sets an option that is about who plays; says whether `name` is such an option. A new guest
/// draws with `seed`.
///
/// # Errors
/// [`Refusal::BadValue`].
pub fn set(
    guest: &mut Option<Thinker>,
    seed: u64,
    name: &str,
    value: &str,
) -> Result<bool, Refusal> {
    let is_player = name.eq_ignore_ascii_case("Player");
    if is_player && value.eq_ignore_ascii_case(BIANCA) {
        *guest = None;
    } else if is_player {
        let mut invited = Thinker::new(classic::Style::Greedy);
        classic::set_option::<Othello>(&mut invited, name, value)?;
        invited.set_seed(seed);
        *guest = Some(invited);
    } else if let Some(guest) = guest
        && name.eq_ignore_ascii_case("Depth")
    {
        classic::set_option::<Othello>(guest, name, value)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}
