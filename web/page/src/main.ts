/** Puts the page together: engine, table, dialogs, keys, files. */

import { Engine } from '../../package/src/client';
import { App } from './app';
import { openSettings } from './dialogs';
import { openRules } from './howto';
import { byId, el } from './dom';
import { incoming, incomingFiles } from './incoming';
import { prepareInstallation } from './install';
import { connect } from './link';
import { Lesson } from './lesson';
import { isOver, indexOf, nameOf } from './rules';
import { Listener } from './sounds';
import { openNew } from './new-game';
import { loadSettings } from './store';
import { isTrainingFile } from './train/file';
import { View, pause } from './view';
import { type Word, language, setLanguage, t, wished } from './words';

const settings = loadSettings();
chooseLanguage();

let toastTimer: ReturnType<typeof setTimeout> | undefined;
/** Says something in passing; an empty text takes away what was said. */
function say(text: string, action?: { text: string; run: () => void }): void {
  const toast = byId('toast');
  toast.replaceChildren(el('span', {}, text));
  if (action) {
    const button = el('button', { type: 'button' }, action.text);
    button.addEventListener('click', () => {
      action.run();
      toast.classList.remove('shown');
    });
    toast.append(button);
  }
  toast.classList.toggle('shown', text !== '');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove('shown'), action ? 8000 : 4000);
}

const engine = new Engine((listener) =>
  connect({
    ...listener,
    failed: (reason) => {
      listener.failed(reason);
      failed(reason);
    },
  }),
);

const app: App = new App(engine, settings, draw, say);
const view = new View(app, () => openNew(app));
const listener = new Listener();
function draw(): void {
  view.draw();
  listener.hear(app);
  document.body.classList.add('ready');
}
const lesson = new Lesson(byId('lesson'), engine);

function failed(reason: string): void {
  app.engineRuns = false;
  say(t('errorEngine', { reason }));
  app.changed();
}

function chooseLanguage(): void {
  setLanguage(settings.language === 'auto' ? wished(navigator.languages) : settings.language);
}

/** Puts words and colours on what stands in the page from the start. */
function relabel(): void {
  chooseLanguage();
  document.documentElement.lang = language();
  if (settings.theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
  document.documentElement.dataset['board'] = settings.boardTheme;
  for (const element of document.querySelectorAll<HTMLElement>('[data-t]')) {
    element.textContent = t(element.dataset['t'] as Word);
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', t(element.dataset['label'] as Word));
  }
  for (const name of ['settings', 'help'] as const) byId(name).title = t(name === 'help' ? 'rules' : name);
  if (app.door === 'train') void app.training.enter();
  app.changed();
  if (app.away) lesson.draw();
}

/** Puts another game on the table, or Othello again. */
async function choose(name: string): Promise<void> {
  const away = name !== 'othello';
  // It is about the game that goes.
  say('');
  byId('doors').hidden = away;
  byId('lesson').hidden = !away;
  app.away = away;
  view.draw();
  app.clock.stop();
  app.mind.update();
  await app.mind.idle();
  if (byId<HTMLSelectElement>('which').value !== name) return;
  if (away) {
    await lesson.open(name as 'reversi');
    return;
  }
  lesson.leave();
  await engine.send('newgame othello');
  app.mind.reset();
  app.changed();
}

/** The rules of the game on the table. */
function help(): void {
  if (app.away) lesson.openRules();
  else openRules();
}

/** To the game that is played, or to another one if what is on the table is only looked at. */
function toPlay(): void {
  const isGame = app.isMatch || app.hasEngineGame || app.game.moves.length === 0;
  if (isGame) app.enter('play');
  else openNew(app);
}

/** Colours and arrows are seen with hints alone, so without them it is said what was changed. */
function toggleColours(): void {
  app.set({ colours: !app.settings.colours });
  if (!app.showsHints || app.isSilent) say(t(app.settings.colours ? 'coloursOn' : 'coloursOff'));
}

let typed = '';
function key(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || (app.away && event.key !== '?')) return;
  if (document.querySelector('dialog[open]')) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, select, textarea, [role=slider]')) return;
  if (app.door === 'train') return keyOfTraining(event, target);
  const runs: Record<string, () => void> = {
    ArrowLeft: () => app.step(-1),
    ArrowRight: () => app.step(1),
    // Without variations they move the page.
    ...(app.game.tree.hasVariations ? { ArrowUp: () => app.goBeside(-1), ArrowDown: () => app.goBeside(1) } : {}),
    Home: () => app.go(0),
    End: () => app.go(app.game.moves.length),
    Escape: () => (app.setup ? app.endSetup(false) : app.leaveLine()),
    u: () => app.undo(),
    r: () => app.redo(),
    i: () => app.toggleHints(),
    l: () => {
      const line = app.game.note(app.game.cursor)?.line;
      if (app.preview) app.leaveLine();
      else if (line && !app.isSilent && !isOver(app.game.position)) app.lookAt(app.game.cursor, line, 1);
    },
    m: () => app.engineMove(),
    s: toggleColours,
    k: () => view.mark(),
    x: () => app.set({ flipped: !app.settings.flipped }),
    p: () => pause(app),
    n: () => openNew(app),
    '?': help,
  };
  // While a position is set up, its squares and the way back are all that keys are for.
  const isRun = !app.setup || event.key === 'Escape';
  const run = isRun ? runs[event.key.length === 1 ? event.key.toLowerCase() : event.key] : undefined;
  if (run) {
    event.preventDefault();
    run();
  } else if (/^[a-hA-H1-8]$/.test(event.key)) {
    typed = /[1-8]/.test(event.key) ? typed + event.key : event.key.toLowerCase();
    const square = indexOf(typed);
    if (square >= 0) app.choose(square);
    app.point(square >= 0 ? [] : fileOf(typed));
    if (square >= 0) typed = '';
  }
}

/** At the door of training keys are for the exercise. */
function keyOfTraining(event: KeyboardEvent, target: HTMLElement): void {
  if (event.key === '?') help();
  else if (!view.train.key(event.key, target)) return;
  event.preventDefault();
}

/** The squares of a file that was typed. */
const fileOf = (letter: string): number[] =>
  Array.from({ length: 64 }, (_, square) => square).filter((square) => nameOf(square)[0] === letter);

function controlsObeyDisabled(event: Event): void {
  const button = (event.target as HTMLElement).closest('[aria-disabled=true]');
  if (button && !button.matches('.cell')) event.stopImmediatePropagation();
}

byId('controls').addEventListener('click', controlsObeyDisabled, true);
byId('new').addEventListener('click', () => (app.away ? void lesson.restart() : openNew(app)));
byId('help').addEventListener('click', help);
byId('door-study').addEventListener('click', () => app.enter('study'));
byId('door-play').addEventListener('click', toPlay);
byId('door-train').addEventListener('click', () => app.enter('train'));
byId('settings').addEventListener('click', () => openSettings(app, relabel));
byId('which').addEventListener('change', () => void choose(byId<HTMLSelectElement>('which').value));
document.addEventListener('keydown', key);
for (const pressed of ['pointerdown', 'keydown']) document.addEventListener(pressed, () => listener.wake(app), true);
window.addEventListener('hashchange', () => openHash());
window.addEventListener('pagehide', () => app.games.leave());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') app.games.keeping.refresh();
  else app.games.leave();
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  const text = event.dataTransfer?.getData('text/plain');
  if (files.length > 0) void openFiles(files);
  else if (text) openText(text);
});
document.addEventListener('paste', (event) => {
  if ((event.target as HTMLElement).closest('input, textarea') || document.querySelector('dialog[open]')) return;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text.trim() !== '') openText(text);
});

/** Games, or the log of what was trained. */
function openText(text: string): void {
  if (isTrainingFile(text)) void app.training.import(text);
  else void app.games.openContent(incoming(text));
}

async function openFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  const isTraining =
    first &&
    isTrainingFile(
      await first
        .slice(0, 100)
        .text()
        .catch(() => ''),
    );
  if (isTraining) await app.training.import(await first.text());
  else await app.games.openContent(incomingFiles(files));
}

setInterval(() => {
  if (!app.clock.running) return;
  view.drawClocks();
  listener.tick(app);
  app.tick();
}, 100);

function openHash(): boolean {
  const opened = app.games.openLink(location.hash);
  if (opened) history.replaceState(null, '', location.href.replace(/#.*$/, ''));
  return opened;
}

/** Games that were put into the page when it was written. */
function openInlined(): boolean {
  const text = document.getElementById('games')?.textContent?.trim() ?? '';
  try {
    const content = JSON.parse(text) as unknown;
    if (typeof content === 'string' && content !== '') {
      void app.games.openContent(incoming(content));
      return true;
    }
  } catch {
    // Whoever changed the page has left nothing to open.
  }
  return false;
}

prepareInstallation();
app.games.restore();
relabel();
const hasGame = openHash() || openInlined();
// Who comes for the first time, and not to look at a game, may not know how it is played.
if (!hasGame && !settings.rulesSeen && app.game.moves.length === 0) openRules();
app.set({ rulesSeen: true });
