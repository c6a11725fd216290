/**
 * The rules of Othello, so that the board answers at once, also while the engine thinks.
 *
 * Owns positions, legal moves and what they turn. Tested by counts of move paths and against the
 * engine. Knows nothing of games, clocks or drawing.
 */

export type Side = 'black' | 'white';

/** What stands on a square, in the protocol's letters. */
export type Cell = 'X' | 'O' | '-';

export interface Position {
  /** 64 squares from a1, b1 … to h8: X black, O white, - empty. */
  readonly squares: string;
  readonly side: Side;
}

export const PASS = 'pass';

export const START: Position = {
  squares: '---------------------------OX------XO---------------------------',
  side: 'black',
};

const STEPS: readonly (readonly [number, number])[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];

/** What is known of a position is kept by this. */
export const keyOf = (position: Position): string => position.squares + position.side[0]!;

export const letter = (side: Side): 'X' | 'O' => (side === 'black' ? 'X' : 'O');
export const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');

/** The name of a square from its index: 0 is a1, 1 is b1. */
export const nameOf = (square: number): string => 'abcdefgh'[square & 7]! + String((square >> 3) + 1);

/** The index of a square from its name in any case; -1 if it is none. */
export function indexOf(name: string): number {
  const found = /^([a-h])([1-8])$/.exec(name.toLowerCase());
  return found ? found[1]!.charCodeAt(0) - 97 + 8 * (Number(found[2]) - 1) : -1;
}

/** The squares whose discs `side` turns by playing on `square`; none if that is not legal. */
export function flips(squares: string, side: Side, square: number): number[] {
  if (squares[square] !== '-') return [];
  const own = letter(side);
  const turned: number[] = [];
  for (const [dx, dy] of STEPS) {
    let x = (square & 7) + dx;
    let y = (square >> 3) + dy;
    const line: number[] = [];
    while (x >= 0 && x < 8 && y >= 0 && y < 8) {
      const at = 8 * y + x;
      const cell = squares[at];
      if (cell === '-') break;
      if (cell === own) {
        turned.push(...line);
        break;
      }
      line.push(at);
      x += dx;
      y += dy;
    }
  }
  return turned;
}

/** The squares on which `side` may play, in the order of the board. */
export function legal(squares: string, side: Side): number[] {
  const moves: number[] = [];
  for (let square = 0; square < 64; square++) {
    if (squares[square] === '-' && flips(squares, side, square).length > 0) moves.push(square);
  }
  return moves;
}

export const legalMoves = (position: Position): number[] => legal(position.squares, position.side);

/** Whether neither side can move. */
export const isOver = (position: Position): boolean =>
  legal(position.squares, 'black').length === 0 && legal(position.squares, 'white').length === 0;

/** The position after a move or a pass; `undefined` if that is not legal. */
export function play(position: Position, move: string): Position | undefined {
  const side = other(position.side);
  if (move === PASS) {
    const forced = legalMoves(position).length === 0 && legal(position.squares, side).length > 0;
    return forced ? { squares: position.squares, side } : undefined;
  }
  const square = indexOf(move);
  const turned = square < 0 ? [] : flips(position.squares, position.side, square);
  if (turned.length === 0) return undefined;
  const cells = [...position.squares];
  for (const at of [square, ...turned]) cells[at] = letter(position.side);
  return { squares: cells.join(''), side };
}

/** How many discs a side has. */
export function count(squares: string, side: Side): number {
  const own = letter(side);
  let discs = 0;
  for (const cell of squares) if (cell === own) discs++;
  return discs;
}

/** Discs of both sides. */
export type Discs = Readonly<Record<Side, number>>;

export const discsOf = (squares: string): Discs => ({ black: count(squares, 'black'), white: count(squares, 'white') });

/** The result of a game that is over, empty squares counted for the winner. */
export function result({ black, white }: Discs): Discs {
  const empty = 64 - black - white;
  if (black === white) return { black: 32, white: 32 };
  return black > white ? { black: black + empty, white } : { black, white: white + empty };
}

/** Who has more discs; `undefined` if nobody has. */
export function winnerOf(squares: string): Side | undefined {
  const [black, white] = [count(squares, 'black'), count(squares, 'white')];
  return black === white ? undefined : black > white ? 'black' : 'white';
}
