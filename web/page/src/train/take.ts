/**
 * Which games are taken into training, and whose moves of them: the one on the table from its card or from its analysis, and those of
 * the list of kept games.
 */

import type { App } from '../app';
import type { Entry } from '../database';
import { dialog, field } from '../dialogs';
import { el, select } from '../dom';
import { gameOf } from '../game';
import { linkOf, namesOf } from '../keeping';
import { visible } from '../phrases';
import { PASS, type Side } from '../rules';
import type { Saved } from '../store';
import { givenBefore } from '../variations';
import { t } from '../words';
import type { Wanted } from './taking';

const SIDES = ['black', 'white'] as const;

/** A text that may stand at the end of a command. */
const plain = (text: string): string =>
  visible(text)
    .replace(/[#\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120);

/** What is told of a game: who played it, and when. */
function sourceOf(saved: Saved, day: string): string {
  const { black, white } = namesOf(saved);
  const names = black || white ? `${black ?? '?'} – ${white ?? '?'}` : '';
  return plain([names, saved.tags.date ?? day].filter((part) => part !== '').join(', '));
}

/** The game on the table, with what the store of games knows of it. */
function onTable(app: App, side: Side): Wanted {
  const { games, game } = app;
  const id = games.keeping.idOf(game);
  const day = games.keeping.entries.find((entry) => entry.id === id)?.day ?? '';
  return { game: id, side, link: linkOf(game), source: sourceOf(games.saved, day), from: game.tree.given };
}

/** Takes the reader's moves of the game that has ended, and goes where they are trained. */
export function trainFromCard(app: App): void {
  const { person } = app;
  if (!person) return;
  app.closeCard();
  void app.training.take([onTable(app, person)]);
  app.enter('train');
}

/** The dialog about the game on the table: whose moves, all of them or the one on the board. */
export function openTakeGame(app: App): void {
  const { game } = app;
  const { turn } = game;
  const mover = turn.parent?.position.side;
  const side = select(
    t('trainWhose'),
    SIDES.map((one) => [one, [t(one), game.tags[one] ?? ''].filter(Boolean).map(visible).join(' · ')] as const),
    app.person ?? mover ?? 'black',
    () => {},
  );
  const take = (wanted: Wanted): void => {
    box.close();
    void app.training.take([wanted]);
  };
  const sideNow = (): Side => (side.value === 'white' ? 'white' : 'black');
  const whole = el('button', { type: 'button', class: 'main', onclick: () => take(onTable(app, sideNow())) }, t('trainWhole'));
  const one = (): void => {
    const wanted = onTable(app, mover!);
    const moves = game.moves.slice(0, game.cursor);
    const link = linkOf(gameOf(game.start, moves).game);
    take({ ...wanted, game: `${wanted.game} ${moves.length} ${turn.move}`, link, from: moves.length - 1 });
  };
  const alone = mover && turn.move !== PASS && el('button', { type: 'button', onclick: one }, t('trainThisMove', { move: turn.move }));
  const box = dialog(
    'take-game',
    t('trainMine'),
    field(t('trainWhose'), side),
    el('p', { class: 'quiet' }, t('trainGamesNote')),
    el('div', { class: 'row-of-buttons' }, whole, alone, el('button', { type: 'button', onclick: () => box.close() }, t('cancel'))),
  );
}

/** Somebody's sides of games. */
interface Whose {
  readonly name: string;
  readonly games: Wanted[];
}

/** Whose moves there are in games, who has most of them first; whoever plays here against engines comes before. */
export function whoseOf(entries: readonly Entry[]): Whose[] {
  const own: Whose = { name: t('you'), games: [] };
  const others = new Map<string, Whose>();
  for (const { id, saved, day } of entries) {
    const people = SIDES.filter((side) => (saved[side]?.kind ?? 'person') === 'person');
    const names = namesOf(saved);
    for (const side of people) {
      const timed = saved.told?.find(({ seconds }) => seconds !== undefined)?.ply;
      const wanted = { game: id, side, link: saved.link, source: sourceOf(saved, day), from: givenBefore(timed) };
      const name = saved.tags[side];
      if (people.length === 1 && name === undefined) own.games.push(wanted);
      else {
        const known = names[side] === undefined ? t('rateNameless', { side: t(side) }) : visible(names[side]);
        const one = others.get(known) ?? { name: known, games: [] };
        others.set(known, one);
        one.games.push(wanted);
      }
    }
  }
  const sorted = [...others.values()].sort((one, other) => other.games.length - one.games.length);
  return [...(own.games.length > 0 ? [own] : []), ...sorted];
}

/** The dialog about games of the list: whose moves of them. */
export function openTakeGames(app: App, entries: readonly Entry[]): void {
  const all = whoseOf(entries);
  const whose = select(
    t('trainWhose'),
    all.map(({ name, games }, i) => [String(i), `${name} (${games.length})`] as const),
    '0',
    () => {},
  );
  const take = (): void => {
    box.close();
    void app.training.take(all[Number(whose.value)]?.games ?? []);
  };
  const box = dialog(
    'take-games',
    t('trainMine'),
    field(t('trainWhose'), whose),
    el('p', { class: 'quiet' }, t('trainGamesNote')),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'main', onclick: take }, t('trainTakeGames')),
      el('button', { type: 'button', onclick: () => box.close() }, t('cancel')),
    ),
  );
}
