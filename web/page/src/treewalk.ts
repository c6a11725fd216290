/**
 * A game tree, of Figure 5.2 or with leaves of one's own: how minimax and alpha-beta walk it, a step at a
 * time, and a game on it against minimax.
 */

import { type Engine, readState } from '../../package/src/client';
import { el } from './dom';
import { type Listed, type Sight, type TreeNode, drawTree, lay, valueFor } from './treepicture';
import { colon, stop, t } from './words';

type Method = 'minimax' | 'alphabeta';
type Mode = Method | 'game';
type Side = 'MAX' | 'MIN';

/** A line of `tree METHOD steps`. */
interface Step {
  readonly enters: boolean;
  readonly node: string;
  readonly window: string;
  readonly value: string | undefined;
  readonly cut: readonly string[];
}

const FIGURE = '3 12 8 2 4 6 14 5 2';
/** More leaves do not fit on a page. */
const MOST_LEAVES = 27;
/** Milliseconds between steps, and before minimax answers. */
const PACE = 900;
const ANSWER = 500;

/** Reads the steps: indentation, `>` or `<`, the move (but at the root), the name, MAX or MIN. */
function readSteps(text: string): { steps: Step[]; nodes: Listed[] } {
  const steps: Step[] = [];
  const nodes: Listed[] = [];
  for (const line of text.split('\n')) {
    const found = /^( *)([<>]) (.*?)(?: \((alpha .*)\))?$/.exec(line);
    if (!found) continue;
    const [, indent = '', mark, rest = '', window = ''] = found;
    const [head = '', tail = ''] = rest.split(' = ');
    const words = head.split(' ');
    const kind = words.at(-1) === 'MAX' || words.at(-1) === 'MIN' ? words.pop()! : '';
    const name = words.pop() ?? '';
    const [value, cut] = tail.split(', cut: ');
    if (mark === '>') nodes.push({ name, move: words[0] ?? '', kind, depth: indent.length / 2 });
    steps.push({ enters: mark === '>', node: name, window, value: value || undefined, cut: cut?.split(' ') ?? [] });
  }
  return { steps, nodes };
}

export class TreeWalk {
  readonly root = el('div', { class: 'tree-walk' });
  #engine: Engine;
  #mode: Mode = 'alphabeta';
  #side: Side = 'MAX';
  #leaves = FIGURE;
  #fault = '';
  #nodes: TreeNode[] = [];
  #steps: Record<Method, Step[]> = { minimax: [], alphabeta: [] };
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The moves of the game on the tree, and who of the two the person is. */
  #played: readonly string[] = [];
  #person: Side = 'MAX';
  #turn = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Asks the engine for the walks. Minimax visits all nodes, so that it tells the whole tree. */
  async load(): Promise<void> {
    await this.#engine.send(`newgame tree ${this.#leaves}`);
    for (const method of ['minimax', 'alphabeta'] as const) {
      const reply = await this.#engine.send(`tree ${method} steps`);
      const { steps, nodes } = readSteps(reply.ok ? reply.text : '');
      this.#steps[method] = steps;
      if (method === 'minimax') this.#nodes = lay(nodes);
    }
    this.#at = 0;
    this.#played = [];
    if (this.#mode === 'game') await this.#begin(this.#person);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
  }

  get #walk(): Step[] {
    return this.#mode === 'game' ? [] : this.#steps[this.#mode];
  }

  #go(step: number): void {
    this.#at = Math.max(0, Math.min(this.#walk.length, step));
    if (this.#at === this.#walk.length) this.stop();
    this.draw();
  }

  #choose(mode: Mode): void {
    this.stop();
    this.#mode = mode;
    if (mode === 'game') void this.#begin(this.#person);
    else this.#go(0);
  }

  /** Other leaves, if they are such. */
  async #take(text: string): Promise<void> {
    const numbers = text.split(/[\s,;]+/).filter((word) => word !== '');
    const areLeaves = numbers.every((word) => /^[+-]?\d{1,3}$/.test(word)) && numbers.length >= 2 && numbers.length <= MOST_LEAVES;
    this.#fault = areLeaves ? '' : t('leavesWanted', { n: MOST_LEAVES });
    if (areLeaves) {
      this.stop();
      this.#leaves = numbers.join(' ');
      await this.load();
    }
    this.draw();
  }

  // The game

  #position(): TreeNode | undefined {
    return this.#played.reduce((node: TreeNode | undefined, move) => node?.children.find((child) => child.move === move), this.#nodes[0]);
  }

  async #begin(person: Side): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.#person = this.#side = person;
    this.#played = [];
    await this.#engine.send(`newgame tree ${this.#leaves}`);
    await this.#engine.send('option Player minimax');
    this.draw();
    await this.#answer(turn);
  }

  async #play(move: string): Promise<void> {
    const turn = this.#turn;
    const reply = await this.#engine.send(`play ${move}`);
    if (!reply.ok || turn !== this.#turn) return;
    this.#played = [...this.#played, move];
    this.draw();
    await this.#answer(turn);
  }

  /** Minimax moves, if it is its turn. */
  async #answer(turn: number): Promise<void> {
    const here = this.#position();
    if (!here || here.kind === '' || here.kind === this.#person) return;
    await new Promise((resolve) => setTimeout(resolve, ANSWER));
    if (turn !== this.#turn) return;
    await this.#engine.send('genmove');
    const state = await this.#engine.send('state');
    if (!state.ok || turn !== this.#turn) return;
    this.#played = readState(state.text).history;
    this.draw();
  }

  /** What is seen of the game: the way that was gone, and the values of all leaves. */
  #gameSight(): Sight {
    const leaves = this.#steps.minimax.filter(({ node }) => this.#nodes.find(({ name }) => name === node)?.kind === '');
    const values = new Map(leaves.flatMap(({ node, value }) => (value === undefined ? [] : [[node, value] as const])));
    const windows = new Map<string, string>();
    let here = this.#nodes[0];
    for (const move of this.#played) {
      if (here) windows.set(here.name, '');
      here = here?.children.find((child) => child.move === move);
    }
    if (here) windows.set(here.name, '');
    return { values, windows, cut: new Set(), current: here?.name, side: this.#side };
  }

  #walkSight(): Sight {
    const done = this.#walk.slice(0, this.#at);
    return {
      values: new Map(done.flatMap((step) => (step.value === undefined ? [] : [[step.node, step.value] as const]))),
      windows: new Map(done.filter((step) => step.enters).map((step) => [step.node, step.window])),
      cut: new Set(done.flatMap((step) => step.cut)),
      current: done.at(-1)?.node,
      side: this.#side,
    };
  }

  // What is seen

  draw(): void {
    const focused = this.root.contains(document.activeElement) ? document.activeElement : undefined;
    const focus = focused?.getAttribute('data-focus');
    const typed = this.root.querySelector<HTMLInputElement>('.leaves input')?.value;
    const sight = this.#mode === 'game' ? this.#gameSight() : this.#walkSight();
    const width = this.root.clientWidth || this.root.parentElement?.clientWidth || document.documentElement.clientWidth - 20;
    const tab = (mode: Mode): HTMLElement =>
      pressable(mode, t(mode === 'game' ? 'playIt' : mode), this.#mode === mode, () => this.#choose(mode));
    const scrolled = this.root.querySelector('.tree-frame')?.scrollLeft ?? 0;
    const frame = el(
      'div',
      { class: 'tree-frame', tabindex: 0, role: 'group', 'aria-label': t('tree') },
      drawTree(this.#nodes, sight, width),
    );
    this.root.replaceChildren(
      el('div', { class: 'row-of-buttons' }, tab('minimax'), tab('alphabeta'), tab('game')),
      frame,
      ...(this.#mode === 'game' ? this.#gameParts() : this.#walkParts()),
      el(
        'div',
        { class: 'tree-options' },
        el('span', { class: 'quiet' }, t('valuesFor')),
        ...(['MAX', 'MIN'] as const).map((side) =>
          pressable(`side-${side}`, side, this.#side === side, () => {
            this.#side = side;
            this.draw();
          }),
        ),
      ),
      this.#leavesForm(focus === 'leaves' ? typed : undefined),
    );
    frame.scrollLeft = scrolled;
    const current = frame.querySelector('.current')?.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    // The node that is visited stays in sight.
    if (current && (current.left < around.left || current.right > around.right)) {
      frame.scrollLeft += (current.left + current.right - around.left - around.right) / 2;
    }
    if (focus) this.root.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
  }

  #walkParts(): Node[] {
    const done = this.#walk.slice(0, this.#at);
    const now = done.at(-1);
    const all = this.#walk.length;
    const value = now?.value === undefined ? '' : valueFor(now.value, this.#side);
    const shown = now ? (now.enters ? t('entering', { node: now.node }) : t('leaving', { node: now.node, value })) : ' ';
    const more = now && now.cut.length > 0 ? `, ${t('cutoff', { nodes: now.cut.join(' ') })}` : '';
    const visited = t('visited', { n: done.filter((step) => step.enters).length });
    return [
      el('p', { class: 'status', role: 'status' }, shown + more),
      el('p', { class: 'quiet count-line' }, t('step', { n: this.#at, all }) + ' · ' + visited),
      el(
        'div',
        { class: 'row-of-buttons' },
        button('tree-first', t('restart'), () => (this.stop(), this.#go(0))),
        button('tree-back', t('back'), () => (this.stop(), this.#go(this.#at - 1)), this.#at === 0),
        button('tree-forward', t('forward'), () => (this.stop(), this.#go(this.#at + 1)), this.#at === all),
        button('tree-run', this.#timer ? t('pause') : t('resume'), () => this.#toggle()),
      ),
    ];
  }

  #gameParts(): Node[] {
    const here = this.#position();
    const value = (node: string | undefined): string =>
      valueFor(this.#steps.minimax.findLast((step) => step.node === node && step.value !== undefined)?.value ?? '', this.#side);
    const isOwn = here?.kind === this.#person;
    const said =
      here?.kind === ''
        ? t('leafReached', { value: value(here.name), best: value(this.#nodes[0]?.name) })
        : t(isOwn ? 'yourBranch' : 'thinking', { side: this.#person, name: t('minimax') });
    const last = this.#played.length - 1;
    const answered = last >= 0 && moverAt(last) !== this.#person ? t('minimax') + colon() + this.#played[last] + stop() : '';
    const branches = isOwn ? (here?.children ?? []).map(({ move }) => button(`branch-${move}`, move, () => void this.#play(move))) : [];
    const as = (side: Side): HTMLElement => button(`as-${side}`, t('playAs', { side }), () => void this.#begin(side));
    return [
      el('p', { class: 'status', role: 'status' }, answered + said),
      el('p', { class: 'quiet count-line' }, this.#played.map((move, i) => moverAt(i) + colon() + move).join(' · ') || ' '),
      el('div', { class: 'row-of-buttons' }, ...branches, as('MAX'), as('MIN')),
    ];
  }

  #leavesForm(typed: string | undefined): HTMLElement {
    const input = el('input', { type: 'text', value: typed ?? this.#leaves, 'data-focus': 'leaves', spellcheck: 'false' });
    const form = el(
      'form',
      { class: 'leaves' },
      el('label', { class: 'field' }, el('span', {}, t('ownLeaves')), input),
      el('button', { 'data-focus': 'take-leaves' }, t('takeLeaves')),
      this.#fault === '' ? undefined : el('p', { role: 'alert' }, this.#fault),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#take(input.value);
    });
    return form;
  }

  #toggle(): void {
    if (this.#timer) {
      this.stop();
    } else {
      if (this.#at === this.#walk.length) this.#at = 0;
      this.#timer = setInterval(() => this.#go(this.#at + 1), PACE);
    }
    this.draw();
  }
}

/** Who makes a move of the game. */
const moverAt = (ply: number): Side => (ply % 2 === 0 ? 'MAX' : 'MIN');

const button = (focus: string, label: string, run: () => void, disabled = false): HTMLElement =>
  el('button', { type: 'button', 'data-focus': focus, onclick: run, disabled }, label);

const pressable = (focus: string, label: string, isPressed: boolean, run: () => void): HTMLElement =>
  el('button', { type: 'button', 'data-focus': focus, class: 'method', 'aria-pressed': String(isPressed), onclick: run }, label);
