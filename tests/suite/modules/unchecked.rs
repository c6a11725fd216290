//! `unsafe` stands where it is expected: in kernels, and where C calls.

use std::fs;
use std::path::Path;

use super::sources;

/// Whether C calls here.
fn is_border(path: &Path) -> bool {
    path == Path::new("crates/capi/src/lib.rs")
        || path.starts_with("crates/capi/src/libedax/border")
}

#[test]
fn what_c_calls_stands_at_its_border_alone() {
    let mut borders = 0;
    for path in sources(Path::new("crates/capi/src")) {
        let text = fs::read_to_string(&path).unwrap();
        let words = [
            "unsafe {",
            "unsafe fn",
            "unsafe extern",
            "unsafe impl",
            "no_mangle",
        ];
        let is_unsafe = words.iter().any(|word| text.contains(word));
        assert!(!is_unsafe || is_border(&path), "{}", path.display());
        borders += usize::from(is_unsafe);
    }
    assert!(borders > 5, "{borders}");
}

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
        assert!(is_kernel || is_border(&path), "{}", path.display());
        allowed += 1;
    }
    assert!(allowed > 5, "{allowed}");
}
