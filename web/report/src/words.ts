/** What is said of turns and scores. */

import { fine } from '../../page/src/numbers';
import { PASS, type Side } from '../../page/src/rules';
import type { Mark, Turn } from './record';

export const KINDS: Readonly<Record<Mark, string>> = { '': '', '?': 'mistake', '??': 'blunder' };

/** A turn as it is listed: its number, move and mark. */
export const named = (turn: Turn): string => (turn.number === undefined ? 'pass' : `${turn.number}. ${turn.move}${turn.mark}`);

export const shownMove = (move: string): string => (move === PASS ? 'pass' : move);

/** Who is ahead, by how many discs. */
export function ahead(score: number): string {
  const discs = fine(Math.abs(score));
  return discs === '0' ? 'Even' : `${score > 0 ? 'Black' : 'White'} ${discs}`;
}

/** How many discs the side that moved loses by it. */
export const loss = (turn: Turn, mover: Side): number =>
  turn.score === undefined || !turn.better ? 0 : (mover === 'black' ? 1 : -1) * (turn.better.score - turn.score);
