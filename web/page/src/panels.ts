/** The panels beside the board: best line, moves with their analysis, explanations, sharing. */

import type { App, Tab } from './app';
import { fine } from './numbers';
import { byId, el } from './dom';
import { download } from './files';
import { writeBoard, writeGgf, writeTranscript } from './formats';
import type { Grade, Tags } from './game';
import { faultWithPlace, incoming, incomingFiles } from './incoming';
import { type Discs, type Side, PASS, discsOf, indexOf, isOver, result } from './rules';
import { ahead, visible } from './phrases';
import { crowdKey, crowdPart } from './crowd';
import { explorerKey, explorerPart } from './explorer';
import { openGlossary, sentence } from './glossary';
import { gradeOf, markCurrent, movesKey, movesPart } from './movelist';
import { commentKey, commentPart, mistakeKey, mistakePart, saysWhy, toolsKey, toolsPart } from './movetools';
import { writePgn, writeSgf } from './records';
import { makeKept } from './kept-panel';
import { Memo, isHeld } from './memo';
import { openRating } from './rate-dialog';
import { copy, copyLink, pictureButtons } from './sharing';
import { openTakeGame } from './train/take';
import type { Turn } from './variations';
import { colon, finding, glossary, t } from './words';

export interface Panels {
  draw(): void;
}

const TABS: readonly Tab[] = ['moves', 'book', 'explain', 'games', 'share'];
/** What one who plays has beside the board. */
const WHILE_PLAYING: readonly Tab[] = ['moves', 'share'];
const tabsOf = (app: App): readonly Tab[] => (app.door === 'play' ? WHILE_PLAYING : TABS);

/** What a panel shows, drawn anew when its key is another one. */
type Part = readonly [name: string, key: (app: App) => string, build: (app: App) => Node[]];

/** Makes a box for a part at the end of a panel. */
const partsOf =
  (panel: string) =>
  ([name, key, build]: Part): { memo: Memo; key: Part[1]; build: Part[2] } => {
    const box = el('div', { class: name });
    byId(panel).append(box);
    return { memo: new Memo(box), key, build };
  };

export function makePanels(app: App): Panels {
  const tabs = TABS.map((tab) => {
    const button = el('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `page-${tab}` });
    button.addEventListener('click', (event) => {
      app.tab = tab;
      // Keys are for the game again; who came here by keys goes on from tab to tab.
      if (event.detail > 0) button.blur();
      app.changed();
      // Once it is drawn, which `changed` has put off to a microtask before this one.
      queueMicrotask(bringIntoSight);
    });
    byId('tabs').append(button);
    return button;
  });
  byId('tabs').addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const all = tabsOf(app);
    const next = all[(all.indexOf(app.tab) + by + all.length) % all.length]!;
    app.tab = next;
    app.changed();
    tabs[TABS.indexOf(next)]!.focus();
  });
  const moves = (
    [
      ['tags-box', tagsKey, tagsPart],
      ['analysis', analysisKey, analysisPart],
      ['moves-list', movesKey, movesPart],
      ['move-tools', toolsKey, toolsPart],
      ['crowd', crowdKey, crowdPart],
    ] as const
  ).map(partsOf('page-moves'));
  const about = (
    [
      ['mistake-detail', mistakeKey, mistakePart],
      ['comment-box', commentKey, commentPart],
    ] as const
  ).map(partsOf('about'));
  new ResizeObserver(() => markCurrent(app)).observe(byId('page-moves').querySelector('.moves-list')!);
  const explain = new Memo(byId('page-explain'));
  const book = new Memo(byId('page-book'));
  const opened = el('div', { class: 'opened' });
  byId('page-games').append(opened);
  const games = new Memo(opened);
  const kept = makeKept(app);
  const before = el('div', {});
  byId('page-games').append(before);
  const earlier = new Memo(before);
  const share = new Memo(byId('page-share'));
  const best = new Memo(byId('best'));
  const panels: Panels = {
    draw() {
      if (!tabsOf(app).includes(app.tab)) app.tab = 'moves';
      tabs.forEach((button, i) => {
        button.hidden = !tabsOf(app).includes(TABS[i]!);
        const on = TABS[i] === app.tab;
        if (button.textContent !== t(TABS[i]!)) button.textContent = t(TABS[i]!);
        button.setAttribute('aria-selected', String(on));
        button.tabIndex = on ? 0 : -1;
        byId(`page-${TABS[i]!}`).hidden = !on;
      });
      best.show(bestKey(app), () => bestLine(app));
      for (const { memo, key, build } of about) memo.show(key(app), () => build(app));
      if (app.tab === 'moves') {
        for (const { memo, key, build } of moves) memo.show(key(app), () => build(app));
        markCurrent(app);
      }
      if (app.tab === 'book') book.show(explorerKey(app), () => explorerPart(app));
      if (app.tab === 'explain') explain.show(explainKey(app), () => explainPanel(app));
      if (app.tab === 'games') {
        games.show(gamesKey(app), () => gamesPanel(app));
        if (!isHeld()) kept.draw();
        earlier.show(earlierKey(app), () => earlierGames(app));
      }
      if (app.tab === 'share') share.show(t('share'), () => sharePanel(app));
    },
  };
  return panels;
}

/** Scrolls the window, where it can, until the tabs are seen with the beginning of what one of them shows. */
function bringIntoSight(): void {
  const stage = document.querySelector<HTMLElement>('.stage')!;
  const { position, top } = getComputedStyle(stage);
  const tabs = byId('tabs').getBoundingClientRect();
  // Beside a board that stays there is less room.
  const [above, share] = position === 'sticky' ? [stage.offsetHeight + Number.parseFloat(top), 0.25] : [0, 0.6];
  const below = innerHeight * share;
  const lowest = Math.max(above, innerHeight - below - tabs.height);
  if (tabs.top < above) scrollBy(0, tabs.top - above);
  else if (tabs.top > lowest) scrollBy(0, tabs.top - lowest);
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
    app.isPlayed,
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
  const opening = (before: string): HTMLElement =>
    el('span', { class: 'quiet opening' }, app.jobs.opening && `${before}${app.jobs.opening}`);
  // A line of its own from the first move on, so that nothing moves when a name is found.
  const alone = el('p', { class: 'value' }, opening(''), '\u00a0');
  if (app.isSilent) return [alone, ...tellSwitch(app)];
  if (!app.settings.evaluation) return [alone];
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
    opening('· '),
  );
  const line = note ? lineButtons(app, game.cursor, note.line, -1) : [];
  return [head, el('p', { class: 'line', role: 'group', 'aria-label': t('bestLine') }, ...line), ...tellSwitch(app)];
}

/** What one plays by, on sight: nothing is told, or all. */
function tellSwitch(app: App): Node[] {
  if (!app.isPlayed) return [];
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

// The moves and what is told of them

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

// What an analysis has found stands above the list, so that it is seen together with the curve.

function analysisKey(app: App): string {
  const found = app.game.tree.mainLine.map((turn) => app.game.known.loss(turn));
  return JSON.stringify([
    app.isSilent,
    app.door,
    app.rests,
    t('analyse'),
    app.settings.evaluation,
    app.analysis && [app.analysis, app.progress],
    found,
    app.judgedTo,
  ]);
}

function analysisPart(app: App): Node[] {
  if (app.isSilent) return [];
  if (app.door !== 'study' || !app.settings.evaluation) return summaryOf(app) ?? [];
  const { done, all } = app.progress;
  const n = app.analysis?.level ?? app.judgedTo;
  const summary = summaryOf(app, app.analysis ? undefined : n) ?? [];
  const told = app.analysis ? t('analysingAt', { n, done, all }) : n > 0 ? t('judgedTo', { n }) : '\u00a0';
  const stop = el(
    'button',
    { type: 'button', 'data-focus': 'analyse', onclick: () => app.toggleAnalysis() },
    t(app.rests ? 'resume' : 'stop'),
  );
  const bar = el('progress', { max: Math.max(1, all), value: app.analysis ? done : all, 'aria-label': t('analyse') });
  const take = (): void => openTakeGame(app);
  const train = el('button', { type: 'button', 'data-focus': 'take-game', onclick: take }, t('trainTakeIn'));
  return [
    el('p', { class: 'quiet' }, told),
    ...(app.analysis || app.rests ? [stop] : []),
    train,
    ...(app.analysis ? [bar] : []),
    ...summary,
  ];
}

/** Whether the table of what both sides have lost is seen. */
let isUnfolded = true;

/** How each side has played, and the way to its worst move, with the depth unless it is said already; nothing while moves are unknown. */
function summaryOf(app: App, saidDepth?: number): Node[] | undefined {
  const { known } = app.game;
  const line = app.game.tree.mainLine.slice(1);
  if (line.every(({ move }) => move === PASS)) return undefined;
  const rows: Node[] = [];
  const accuracy = known.accuracy(line);
  if (!accuracy) return undefined;
  const { depth } = accuracy;
  const told: Node[] = [el('span', {}, depth === saidDepth ? t('accuracy') : `${t('accuracy')} · ${t('depth', { n: depth })}`)];
  let isClean = true;
  for (const side of ['black', 'white'] as const) {
    const turns = line.filter(({ move, parent }) => move !== PASS && parent?.position.side === side);
    const lost = (turn: Turn): number => known.loss(turn) ?? 0;
    const graded = (grade: Grade): number => turns.filter((turn) => known.grade(turn) === grade).length;
    const [mistakes, blunders] = [graded('mistake'), graded('blunder')];
    const n = Math.round(turns.reduce((sum, turn) => sum + lost(turn), 0));
    const right = accuracy[side];
    const percent = right === undefined ? '–' : `${Math.round(right)}\u{a0}%`;
    const cells: Node[] = [blunders, mistakes, n].map((cell) => el('td', {}, String(cell)));
    if (mistakes + blunders > 0) {
      const most = turns.reduce((most, turn) => (lost(turn) > lost(most) ? turn : most));
      cells.push(el('td', {}, worstButton(app, side, most, line.indexOf(most) + 1)));
      isClean = false;
    } else cells.push(el('td', {}, '–'));
    told.push(el('span', { class: `chip-of ${side}` }, el('span', { class: 'chip' }), el('span', { class: 'unseen' }, t(side)), percent));
    rows.push(
      el(
        'tr',
        { class: side },
        el('th', { scope: 'row' }, el('span', { class: 'chip' }), el('span', { class: 'unseen' }, t(side))),
        ...cells,
      ),
    );
  }
  const heads = [t('blunders'), t('mistakes'), t('discsLost'), t('worst')].map((text) => el('th', { scope: 'col' }, text));
  const table = el('table', { class: 'worst' }, el('thead', {}, el('tr', {}, el('td', {}), ...heads)), el('tbody', {}, ...rows));
  const folded = el('details', { class: 'summary', open: isUnfolded }, el('summary', { 'data-focus': 'summary' }, ...told), table);
  folded.addEventListener('toggle', () => (isUnfolded = folded.open));
  return isClean ? [folded, el('p', { class: 'quiet' }, t('noMistakes'))] : [folded];
}

function worstButton(app: App, side: Side, turn: Turn, number: number): HTMLElement {
  const { move } = turn;
  const lost = t('loses', { move, n: fine(app.game.known.loss(turn) ?? 0).slice(1) });
  const label = `${t(side)}, ${t('worst')}${colon()}${number} ${lost}`;
  const button = el('button', { type: 'button', class: side, 'aria-label': label, 'data-focus': `worst-${side}` }, `${number} ${move}`);
  button.addEventListener('click', () => app.goTo(turn));
  return button;
}

// Explanations

function explainKey(app: App): string {
  const told = reasons(app).map((turn) => [turn.id, app.game.known.judgement(turn)?.reason]);
  return JSON.stringify([app.isSilent, app.jobs.explanations, saysWhy(app), t('explain'), told, app.game.turn.id]);
}

/** The moves of the line that are marked and have a reason. */
const reasons = (app: App): Turn[] =>
  app.isSilent ? [] : app.game.line.filter((turn) => isMarked(gradeOf(app, turn)) && app.game.known.judgement(turn)?.reason !== undefined);

const isMarked = (grade: Grade | undefined): boolean => grade === 'mistake' || grade === 'blunder';

/** Every marked move of the line with its sentence. */
function reasonList(app: App): Node[] {
  const turns = reasons(app);
  if (turns.length === 0) return [];
  const list = el('ol', { class: 'reasons' });
  for (const turn of turns) {
    const number = app.game.tree.pathTo(turn).length - 1;
    const here = turn === app.game.turn;
    const button = el(
      'button',
      {
        type: 'button',
        class: `ply ${gradeOf(app, turn)} ${here ? 'here' : ''}`,
        'data-focus': `reason${turn.id}`,
        'aria-current': here ? 'true' : undefined,
        onclick: () => app.goTo(turn),
      },
      el('span', { class: 'number' }, String(number)),
      turn.move,
      el('b', { 'aria-label': t(gradeOf(app, turn) as 'mistake') }, gradeOf(app, turn) === 'blunder' ? '??' : '?'),
    );
    list.append(el('li', {}, button, ' ', el('span', {}, ...sentence(app, app.game.known.judgement(turn)!.reason!))));
  }
  return [el('h2', {}, `${t('mistakes')}, ${t('blunders')}`), list];
}

function explainPanel(app: App): Node[] {
  if (app.isSilent) return [el('div', { class: 'explain-box' }, el('p', { class: 'quiet' }, t('silent')), ...tellSwitch(app).slice(0, 1))];
  const parts = reasonList(app);
  for (const { title, lines } of app.jobs.explanations) {
    parts.push(el('h2', {}, title));
    const list = el('dl', { class: 'findings' });
    for (const line of lines) {
      const [name, ...rest] = line.split(': ');
      if (name === 'reason') {
        // It would be another one, with the figures of another search.
        if (!saysWhy(app)) parts.push(el('p', {}, ...sentence(app, rest.join(': '))));
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
  const words = el('button', { type: 'button', 'data-focus': 'glossary', onclick: () => openGlossary() }, glossary().title);
  parts.push(el('div', { class: 'row-of-buttons' }, words));
  return [el('div', { class: 'explain-box', tabindex: 0, role: 'group', 'aria-label': t('explain') }, ...parts)];
}

// Games that were opened, and those before

/** How often other games were opened. */
let opened = 0;
let listed: readonly unknown[] = [];

function gamesKey(app: App): string {
  const lists = [app.games.list, app.games.faults];
  if (lists.some((list, i) => list !== listed[i])) opened += 1;
  listed = lists;
  return JSON.stringify([t('games'), opened, app.games.list.findIndex((one) => one.is(app.game))]);
}

const earlierKey = (app: App): string => JSON.stringify([t('earlier'), app.games.earlier.map(({ saved }) => saved.link)]);

/** The way back to the games that were replaced. */
function earlierGames(app: App): Node[] {
  const { earlier } = app.games;
  if (earlier.length === 0) return [];
  const list = el('ul', { class: 'earlier', tabindex: 0, 'aria-label': t('earlier') });
  earlier.forEach((one, i) => {
    const { tags, moves } = one.game;
    const button = el('button', { type: 'button', 'data-focus': `earlier${i}`, onclick: () => app.games.bringBack(one) });
    const end = one.game.at(moves.length);
    button.append(`${titleOf(tags, moves)} `, el('span', { class: 'quiet' }, standOf(discsOf(end.squares), isOver(end))));
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

function gamesPanel(app: App): Node[] {
  const text = el('textarea', { rows: 3, id: 'paste', spellcheck: 'false' });
  const file = el('input', { type: 'file', id: 'file', multiple: true, class: 'unseen', tabindex: -1, 'aria-label': t('file') });
  file.addEventListener('change', () => {
    const files = [...(file.files ?? [])];
    if (files.length > 0) void app.games.openContent(incomingFiles(files));
    file.value = '';
  });
  const parts: Node[] = [
    el('label', { class: 'field' }, el('span', {}, t('paste')), text),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'main', onclick: () => void app.games.openContent(incoming(text.value)) }, t('load')),
      el('button', { type: 'button', onclick: () => file.click() }, t('file')),
      file,
      el('button', { type: 'button', 'data-focus': 'rate', onclick: () => openRating(app) }, t('rate')),
    ),
    el('p', { class: 'quiet' }, t('dropHint')),
  ];
  return [...(app.games.list.length > 0 ? [gameList(app)] : []), ...faultList(app), ...parts];
}

function sharePanel(app: App): Node[] {
  const copies: [string, () => string][] = [
    [t('transcript'), () => writeTranscript(app.game)],
    [t('boardText'), () => writeBoard(app.shown)],
    ['GGF', () => writeGgf(app.game)],
    ['SGF', () => writeSgf(app.game)],
    ['PGN', () => writePgn(app.game)],
  ];
  return [
    el('h2', {}, t('copy')),
    el(
      'div',
      { class: 'row-of-buttons copies' },
      ...copies.map(([name, make]) =>
        el('button', { type: 'button', onclick: () => void copy(app, make(), t('copied', { what: name })) }, name),
      ),
      el('button', { type: 'button', onclick: () => void copyLink(app) }, t('link')),
    ),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', onclick: () => download('game.ggf', writeGgf(app.game)) }, t('save', { what: 'GGF' })),
      el('button', { type: 'button', onclick: () => download('game.sgf', writeSgf(app.game)) }, t('save', { what: 'SGF' })),
      el('button', { type: 'button', onclick: () => download('game.pgn', writePgn(app.game)) }, t('save', { what: 'PGN' })),
    ),
    el('textarea', { id: 'by-hand', rows: 3, readonly: true, hidden: true, 'aria-label': t('copy') }),
    ...pictureButtons(app),
  ];
}

function gameList(app: App): HTMLElement {
  const list = el('ul', { class: 'games', tabindex: 0, 'aria-label': t('games') });
  app.games.list.forEach((listed, i) => {
    const here = listed.is(app.game);
    const { tags, moves, discs, isOver } = listed.found;
    const button = el('button', {
      type: 'button',
      class: here ? 'here' : '',
      'aria-current': here ? 'true' : undefined,
      'data-focus': `game${i}`,
    });
    button.append(`${i + 1}. ${titleOf(tags, moves)} `, el('span', { class: 'quiet' }, standOf(discs, isOver)));
    button.addEventListener('click', () => app.games.open(listed.game));
    list.append(el('li', {}, button));
  });
  return el('div', {}, el('h2', {}, t('gamesCount', { n: app.games.list.length })), list);
}

/** The result of a game that is over, as the card and the line below the board say it; of another one the discs. */
function standOf(discs: Discs, isOver: boolean): string {
  const { black, white } = isOver ? result(discs) : discs;
  return `${black}–${white}`;
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
