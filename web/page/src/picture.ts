/**
 * Pictures of a position, and of a game as it goes.
 *
 * Draws in the colours that it is given. Knows nothing of the page and of files.
 */

import { type Colour, Field, type Shot, writeGif } from './gif';
import { type Position, PASS, indexOf } from './rules';

/** The colours of a board, as `#rrggbb`. */
export interface Look {
  readonly rim: string;
  readonly board: string;
  readonly grid: string;
  readonly ink: string;
  readonly black: string;
  readonly white: string;
}

export interface Seen {
  readonly squares: string;
  /** The square that was played last; -1 without one. */
  readonly last: number;
  readonly flipped: boolean;
}

const MARK = '#d9634c';
const STARS = [2, 6];

/** Where a square is seen: column and row from the upper left. */
function placeOf(square: number, flipped: boolean): [column: number, row: number] {
  const seen = flipped ? 63 - square : square;
  return [seen & 7, seen >> 3];
}

const files = (flipped: boolean): string => (flipped ? 'hgfedcba' : 'abcdefgh');
const ranks = (flipped: boolean): string => (flipped ? '87654321' : '12345678');

/** In the units of the drawing. */
const CELL = 50;
const EDGE = 26;
export const SVG_SIZE = 2 * EDGE + 8 * CELL;

/** The position as a drawing. */
export function boardSvg({ squares, last, flipped }: Seen, look: Look): string {
  const parts: string[] = [];
  const all = 8 * CELL;
  parts.push(`<rect width="${SVG_SIZE}" height="${SVG_SIZE}" rx="10" fill="${look.rim}"/>`);
  parts.push(`<rect x="${EDGE}" y="${EDGE}" width="${all}" height="${all}" fill="${look.board}"/>`);
  let lines = '';
  for (let i = 0; i <= 8; i++) {
    const at = EDGE + CELL * i;
    lines += `M${EDGE} ${at}h${all}M${at} ${EDGE}v${all}`;
  }
  parts.push(`<path d="${lines}" fill="none" stroke="${look.grid}"/>`);
  const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${more}/>`;
  for (const x of STARS) for (const y of STARS) parts.push(circle(EDGE + CELL * x, EDGE + CELL * y, 3, look.grid));
  const text = (x: number, y: number, letter: string): string => `<text x="${x}" y="${y}">${letter}</text>`;
  const names = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => text(EDGE + CELL * (i + 0.5), EDGE - 9, files(flipped)[i]!) + text(EDGE / 2, EDGE + CELL * (i + 0.5) + 5, ranks(flipped)[i]!),
  );
  parts.push(`<g font-family="system-ui, sans-serif" font-size="14" text-anchor="middle" fill="${look.ink}">${names.join('')}</g>`);
  [...squares].forEach((disc, square) => {
    const [column, row] = placeOf(square, flipped);
    const [x, y] = [EDGE + CELL * (column + 0.5), EDGE + CELL * (row + 0.5)];
    if (disc !== '-') parts.push(circle(x, y, 0.4 * CELL, disc === 'X' ? look.black : look.white, ` stroke="${look.black}"`));
    if (square === last) parts.push(circle(x, y, 0.09 * CELL, MARK));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SVG_SIZE}" height="${SVG_SIZE}" viewBox="0 0 ${SVG_SIZE} ${SVG_SIZE}">${parts.join('')}</svg>`;
}

/** Letters and digits beside a board, of 5 by 7 points. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  a: [0, 0, 14, 1, 15, 17, 15],
  b: [16, 16, 22, 25, 17, 17, 30],
  c: [0, 0, 14, 16, 16, 17, 14],
  d: [1, 1, 13, 19, 17, 17, 15],
  e: [0, 0, 14, 17, 31, 16, 14],
  f: [6, 9, 8, 28, 8, 8, 8],
  g: [0, 15, 17, 17, 15, 1, 14],
  h: [16, 16, 22, 25, 17, 17, 17],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  3: [31, 2, 4, 2, 1, 17, 14],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
};

/** Pixels of the animation. */
const SQUARE = 40;
const SIDE = 20;
const FILM = 2 * SIDE + 8 * SQUARE + 1;
/** Hundredths of a second. */
const STEP = 70;
const PAUSE = 400;

const colourOf = (text: string): Colour => Number.parseInt(text.slice(1), 16);

function boardField({ squares, last, flipped }: Seen, look: Look): Field {
  const field = new Field(FILM, FILM, colourOf(look.rim));
  const [board, grid, ink, black, white] = [look.board, look.grid, look.ink, look.black, look.white].map(colourOf) as [
    Colour,
    Colour,
    Colour,
    Colour,
    Colour,
  ];
  const all = 8 * SQUARE;
  field.rectangle(SIDE, SIDE, all, all, board);
  for (let i = 0; i <= 8; i++) {
    const at = SIDE + SQUARE * i;
    field.rectangle(SIDE, at, all + 1, 1, grid);
    field.rectangle(at, SIDE, 1, all + 1, grid);
  }
  for (const x of STARS) for (const y of STARS) field.circle(SIDE + SQUARE * x + 0.5, SIDE + SQUARE * y + 0.5, 3, grid);
  for (let i = 0; i < 8; i++) {
    const middle = SIDE + SQUARE * i + SQUARE / 2;
    field.bitmap(middle - 2, 7, GLYPHS[files(flipped)[i]!]!, 5, 1, ink);
    field.bitmap(8, middle - 3, GLYPHS[ranks(flipped)[i]!]!, 5, 1, ink);
  }
  [...squares].forEach((disc, square) => {
    const [column, row] = placeOf(square, flipped);
    const [x, y] = [SIDE + SQUARE * (column + 0.5) + 0.5, SIDE + SQUARE * (row + 0.5) + 0.5];
    if (disc !== '-') field.circle(x, y, 0.4 * SQUARE, black);
    if (disc === 'O') field.circle(x, y, 0.4 * SQUARE - 1, white);
    if (square === last) field.circle(x, y, 0.1 * SQUARE, colourOf(MARK));
  });
  return field;
}

/** A game move by move, as a GIF: the positions, one more than moves, and the moves. */
export function gameGif(positions: readonly Position[], moves: readonly string[], flipped: boolean, look: Look): Uint8Array {
  const shots = positions.flatMap((position, ply): Shot[] => {
    // A pass shows nothing new.
    if (moves[ply - 1] === PASS) return [];
    const move = moves[ply - 1];
    const isLast = ply === positions.length - 1 || (ply === positions.length - 2 && moves[ply] === PASS);
    const seen = { squares: position.squares, last: move === undefined ? -1 : indexOf(move), flipped };
    return [{ field: boardField(seen, look), delay: isLast ? PAUSE : STEP }];
  });
  return writeGif(shots as [Shot, ...Shot[]]);
}
