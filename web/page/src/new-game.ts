/** The dialog of a new game: who plays, on which clock, from where and with which handicap. */

import type { App } from './app';
import { type TimeControl, mainOf } from './clock';
import { dialog, field, playerOf, playerSelect, worthOf } from './dialogs';
import { el, select } from './dom';
import { CORNERS, handicap } from './handicap';
import type { Position } from './rules';
import { t } from './words';

/** Minutes and seconds for each move; half an hour is the time of tournaments. */
const CLOCKS: readonly (readonly [minutes: number, increment: number])[] = [
  [0, 0],
  [1, 0],
  [3, 2],
  [5, 0],
  [10, 5],
  [20, 0],
  [30, 0],
];
/** What is chosen for a clock that is set by hand. */
const OWN = 'own';
/** What is chosen for a start of the engine's own book. */
const BALANCED = 'balanced';
/** Minutes, and seconds for each move. */
const MOST_MINUTES = 600;
const MOST_SECONDS = 600;

export function openNew(app: App): void {
  const { settings } = app;
  const black = playerSelect(t('black'), settings.black, settings.followed);
  const white = playerSelect(t('white'), settings.white, settings.followed);
  const clock = clockChoice(settings.time);
  const from = startChoice(app);
  const begin = el('button', { type: 'button', class: 'main' }, t('begin'));
  const box = dialog(
    'new-game',
    t('new'),
    playerField(t('black'), black),
    playerField(t('white'), white),
    field(t('clock'), clock.select),
    clock.own,
    field(t('from'), from),
    el('div', { class: 'row-of-buttons' }, begin, el('button', { type: 'button', onclick: () => box.close() }, t('cancel'))),
  );
  begin.addEventListener('click', () => {
    const time = clock.time();
    const start = startOf(from.value, app);
    const players = [playerOf(black.value), playerOf(white.value)] as const;
    box.close();
    if (from.value !== BALANCED) return app.games.begin(...players, time, start);
    app.enter('play');
    app.jobs.balanced().then(
      (moves) => app.games.begin(...players, time, undefined, moves),
      (error: unknown) => app.say(t('errorEngine', { reason: error instanceof Error ? error.message : String(error) })),
    );
  });
  // So that Enter begins another game like the last.
  begin.focus();
}

/** The choice of a player, and below it what that one is worth. */
function playerField(label: string, box: HTMLSelectElement): HTMLElement {
  const whole = field(label, box);
  whole.append(worthOf(box));
  return whole;
}

function startChoice(app: App): HTMLSelectElement {
  const from = el('select', { 'aria-label': t('from') });
  from.append(el('option', { value: 'start' }, t('fromStart')), el('option', { value: 'here' }, t('fromHere')));
  if (app.engineRuns) from.append(el('option', { value: BALANCED }, t('fromBalanced')));
  const corners = CORNERS.map((_, i) => el('option', { value: String(i + 1) }, `${i + 1}: ${CORNERS.slice(0, i + 1).join(' ')}`));
  from.append(el('optgroup', { label: t('handicap') }, ...corners));
  from.value = 'start';
  return from;
}

function startOf(choice: string, app: App): Position | undefined {
  if (choice === 'here') return app.shown;
  return choice === 'start' || choice === BALANCED ? undefined : handicap(Number(choice));
}

/** The clocks to choose from, and the fields for one that is set by hand, which may give the sides different times. */
function clockChoice(now: TimeControl): { select: HTMLElement; own: HTMLElement; time: () => TimeControl } {
  const choices = CLOCKS.map(([minutes, inc]): [string, string] => {
    const text = minutes === 0 ? t('noClock') : inc === 0 ? t('minutes', { n: minutes }) : t('plus', { n: minutes, inc });
    return [`${minutes} ${inc}`, text];
  });
  const number = (label: string, value: number, most: number, step: number): HTMLInputElement =>
    el('input', { type: 'number', min: 0, max: most, step, value, 'aria-label': label, inputmode: 'decimal' });
  const isOn = now.main > 0 || (now.byoyomi ?? 0) > 0;
  const minutes = (['black', 'white'] as const).map((side) =>
    number(`${t(side)}, ${t('inMinutes')}`, isOn ? mainOf(now, side) / 60 : 20, MOST_MINUTES, 0.5),
  );
  const [black, white] = minutes as [HTMLInputElement, HTMLInputElement];
  const increment = number(t('perMove'), now.increment, MOST_SECONDS, 1);
  const byoyomi = number(t('byoyomi'), now.byoyomi ?? 0, MOST_SECONDS, 1);
  const own = el('div', { class: 'own-clock' });
  const show = (choice: string): void => {
    const fields = [
      field(`${t('black')}, ${t('inMinutes')}`, black),
      field(`${t('white')}, ${t('inMinutes')}`, white),
      field(t('perMove'), increment),
      field(t('byoyomi'), byoyomi),
    ];
    own.replaceChildren(...(choice === OWN ? fields : []));
  };
  const chosen = `${now.main / 60} ${now.increment}`;
  const isListed = now.white === undefined && !now.byoyomi && choices.some(([value]) => value === chosen);
  const box = select(t('clock'), [...choices, [OWN, t('ownClock')]], isListed ? chosen : OWN, show);
  show(box.value);
  const within = (input: HTMLInputElement): number => Math.max(0, Math.min(Number(input.max), Number(input.value) || 0));
  const time = (): TimeControl => {
    if (box.value !== OWN) {
      const [main = 0, inc = 0] = box.value.split(' ').map(Number);
      return { main: 60 * main, increment: inc };
    }
    const [main, other] = [60 * within(black), 60 * within(white)];
    const each = within(byoyomi);
    // Without a time for both there is no clock.
    if (each === 0 && (main === 0 || other === 0)) return { main: 0, increment: 0 };
    const moves = each > 0 ? { increment: 0, byoyomi: each } : { increment: within(increment) };
    return { main, ...moves, ...(other === main ? {} : { white: other }) };
  };
  return { select: box, own, time };
}
