/**
 * How the games of a file went on from a position, and how they ended.
 *
 * The four first moves from the start are one by symmetry, so every game is turned until it begins with f5:
 * games that differ by that alone are counted together, and so are those that came another way to a position.
 * Knows nothing of drawing.
 */

import { type Position, PASS, START, flips, indexOf, keyOf, letter, nameOf, other } from './rules';

export interface Played {
  readonly games: number;
  /** Of those that were played to their end: who won. */
  readonly black: number;
  readonly drawn: number;
  readonly white: number;
}

/** A game as it is counted. */
export interface Counted {
  readonly start: Position;
  readonly moves: readonly string[];
  readonly discs: { readonly black: number; readonly white: number };
  /** Whether the rules ended it. */
  readonly isOver: boolean;
}

/** Openings are over then. */
const MOST_PLIES = 30;

type Turning = (square: number) => number;
const at = (x: number, y: number): number => 8 * y + x;
/** What turns the board so that a first move is f5; each undoes itself. */
const TURNINGS: Readonly<Record<string, Turning>> = {
  c4: (square) => 63 - square,
  e6: (square) => at(square >> 3, square & 7),
  d3: (square) => at(7 - (square >> 3), 7 - (square & 7)),
};

const turningOf = (start: Position, first: string | undefined): Turning =>
  (keyOf(start) === keyOf(START) && first !== undefined && TURNINGS[first]) || ((square) => square);
const turned = (move: string, turning: Turning): string => (move === PASS ? move : nameOf(turning(indexOf(move))));

export class GameIndex {
  /** By the position, then by the move. */
  #played = new Map<string, Map<string, { games: number; black: number; drawn: number; white: number }>>();

  add({ start, moves, discs, isOver }: Counted): void {
    const turning = turningOf(start, moves[0]);
    const result = !isOver ? undefined : discs.black > discs.white ? 'black' : discs.black < discs.white ? 'white' : 'drawn';
    let { squares, side } = start;
    for (const move of moves.slice(0, MOST_PLIES)) {
      const own = turned(move, turning);
      const key = keyOf({ squares, side });
      const here = this.#played.get(key) ?? new Map();
      this.#played.set(key, here);
      const known = here.get(own) ?? { games: 0, black: 0, drawn: 0, white: 0 };
      here.set(own, known);
      known.games += 1;
      if (result) known[result] += 1;
      if (move !== PASS) {
        const square = indexOf(own);
        const cells = [...squares];
        for (const one of [square, ...flips(squares, side, square)]) cells[one] = letter(side);
        squares = cells.join('');
      }
      side = other(side);
    }
  }

  /** What was played in the position after these moves, the most frequent first. */
  played(start: Position, moves: readonly string[], { squares, side }: Position): [move: string, Played][] {
    const turning = turningOf(start, moves[0]);
    const cells = [...squares];
    const key = keyOf({ squares: cells.map((_, square) => cells[turning(square)]).join(''), side });
    const all = [...(this.#played.get(key) ?? [])].map(([move, played]): [string, Played] => [turned(move, turning), played]);
    return all.sort(([, one], [, two]) => two.games - one.games);
  }
}
