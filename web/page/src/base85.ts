// The page's bytes, which stand in it as text: `base85.mjs` writes them, and says how.

/** What stands for `<`, which could end an element. */
const INSTEAD = 'x'.charCodeAt(0);

/** The bytes of a text of `base85`; what no digit is gives other bytes, never an error. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const groups = Math.ceil(text.length / 5);
  const bytes = new DataView(new ArrayBuffer(4 * groups));
  for (let group = 0; group < groups; group++) {
    let value = 0;
    for (let at = 5 * group; at < 5 * group + 5; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 35 + 84;
      value = 85 * value + (code === INSTEAD ? 25 : code - 35);
    }
    bytes.setUint32(4 * group, value);
  }
  const missing = 5 * groups - text.length;
  return new Uint8Array(bytes.buffer, 0, 4 * groups - missing);
}
