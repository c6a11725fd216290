import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMoves } from '../page/src/formats';
import { gameOf } from '../page/src/game';
import { Field, type Shot, TooManyColours, writeGif } from '../page/src/gif';
import { boardSvg, gameGif } from '../page/src/picture';
import { PASS, START } from '../page/src/rules';

const look = { rim: '#e7e2d7', board: '#55856a', grid: '#3f6a53', ink: '#66625a', black: '#25262a', white: '#f7f4ec' };

/** Codes of a GIF's picture as indices of colours, by the format's description. */
function unpack(bytes: readonly number[], bits: number): number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let [width, held, count] = [bits + 1, 0, 0];
  let table: number[][] = [];
  let before: number[] | undefined;
  const found: number[] = [];
  for (const byte of bytes) {
    held |= byte << count;
    count += 8;
    while (count >= width) {
      const code = held & ((1 << width) - 1);
      held >>>= width;
      count -= width;
      if (code === end) return found;
      if (code === clear) {
        table = Array.from({ length: end + 1 }, (_, i) => [i]);
        [width, before] = [bits + 1, undefined];
        continue;
      }
      const entry = table[code] ?? [...before!, before![0]!];
      if (before) table.push([...before, entry[0]!]);
      found.push(...entry);
      before = entry;
      if (table.length === 1 << width && width < 12) width += 1;
    }
  }
  throw new Error('no end');
}

/** The pictures of a GIF, each as it is seen, and how long each stays. */
function shots(gif: Uint8Array): { fields: Uint32Array[]; delays: number[] } {
  const at = (place: number): number => gif[place]!;
  const short = (place: number): number => at(place) | (at(place + 1) << 8);
  assert.equal(new TextDecoder().decode(gif.subarray(0, 6)), 'GIF89a');
  const [width, height] = [short(6), short(8)];
  const colours = 1 << ((at(10) & 7) + 1);
  const palette = Array.from({ length: colours }, (_, i) => (at(13 + 3 * i) << 16) | (at(14 + 3 * i) << 8) | at(15 + 3 * i));
  let place = 13 + 3 * colours;
  const seen = new Uint32Array(width * height);
  const fields: Uint32Array[] = [];
  const delays: number[] = [];
  while (at(place) !== 0x3b) {
    if (at(place) === 0x21) {
      if (at(place + 1) === 0xf9) delays.push(short(place + 4));
      for (place += 2; at(place) !== 0; ) place += at(place) + 1;
      place += 1;
      continue;
    }
    assert.equal(at(place), 0x2c);
    const [left, top, wide, high] = [short(place + 1), short(place + 3), short(place + 5), short(place + 7)];
    const bits = at(place + 10);
    const packed: number[] = [];
    for (place += 11; at(place) !== 0; place += at(place) + 1) packed.push(...gif.subarray(place + 1, place + 1 + at(place)));
    place += 1;
    const indices = unpack(packed, bits);
    assert.equal(indices.length, wide * high);
    indices.forEach((index, i) => (seen[(top + Math.floor(i / wide)) * width + left + (i % wide)] = palette[index]!));
    fields.push(seen.slice());
  }
  return { fields, delays };
}

test('an animation is read again as it was drawn, however many codes it needs', () => {
  // Noise has no rows of one colour: the table of codes is full again and again.
  let state = 1;
  const noise = (): Shot => {
    const field = new Field(120, 90, 0);
    for (let i = 0; i < field.pixels.length; i++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      field.pixels[i] = 0x10203 * (state >>> 26);
    }
    return { field, delay: 50 };
  };
  const drawn: [Shot, ...Shot[]] = [noise(), noise(), noise()];
  drawn.push(drawn[2]!);
  const { fields, delays } = shots(writeGif(drawn));
  assert.deepEqual(
    fields,
    drawn.map(({ field }) => field.pixels),
  );
  assert.deepEqual(delays, [50, 50, 50, 50]);
});

test('more colours than a file can name are refused', () => {
  const field = new Field(20, 20, 0);
  field.pixels.forEach((_, i) => (field.pixels[i] = i));
  assert.throws(() => writeGif([{ field, delay: 1 }]), TooManyColours);
});

test('a game is a picture for each disc that is put, the last one longer', () => {
  const { game } = gameOf(START, readMoves('c4c3f5b4a4a5c2a3d2'));
  assert.ok(game.moves.includes(PASS));
  const positions = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.at(ply));
  const gif = gameGif(positions, game.moves, false, look);
  const { fields, delays } = shots(gif);
  assert.equal(fields.length, 10);
  assert.deepEqual(delays, [...Array(9).fill(70), 400]);
  // d4, in the middle of its square, is white at first, and black once c4 is played.
  const middle = (20 + 40 * 3.5) * 361 + 20 + 40 * 3.5;
  assert.equal(fields[0]![middle], 0xf7f4ec);
  assert.equal(fields[1]![middle], 0x25262a);
  assert.ok(gif.length < 40_000, `${gif.length} bytes`);
  const turned = shots(gameGif(positions, game.moves, true, look)).fields[0]!;
  assert.equal(turned[middle], 0xf7f4ec, 'the start is the same from both sides');
});

test('a drawing has every disc and the mark of the last move', () => {
  const drawn = boardSvg({ squares: START.squares, last: 27, flipped: false }, look);
  assert.equal(drawn.match(/fill="#25262a" stroke/g)?.length, 2);
  assert.equal(drawn.match(/fill="#f7f4ec" stroke/g)?.length, 2);
  assert.equal(drawn.match(/#d9634c/g)?.length, 1);
  assert.match(drawn, /<text x="51" y="17">a<\/text>/);
  assert.match(boardSvg({ squares: START.squares, last: -1, flipped: true }, look), /<text x="51" y="17">h<\/text>/);
});
