//! `unsafe` stands where it is expected: in kernels, and where C calls.

use std::fs;
use std::path::Path;

use super::sources;

#[test]
fn unsafe_code_is_allowed_in_kernels_and_at_the_border_to_c_alone() {
    let mut allowed = 0;
    for path in super::folders()
        .iter()
        .flat_map(|folder| sources(Path::new(folder)))
    {
        let text = fs::read_to_string(&path).unwrap();
        if !text.contains("allow(unsafe_code)") {
            continue;
        }
        let is_kernel = path
            .iter()
            .any(|part| part == "kernels" || part == "kernels.rs");
        let is_border = path == Path::new("crates/capi/src/lib.rs");
        assert!(is_kernel || is_border, "{}", path.display());
        allowed += 1;
    }
    assert!(allowed > 5, "{allowed}");
}
