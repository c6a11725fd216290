/**
 * Handicap games: the weaker player has Black, with discs in one to four corners from the start, and White
 * begins.
 */

import { type Position, START, indexOf } from './rules';

/** The corners in the order in which they are given. */
export const CORNERS = ['a1', 'h8', 'h1', 'a8'] as const;

/** The start of a game with so many corners for Black. */
export function handicap(corners: number): Position {
  const squares = [...START.squares];
  for (const corner of CORNERS.slice(0, corners)) squares[indexOf(corner)] = 'X';
  return { squares: squares.join(''), side: corners > 0 ? 'white' : 'black' };
}
