/** What players are called. */

import type { Player } from './mind';
import { skillName, t } from './words';

/** The name of an engine in the language of the page; `undefined` of a person. */
export function engineName(player: Player): string | undefined {
  if (player.kind === 'person') return undefined;
  if (player.kind === 'bianca') return `Bianca · ${skillName(player.skill)}`;
  if (player.kind === 'following') return `Bianca · ${t('follower')}`;
  return { random: t('random'), greedy: t('greedy'), uc3m: t('uc3m'), 'minimax:4': t('minimax4') }[player.name];
}
