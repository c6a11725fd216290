/**
 * The bar beside the board for what one does with a game as a whole: before it the choice of colour and
 * opponent, while it runs giving it up, after it the next one.
 *
 * Knows what can be done; how games come and go is the table's.
 */

import type { App } from './app';
import { playerOf, playerSelect } from './dialogs';
import { byId, el } from './dom';
import type { Player } from './mind';
import { type Side, other } from './rules';
import { t } from './words';

/** Milliseconds in which giving up has to be said again. */
const SURE = 4000;
const FIRST_OPPONENT: Player = { kind: 'bianca', skill: 4 };

/** Until when the second word to give up counts; 0 if the first was not said. */
let sureUntil = 0;

export function drawMatch(app: App): void {
  const box = byId('match');
  const key = matchKey(app);
  if (box.dataset['key'] === key) return;
  box.dataset['key'] = key;
  const focused = box.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : undefined;
  box.replaceChildren(...parts(app));
  if (focused) box.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
}

type Stage = 'before' | 'running' | 'after' | 'none';

function stageOf(app: App): Stage {
  if (app.setup) return 'none';
  if (app.game.moves.length === 0 && !app.isDecided) return 'before';
  if (!app.isMatch) return 'none';
  return app.isDecided ? 'after' : 'running';
}

function matchKey(app: App): string {
  const { black, white } = app.settings;
  return JSON.stringify([stageOf(app), black, white, app.settings.followed, app.person, isAsked(), t('resign')]);
}

const isAsked = (): boolean => performance.now() < sureUntil;

function parts(app: App): Node[] {
  switch (stageOf(app)) {
    case 'before':
      return beginning(app);
    case 'running':
      return [resignButton(app)];
    case 'after':
      return [again(app, 'rematch', false), ...(app.person ? [again(app, 'otherColour', true)] : [])];
    case 'none':
      return [];
  }
}

/** The choice of colour and opponent; whatever is chosen is the next game. */
function beginning(app: App): Node[] {
  const { settings } = app;
  const opponent = app.person ? app.player(other(app.person)) : undefined;
  const start = app.game.isStandard ? undefined : app.game.start;
  const begin = (own: Side, against: Player): void => {
    const person: Player = { kind: 'person' };
    const [black, white] = own === 'black' ? [person, against] : [against, person];
    app.games.begin(black, white, settings.time, start);
  };
  const colour = (side: Side): HTMLElement =>
    el(
      'button',
      {
        type: 'button',
        class: `colour ${side}`,
        'aria-pressed': String(app.person === side),
        'data-focus': `colour-${side}`,
        onclick: () => begin(side, opponent ?? FIRST_OPPONENT),
      },
      el('span', { class: 'chip' }),
      t(side),
    );
  const isOfPeople = settings.black.kind === 'person' && settings.white.kind === 'person';
  const against = playerSelect(t('opponent'), opponent ?? { kind: 'person' }, settings.followed);
  if (!opponent && !isOfPeople) against.value = '';
  against.dataset['focus'] = 'opponent';
  against.addEventListener('change', () => begin(app.person ?? 'black', playerOf(against.value)));
  return [el('span', { class: 'unseen' }, t('youPlay')), colour('black'), colour('white'), against];
}

/** Giving up has to be said twice, so that nobody does it by a slip. */
function resignButton(app: App): HTMLElement {
  const side = app.person ?? app.game.position.side;
  const press = (): void => {
    if (isAsked()) {
      sureUntil = 0;
      return app.resign(app.person ?? app.game.at(app.game.moves.length).side);
    }
    sureUntil = performance.now() + SURE;
    setTimeout(() => drawMatch(app), SURE + 20);
    drawMatch(app);
  };
  const text = isAsked() ? t('reallyResign') : t('resign');
  return el('button', { type: 'button', class: isAsked() ? `sure ${side}` : side, 'data-focus': 'resign', onclick: press }, text);
}

function again(app: App, word: 'rematch' | 'otherColour', swapped: boolean): HTMLElement {
  return el('button', { type: 'button', 'data-focus': word, onclick: () => app.games.again({ swapped }) }, t(word));
}
