//! Files that hold no games, known by how they begin, and what to do with each.

/// How files begin, and what is said of them.
const KINDS: &[(&[u8], &str)] = &[
    (
        b"PK\x03\x04",
        "this is a ZIP archive (or a spreadsheet, or a document); unpack it first, or save it as text",
    ),
    (
        b"\x1f\x8b",
        "this is packed by gzip; unpack it first (gunzip)",
    ),
    (b"BZh", "this is packed by bzip2; unpack it first (bunzip2)"),
    (b"7z\xbc\xaf", "this is a 7z archive; unpack it first"),
    (b"Rar!", "this is a RAR archive; unpack it first"),
    (b"\xfd7zXZ", "this is packed by xz; unpack it first (unxz)"),
    (
        b"(\xb5/\xfd",
        "this is packed by zstd; unpack it first (unzstd)",
    ),
    (
        b"%PDF",
        "this is a PDF; copy the moves or the boards out of it as text",
    ),
    (b"{\\rtf", "this is rich text (RTF); save it as plain text"),
    (b"\x89PNG", "this is a picture; type the moves or the board"),
    (
        b"\xff\xd8\xff",
        "this is a picture; type the moves or the board",
    ),
    (b"GIF8", "this is a picture; type the moves or the board"),
    (
        b"<",
        "this is a page or a list of the web (HTML, XML); copy the moves or the boards out of it as text",
    ),
    (
        b"XADEKOOB",
        "this is a book of Edax; bianca book import reads it",
    ),
    (
        b"DICUORAGE",
        "this is a book of Egaroucid; bianca book import reads it",
    ),
    (
        b"game=/lud/",
        "this is a game of Ludii; copy its moves as f5d6c3",
    ),
    (
        b"BIANCAGR",
        "these are Bianca's own records of games; bianca-lab records reads them",
    ),
];

/// What a file is that begins so, if it can hold no games, and what to do with it.
pub fn alien(content: &[u8]) -> Option<&'static str> {
    let text = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let text = text.trim_ascii_start();
    let known = |(begin, _): &&(&[u8], &str)| text.starts_with(begin);
    KINDS.iter().find(known).map(|&(_, what)| what)
}
