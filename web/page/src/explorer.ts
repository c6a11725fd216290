/** The panel of the opening book: its moves in the position on the board, and those of the games that were opened. */

import type { App } from './app';
import { el } from './dom';
import { GameIndex, type Played } from './gameindex';
import type { Listed } from './games';
import { tenths } from './numbers';
import { visible } from './phrases';
import { PASS, indexOf } from './rules';
import { t } from './words';

/** So many games are counted at a time, between which the page goes on. */
const AT_A_TIME = 50;

let counted: { list: readonly Listed[]; index: GameIndex; done: number } | undefined;

/** The games of the file that was opened last, as far as they are counted. */
function indexOfGames(app: App): GameIndex | undefined {
  const { list } = app.games;
  if (list.length === 0) return undefined;
  if (counted?.list !== list) {
    counted = { list, index: new GameIndex(), done: 0 };
    countOn(app, counted);
  }
  return counted.index;
}

function countOn(app: App, now: NonNullable<typeof counted>): void {
  if (now !== counted) return;
  for (const { found } of now.list.slice(now.done, now.done + AT_A_TIME)) now.index.add(found);
  now.done += AT_A_TIME;
  if (now.done < now.list.length) setTimeout(() => countOn(app, now));
  else setTimeout(() => app.draw());
}

export function explorerKey(app: App): string {
  const { list } = app.games;
  const done = list === counted?.list ? Math.min(list.length, counted.done) : 0;
  // While they are counted, what is known of them changes; it is enough to see the end.
  return JSON.stringify([app.isSilent, app.path, app.game.start, app.jobs.explored, done >= list.length, list.length, t('book')]);
}

export function explorerPart(app: App): Node[] {
  if (app.isSilent) return [el('p', { class: 'quiet' }, t('silent'))];
  const found = app.jobs.explored;
  const played = new Map(indexOfGames(app)?.played(app.game.start, app.path, app.shown) ?? []);
  const known = new Map((found ?? []).map((move) => [move.move, move]));
  const moves = [...new Set([...known.keys(), ...played.keys()])].filter((move) => move !== PASS);
  const parts: Node[] = [];
  if (moves.length > 0) {
    const hasGames = app.games.list.length > 0;
    const head = [t('move'), t('score'), ...(hasGames ? [t('games')] : []), t('opening')];
    parts.push(
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
        el('tbody', {}, ...moves.map((move) => row(app, move, known.get(move), hasGames ? played.get(move) : undefined, hasGames))),
      ),
    );
  }
  if (found?.length === 0) parts.push(el('p', { class: 'quiet' }, t('notInBook')));
  if (app.games.list.length === 0) parts.push(el('p', { class: 'quiet' }, t('openFileForBook')));
  return [el('div', { class: 'explorer', tabindex: 0, role: 'group', 'aria-label': t('book') }, ...parts)];
}

interface Known {
  readonly score: number;
  readonly name: string;
  readonly lines: number;
}

function row(app: App, move: string, known: Known | undefined, played: Played | undefined, hasGames: boolean): HTMLElement {
  const square = indexOf(move);
  const button = el('button', { type: 'button', 'data-focus': `book-${move}`, onclick: () => app.choose(square) }, move);
  const point = (): void => app.point([square]);
  const leave = (): void => app.point([]);
  const games = hasGames ? [el('td', {}, ...(played ? resultParts(played) : []))] : [];
  const lines = known && known.lines > 0 ? ` · ${known.lines}` : '';
  return el(
    'tr',
    { onpointerenter: point, onpointerleave: leave },
    el('th', { scope: 'row' }, button),
    el('td', { class: 'score' }, known ? tenths(known.score) + lines : '–'),
    ...games,
    el('td', { class: 'quiet' }, known ? visible(known.name) : ''),
  );
}

/** How often, and a bar of black's wins, draws and white's. */
function resultParts({ games, black, drawn, white }: Played): Node[] {
  const all = black + drawn + white;
  const label = t('results', { black, drawn, white });
  const bar = el('span', { class: 'results', role: 'img', 'aria-label': label, title: label });
  for (const [kind, count] of Object.entries({ black, drawn, white })) {
    const part = el('span', { class: kind });
    part.style.width = `${all === 0 ? 0 : (100 * count) / all}%`;
    bar.append(part);
  }
  return [el('span', { class: 'games-count' }, String(games)), ...(all > 0 ? [bar] : [])];
}
