/** The ladder: which of Bianca's skills were beaten, by the games that are kept. */

import type { Entry } from '../database';
import type { Side } from '../rules';
import { FULL_SKILL } from '../words';

export interface Rung {
  readonly skill: number;
  readonly games: number;
  readonly won: number;
}

type Played = Pick<Entry, 'saved' | 'facts'>;

/** Discs for black at the end, as it counts; `undefined` if it has none. */
function endOf({ facts }: Played): number | undefined {
  if (facts.end.discs !== undefined) return facts.end.discs;
  return facts.isOver ? facts.discs.black - facts.discs.white : undefined;
}

/** All skills from the weakest, with the games against them that came to an end; those won with hints are not won. */
export function ladderOf(games: readonly Played[]): Rung[] {
  const rungs = Array.from({ length: FULL_SKILL }, (_, i) => ({ skill: i + 1, games: 0, won: 0 }));
  for (const game of games) {
    const discs = endOf(game);
    const { saved } = game;
    const own = (['black', 'white'] as const).filter((side) => saved[side]?.kind === 'person');
    const engine = (['black', 'white'] as const).find((side) => saved[side]?.kind === 'bianca');
    const player = engine && saved[engine];
    if (discs === undefined || own.length !== 1 || player?.kind !== 'bianca') continue;
    const rung = rungs[player.skill - 1];
    if (!rung) continue;
    const ahead = (side: Side): number => (side === 'black' ? discs : -discs);
    rung.games += 1;
    if (ahead(own[0]!) > 0 && !saved.hintsTaken) rung.won += 1;
  }
  return rungs;
}

/** The skill to be beaten next: above the highest that was. */
export function nextRung(rungs: readonly Rung[]): number {
  const highest = rungs.findLast(({ won }) => won > 0)?.skill ?? 0;
  return Math.min(FULL_SKILL, highest + 1);
}
