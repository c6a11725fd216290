/** Tic-tac-toe on any board: who plays it, and the row that wins. */

import type { Cell } from '../../package/src/client';

export const PLAYERS = ['person', 'random', 'minimax', 'alphabeta'] as const;
export type Player = (typeof PLAYERS)[number];

const STEPS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** The cells of all rows of `inRow` equal marks, as `row-column`; none if nobody has won. */
export function winningCells(cells: readonly (readonly Pick<Cell, 'piece'>[])[], inRow: number): Set<string> {
  const found = new Set<string>();
  cells.forEach((line, row) => {
    line.forEach(({ piece }, column) => {
      if (piece === null) return;
      for (const [down, right] of STEPS) {
        const way = Array.from({ length: inRow }, (_, i) => [row + down * i, column + right * i] as const);
        if (way.every(([y, x]) => cells[y]?.[x]?.piece === piece)) for (const [y, x] of way) found.add(`${y}-${x}`);
      }
    });
  });
  return found;
}
