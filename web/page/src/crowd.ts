/** The row of what people of a rating would play, and of the trap that most of them fall into. */

import type { Crowd } from '../../package/src/values';
import type { App } from './app';
import { el, select } from './dom';
import { withSquares } from './phrases';
import { PASS } from './rules';
import { CROWDS } from './store';
import { stop, t } from './words';

/** Moves are told that so many people of a hundred play, or more, and so many moves at most. */
const LEAST = 5;
const MOST = 4;

export function crowdKey(app: App): string {
  const isThere = app.door === 'study' && !app.isSilent && !app.setup;
  return JSON.stringify([isThere, app.settings.crowd, app.jobs.tellsCrowd, app.jobs.crowd, t('crowdOf')]);
}

export function crowdPart(app: App): Node[] {
  if (app.door !== 'study' || app.isSilent || app.setup) return [];
  const ratings = CROWDS.map((rating): [string, string] => [String(rating), rating === 0 ? '–' : String(rating)]);
  const box = select(t('crowdLabel'), ratings, String(app.settings.crowd), (rating) => app.set({ crowd: Number(rating) }));
  box.setAttribute('data-focus', 'crowd');
  const parts: Node[] = [el('span', { class: 'quiet', 'aria-hidden': 'true' }, t('crowdOf')), box];
  if (app.jobs.tellsCrowd) {
    const { crowd } = app.jobs;
    const sentences = crowd ? [played(crowd), trapOf(crowd)] : ['…'];
    parts.push(el('p', {}, ...withSquares(app, sentences.filter((text) => text !== '').join(stop() === '. ' ? ' ' : ''))));
  }
  return parts;
}

/** "61 % play c4, 22 % e6." */
export function played({ moves }: Crowd): string {
  const [first, ...others] = moves.filter(({ chance }, place) => place === 0 || chance >= LEAST).slice(0, MOST);
  if (!first || first.move === PASS) return '';
  const n = (chance: number): number => Math.round(chance);
  const more = others.map(({ move, chance }) => t('crowdMore', { n: n(chance), move })).join('');
  return t('crowdPlays', { n: n(first.chance), move: first.move, more });
}

/** Where the move that most people play loses, here or soon. */
export function trapOf({ trap }: Crowd): string {
  if (!trap) return '';
  const { after, move, best } = trap;
  const n = Math.round(trap.loss);
  if (after.length === 0) return t('crowdTrap', { move, n, best });
  const line = after.map((move) => (move === PASS ? t('pass') : move)).join(' ');
  return t('crowdTrapAfter', { line, move, chance: Math.round(trap.chance), n, best });
}
