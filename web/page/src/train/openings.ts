/** The dialog in which an opening is chosen: by its name or by the moves on the board with their variations, and for a side. */

import type { App } from '../app';
import { dialog, field } from '../dialogs';
import { el, select } from '../dom';
import { writeTranscript } from '../formats';
import { PASS } from '../rules';
import { t } from '../words';
import type { Opening } from './replies';

/** What is chosen for the moves on the board. */
const BOARD = 'board';
/** Fewer moves are no line. */
const LEAST = 2;

/** So many lines of one game are learned at most. */
const MOST_LINES = 500;

/** The lines of the game on the table, each as the engine reads it. */
function linesOf(app: App): string[] {
  const lines = app.game.tree.lines.slice(0, MOST_LINES);
  return lines.map((line) =>
    line
      .map(({ move }) => move)
      .filter((move) => move !== PASS)
      .join(''),
  );
}

export function openOpenings(app: App): void {
  const own = app.game.isStandard ? writeTranscript(app.game) : '';
  const options: [string, string][] = own.length >= 2 * LEAST ? [[BOARD, `${t('trainBoardLine')}: ${own.slice(0, 20)}`]] : [];
  const names = select(t('opening'), options, BOARD, () => tell());
  const side = select(
    t('trainYourSide'),
    [
      ['black', t('black')],
      ['white', t('white')],
    ],
    app.person ?? 'black',
    () => {},
  );
  const moves = el('p', { class: 'quiet opening-moves' }, '…');
  const learn = el('button', { type: 'button', class: 'main' }, t('trainLearn'));
  const box = dialog(
    'openings-box',
    t('trainOpenings'),
    field(t('opening'), names),
    moves,
    field(t('trainYourSide'), side),
    el('div', { class: 'row-of-buttons' }, learn, el('button', { type: 'button', onclick: () => box.close() }, t('cancel'))),
  );
  let known: readonly Opening[] = [];
  const chosen = (): string => (names.value === BOARD ? own : (known[Number(names.value)]?.moves ?? ''));
  function tell(): void {
    moves.textContent = chosen() || '\u00a0';
    learn.disabled = chosen() === '';
  }
  learn.addEventListener('click', () => {
    const [first = ''] = known[Number(names.value)]?.name.split('/') ?? [];
    const openings = names.value === BOARD ? linesOf(app) : [first];
    box.close();
    void app.training.takeOpenings(side.value === 'white' ? 'white' : 'black', openings);
  });
  tell();
  app.training.openings().then(
    (openings) => {
      known = openings;
      names.append(...openings.map(({ name }, i) => el('option', { value: String(i) }, name)));
      if (names.selectedIndex < 0) names.selectedIndex = 0;
      tell();
    },
    (error: unknown) => (moves.textContent = t('trainFailed', { reason: error instanceof Error ? error.message : String(error) })),
  );
}
