/**
 * The other games on the table: Reversi of the 1880s, tic-tac-toe, the frogs, the tree of Figure 5.2.
 *
 * The engine keeps the game and its rules; this module shows the state that it tells and sends what
 * is chosen. Knows nothing of Othello's table.
 */

import { type Engine, type GameState, readInfos, readState } from '../../package/src/client';
import { dialog } from './dialogs';
import { el, select } from './dom';
import { whole } from './numbers';
import { PLAYERS, type Player as TicTacToePlayer, winningCells } from './tictactoe';
import { TreeWalk } from './treewalk';
import { type Word, t } from './words';

/** Milliseconds before a player that is no person moves. */
const ANSWER = 450;

type Name = 'reversi' | 'tictactoe' | 'frogs' | 'tree';

const RULES: Record<Name, Word> = {
  reversi: 'reversiRules',
  tictactoe: 'tictactoeRules',
  frogs: 'frogsRules',
  tree: 'treeRules',
};

export class Lesson {
  #root: HTMLElement;
  #engine: Engine;
  #name: Name | undefined;
  #state: GameState | undefined;
  #size = { rows: 3, columns: 3, inRow: 3 };
  #frogs = 3;
  #answers = true;
  #players: Record<'black' | 'white', TicTacToePlayer> = { black: 'person', white: 'alphabeta' };
  #hints = new Map<string, number>();
  #message = '';
  #solving = 0;
  #busy = false;
  #tree: TreeWalk | undefined;

  constructor(root: HTMLElement, engine: Engine) {
    this.#root = root;
    this.#engine = engine;
  }

  async open(name: Name): Promise<void> {
    this.leave();
    this.#name = name;
    await this.restart();
  }

  /** The rules of the game on the table. */
  openRules(): void {
    const name = this.#name;
    if (!name) return;
    const close = el('button', { type: 'button', class: 'main', onclick: () => box.close() }, t('close'));
    const box = dialog('rules-box', t(name), el('p', {}, this.#rules(name)), el('div', { class: 'row-of-buttons' }, close));
  }

  #rules(name: Name): string {
    return t(RULES[name], { n: this.#size.inRow });
  }

  leave(): void {
    this.#name = undefined;
    this.#solving += 1;
    this.#tree?.stop();
    this.#tree = undefined;
    this.#root.replaceChildren();
  }

  async restart(): Promise<void> {
    const name = this.#name;
    if (!name) return;
    this.#solving += 1;
    this.#hints.clear();
    this.#message = '';
    const { rows, columns, inRow } = this.#size;
    if (name === 'tree') return this.#restartTree();
    const start = {
      reversi: 'newgame reversi-1880',
      tictactoe: `newgame tictactoe ${rows} ${columns} ${inRow}`,
      frogs: `newgame frogs ${this.#frogs}`,
    }[name];
    const reply = await this.#engine.send(start);
    if (!reply.ok) this.#message = reply.text;
    if (name === 'reversi') await this.#engine.send('option Level 2');
    await this.#update();
    if (name === 'tictactoe') void this.#engines();
  }

  async #restartTree(): Promise<void> {
    this.#tree?.stop();
    const tree = (this.#tree ??= new TreeWalk(this.#engine));
    await tree.load();
    if (this.#tree === tree) this.draw();
  }

  async #update(): Promise<void> {
    const name = this.#name;
    const reply = await this.#engine.send('state');
    if (this.#name !== name || !reply.ok) return;
    this.#state = readState(reply.text);
    this.draw();
  }

  async #play(move: string): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#hints.clear();
    this.#message = '';
    const reply = await this.#engine.send(`play ${move}`);
    if (!reply.ok) this.#message = reply.text;
    await this.#update();
    if (reply.ok && this.#name === 'tictactoe') await this.#engines();
    else if (reply.ok && this.#answers && this.#name !== 'frogs') await this.#answer();
    this.#busy = false;
  }

  /** The engine plays until the person can move. */
  async #answer(): Promise<void> {
    const name = this.#name;
    for (let first = true; this.#name === name && this.#state?.over === false; first = false) {
      const forced = mustPass(this.#state);
      if (!first && !forced) return;
      await this.#engine.send(!first && forced ? 'play pass' : 'genmove');
      await this.#update();
      // Whoever has no move passes, and then it is the engine's turn again.
      if (!mustPass(this.#state)) return;
      await this.#engine.send('play pass');
      await this.#update();
      first = true;
    }
  }

  /** The player of the side to move in tic-tac-toe. */
  get #mover(): TicTacToePlayer {
    return this.#players[this.#state?.to_move ?? 'black'];
  }

  /** The players that are no people move, until a person is to. */
  async #engines(): Promise<void> {
    const turn = ++this.#solving;
    while (this.#state?.over === false && this.#mover !== 'person') {
      await this.#engine.send(`option Player ${this.#mover}`);
      await new Promise((resolve) => setTimeout(resolve, ANSWER));
      if (turn !== this.#solving || this.#name !== 'tictactoe') return;
      await this.#engine.send('genmove');
      if (turn !== this.#solving) return;
      await this.#update();
    }
  }

  async #undo(): Promise<void> {
    this.#solving += 1;
    const { black, white } = this.#players;
    const isAnswered = this.#name === 'tictactoe' ? (black === 'person') !== (white === 'person') : this.#answers;
    const both = isAnswered && this.#name !== 'frogs' ? 2 : 1;
    for (let i = 0; i < both; i++) await this.#engine.send('undo');
    this.#hints.clear();
    this.#message = '';
    await this.#update();
  }

  async #hint(): Promise<void> {
    if (this.#name === 'tictactoe') await this.#engine.send('option Player alphabeta');
    const reply = await this.#engine.send('hint 64');
    this.#message = reply.ok ? '' : this.#name === 'frogs' ? t('noWay') : reply.text;
    this.#hints = new Map(reply.ok ? readInfos(reply.text).map((info) => [info.move, info.score]) : []);
    this.draw();
  }

  /** Alpha-beta moves for whoever is to. */
  async #engineMove(): Promise<void> {
    if (this.#busy || this.#state?.over !== false) return;
    await this.#engine.send('option Player alphabeta');
    await this.#engine.send('genmove');
    await this.#update();
    await this.#engines();
  }

  /** Plays the shortest solution of the frogs from here. */
  async #solve(): Promise<void> {
    const turn = ++this.#solving;
    const reply = await this.#engine.send('solve');
    const [info] = reply.ok ? readInfos(reply.text) : [];
    if (!info) {
      this.#message = t('noWay');
      return this.draw();
    }
    for (const move of info.pv) {
      if (turn !== this.#solving || this.#name !== 'frogs') return;
      await this.#engine.send(`play ${move}`);
      await this.#update();
      await new Promise((resolve) => setTimeout(resolve, 450));
    }
  }

  draw(): void {
    const name = this.#name;
    if (!name) return;
    const focused = this.#root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : undefined;
    const parts: Node[] = [el('h2', {}, t(name)), el('p', { class: 'quiet rules' }, this.#rules(name))];
    if (name === 'tree') {
      if (this.#tree) parts.push(this.#tree.root);
      this.#tree?.draw();
    } else if (this.#state) {
      parts.push(this.#options(name));
      parts.push(name === 'frogs' ? this.#frogRow(this.#state) : this.#grid(name, this.#state));
      parts.push(el('p', { class: 'status', role: 'status' }, this.#status(name, this.#state)));
      parts.push(this.#buttons(name));
    }
    this.#root.replaceChildren(...parts);
    if (focused) this.#root.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  #status(name: Name, state: GameState): string {
    if (this.#message !== '') return this.#message;
    const points = state.score;
    if (name === 'frogs') {
      if (points === null) return ' ';
      return points > 0 ? t('solved') : t('noWay');
    }
    if (points === 0) return t('evenResult');
    if (points !== null && name === 'tictactoe') return t('hasWon', { side: this.#sideName(name, points > 0) });
    if (points !== null) {
      return t('winner', { side: this.#sideName(name, points > 0), score: name === 'reversi' ? `+${Math.abs(points)}` : '' });
    }
    const inHand = state.in_hand ? ` · ${t('inHand', { n: state.in_hand.join(' – ') })}` : '';
    return t('yourMove', { side: this.#sideName(name, state.to_move === 'black') }) + inHand;
  }

  #sideName(name: Name, black: boolean): string {
    if (name === 'reversi') return t(black ? 'black' : 'white');
    return black ? 'X' : 'O';
  }

  #options(name: Name): HTMLElement {
    const box = el('div', { class: 'lesson-options' });
    const number = (label: Word, value: number, from: number, to: number, set: (value: number) => void): void => {
      const all = Array.from({ length: to - from + 1 }, (_, i): [string, string] => [String(from + i), String(from + i)]);
      box.append(
        el(
          'label',
          { class: 'field' },
          el('span', {}, t(label)),
          select(t(label), all, String(value), (text) => {
            set(Number(text));
            this.#size.inRow = Math.min(this.#size.inRow, Math.max(this.#size.rows, this.#size.columns));
            void this.restart();
          }),
        ),
      );
    };
    if (name === 'tictactoe') {
      number('rows', this.#size.rows, 1, 8, (value) => (this.#size.rows = value));
      number('columns', this.#size.columns, 1, 8, (value) => (this.#size.columns = value));
      number('inRow', this.#size.inRow, 1, Math.max(this.#size.rows, this.#size.columns), (value) => (this.#size.inRow = value));
    }
    if (name === 'frogs') number('each', this.#frogs, 1, 8, (value) => (this.#frogs = value));
    if (name === 'tictactoe') {
      for (const side of ['black', 'white'] as const) {
        const label = this.#sideName(name, side === 'black');
        const players = PLAYERS.map((one) => [one, t(one)] as const);
        const choice = select(label, players, this.#players[side], (value) => {
          this.#players[side] = value as TicTacToePlayer;
          void this.#engines().then(() => this.draw());
        });
        choice.dataset['focus'] = `player-${side}`;
        box.append(el('label', { class: 'field' }, el('span', {}, label), choice));
      }
    }
    if (name === 'reversi') {
      const count = (piece: 'black' | 'white'): number => (this.#state?.cells ?? []).flat().filter((cell) => cell.piece === piece).length;
      const standing = (['black', 'white'] as const).map((side) =>
        el(
          'span',
          { class: `chip-of ${side}` },
          el('span', { class: 'chip' }),
          el('span', { class: 'unseen' }, t(side)),
          String(count(side)),
        ),
      );
      box.append(el('p', { class: 'standing' }, ...standing));
      const input = el('input', { type: 'checkbox', checked: this.#answers, 'data-focus': 'answers' });
      input.addEventListener('change', () => (this.#answers = input.checked));
      box.append(el('label', { class: 'check' }, input, el('span', {}, t('answers'))));
    }
    return box;
  }

  #grid(name: Name, state: GameState): HTMLElement {
    const rows = state.cells;
    const columns = rows[0]?.length ?? 1;
    const won = name === 'tictactoe' && state.over ? winningCells(rows, this.#size.inRow) : new Set<string>();
    const grid = el('div', { class: `lesson-grid ${name} size-${Math.max(rows.length, columns)}`, role: 'grid', 'aria-label': t('board') });
    grid.style.setProperty('--columns', String(columns));
    grid.style.setProperty('--rows', String(rows.length));
    rows.forEach((cells, row) => {
      const line = el('div', { role: 'row', class: 'lesson-row' });
      cells.forEach(({ move, piece }, column) => {
        const legal = state.legal.includes(move);
        const disc = piece === null ? '-' : piece === 'black' ? 'X' : 'O';
        const score = this.#hints.get(move);
        const named = disc === '-' ? t('empty') : name === 'reversi' ? t(disc === 'X' ? 'black' : 'white') : disc;
        const label = [
          move,
          named,
          legal ? t('legalMove') : '',
          won.has(`${row}-${column}`) ? t('inWinningRow') : '',
          score === undefined ? '' : t('expect', { score: whole(score) }),
        ];
        const button = el('button', {
          type: 'button',
          role: 'gridcell',
          class: 'cell',
          'data-focus': `cell${row}-${column}`,
          'aria-label': label.filter((word) => word !== '').join(', '),
          'aria-disabled': String(!legal),
        });
        button.dataset['disc'] = disc;
        button.classList.toggle('legal', legal && score === undefined);
        button.classList.toggle('last', state.last === move);
        button.classList.toggle('won', won.has(`${row}-${column}`));
        button.append(name === 'reversi' ? el('span', { class: 'disc' }) : el('span', { class: 'sign' }, disc === '-' ? '' : disc));
        if (score !== undefined) {
          button.classList.add('scored');
          button.append(el('span', { class: 'score' }, whole(score)));
        }
        if (legal) button.addEventListener('click', () => void this.#play(move));
        line.append(button);
      });
      grid.append(line);
    });
    return grid;
  }

  #frogRow(state: GameState): HTMLElement {
    const row = el('div', { class: 'frog-row', role: 'group', 'aria-label': t('frogs') });
    const best = [...this.#hints].sort((a, b) => b[1] - a[1])[0]?.[0];
    (state.cells[0] ?? []).forEach(({ move, piece }) => {
      const legal = state.legal.includes(move);
      const label = piece === null ? t('gap') : t('frogAt', { n: move });
      const frog = el('button', {
        type: 'button',
        class: 'frog',
        'data-focus': `frog${move}`,
        'aria-label': label,
        'aria-disabled': String(!legal),
      });
      frog.dataset['kind'] = piece === null ? '0' : piece === 'black' ? '1' : '-1';
      frog.classList.toggle('legal', legal);
      frog.classList.toggle('best', best === move);
      frog.append(piece === null ? '' : piece === 'black' ? '→' : '←');
      if (legal) frog.addEventListener('click', () => void this.#play(move));
      row.append(frog);
    });
    return row;
  }

  #buttons(name: Name): HTMLElement {
    const button = (label: Word, run: () => void): HTMLElement =>
      el('button', { type: 'button', 'data-focus': label, onclick: run }, t(label));
    const box = el('div', { class: 'row-of-buttons' });
    box.append(
      button('undo', () => void this.#undo()),
      button('hint', () => void this.#hint()),
    );
    if (name === 'frogs') box.append(button('solve', () => void this.#solve()));
    else if (name === 'tictactoe') box.append(button('engineMove', () => void this.#engineMove()));
    else box.append(button('engineMove', () => void this.#answer()));
    box.append(button('restart', () => void this.restart()));
    return box;
  }
}

/** Whether the side to move has no move but a pass. */
function mustPass(state: GameState | undefined): boolean {
  return state?.legal.length === 1 && state.legal[0] === 'pass';
}
