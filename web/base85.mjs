// Bytes as text of five digits for every four bytes, as the page holds them: a sixteenth shorter than Base64.
// `crates/play/src/page/digits.rs` writes the same, and `page/src/base85.ts` reads it.

/** The digit for 0 to 84. None ends an element of HTML: `x` stands where `<` would. */
const digit = (value) => (value === 25 ? 'x' : String.fromCharCode(35 + value));

/** Groups are big-endian; of a last one of fewer than four bytes as many digits are there as it has, and one more. */
export function base85(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    let value = [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (group[i] ?? 0), 0);
    const digits = [];
    for (let i = 0; i < 5; i++) {
      digits.unshift(digit(value % 85));
      value = Math.floor(value / 85);
    }
    text += digits.slice(0, group.length + 1).join('');
  }
  return text;
}
