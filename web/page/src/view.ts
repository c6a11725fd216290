/** Draws the table of Othello: players, board, controls, curve, and the panels beside them. */

import type { App } from './app';
import { Board } from './board';
import { shown as clockText } from './clock';
import { drawCard } from './card';
import { Curve } from './curve';
import { byId, el, icon } from './dom';
import { ICONS } from './icons';
import { watchHolding } from './memo';
import { type Panels, makePanels } from './panels';
import { type Position, type Side, PASS, count, discsOf, indexOf, isOver, legalMoves, other, result } from './rules';
import { drawMatch } from './match';
import { drawSetup } from './setup';
import { StudyBoard } from './studyboard';
import { TrainView } from './train/view';
import { colon, stop, t } from './words';

export class View {
  #app: App;
  #board: Board;
  #curve: Curve;
  #study: StudyBoard;
  #panels: Panels;
  readonly train: TrainView;
  #players = new Map<Side, { box: HTMLElement; side: HTMLElement; name: HTMLElement; count: HTMLElement; clock: HTMLElement }>();
  #buttons = new Map<string, HTMLButtonElement>();

  constructor(app: App, openNew: () => void) {
    this.#app = app;
    this.#board = new Board(byId('board'), (square) => app.choose(square));
    this.#curve = new Curve(
      byId('curve'),
      () => t('curve'),
      (ply) => app.go(ply),
    );
    this.#study = new StudyBoard(app);
    this.#panels = makePanels(app);
    this.train = new TrainView(app);
    watchHolding(() => this.draw());
    for (const side of ['black', 'white'] as const) this.#addPlayer(side, openNew);
    this.#addControls();
  }

  #addPlayer(side: Side, openNew: () => void): void {
    const name = el('span', { class: 'name' }, el('span', { class: 'long' }), el('span', { class: 'short' }));
    const spoken = el('span', { class: 'unseen' });
    const discs = el('span', { class: 'count' });
    const clock = el('span', { class: 'clock' });
    const box = el(
      'button',
      { type: 'button', class: `player ${side}`, onclick: openNew },
      el('span', { class: 'chip' }),
      spoken,
      name,
      clock,
      discs,
    );
    this.#players.set(side, { box, side: spoken, name, count: discs, clock });
    byId('players').append(box);
  }

  #addControls(): void {
    const app = this.#app;
    const controls: [string, keyof typeof ICONS, () => void][] = [
      ['first', 'first', () => app.go(0)],
      ['back', 'back', () => app.step(-1)],
      ['forward', 'forward', () => app.step(1)],
      ['last', 'last', () => app.go(app.game.moves.length)],
      ['undo', 'undo', () => app.undo()],
      ['redo', 'redo', () => app.redo()],
      ['hints', 'hints', () => app.toggleHints()],
      ['engineMove', 'engine', () => app.engineMove()],
      ['pause', 'pause', () => pause(app)],
      ['flip', 'flip', () => app.set({ flipped: !app.settings.flipped })],
      ['setup', 'setup', () => (app.setup ? app.endSetup(false) : app.beginSetup())],
    ];
    for (const [name, drawing, run] of controls) {
      const button = el('button', { type: 'button', class: 'icon', onclick: run }, icon(ICONS[drawing]), el('span', { class: 'word' }));
      button.dataset['control'] = name;
      this.#buttons.set(name, button);
      byId('controls').append(button);
    }
  }

  /** Marks the square that has the focus. */
  mark(): void {
    this.#study.mark(document.activeElement);
  }

  draw(): void {
    const app = this.#app;
    document.body.dataset['door'] = app.door;
    for (const door of ['play', 'study', 'train'] as const) byId(`door-${door}`).setAttribute('aria-pressed', String(app.door === door));
    document.body.classList.toggle('no-coordinates', !app.settings.coordinates);
    const isTrained = app.door === 'train';
    byId('othello').hidden = app.away || isTrained;
    byId('train').hidden = app.away || !isTrained;
    if (isTrained) return this.train.draw();
    this.#drawBoard();
    this.#study.draw();
    this.#drawPlayers();
    this.#drawStatus();
    this.#drawControls();
    drawSetup(app);
    drawMatch(app);
    drawCard(app, statusOf(app));
    const isTold = app.settings.evaluation && !app.isSilent;
    document.body.classList.toggle('no-evaluation', !isTold);
    const { game } = app;
    document.body.classList.toggle('no-moves', game.tree.root.children.length === 0);
    const values = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.value(ply));
    const grades = values.map((_, ply) => (ply === 0 ? undefined : game.grade(ply - 1)));
    const names = values.map((_, ply) => (ply === 0 ? '' : `${ply} ${game.moves[ply - 1]}`));
    if (isTold) this.#curve.draw({ values, grades, names, cursor: game.cursor });
    this.#panels.draw();
  }

  #drawBoard(): void {
    const app = this.#app;
    const position = app.shown;
    const move = app.setup ? undefined : app.line.move;
    const scored = app.showsHints && !app.setup ? app.jobs.scored : [];
    const best = scored[0]?.score ?? 0;
    const isColoured = app.settings.colours && !app.isSilent;
    const playable = app.canPlay && !app.setup;
    this.#board.draw({
      squares: position.squares,
      legal: new Set(playable ? legalMoves(position) : []),
      showLegal: app.settings.legal,
      last: move === undefined ? -1 : indexOf(move),
      turned: new Set(app.setup ? [] : app.turned),
      scores: new Map(scored.map((info) => [indexOf(info.move), info.score])),
      losses: new Map(isColoured ? scored.map((info) => [indexOf(info.move), best - info.score]) : []),
      best: scored[0] ? indexOf(scored[0].move) : -1,
      pointed: app.pointed,
      marks: new Map(app.marks.map((mark) => [indexOf(mark.square), mark])),
      side: position.side === 'black' ? 'X' : 'O',
      free: app.setup !== undefined,
      flipped: app.settings.flipped,
    });
    byId('board').classList.toggle('in-line', app.preview !== undefined);
    byId('board').classList.toggle('in-setup', app.setup !== undefined);
  }

  #drawPlayers(): void {
    const app = this.#app;
    const { squares, side: toMove } = app.shown;
    const over = isOver(app.shown) && !app.setup;
    for (const [side, parts] of this.#players) {
      const name = app.nameOf(side);
      setText(parts.name.firstElementChild as HTMLElement, name);
      setText(parts.name.lastElementChild as HTMLElement, name.replace('Bianca · ', ''));
      setText(parts.count, String(count(squares, side)));
      if (parts.box.title !== name) parts.box.title = name;
      parts.box.classList.toggle('to-move', !over && toMove === side);
      setText(parts.side, t(side) + colon());
    }
    this.drawClocks();
  }

  drawClocks(): void {
    for (const [side, { clock }] of this.#players) {
      setText(clock, this.#app.clock.on ? clockText(this.#app.clock.left(side)) : '');
      clock.classList.toggle('byoyomi', this.#app.clock.isInByoyomi(side));
      clock.classList.toggle('short', this.#app.clock.on && this.#app.clock.left(side) < 10);
    }
  }

  #drawStatus(): void {
    setText(byId('status'), statusOf(this.#app));
  }

  #drawControls(): void {
    const app = this.#app;
    const { game, preview } = app;
    const can: Record<string, boolean> = {
      first: game.cursor > 0,
      back: preview !== undefined || game.cursor > 0,
      forward: preview ? preview.at < preview.line.length : !game.atEnd,
      last: !game.atEnd || preview !== undefined,
      undo: game.cursor > 0,
      redo: !game.atEnd,
      hints: app.engineRuns,
      engineMove: app.engineRuns && !isOver(game.position) && app.engineTurn === undefined,
      pause: app.clock.on || app.player('black').kind !== 'person' || app.player('white').kind !== 'person',
      flip: true,
      setup: true,
    };
    // While a game is played moves are taken back; one that is over or studied is walked through.
    const isPlayed = app.door === 'play' && !app.isDecided;
    const isWalked = !isPlayed;
    const seen: Record<string, boolean> = {
      first: isWalked,
      back: isWalked,
      forward: isWalked,
      last: isWalked,
      undo: isPlayed,
      redo: isPlayed,
      pause: isPlayed || can['pause']!,
    };
    const pressed: Record<string, boolean> = {
      hints: app.showsHints,
      pause: app.paused,
      flip: app.settings.flipped,
      setup: app.setup !== undefined,
    };
    for (const [name, button] of this.#buttons) {
      const label = name === 'pause' && app.paused ? t('resume') : t(name as 'first');
      if (button.getAttribute('aria-label') !== label) {
        button.setAttribute('aria-label', label);
        button.title = label;
        setText(button.lastElementChild as HTMLElement, label);
      }
      button.hidden = seen[name] === false;
      const disabled = !can[name] || (app.setup !== undefined && name !== 'setup');
      // A button that is disabled while it has the focus loses it; this one keeps it.
      button.setAttribute('aria-disabled', String(disabled));
      if (name in pressed) button.setAttribute('aria-pressed', String(pressed[name]));
    }
  }
}

export function pause(app: App): void {
  app.paused = !app.paused;
  if (!app.paused) app.go(app.game.moves.length);
  app.changed();
}

/** What happens now, in one line; a screen reader says it. */
function statusOf(app: App): string {
  const { game, preview } = app;
  if (app.setup) return t('setup');
  if (preview) return t('inLine', { n: preview.base + 1 });
  const flagged = game.atEnd ? app.clock.flagged : undefined;
  const resigned = game.atEnd ? app.resigned : undefined;
  if (resigned) return app.person ? t('youResigned') : t('resigned', { side: t(resigned) });
  if (flagged && !isOver(game.position)) {
    if (!app.person) return t('onTime', { side: t(other(flagged)) });
    return t(app.person === flagged ? 'youLostOnTime' : 'youWonOnTime');
  }
  if (isEmpty(game.position)) return t('noDiscs');
  if (isOver(game.position)) return resultOf(result(discsOf(game.position.squares)), app.person);
  const side = game.position.side;
  const passed = game.cursor > 0 && game.moves[game.cursor - 1] === PASS;
  const now = app.engineTurn ? t('thinking', { name: app.nameOf(side) }) : t('toMove', { side: t(side) });
  const before = app.line.move;
  const said = before === undefined ? '' : t(app.line.before!.side) + colon() + before + stop();
  return (passed ? t('passes', { side: t(other(side)) }) + stop() : said) + now;
}

/** The end of a game, as the one person in it sees it, if there is one. */
function resultOf(discs: Record<Side, number>, person: Side | undefined): string {
  const { black, white } = discs;
  if (black === white) return t('draw', { score: `${black}–${white}` });
  const [most, least] = [Math.max(black, white), Math.min(black, white)];
  if (!person) return t('wins', { side: t(black > white ? 'black' : 'white'), score: `${most}–${least}` });
  const own = discs[person];
  return t(own === most ? 'youWon' : 'youLost', { n: most - least, score: `${own}–${discs[other(person)]}` });
}

const isEmpty = (position: Position): boolean => !/[XO]/.test(position.squares);

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
