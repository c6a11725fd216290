/** The panels beside the board: best line, moves with their analysis, explanations, sharing. */

import type { App, Tab } from './app';
import { fine } from './numbers';
import { byId, copyText, el, select } from './dom';
import { writeBoard, writeGgf, writeSgf, writeTranscript } from './formats';
import type { Grade, Tags } from './game';
import { faultWithPlace, incoming } from './incoming';
import { type Side, PASS, count, indexOf } from './rules';
import { ahead, visible, withSquares } from './phrases';
import { EFFORTS } from './store';
import { copyLink, pictureButtons } from './sharing';
import { finding, t } from './words';

export interface Panels {
  draw(): void;
}

const TABS: readonly Tab[] = ['moves', 'explain', 'share'];

export function makePanels(app: App): Panels {
  const tabs = TABS.map((tab) => {
    const button = el('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `page-${tab}` });
    button.addEventListener('click', (event) => {
      app.tab = tab;
      // Keys are for the game again; who came here by keys goes on from tab to tab.
      if (event.detail > 0) button.blur();
      app.changed();
    });
    byId('tabs').append(button);
    return button;
  });
  byId('tabs').addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(app.tab) + by + TABS.length) % TABS.length;
    app.tab = TABS[next]!;
    app.changed();
    tabs[next]!.focus();
  });
  const moves = (
    [
      ['tags-box', tagsKey, tagsPart],
      ['analysis', analysisKey, analysisPart],
      ['moves-list', movesKey, movesPart],
    ] as const
  ).map(([name, key, build]) => {
    const box = el('div', { class: name });
    byId('page-moves').append(box);
    return { memo: new Memo(box), key, build };
  });
  const explain = new Memo(byId('page-explain'));
  const share = new Memo(byId('page-share'));
  const best = new Memo(byId('best'));
  const panels: Panels = {
    draw() {
      tabs.forEach((button, i) => {
        const on = TABS[i] === app.tab;
        if (button.textContent !== t(TABS[i]!)) button.textContent = t(TABS[i]!);
        button.setAttribute('aria-selected', String(on));
        button.tabIndex = on ? 0 : -1;
        byId(`page-${TABS[i]!}`).hidden = !on;
      });
      best.show(bestKey(app), () => bestLine(app));
      if (app.tab === 'moves') {
        for (const { memo, key, build } of moves) memo.show(key(app), () => build(app));
        markCurrent(app);
      }
      if (app.tab === 'explain') explain.show(explainKey(app), () => explainPanel(app));
      if (app.tab === 'share') share.show(shareKey(app), () => sharePanel(app));
    },
  };
  document.addEventListener(
    'pointerdown',
    ({ target, button }) => (isHeld = button === 0 && (target as Element).closest('button') !== null),
  );
  document.addEventListener('click', () => (isHeld = false), true);
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // The click comes before.
    document.addEventListener(
      end,
      () =>
        isHeld &&
        setTimeout(() => {
          isHeld = false;
          panels.draw();
        }),
    );
  }
  return panels;
}

/** Whether a button is held down: if another one took its place meanwhile, there would be no click. */
let isHeld = false;

/** A part of the page that is built anew only when what it shows has changed. */
class Memo {
  #root: HTMLElement;
  #key = '\0';

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  show(key: string, build: () => Node[]): void {
    if (key === this.#key || isHeld) return;
    this.#key = key;
    const focused = this.#root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : null;
    this.#root.replaceChildren(...build());
    if (focused) this.#root.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }
}

// The best line

function bestKey(app: App): string {
  const { preview, game } = app;
  const note = game.note(game.cursor);
  return JSON.stringify([
    preview,
    note,
    game.cursor,
    t('bestLine'),
    app.settings.evaluation,
    game.value(game.cursor),
    app.jobs.opening,
    isPlaying(app),
    app.isSilent,
  ]);
}

function bestLine(app: App): Node[] {
  const { preview, game } = app;
  if (preview) {
    return [
      el('p', { class: 'line' }, ...lineButtons(app, preview.base, preview.line, preview.at)),
      el(
        'div',
        { class: 'row-of-buttons' },
        el('button', { type: 'button', onclick: () => app.playLine(), 'data-focus': 'play' }, t('playLine')),
        el('button', { type: 'button', onclick: () => app.leaveLine(), 'data-focus': 'leave' }, t('leaveLine')),
      ),
    ];
  }
  const opening = el('span', { class: 'quiet opening' }, app.jobs.opening && `· ${app.jobs.opening}`);
  // A line of its own from the first move on, so that nothing moves when a name is found.
  if (app.isSilent) return [el('p', { class: 'value' }, '\u00a0', opening), ...tellSwitch(app)];
  if (!app.settings.evaluation) return [el('p', { class: 'value' }, '\u00a0', opening)];
  const note = game.note(game.cursor);
  const value = note?.black ?? game.value(game.cursor);
  const detail = note ? (note.exact ? t('proven') : t('depth', { n: note.depth })) : '';
  const head = el(
    'p',
    { class: 'value' },
    el('strong', {}, value === undefined ? '–' : ahead(value)),
    ' ',
    el('span', { class: 'quiet' }, detail),
    ' ',
    opening,
  );
  const line = note ? lineButtons(app, game.cursor, note.line, -1) : [];
  return [head, el('p', { class: 'line', role: 'group', 'aria-label': t('bestLine') }, ...line), ...tellSwitch(app)];
}

/** Whether somebody plays against an engine. */
const isPlaying = (app: App): boolean => app.person !== undefined && !app.isDecided && !app.setup;

/** What one plays by, on sight: nothing is told, or all. */
function tellSwitch(app: App): Node[] {
  if (!isPlaying(app)) return [];
  const { isSilent } = app;
  const button = el(
    'button',
    { type: 'button', 'data-focus': 'told', 'aria-pressed': String(!isSilent), onclick: () => app.set({ told: isSilent }) },
    t(isSilent ? 'tellMe' : 'tellNothing'),
  );
  const said = isSilent ? [el('span', { class: 'quiet' }, t('silent'))] : [];
  return [el('div', { class: 'row-of-buttons tell' }, button, ...said)];
}

function lineButtons(app: App, base: number, line: readonly string[], at: number): Node[] {
  return line.slice(0, 16).map((move, i) => {
    const here = i + 1 === at;
    const button = el(
      'button',
      { type: 'button', class: here ? 'ply here' : 'ply', 'data-focus': `line${i}`, 'aria-current': here ? 'true' : undefined },
      move === PASS ? t('pass') : move,
    );
    button.addEventListener('click', () => app.lookAt(base, line, i + 1));
    return button;
  });
}

// The moves

function movesKey(app: App): string {
  const { game } = app;
  const grades = game.moves.map((_, ply) => gradeOf(app, ply)?.[0] ?? '-').join('');
  const detail = mistakeAt(app);
  const said = JSON.stringify([game.comments.size > 0 && game.comment, game.hasVariations, [...game.comments.keys()]]);
  return [game.moves.join(''), grades, detail, t('moves'), said, game.start.squares].join('|');
}

const tagsKey = (app: App): string => JSON.stringify(app.game.tags);

function tagsPart(app: App): Node[] {
  const { tags } = app.game;
  if (!tags.black && !tags.white) return [];
  const listed = (texts: readonly (string | undefined)[], between: string): string => visible(texts.filter(Boolean).join(between));
  return [
    el(
      'p',
      { class: 'tags' },
      listed([tags.black, tags.white], ' – '),
      ' ',
      el('span', { class: 'quiet' }, listed([tags.event, tags.date], ', ')),
    ),
  ];
}

/** What is told of a move. */
const gradeOf = (app: App, ply: number): Grade | undefined => (app.isSilent ? undefined : app.game.grade(ply));

/** The move to tell about: the one that led to where one looks, if it was a mistake. */
function mistakeAt(app: App): number {
  const base = app.preview?.base ?? -1;
  const ply = app.preview ? base : app.game.cursor - 1;
  const grade = ply >= 0 ? gradeOf(app, ply) : undefined;
  return grade === 'mistake' || grade === 'blunder' ? ply : -1;
}

function movesPart(app: App): Node[] {
  const { game } = app;
  const list = el('ol', { class: 'moves' });
  let white = game.start.side === 'white';
  if (white && game.moves.length > 0) list.append(el('li', { class: 'ply-box gap' }));
  game.moves.forEach((move, ply) => {
    // Two moves a row: black's on the left, also after a pass.
    if ((game.mover(ply) === 'white') !== white) list.append(el('li', { class: 'ply-box gap' }));
    else white = !white;
    const grade = gradeOf(app, ply);
    const mark = grade === 'blunder' ? '??' : grade === 'mistake' ? '?' : '';
    const button = el('button', {
      type: 'button',
      class: `ply ${grade ?? ''}`,
      'data-ply': ply + 1,
      'data-move': move,
      'data-focus': `ply${ply}`,
    });
    button.append(el('span', { class: 'number' }, String(ply + 1)), move === PASS ? '–' : move);
    if (mark !== '') button.append(el('b', { 'aria-label': t(grade as 'mistake') }, mark));
    if (game.comments.has(ply + 1)) button.append(el('span', { class: 'said', role: 'img', 'aria-label': t('comment') }));
    button.addEventListener('click', () => app.go(ply + 1));
    list.append(el('li', { class: 'ply-box' }, button));
  });
  const parts: Node[] = [
    el(
      'div',
      { class: 'moves-box', tabindex: 0, role: 'group', 'aria-label': t('moves') },
      game.moves.length === 0 ? el('p', { class: 'quiet' }, t('noMoves')) : list,
    ),
  ];
  // As high without a comment here, so that nothing moves from one move to the next.
  if (game.comments.size > 0)
    parts.push(el('div', { class: 'comment', tabindex: 0, role: 'group', 'aria-label': t('comment') }, visible(game.comment)));
  if (game.hasVariations) parts.push(el('p', { class: 'quiet' }, t('variations')));
  parts.push(mistakeDetail(app));
  return parts;
}

function mistakeDetail(app: App): HTMLElement {
  const { game } = app;
  const ply = mistakeAt(app);
  const box = el('div', { class: 'mistake-detail' });
  const line = ply >= 0 ? game.better(ply) : undefined;
  if (!line) return box;
  const better = line[0] ?? '';
  box.append(
    el(
      'p',
      {},
      el('strong', { class: game.grade(ply) ?? '' }, t(game.grade(ply) as 'mistake')),
      ': ',
      t('loses', { move: game.moves[ply]!, n: fine(game.loss(ply) ?? 0).slice(1) }),
      '. ',
      ...withSquares(app, game.judgement(ply)?.reason ?? t('better', { move: better })),
    ),
    el('button', { type: 'button', 'data-focus': 'better', onclick: () => app.lookAt(ply, line, 1) }, t('showBetter')),
  );
  return box;
}

// What an analysis has found stands above the list, so that it is seen together with the curve.

/** Only what the part shows: a level is chosen there while moves below it are being graded. */
function analysisKey(app: App): string {
  const { game } = app;
  const found = app.analysed === game && game.moves.map((_, ply) => game.loss(ply));
  return JSON.stringify([app.isSilent, t('analyse'), app.settings.effort, app.analysis && app.progress, found]);
}

function analysisPart(app: App): Node[] {
  if (app.isSilent) return [];
  if (app.analysis) {
    const { done, all } = app.progress;
    return [
      el('progress', { max: all, value: done, 'aria-label': t('analyse') }),
      el('p', { class: 'quiet' }, t('analysing', { done, all })),
      el('button', { type: 'button', 'data-focus': 'analyse', onclick: () => app.analyse(undefined) }, t('stop')),
    ];
  }
  let level = app.settings.effort;
  const names = [t('quick'), t('normal'), t('deep')];
  const levels = EFFORTS.map((level, i): [string, string] => [String(level), names[i]!]);
  const summary = app.analysed === app.game ? summaryOf(app) : undefined;
  return [
    el('button', { type: 'button', class: 'main', 'data-focus': 'analyse', onclick: () => app.analyse(level) }, t('analyse')),
    select(t('effort'), levels, String(level), (value) => (level = Number(value))),
    ...(summary ?? []),
  ];
}

/** How each side has played, and the way to its worst move; nothing while moves are unknown. */
function summaryOf(app: App): Node[] | undefined {
  const { game } = app;
  if (game.moves.length === 0) return undefined;
  const lines: Node[] = [];
  const worst: Node[] = [];
  for (const side of ['black', 'white'] as const) {
    const plies = game.moves.flatMap((move, ply) => (move !== PASS && game.mover(ply) === side ? [ply] : []));
    if (plies.some((ply) => game.grade(ply) === undefined)) return undefined;
    const lost = (ply: number): number => game.loss(ply) ?? 0;
    const graded = (grade: Grade): number => plies.filter((ply) => game.grade(ply) === grade).length;
    const [mistakes, blunders] = [graded('mistake'), graded('blunder')];
    const n = Math.round(plies.reduce((sum, ply) => sum + lost(ply), 0));
    lines.push(el('p', { class: 'quiet' }, t('summary', { side: t(side), n, mistakes, blunders })));
    if (mistakes + blunders > 0)
      worst.push(
        worstButton(
          app,
          side,
          plies.reduce((most, ply) => (lost(ply) > lost(most) ? ply : most)),
        ),
      );
  }
  if (worst.length === 0) lines.push(el('p', { class: 'quiet' }, t('noMistakes')));
  else lines.push(el('div', { class: 'row-of-buttons worst' }, el('span', { class: 'quiet' }, t('worst')), ...worst));
  return lines;
}

function worstButton(app: App, side: Side, ply: number): HTMLElement {
  const move = app.game.moves[ply]!;
  const label = `${t(side)}: ${t('worst')} ${ply + 1} ${t('loses', { move, n: fine(app.game.loss(ply) ?? 0).slice(1) })}`;
  const button = el(
    'button',
    { type: 'button', class: side, 'aria-label': label, 'data-focus': `worst-${side}` },
    el('span', { class: 'chip' }),
    `${ply + 1} ${move}`,
  );
  button.addEventListener('click', () => app.go(ply + 1));
  return button;
}

function markCurrent(app: App): void {
  const box = document.querySelector<HTMLElement>('.moves-box');
  for (const button of document.querySelectorAll<HTMLElement>('.moves .ply')) {
    const here = Number(button.dataset['ply']) === app.game.cursor;
    button.classList.toggle('here', here);
    if (here) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    if (here && box) {
      const top = button.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 2;
      }
    }
  }
}

// Explanations

const explainKey = (app: App): string => JSON.stringify([app.isSilent, app.jobs.explanations, t('explain')]);

function explainPanel(app: App): Node[] {
  if (app.isSilent) return [el('div', { class: 'explain-box' }, el('p', { class: 'quiet' }, t('silent')), ...tellSwitch(app).slice(0, 1))];
  const parts: Node[] = [];
  for (const { title, lines } of app.jobs.explanations) {
    parts.push(el('h2', {}, title));
    const list = el('dl', { class: 'findings' });
    for (const line of lines) {
      const [name, ...rest] = line.split(': ');
      if (name === 'reason') {
        parts.push(el('p', {}, rest.join(': ')));
        continue;
      }
      const found = /^(?:(black|white) ?)?(\d+)?$/.exec(rest[0] ?? '');
      const squares = (rest[1] ?? '').split(' ').filter((square) => indexOf(square) >= 0);
      const point = (): void => app.point(squares.map(indexOf));
      const leave = (): void => app.point([]);
      const what = found
        ? [found[1] ? t(found[1] as 'black') : '', found[2] ?? ''].filter((word) => word !== '').join(' ')
        : (rest[0] ?? '');
      const shownSquares = squares.length <= 12 ? squares.join(' ') : '';
      const row = el(
        'div',
        { onpointerenter: point, onpointerleave: leave },
        el('dt', {}, finding(name ?? '')),
        el('dd', {}, what, el('span', { class: 'quiet' }, ' ' + shownSquares)),
      );
      list.append(row);
    }
    parts.push(list);
  }
  return [el('div', { class: 'explain-box', tabindex: 0, role: 'group', 'aria-label': t('explain') }, ...parts)];
}

// Sharing

/** How often other games were opened. */
let opened = 0;
let listed: readonly unknown[] = [];

function shareKey(app: App): string {
  const lists = [app.games.list, app.games.faults];
  if (lists.some((list, i) => list !== listed[i])) opened += 1;
  listed = lists;
  return JSON.stringify([
    t('share'),
    opened,
    app.games.list.findIndex((one) => one.is(app.game)),
    app.games.earlier.map(({ saved }) => saved.link),
  ]);
}

/** The way back to the games that were replaced. */
function earlierGames(app: App): Node[] {
  const { earlier } = app.games;
  if (earlier.length === 0) return [];
  const list = el('ul', { class: 'earlier', tabindex: 0, 'aria-label': t('earlier') });
  earlier.forEach((one, i) => {
    const { tags, moves } = one.game;
    const button = el('button', { type: 'button', 'data-focus': `earlier${i}`, onclick: () => app.games.bringBack(one) });
    const { squares } = one.game.at(moves.length);
    button.append(`${titleOf(tags, moves)} `, el('span', { class: 'quiet' }, `${count(squares, 'black')}–${count(squares, 'white')}`));
    list.append(el('li', {}, button));
  });
  return [el('h2', {}, t('earlier')), list];
}

/** What of the text that was opened is no game. */
function faultList(app: App): Node[] {
  if (app.games.faults.length === 0) return [];
  return [
    el('h2', {}, t('faults')),
    el(
      'ul',
      { class: 'games faults', tabindex: 0, 'aria-label': t('faults') },
      ...app.games.faults.map((fault) => el('li', {}, faultWithPlace(fault))),
    ),
  ];
}

function sharePanel(app: App): Node[] {
  const text = el('textarea', { rows: 3, id: 'paste', spellcheck: 'false' });
  const file = el('input', { type: 'file', id: 'file', class: 'unseen', tabindex: -1, 'aria-label': t('file') });
  file.addEventListener('change', () => {
    const [one] = file.files ?? [];
    if (one) void app.games.openContent(incoming(one));
    file.value = '';
  });
  const copies: [string, () => string][] = [
    [t('transcript'), () => writeTranscript(app.game)],
    [t('boardText'), () => writeBoard(app.shown)],
    ['GGF', () => writeGgf(app.game)],
    ['SGF', () => writeSgf(app.game)],
  ];
  const parts: Node[] = [
    el('h2', {}, t('copy')),
    el(
      'div',
      { class: 'row-of-buttons' },
      ...copies.map(([name, make]) => el('button', { type: 'button', onclick: () => void copy(app, name, make()) }, name)),
      el('button', { type: 'button', onclick: () => void copyLink(app) }, t('link')),
    ),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', onclick: () => download('game.ggf', writeGgf(app.game)) }, t('save', { what: 'GGF' })),
      el('button', { type: 'button', onclick: () => download('game.sgf', writeSgf(app.game)) }, t('save', { what: 'SGF' })),
    ),
    ...pictureButtons(app),
    el('label', { class: 'field' }, el('span', {}, t('paste')), text),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'main', onclick: () => void app.games.openContent(incoming(text.value)) }, t('load')),
      el('button', { type: 'button', onclick: () => file.click() }, t('file')),
      file,
    ),
    el('p', { class: 'quiet' }, t('dropHint')),
  ];
  return [...earlierGames(app), ...(app.games.list.length > 0 ? [gameList(app)] : []), ...faultList(app), ...parts];
}

export function gameList(app: App): HTMLElement {
  const list = el('ul', { class: 'games', tabindex: 0, 'aria-label': t('games') });
  app.games.list.forEach((listed, i) => {
    const here = listed.is(app.game);
    const { tags, moves, discs } = listed.found;
    const button = el('button', {
      type: 'button',
      class: here ? 'here' : '',
      'aria-current': here ? 'true' : undefined,
      'data-focus': `game${i}`,
    });
    button.append(`${i + 1}. ${titleOf(tags, moves)} `, el('span', { class: 'quiet' }, `${discs.black}–${discs.white}`));
    button.addEventListener('click', () => app.games.open(listed.game));
    list.append(el('li', {}, button));
  });
  return el('div', {}, el('h2', {}, t('gamesCount', { n: app.games.list.length })), list);
}

/** Who played a game, or else how it begins. */
function titleOf({ black, white }: Tags, moves: readonly string[]): string {
  if (black || white) return visible(`${black ?? '?'} – ${white ?? '?'}`);
  return (
    moves
      .filter((move) => move !== PASS)
      .join('')
      .slice(0, 20) || t('boardText')
  );
}

async function copy(app: App, name: string, text: string): Promise<void> {
  await copyText(text);
  app.say(t('copied', { what: name }));
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
