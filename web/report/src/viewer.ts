/**
 * The large board with all that belongs to it: players, curve, what is said of a turn, the moves.
 *
 * Every step ends in `draw`. Text from the games is only ever set as text or cloned from the page,
 * which has it as text. Knows nothing of the list of games and of the address.
 */

import { Curve } from '../../page/src/curve';
import { copyText, el, icon } from '../../page/src/dom';
import { ICONS } from '../../page/src/icons';
import { fine } from '../../page/src/numbers';
import { type Position, type Side, count, isOver, winnerOf } from '../../page/src/rules';
import { Board } from './board';
import { type GameRecord, follow, readRecord } from './record';
import { KINDS, ahead, loss, named, shownMove } from './telling';
import { clauses, listed, parts, sideName, t } from './words';

/** A better line that is looked at: the turn that it replaces, and how far one has gone along it. */
interface Preview {
  readonly turn: number;
  readonly moves: readonly string[];
  readonly positions: readonly Position[];
  at: number;
}

export class Viewer {
  readonly element: HTMLElement;
  #records: readonly HTMLElement[];
  #tell: (record: HTMLElement, ply: number) => void;
  #board = new Board();
  #curve: Curve;
  #curveBox = el('div', { class: 'curve', id: 'curve' });
  #legend = el('p', { class: 'legend quiet' });
  #heading = el('p', { class: 'heading', role: 'status' });
  #about = el('div', { class: 'about' });
  #status = el('p', { class: 'status', 'aria-live': 'polite' });
  #detail = el('div', { class: 'detail', tabindex: 0, role: 'group', 'aria-label': t('aboutMove') });
  #moves = el('ol', { class: 'moves' });
  #movesBox = el('div', { class: 'moves-box', tabindex: 0, role: 'group', 'aria-label': t('moves') }, this.#moves);
  #players: Record<Side, { box: HTMLElement; name: HTMLElement; count: HTMLElement }>;
  #buttons: Record<'first' | 'back' | 'forward' | 'last', HTMLButtonElement>;
  #copy = el('button', { type: 'button' }, t('copy'));
  #links: HTMLAnchorElement[] = [];

  #game!: GameRecord;
  #ply = 0;
  #preview: Preview | undefined;
  /** What is on the board. */
  #drawn: Position | undefined;

  /** `tell` hears of each game and ply that is gone to. */
  constructor(records: readonly HTMLElement[], tell: (record: HTMLElement, ply: number) => void) {
    this.#records = records;
    this.#tell = tell;
    this.#curve = new Curve(
      this.#curveBox,
      () => t('scores'),
      (ply) => this.go(ply),
    );
    this.#players = { black: player('black'), white: player('white') };
    this.#buttons = {
      first: control('first', t('first'), () => this.go(0)),
      back: control('back', t('back'), () => this.step(-1)),
      forward: control('forward', t('forward'), () => this.step(1)),
      last: control('last', t('last'), () => this.go(this.#game.turns.length)),
    };
    this.#copy.addEventListener('click', () => void this.#copyMoves());
    const panel = (kind: string, ...content: HTMLElement[]): HTMLElement => el('section', { class: `panel ${kind}` }, ...content);
    this.element = el(
      'div',
      { class: 'table' },
      el(
        'div',
        { class: 'play' },
        el('div', { class: 'players' }, this.#players.black.box, this.#players.white.box),
        this.#board.frame,
        this.#status,
        el('div', { class: 'controls', role: 'toolbar', 'aria-label': t('moves') }, ...Object.values(this.#buttons)),
      ),
      el(
        'div',
        { class: 'side' },
        panel('about-panel', el('div', { class: 'title' }, this.#heading, ...this.#neighbours()), this.#about),
        panel('curve-panel', this.#curveBox, this.#legend, this.#detail),
        panel('moves-panel', this.#movesBox, el('div', { class: 'row-of-buttons' }, this.#copy)),
      ),
    );
  }

  /** Buttons to the games before and after this one. */
  #neighbours(): HTMLElement[] {
    if (this.#records.length === 1) return [];
    return [control('back', t('previousGame'), () => this.#beside(-1)), control('forward', t('nextGame'), () => this.#beside(1))];
  }

  #beside(by: number): void {
    const shown = this.#records.filter((record) => !record.hidden);
    const to = shown[shown.indexOf(this.#game.element) + by];
    if (to) this.open(to, 0);
  }

  /** Shows a game after so many turns. */
  open(record: HTMLElement, ply: number): void {
    if (this.#game?.element !== record) {
      this.#game = readRecord(record);
      this.#drawn = undefined;
      this.#drawHead();
      this.#drawMoves();
    }
    this.go(ply);
  }

  go(ply: number): void {
    this.#preview = undefined;
    this.#ply = Math.max(0, Math.min(this.#game.turns.length, ply));
    this.#draw();
    this.#tell(this.#game.element, this.#ply);
  }

  step(by: number): void {
    if (!this.#preview) return this.go(this.#ply + by);
    this.#along(this.#preview.at + by);
  }

  /** Does what a key stands for; whether it stands for anything. */
  key(key: string): boolean {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.go(0),
      End: () => this.go(this.#game.turns.length),
      n: () => this.#beside(1),
      p: () => this.#beside(-1),
      b: () => this.#toggleLine(),
    };
    if (this.#preview) actions['Escape'] = () => this.#toggleLine();
    actions[key]?.();
    return key in actions;
  }

  /** Goes to a place of the better line. */
  #along(at: number): void {
    if (!this.#preview) return;
    this.#preview.at = Math.max(0, Math.min(this.#preview.moves.length, at));
    this.#draw();
  }

  /** Shows the better line in place of the last turn, or the game again. */
  #toggleLine(): void {
    const better = this.#game.turns[this.#ply - 1]?.better;
    if (this.#preview) this.#preview = undefined;
    else if (better) {
      const positions = follow(this.#game.positions[this.#ply - 1]!, better.line);
      this.#preview = { turn: this.#ply, moves: better.line.slice(0, positions.length - 1), positions, at: 1 };
    }
    this.#draw();
  }

  // What belongs to the game

  #drawHead(): void {
    const { element, own, exactFrom, turns } = this.#game;
    const part = (of: string): Node[] => [...(element.querySelector(of)?.cloneNode(true).childNodes ?? [])];
    for (const side of ['black', 'white'] as const) this.#players[side].name.replaceChildren(...part(`h3 .${side}`));
    const number = el('span', { class: 'quiet' }, t('game', { n: element.id.slice(1) }));
    this.#heading.replaceChildren(number, ' ', el('strong', {}, ...part('h3 .result')));
    this.#about.replaceChildren(...[...element.querySelectorAll('.about')].map((one) => one.cloneNode(true)));
    const key = (side: Side): HTMLElement => el('span', { class: `key of-${side}` });
    const shaded = exactFrom !== undefined && exactFrom < turns.length ? t('shaded') : '';
    this.#legend.replaceChildren(own ? t('ownLegend') : clauses([t('legend'), shaded]));
    if (own) this.#legend.append(' ', key('black'), ` ${sideName('black')} `, key('white'), ` ${sideName('white')}`);
    const scored = turns.some((turn) => turn.score !== undefined);
    const judged = element.dataset['judged'] !== undefined;
    this.element.classList.toggle('judged', judged);
    this.element.classList.toggle('explained', judged && document.querySelector('.why') !== null);
    // Of players who do not say what they think there is nothing to show.
    this.#curveBox.parentElement!.hidden = !scored && !judged;
    this.#curveBox.hidden = !scored;
    this.#legend.hidden = !scored;
  }

  #drawMoves(): void {
    const { turns, positions, opening, element } = this.#game;
    const items: HTMLElement[] = [];
    this.#links = [];
    let column: Side = 'black';
    turns.forEach((turn, index) => {
      // Two moves a row: black's on the left, also after a pass that is not written.
      if (positions[index]!.side !== column) items.push(el('li', { class: 'gap' }));
      else column = column === 'black' ? 'white' : 'black';
      const kind = KINDS[turn.mark] ?? '';
      const link = el(
        'a',
        { class: `ply ${kind} ${index < opening ? 'given' : ''}`.trim(), href: `#${element.id}.${index + 1}` },
        el('span', { class: 'number' }, turn.number === undefined ? '' : String(turn.number)),
        el('span', { class: 'move' }, shownMove(turn.move)),
      );
      if (kind !== '') link.querySelector('.move')!.append(el('b', { role: 'img', 'aria-label': t(kind) }, turn.mark));
      link.append(el('span', { class: 'value' }, turn.score === undefined ? '' : fine(turn.score)));
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.go(index + 1);
      });
      this.#links.push(link);
      items.push(el('li', {}, link));
    });
    this.#moves.replaceChildren(...items);
    this.#movesBox.scrollTop = 0;
  }

  async #copyMoves(): Promise<void> {
    const copied = await copyText(this.#game.turns.flatMap(({ move, number }) => (number === undefined ? [] : [move])).join(''));
    this.#copy.textContent = t(copied ? 'copied' : 'notCopied');
    setTimeout(() => (this.#copy.textContent = t('copy')), 1500);
  }

  // What belongs to a ply

  #draw(): void {
    const { turns, positions, exactFrom, own } = this.#game;
    const preview = this.#preview;
    const turn = turns[this.#ply - 1];
    const position = preview ? preview.positions[preview.at]! : positions[this.#ply]!;
    const previous = preview ? preview.positions[preview.at - 1] : positions[this.#ply - 1];
    this.#board.draw(
      {
        position,
        before: previous === this.#drawn ? previous : undefined,
        last: preview ? preview.moves[preview.at - 1] : turn?.move,
        better: preview ? undefined : turn?.better?.line[0],
      },
      preview !== undefined,
    );
    this.#drawn = position;
    const over = !preview && this.#ply === turns.length;
    for (const side of ['black', 'white'] as const) {
      this.#players[side].count.textContent = String(count(position.squares, side));
      this.#players[side].box.classList.toggle('to-move', !over && position.side === side);
    }
    const score = (of: Side | undefined): (number | undefined)[] => [
      undefined,
      ...turns.map((one, index) => (of === undefined || positions[index]!.side === of ? one.score : undefined)),
    ];
    this.#curve.draw({
      values: score(undefined),
      own: own ? { black: score('black'), white: score('white') } : undefined,
      exactFrom,
      grades: [undefined, ...turns.map((one) => KINDS[one.mark])],
      names: ['', ...turns.map(named)],
      cursor: this.#ply,
    });
    this.#status.textContent = this.#said();
    this.#drawDetail();
    this.#drawControls();
  }

  /** Where one is, in one line. */
  #said(): string {
    const { turns, positions } = this.#game;
    if (this.#preview) return t('inLine', { n: turns[this.#preview.turn - 1]!.number! });
    const turn = turns[this.#ply - 1];
    if (!turn) return t(turns.length === 0 ? 'noMove' : 'start');
    const side = sideName(positions[this.#ply - 1]!.side);
    const given = this.#ply <= this.#game.opening ? t('fromOpening') : '';
    const { number: n, move } = turn;
    const said = n === undefined ? t('passes', { side }) : listed([t('played', { n, side, move }), given]);
    return clauses([said, leftOver(positions[this.#ply]!)]);
  }

  #drawDetail(): void {
    const { turns, positions, element, exactFrom } = this.#game;
    const preview = this.#preview;
    const turn = turns[this.#ply - 1];
    if (!turn) return this.#detail.replaceChildren(...this.#summary());
    const told: Node[] = [];
    if (turn.score !== undefined) {
      const exact = exactFrom !== undefined && this.#ply >= exactFrom ? t('exact') : '';
      const depth = turn.depth === undefined ? '' : t('depth', { n: turn.depth });
      const time = turn.seconds === undefined ? '' : t('seconds', { n: turn.seconds.toFixed(2) });
      const beside = listed([exact, depth, time]);
      told.push(el('p', { class: 'value' }, el('strong', {}, ahead(turn.score)), ' ', el('span', { class: 'quiet' }, beside)));
    }
    if (turn.better) {
      const mover = positions[this.#ply - 1]!.side;
      const kind = KINDS[turn.mark];
      const values = {
        kind: el('strong', { class: `kind ${kind ?? 'good'}` }, t(kind ?? 'notBest')),
        n: fine(loss(turn, mover)).replace('+', ''),
        move: el('b', {}, shownMove(turn.better.line[0]!)),
        score: ahead(turn.better.score),
      };
      told.push(el('p', {}, ...parts('loses', values)));
      told.push(...this.#line(turn.better.line, preview));
    } else if (element.dataset['judged'] !== undefined && turn.number !== undefined && turn.score !== undefined) {
      told.push(el('p', { class: 'quiet' }, t('noneBetter')));
    }
    for (const why of element.querySelectorAll(`.why[data-ply="${this.#ply}"]`)) {
      const copy = el('div', { class: 'reason' });
      copy.append(...why.cloneNode(true).childNodes);
      told.push(copy);
    }
    this.#detail.replaceChildren(...told);
    this.#detail.scrollTop = 0;
  }

  /** The button that plays the better line out, and the line move by move once it is played. */
  #line(moves: readonly string[], preview: Preview | undefined): HTMLElement[] {
    const toggle = el('button', { type: 'button', class: 'show', 'aria-keyshortcuts': 'b' }, t(preview ? 'leaveLine' : 'showLine'));
    toggle.addEventListener('click', () => {
      this.#toggleLine();
      this.#detail.querySelector<HTMLElement>('.show')?.focus();
    });
    if (!preview) return [toggle];
    const buttons = moves.map((move, index) => {
      const here = index + 1 === preview.at;
      const button = el(
        'button',
        { type: 'button', class: here ? 'ply here' : 'ply', 'aria-current': here ? 'true' : undefined },
        shownMove(move),
      );
      button.addEventListener('click', () => this.#along(index + 1));
      return button;
    });
    return [el('p', { class: 'line' }, ...buttons), toggle];
  }

  /** What is said of the game as a whole. */
  #summary(): Node[] {
    const summary = this.#game.element.querySelector('.summary');
    return summary ? [...summary.cloneNode(true).childNodes] : [];
  }

  #drawControls(): void {
    const preview = this.#preview;
    const [atStart, atEnd] = [this.#ply === 0, this.#ply === this.#game.turns.length];
    // A button that is disabled while it has the focus would lose it; so it keeps it and does nothing.
    const disable = (button: HTMLElement, disabled: boolean): void => button.setAttribute('aria-disabled', String(disabled));
    disable(this.#buttons.first, atStart && !preview);
    disable(this.#buttons.back, preview ? preview.at === 0 : atStart);
    disable(this.#buttons.forward, preview ? preview.at === preview.moves.length : atEnd);
    disable(this.#buttons.last, atEnd && !preview);
    this.#links.forEach((link, index) => {
      const here = index + 1 === this.#ply;
      link.classList.toggle('here', here);
      if (here) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
      if (here) scrollTo(this.#movesBox, link);
    });
    if (this.#ply === 0) this.#movesBox.scrollTop = 0;
  }
}

/** Why the result is not what stands on the board, if the game ends with empty squares. */
function leftOver(position: Position): string {
  const empty = 64 - count(position.squares, 'black') - count(position.squares, 'white');
  const winner = winnerOf(position.squares);
  if (empty === 0 || !winner || !isOver(position)) return '';
  return t(empty === 1 ? 'emptyCounts' : 'emptiesCount', { n: empty, side: sideName(winner) });
}

/** Scrolls a box, and nothing else, so that something in it is seen. */
function scrollTo(box: HTMLElement, inside: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), inside.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
}

function player(side: Side): { box: HTMLElement; name: HTMLElement; count: HTMLElement } {
  const [name, discs] = [el('span', { class: 'name' }), el('span', { class: 'count' })];
  return {
    box: el(
      'div',
      { class: `player ${side}` },
      el('span', { class: 'chip' }),
      el('span', { class: 'unseen' }, sideName(side), ' '),
      name,
      discs,
    ),
    name,
    count: discs,
  };
}

function control(drawing: keyof typeof ICONS, label: string, run: () => void): HTMLButtonElement {
  return el('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick: run }, icon(ICONS[drawing]));
}
