/** What is said of turns and scores. */

import { fine } from '../../page/src/numbers';
import { PASS, type Side } from '../../page/src/rules';
import type { Mark, Turn } from './record';
import { begun, sideName, t } from './words';

/** What the marks stand for. */
export const KINDS = { '': undefined, '?': 'mistake', '??': 'blunder' } as const satisfies Record<Mark, string | undefined>;

/** A turn as it is listed: its number, move and mark. */
export const named = (turn: Turn): string => (turn.number === undefined ? t('pass') : `${turn.number}. ${turn.move}${turn.mark}`);

export const shownMove = (move: string): string => (move === PASS ? t('pass') : move);

/** Who is ahead, by how many discs. */
export function ahead(score: number): string {
  const discs = fine(Math.abs(score));
  return begun(discs === '0' ? t('even') : t('ahead', { side: sideName(score > 0 ? 'black' : 'white'), score: discs }));
}

/** How many discs the side that moved loses by it. */
export const loss = (turn: Turn, mover: Side): number =>
  turn.score === undefined || !turn.better ? 0 : (mover === 'black' ? 1 : -1) * (turn.better.score - turn.score);
