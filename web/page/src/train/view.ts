/**
 * Draws the door *Train*: its first screen, and the exercise with a board of its own, so that the game on the table stays as it is;
 * and obeys its keys.
 */

import type { App } from '../app';
import { Board } from '../board';
import { byId, el, svg } from '../dom';
import { Memo } from '../memo';
import { flips, indexOf, nameOf } from '../rules';
import { shapeOf } from '../studyboard';
import type { Mark } from '../variations';
import { t } from '../words';
import { buttonParts, buttonsKey, questionKey, questionOf, questionParts, statusText, toldKey, toldParts } from './exercise';
import { homeKey, homeParts } from './home';
import { DECKS } from './replies';
import type { Round } from './round';

interface Part {
  readonly memo: Memo;
  readonly key: (app: App) => string;
  readonly build: (app: App) => Node[];
}

export class TrainView {
  readonly #app: App;
  readonly #root = byId('train');
  readonly #homeBox = el('div', { class: 'train-home' });
  readonly #room = el('div', { class: 'train-room' });
  readonly #status = el('p', { class: 'unseen', role: 'status' });
  readonly #overlay = svg('svg', { class: 'overlay', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  readonly #boardBox = el('div', { class: 'board', id: 'train-board', role: 'grid', 'data-label': 'board' });
  readonly #board: Board;
  readonly #home: Memo;
  readonly #parts: readonly Part[];
  #drawn = '';
  #seen: Round | undefined;
  #wasAnswered = false;
  #typed = '';

  constructor(app: App) {
    this.#app = app;
    const part = (name: string, key: (app: App) => string, build: (app: App) => Node[]): [HTMLElement, Part] => {
      const box = el('div', { class: name });
      return [box, { memo: new Memo(box), key, build }];
    };
    const [question, one] = part('train-question', questionKey, questionParts);
    const [buttons, two] = part('train-buttons', buttonsKey, buttonParts);
    const [told, three] = part('train-told', toldKey, toldParts);
    this.#parts = [one, two, three];
    const frame = el(
      'div',
      { class: 'frame' },
      el('div', { class: 'files', 'aria-hidden': 'true' }),
      el('div', { class: 'ranks', 'aria-hidden': 'true' }),
      this.#boardBox,
      this.#overlay,
    );
    this.#room.append(question, el('div', { class: 'train-board' }, frame), buttons, told);
    this.#root.append(this.#homeBox, this.#room, this.#status);
    this.#board = new Board(this.#boardBox, (square) => app.training.choose(square));
    this.#home = new Memo(this.#homeBox);
  }

  draw(): void {
    const { training } = this.#app;
    const { round } = training;
    this.#homeBox.hidden = round !== undefined;
    this.#room.hidden = round === undefined;
    this.#root.classList.toggle('has-board', round !== undefined);
    if (!round) {
      this.#home.show(homeKey(this.#app), () => homeParts(this.#app));
      if (this.#seen) this.#focus('.deck:not(.none)');
      this.#seen = undefined;
      return;
    }
    for (const { memo, key, build } of this.#parts) memo.show(key(this.#app), () => build(this.#app));
    this.#drawBoard(round);
    // A screen reader says the question of a new one.
    const said = statusText(this.#app) || `${questionOf(round.exercise)} ${t('toMove', { side: t(round.position.side) })}`;
    if (this.#status.textContent !== said) this.#status.textContent = said;
    const isNew = this.#seen !== round;
    const isAnswered = round.isAnswered && !this.#wasAnswered;
    this.#seen = round;
    this.#wasAnswered = round.isAnswered;
    // Whoever goes by keys goes on from there.
    if (isNew) {
      this.#focus('#train-board [tabindex="0"]');
      if (this.#root.getBoundingClientRect().top < 0) scrollTo(0, 0);
    } else if (isAnswered) this.#focus('[data-focus=train-next]', this.#board.hasKeyboard);
  }

  /** Puts the focus somewhere if it was nowhere, or has to go on. */
  #focus(selector: string, isWanted = false): void {
    const { activeElement } = document;
    if (!isWanted && activeElement && activeElement !== document.body && activeElement.checkVisibility()) return;
    this.#root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  #drawBoard(round: Round): void {
    const { settings, training } = this.#app;
    const { position, before, move } = round.shown;
    const marks = round.marked.map((square): Mark => ({ square, shape: 'circle' }));
    this.#board.draw({
      squares: position.squares,
      legal: new Set(round.legal),
      showLegal: settings.legal,
      last: move === undefined ? -1 : indexOf(move),
      turned: new Set(before && move ? flips(before.squares, before.side, indexOf(move)) : []),
      scores: new Map(),
      losses: new Map(),
      best: -1,
      pointed: this.#app.pointed,
      marks: new Map(marks.map((mark) => [indexOf(mark.square), mark])),
      side: position.side === 'black' ? 'X' : 'O',
      free: false,
      flipped: settings.flipped,
    });
    const isInLine = round.isAnswered && (training.round?.walk?.at ?? 1) !== 1;
    this.#boardBox.classList.toggle('in-line', isInLine);
    const drawn = JSON.stringify([marks, settings.flipped]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const place = settings.flipped ? { transform: 'rotate(180 4 4)' } : {};
    this.#overlay.replaceChildren(svg('g', place, ...marks.map((mark) => shapeOf(mark, settings.flipped))));
  }

  /** Obeys a key; whether there is something to be done by it. */
  key(key: string, target: HTMLElement): boolean {
    const { training } = this.#app;
    const { round } = training;
    if (!round) {
      const deck = DECKS[Number(key) - 1];
      if (deck) this.#press(`deck-${deck}`);
      else if (key === '4') this.#press('daily');
      return deck !== undefined || key === '4';
    }
    // The squares have nothing to do any more.
    const isOnButton = target.closest('button:not(.cell), [role=button]') !== null;
    const answered: Record<string, () => void> = {
      ArrowLeft: () => training.step(-1),
      ArrowRight: () => training.step(1),
      ArrowUp: () => training.turn(-1),
      ArrowDown: () => training.turn(1),
      r: () => training.again(),
    };
    const runs: Record<string, () => void> = {
      ...(round.isAnswered ? answered : {}),
      ...(round.isAnswered && !isOnButton ? { Enter: () => void training.next() } : {}),
      Escape: () => training.home(),
      i: () => void training.hint(),
      x: () => this.#app.set({ flipped: !this.#app.settings.flipped }),
    };
    const run = runs[key.length === 1 ? key.toLowerCase() : key];
    if (run) run();
    else if (/^[a-h1-8]$/i.test(key)) this.#type(round, key.toLowerCase());
    else return false;
    return true;
  }

  #press(name: string): void {
    this.#root.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.click();
  }

  /** A square is typed, or the number of one of the two that are to be chosen. */
  #type(round: Round, key: string): void {
    const isDigit = /[1-8]/.test(key);
    const choice = this.#typed === '' && round.moves.length === 0 ? round.exercise.choices[Number(key) - 1] : undefined;
    this.#typed = isDigit ? this.#typed + key : key;
    const square = isDigit && choice !== undefined ? indexOf(choice) : indexOf(this.#typed);
    const file = Array.from({ length: 64 }, (_, one) => one).filter((one) => nameOf(one)[0] === this.#typed);
    this.#app.point(square >= 0 || round.isAnswered ? [] : file);
    if (square >= 0) this.#app.training.choose(square);
    if (square >= 0 || isDigit) this.#typed = '';
  }
}
