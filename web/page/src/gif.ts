/**
 * Animated pictures as GIF files (version 89a), and the field of pixels that they are drawn on.
 *
 * Invariant: a frame holds only what differs from the one before. Knows nothing of Othello and of the page.
 */

/** Red, green and blue as one number, 8 bits each. */
export type Colour = number;

/** A field of pixels. */
export class Field {
  readonly pixels: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
    ground: Colour,
  ) {
    this.pixels = new Uint32Array(width * height).fill(ground);
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = top; y < top + height; y++) this.pixels.fill(colour, y * this.width + left, y * this.width + left + width);
  }

  /** A filled circle whose edge is smooth. */
  circle(x: number, y: number, radius: number, colour: Colour): void {
    for (let py = Math.floor(y - radius - 1); py <= y + radius + 1; py++) {
      for (let px = Math.floor(x - radius - 1); px <= x + radius + 1; px++) {
        // In eighths, so that there are few colours.
        const cover = Math.round(8 * Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(px + 0.5 - x, py + 0.5 - y))));
        if (cover === 0) continue;
        const at = py * this.width + px;
        this.pixels[at] = mixed(this.pixels[at] ?? 0, colour, cover / 8);
      }
    }
  }

  /** Rows of bits, the highest of `columns` at the left, each a square of `size` pixels. */
  bitmap(left: number, top: number, rows: readonly number[], columns: number, size: number, colour: Colour): void {
    rows.forEach((bits, y) => {
      for (let x = 0; x < columns; x++) {
        if ((bits >> (columns - 1 - x)) & 1) this.rectangle(left + x * size, top + y * size, size, size, colour);
      }
    });
  }
}

function mixed(under: Colour, over: Colour, share: number): Colour {
  let all = 0;
  for (const shift of [16, 8, 0]) {
    const [one, two] = [(under >> shift) & 255, (over >> shift) & 255];
    all |= Math.round(one + (two - one) * share) << shift;
  }
  return all;
}

/** A picture of an animation and how long it stays, in hundredths of a second. */
export interface Shot {
  readonly field: Field;
  readonly delay: number;
}

/** More colours than a file can name. */
export class TooManyColours extends Error {}

/** The animation, which begins anew for ever. All shots have the size of the first. Throws `TooManyColours`. */
export function writeGif(shots: readonly [Shot, ...Shot[]]): Uint8Array {
  const { width, height } = shots[0].field;
  const palette = new Map<Colour, number>();
  for (const { field } of shots) for (const colour of field.pixels) if (!palette.has(colour)) palette.set(colour, palette.size);
  if (palette.size > 256) throw new TooManyColours(String(palette.size));
  const bits = Math.max(2, Math.ceil(Math.log2(palette.size)));
  const bytes: number[] = [];
  const text = (word: string): void => void bytes.push(...[...word].map((letter) => letter.charCodeAt(0)));
  const short = (...all: number[]): void => void bytes.push(...all.flatMap((value) => [value & 255, value >> 8]));
  text('GIF89a');
  short(width, height);
  bytes.push(0x80 | (bits - 1), 0, 0);
  const colours = [...palette.keys()];
  for (let i = 0; i < 1 << bits; i++) {
    const colour = colours[i] ?? 0;
    bytes.push((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
  }
  // Begins anew for ever.
  bytes.push(0x21, 0xff, 11);
  text('NETSCAPE2.0');
  bytes.push(3, 1, 0, 0, 0);
  shots.forEach(({ field, delay }, i) => {
    const { left, top, right, bottom } = changed(shots[i - 1]?.field, field);
    // What is not drawn anew stays.
    bytes.push(0x21, 0xf9, 4, 1 << 2);
    short(delay);
    bytes.push(0, 0, 0x2c);
    short(left, top, right - left, bottom - top);
    bytes.push(0, bits);
    const indices: number[] = [];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) indices.push(palette.get(field.pixels[y * width + x]!)!);
    }
    const packed = pack(indices, bits);
    for (let from = 0; from < packed.length; from += 255) {
      const block = packed.slice(from, from + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  });
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

/** The smallest rectangle with all that differs; one pixel if nothing does. */
function changed(before: Field | undefined, after: Field): { left: number; top: number; right: number; bottom: number } {
  const { width, height } = after;
  if (!before) return { left: 0, top: 0, right: width, bottom: height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (before.pixels[y * width + x] === after.pixels[y * width + x]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  return right === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom };
}

/** Lempel, Ziv and Welch's codes with growing width, as the format has them. */
function pack(indices: readonly number[], bits: number): number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const packed: number[] = [];
  let [held, count] = [0, 0];
  let width = bits + 1;
  let next = end + 1;
  /** By the code of what stands before, and the colour that follows. */
  let known = new Map<number, number>();
  const write = (code: number): void => {
    held |= code << count;
    count += width;
    for (; count >= 8; count -= 8) {
      packed.push(held & 255);
      held >>>= 8;
    }
  };
  write(clear);
  let current = indices[0]!;
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i]!;
    const key = (current << 8) | index;
    const longer = known.get(key);
    if (longer !== undefined) {
      current = longer;
      continue;
    }
    write(current);
    if (next < 4096) {
      known.set(key, next);
      // A reader knows a code one step later.
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      write(clear);
      known = new Map();
      width = bits + 1;
      next = end + 1;
    }
    current = index;
  }
  write(current);
  write(end);
  if (count > 0) packed.push(held & 255);
  return packed;
}
