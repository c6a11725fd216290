// Tests of the page in Debian's Chromium or Firefox: [BROWSER=firefox] node tests/browser.mjs
// It is dist/bianca.html from the disk, or what BIANCA_PAGE names. Pictures go to dist/pictures.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFirefox, launch } from './launch.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const address = process.env.BIANCA_PAGE ?? `file://${here}../dist/bianca.html`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = here + '../dist/pictures/';
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 }, sideways: { width: 844, height: 390 } };

let browser;
const contexts = [];
before(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = await launch();
});
after(() => browser?.close());

/** The style that Playwright lays into a page for a picture; in Firefox the page's own rules keep it out. */
const PICTURE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** A page as it is first seen; what goes wrong in it fails the test that closes it. */
async function open({ size = 'wide', locale = 'en', colorScheme = 'light', hash = '', settings, game } = {}) {
  const context = await browser.newContext({ viewport: SIZES[size], locale, colorScheme, hasTouch: size !== 'wide' });
  contexts.push(context);
  const page = await context.newPage();
  page.wrong = [];
  const wrong = (text) => text.includes(PICTURE) || page.wrong.push(text);
  page.on('pageerror', (error) => wrong(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong(message.text()));
  for (const [name, value] of Object.entries({ settings, game })) {
    if (value === undefined) continue;
    // It also runs in the empty page before this one, which may have nothing to keep it in.
    await page.addInitScript(([key, kept]) => {
      try {
        localStorage.getItem(key) ?? localStorage.setItem(key, kept);
      } catch {}
    }, [`bianca.${name}`, JSON.stringify(value)]);
  }
  await page.goto(address + hash);
  await page.waitForSelector('.cell.legal, .cell[data-disc="X"]');
  return page;
}

async function done(page) {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}

const cell = (square) => `#board [aria-label^="${square},"]`;
const history = (page) => page.$$eval('.moves .ply', (all) => all.map((one) => one.dataset.move));
const moves = (page) => page.$$eval('.moves .ply', (all) => all.length);
const discs = (page) => page.$$eval('#board [data-disc="X"], #board [data-disc="O"]', (all) => all.length);
const people = { black: { kind: 'person' }, white: { kind: 'person' } };
const beginner = { black: { kind: 'person' }, white: { kind: 'bianca', skill: 2 } };

async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

describe('a game', () => {
  test('is played to its end by clicks against the engine, kept over a reload', async () => {
    const page = await open({ settings: { ...beginner, evaluation: false } });
    let seen = 0;
    for (let turn = 0; turn < 64; turn++) {
      await page.waitForFunction(() => document.querySelector('.cell.legal') || /–/.test(document.querySelector('#status').textContent), undefined, { timeout: 20_000 });
      const square = await page.$('.cell.legal');
      if (!square) break;
      await square.click();
      assert.ok((await moves(page)) > seen);
      seen = await moves(page);
    }
    assert.match(await page.textContent('#status'), /wins|draw/);
    const before = await history(page);
    assert.ok(before.length >= 9);
    await page.reload();
    await page.waitForSelector('.moves .ply');
    assert.deepEqual(await history(page), before);
    await done(page);
  });

  test('is played by keys alone, on the board and by typing squares', async () => {
    const page = await open({ settings: people });
    await page.focus('#board [tabindex="0"]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    // The focus begins on d4; f5 is two to the right and one down.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    assert.deepEqual(await history(page), ['f5']);
    await page.keyboard.type('d6');
    await page.keyboard.type('c3');
    assert.deepEqual(await history(page), ['f5', 'd6', 'c3']);
    assert.match(await page.textContent('#status'), /White to move/);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 0);
    await done(page);
  });

  test('goes back and forth by arrows, undo and redo; another move replaces what followed', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4' });
    assert.equal(await discs(page), 9);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await discs(page), 8);
    await page.keyboard.press('Home');
    assert.equal(await discs(page), 4);
    await page.keyboard.press('r');
    assert.equal(await discs(page), 5);
    await page.click('[data-control=last]');
    await page.click('[data-control=undo]');
    assert.equal(await discs(page), 8);
    await page.keyboard.type('c5');
    assert.deepEqual(await history(page), ['f5', 'd6', 'c3', 'd3', 'c5']);
    await page.click('.toast button');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply')[4]?.dataset.move === 'c4');
    await done(page);
  });

  test('has clocks that run and end it', async () => {
    const page = await open({ settings: { ...people, time: { main: 2, increment: 0 } } });
    await page.keyboard.type('f5');
    await page.waitForFunction(() => /wins on time/.test(document.querySelector('#status').textContent), undefined, { timeout: 6000 });
    assert.equal((await page.$$('.cell.legal')).length, 0);
    await done(page);
  });

  test('between two engines goes on by itself and pauses', async () => {
    const page = await open({ settings: { black: { kind: 'bianca', skill: 1 }, white: { kind: 'book', name: 'greedy' } } });
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 4, undefined, { timeout: 15_000 });
    await page.keyboard.press('p');
    await page.waitForTimeout(700);
    const paused = await moves(page);
    await page.waitForTimeout(1200);
    assert.equal(await moves(page), paused);
    await done(page);
  });

  test('begins from the dialog', async () => {
    const page = await open();
    await page.click('#new');
    await page.selectOption('#new-game select[aria-label=Black]', 'greedy');
    await page.selectOption('#new-game select[aria-label=White]', 'person');
    await page.selectOption('#new-game select[aria-label=Clock]', '5 0');
    await page.click('#new-game .main');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 1);
    assert.match(await page.textContent('.player.black'), /Greedy/);
    assert.match(await page.textContent('.player.white .clock'), /[45]:\d\d/);
    await done(page);
  });
});

describe('what is kept', () => {
  test('a pause is, over a reload', async () => {
    const page = await open({ settings: { black: { kind: 'bianca', skill: 1 }, white: { kind: 'book', name: 'greedy' } } });
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 2, undefined, { timeout: 15_000 });
    await page.keyboard.press('p');
    await page.waitForTimeout(700);
    const paused = await moves(page);
    await page.reload();
    await page.waitForSelector('[data-control=pause][aria-pressed=true]');
    await page.waitForTimeout(1500);
    assert.equal(await moves(page), paused);
    await page.click('[data-control=pause]');
    await page.waitForFunction((count) => document.querySelectorAll('.moves .ply').length > count, paused);
    await done(page);
  });

  test('each of two tabs keeps its game and its players', async () => {
    const one = await open({ settings: people });
    await one.keyboard.type('f5d6');
    // Other processes see what is kept a moment later.
    await one.waitForTimeout(500);
    const other = await one.context().newPage();
    await other.goto(address);
    await other.waitForSelector('.moves .ply');
    // A new tab begins with the game that was changed last.
    assert.deepEqual(await history(other), ['f5', 'd6']);
    await other.keyboard.press('n');
    await other.selectOption('#new-game select[aria-label=White]', 'greedy');
    await other.click('#new-game .main');
    await other.keyboard.type('d3');
    await other.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2);
    const played = await history(other);
    await other.click('#settings');
    await other.selectOption('#settings-box select[aria-label=Colours]', 'dark');
    await other.keyboard.press('Escape');
    await one.reload();
    await one.waitForSelector('.moves .ply');
    assert.deepEqual(await history(one), ['f5', 'd6']);
    assert.match(await one.textContent('.player.white'), /Person/);
    await one.keyboard.type('c3');
    await other.reload();
    await other.waitForSelector('.moves .ply');
    assert.deepEqual(await history(other), played);
    assert.match(await other.textContent('.player.white'), /Greedy/);
    // What the first tab did not change is as the second has left it.
    assert.equal(await other.getAttribute('html', 'data-theme'), 'dark');
    await one.waitForTimeout(500);
    const third = await one.context().newPage();
    await third.goto(address);
    await third.waitForSelector('.moves .ply');
    assert.deepEqual(await history(third), ['f5', 'd6', 'c3']);
    assert.equal(await third.getAttribute('html', 'data-theme'), 'dark');
    await done(one);
  });

  test('and damaged takes nothing else with it', async () => {
    const damaged = [
      [{ link: 'moves=f5d6', cursor: 'x', tags: 7, left: { black: 'x' } }, 2],
      [{ link: 'moves=f5d6', cursor: 1, tags: { black: 3, white: 'W' }, left: { black: null, white: -1 }, white: { kind: 'bianca', skill: 99 } }, 2],
      [{ link: 'moves=f5a1', cursor: 2, tags: {} }, 0],
      [{ link: 'board=x' }, 0],
      [[], 0],
    ];
    const settings = { ...people, time: { main: 300, increment: 'x' }, effort: 3, language: 'toString', theme: 'dark' };
    for (const [game, count] of damaged) {
      for (const time of [settings.time, { main: 300, increment: 0 }]) {
        const page = await open({ settings: { ...settings, time }, game });
        assert.equal(await moves(page), count, JSON.stringify(game));
        assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
        const clocks = await page.$$eval('.player .clock', (all) => all.map((one) => one.textContent));
        assert.ok(clocks.every((clock) => (time.increment === 0 ? /^(5:00|4:5\d)$/ : /^$/).test(clock)), clocks.join());
        assert.equal(await page.inputValue('.analysis select'), '12');
        await done(page);
      }
    }
  });
});

describe('the engine', () => {
  test('scores all moves when hints are wanted', async () => {
    const page = await open({ settings: people, hash: '#moves=f5' });
    await page.click('[data-control=hints]');
    await page.waitForFunction(() => document.querySelectorAll('.cell.scored').length === 3, undefined, { timeout: 10_000 });
    assert.equal(await page.$$eval('.cell.best', (all) => all.length), 1);
    const widths = await page.$eval('.cell.best', (best) => {
      best.querySelector('.score').textContent = '\u221210';
      return [best.querySelector('.score').getBoundingClientRect().width, best.getBoundingClientRect().width];
    });
    assert.ok(widths[0] < 0.72 * widths[1], `${widths}: a score of three signs stays within the ring`);
    // It answers at once although the analysis of hints is still running.
    const begun = Date.now();
    await page.click('[data-control=engineMove]');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2, undefined, { timeout: 8000 });
    assert.ok(Date.now() - begun < 6000, `${Date.now() - begun} ms`);
    // The end of the next analysis is no fault, however searches are stopped here.
    await page.waitForSelector('.cell.scored');
    await page.waitForTimeout(8000);
    assert.equal(await page.isVisible('#toast'), false);
    await done(page);
  });

  test('analyses a game, marks mistakes and shows the better line', async () => {
    const page = await open({ settings: people, hash: '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3' });
    await page.selectOption('.analysis select', '8');
    await page.click('.analysis .main');
    await page.waitForSelector('.analysis p:has-text("discs lost")', { timeout: 60_000 });
    await page.click('.ply.blunder, .ply.mistake');
    const top = () => page.$eval('#tabs', (tabs) => tabs.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.click('.mistake-detail button');
    await page.waitForSelector('#board.in-line');
    assert.equal(await top(), before, 'what was clicked stays where it is');
    const count = await discs(page);
    await page.keyboard.press('ArrowRight');
    assert.equal(await discs(page), count + 1);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#board:not(.in-line)');
    assert.equal(await moves(page), 19);
    // The curve takes one to where it is clicked.
    const box = await (await page.$('#curve')).boundingBox();
    await page.mouse.click(box.x + 30, box.y + 40);
    assert.equal(await discs(page), 4);
    // It tells its values where the pointer rests, and no longer than that.
    await page.mouse.move(box.x + 30 + ((box.width - 40) * 3) / 60, box.y + 40);
    assert.match(await page.textContent('#curve .told'), /^3 c4 [+−]?\d/);
    await page.mouse.move(box.x - 40, box.y - 40);
    assert.equal(await page.$('#curve .told'), null);
    await done(page);
  });

  test('explains the position and the last move', async () => {
    const page = await open({ settings: people, locale: 'es', hash: '#moves=f5d6' });
    await page.click('#tab-explain');
    await page.waitForSelector('.findings dt:has-text("Movilidad")');
    await page.waitForSelector('.findings dt:has-text("Fichas volteadas")');
    await page.waitForSelector('.explain-box p:has-text("d6 es la mejor jugada")');
    await page.hover('.findings div:has-text("Fichas volteadas")');
    assert.ok((await page.$$('.cell.pointed')).length >= 1);
    await done(page);
  });
});

describe('games come in and go out', () => {
  const GAMES = {
    transcript: 'F5 d6 C3',
    GGF: '(;GM[Othello]PC[]PB[<b>a</b>]PW[b]TI[0]TY[8]RE[?]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)',
    SGF: '(;FF[4]GM[2]SZ[8];B[fe];W[df];B[cc])',
    PGN: '[Event "?"]\n\n1. f5 d6 2. c3 *',
  };
  test('as text, as a file that is dropped, as a link', async () => {
    const page = await open();
    for (const text of Object.values(GAMES)) {
      await page.click('#tab-share');
      await page.fill('#paste', text);
      await page.click('#page-share .main');
      await page.waitForFunction(() => [...document.querySelectorAll('.moves .ply')].map((one) => one.dataset.move).join(' ') === 'f5 d6 c3');
      await page.keyboard.press('n');
      await page.click('#new-game .main');
      await page.waitForFunction(() => !document.querySelector('.moves .ply'));
    }
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['f5f6\nf5d6'], 'two.txt'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    // One chooses the game at once.
    await page.waitForFunction(() => document.querySelectorAll('.games li').length === 2);
    await page.click('.games li:nth-child(2) button');
    await page.waitForSelector('.games li:nth-child(2) [aria-current=true]');
    assert.equal(await page.textContent('.games .here'), '2. f5d6 3–3');
    await page.evaluate(() => (location.hash = '#moves=f5d6c3d3'));
    await page.click('#tab-moves');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 4);
    await done(page);
  });

  test('what is wrong is said and changes nothing', async () => {
    const page = await open({ hash: '#moves=f5' });
    await page.click('#tab-share');
    await page.fill('#paste', 'f5 a1');
    await page.click('#page-share .main');
    await page.waitForSelector('#toast:has-text("a1")');
    await page.click('#tab-moves');
    assert.deepEqual(await history(page), ['f5']);
    await done(page);
  });

  test('collections, annotated games and lists with a bad line are read as the executable reads them', async () => {
    const page = await open({ settings: people });
    const texts = {
      '(;FF[4]GM[2]SZ[8];B[fe];W[df])\n(;FF[4]GM[2]SZ[8];B[fe];W[ff])': [2, 'Opened: 2'],
      '[Event "x"]\n\n1. f5 {good (hm)} d6 $1 2. c3! (2. c4 e3) d3?! *\n\n[Event "y"]\n\n1. f5 *\n': [2, 'Opened: 2'],
      '# list\nf5d6c3 % good\nf5a1\nf5f6': [2, 'Opened: 2 · Not read: 1 · line 3: Not a legal move: a1'],
    };
    for (const [text, [count, said]] of Object.entries(texts)) {
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, text);
      await page.waitForFunction((words) => document.querySelector('#toast span')?.textContent === words, said);
      assert.equal(await page.$$eval('.games:not(.faults) li', (all) => all.length), count, text);
    }
    assert.equal(await page.textContent('.faults li'), 'line 3: Not a legal move: a1');
    await page.screenshot({ path: `${pictures}wide-list.png`, caret: 'initial' });
    assert.deepEqual(await serious(page), []);
    await done(page);
  });

  test('a game that another one replaces can be brought back, with its players and clocks', async () => {
    const page = await open({ settings: { ...people, white: { kind: 'book', name: 'greedy' }, time: { main: 290, increment: 0 } } });
    await page.keyboard.type('f5');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2);
    const played = await history(page);
    const isBack = () =>
      page.waitForFunction((all) => [...document.querySelectorAll('.moves .ply')].map((one) => one.dataset.move).join() === all, played.join());
    await page.click('#tab-share');
    await page.fill('#paste', 'd3c3c4');
    await page.click('#page-share .main');
    await page.waitForSelector('#toast:has-text("Opened: 1")');
    assert.equal(await page.textContent('.player.white .clock'), '');
    await page.click('#toast button');
    await isBack();
    assert.match(await page.textContent('.player.white'), /Greedy/);
    assert.match(await page.textContent('.player.black .clock'), /^4:/);
    // A link, and not at once but after the page was loaded again.
    await page.evaluate(() => (location.hash = '#moves=c4c3'));
    await page.waitForSelector('#toast:has-text("put aside")');
    await page.reload();
    await page.waitForSelector('.moves .ply');
    await page.click('#tab-share');
    await page.click('[data-focus=earlier]');
    await isBack();
    assert.match(await page.textContent('.player.white'), /Greedy/);
    // What it replaced in its turn, and a new game.
    await page.click('#tab-share');
    assert.equal(await page.textContent('.earlier span'), 'c4c3');
    await page.click('#tab-moves');
    await page.click('#new');
    await page.click('#new-game .main');
    await page.click('#toast button:text-is("Bring it back")');
    await isBack();
    await done(page);
  });

  test('names from outside are text', async () => {
    const page = await open();
    for (const evil of ['<script>window.evil=1</script>', '<img src=x onerror="window.evil=1">', '"\'></title><b>', '\u202Eabc']) {
      await page.click('#tab-share');
      await page.fill('#paste', GAMES.GGF.replace('<b>a</b>', evil));
      await page.click('#page-share .main');
      await page.click('#tab-moves');
      await page.waitForFunction((text) => document.querySelector('.tags')?.textContent.includes(text), evil);
      assert.equal(await page.evaluate(() => window.evil), undefined);
    }
    await done(page);
  });

  test('are copied', async () => {
    const page = await open({ hash: '#moves=f5d6' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
    await page.click('#tab-share');
    for (const [name, pattern] of [['Transcript', /^f5d6$/], ['Board', /^[XO-]{64} X$/], ['GGF', /GM\[Othello\]/], ['SGF', /;B\[fe\].*;W\[df\]/], ['Link', /#moves=f5d6$/]]) {
      await page.click(`#page-share button:text-is("${name}")`);
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), pattern);
    }
    await done(page);
  });

  test('a position is set up', async () => {
    const page = await open();
    await page.click('[data-control=setup]');
    await page.click('#setup button:has-text("Clear")');
    await page.click(cell('a1'));
    await page.click('#setup label:has-text("White")');
    await page.click(cell('b1'));
    await page.click(cell('c1'));
    await page.click(cell('c1'));
    await page.click('#setup .main');
    await page.waitForSelector('.cell.legal');
    await page.click(cell('c1'));
    assert.match(await page.textContent('#status'), /Black wins 64–0/);
    await done(page);
  });
});

describe('the npm package', () => {
  test('plays and stops in a page from a server', async () => {
    const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
    const server = createServer((request, response) => {
      const name = request.url.split('/').pop();
      const file = `${here}../dist/bianca-engine/${name}`;
      response.writeHead(200, { 'content-type': types[name.split('.').pop()] ?? 'text/html' });
      response.end(name !== '' && existsSync(file) ? readFileSync(file) : '<!DOCTYPE html><title>test</title>');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const result = await page.evaluate(async () => {
      const { start } = await import('/index-browser.js');
      const bianca = await start();
      await bianca.play('f5d6c3');
      const best = await bianca.search({ depth: 10 });
      const begun = performance.now();
      let lines = 0;
      await bianca.analyze(3, () => ++lines === 6 && bianca.stop());
      const stopped = performance.now() - begun;
      const perft = await bianca.ask('perft 5');
      bianca.close();
      return { depth: best.depth, stopped, perft, isolated: crossOriginIsolated };
    });
    server.close();
    await context.close();
    assert.equal(result.depth, 10);
    assert.equal(result.isolated, false);
    assert.ok(result.stopped < 15_000, `${result.stopped} ms`);
    assert.match(result.perft, /^\d+$/);
  });
});

describe('the other games', () => {
  test('are played', async () => {
    const page = await open();
    await page.selectOption('#which', 'tictactoe');
    await page.click('[data-focus="cell1-1"]');
    await page.waitForFunction(() => document.querySelectorAll('.lesson-grid [data-disc=O]').length === 1);
    await page.click('[data-focus=hint]');
    await page.waitForSelector('.lesson-grid .score');
    await page.selectOption('#which', 'reversi');
    await page.waitForSelector('.lesson-grid.reversi .cell.legal');
    await page.click('.lesson-grid .cell.legal');
    await page.waitForFunction(() => document.querySelectorAll('.lesson-grid [data-disc=O]').length === 1);
    await page.selectOption('#which', 'frogs');
    await page.click('[data-focus=solve]');
    await page.waitForFunction(() => /Solved/.test(document.querySelector('.lesson .status').textContent), undefined, { timeout: 20_000 });
    await page.selectOption('#which', 'tree');
    await page.waitForSelector('.tree-picture .node');
    for (let step = 0; step < 22; step++) await page.click('[data-focus=tree-forward]');
    assert.match(await page.textContent('.lesson .status'), /Leaving A: value 3/);
    assert.match(await page.textContent('.count-line'), /11 nodes visited/);
    assert.equal((await page.$$('.edge.cut')).length, 2);
    await page.selectOption('#which', 'othello');
    await page.click(cell('f5'));
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2, undefined, { timeout: 10_000 });
    await done(page);
  });
});

describe('looks', () => {
  const GAME = '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3&ply=12';
  for (const size of Object.keys(SIZES)) {
    for (const locale of ['en', 'es', 'zh-CN']) {
      for (const colorScheme of ['light', 'dark']) {
        test(`${size} ${locale} ${colorScheme}: no fault that axe finds, nothing beside the page`, async () => {
          const page = await open({ size, locale, colorScheme, hash: GAME });
          await page.waitForTimeout(500);
          await page.screenshot({ path: `${pictures}${size}-${locale}-${colorScheme}.png`, caret: 'initial', fullPage: true });
          assert.deepEqual(await serious(page), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
          for (const what of ['explain', 'share']) {
            await page.click(`#tab-${what}`);
            await page.waitForTimeout(300);
            await page.screenshot({ path: `${pictures}${size}-${locale}-${colorScheme}-${what}.png`, caret: 'initial' });
            assert.deepEqual(await serious(page), [], what);
          }
          for (const what of ['new', 'settings']) {
            await page.click(`#${what}`);
            await page.screenshot({ path: `${pictures}${size}-${locale}-${colorScheme}-${what}.png`, caret: 'initial' });
            assert.deepEqual(await serious(page), [], what);
            await page.keyboard.press('Escape');
          }
          await page.click('[data-control=setup]');
          assert.deepEqual(await serious(page), [], 'setup');
          await page.keyboard.press('Escape');
          for (const game of ['reversi', 'tictactoe', 'frogs', 'tree']) {
            await page.selectOption('#which', game);
            await page.waitForSelector('#lesson button');
            assert.deepEqual(await serious(page), [], game);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
            await page.screenshot({ path: `${pictures}${size}-${locale}-${colorScheme}-${game}.png`, caret: 'initial' });
          }
          await done(page);
        });
      }
    }
  }

  for (const [width, height] of [[844, 390], [932, 430], [667, 375], [568, 320]]) {
    test(`sideways on ${width}x${height} board and buttons are seen together`, async () => {
      const page = await open({ settings: { ...beginner, time: { main: 600, increment: 5 } }, size: 'sideways' });
      await page.setViewportSize({ width, height });
      const boxes = () =>
        page.$$eval('.frame, .player, #status, #controls button, #new, #settings, #which', (all) =>
          all.map((one) => [one.id || one.className || one.dataset.control, one.getBoundingClientRect()]).map(([name, { left, top, right, bottom }]) => ({ name, left, top, right, bottom })));
      const check = async () => {
        const all = await boxes();
        for (const box of all) assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, JSON.stringify(box));
        const apart = (one, two) => one.right <= two.left + 0.5 || two.right <= one.left + 0.5 || one.bottom <= two.top + 0.5 || two.bottom <= one.top + 0.5;
        all.forEach((one, i) => all.slice(i + 1).forEach((two) => assert.ok(apart(one, two), JSON.stringify([one, two]))));
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      };
      await page.waitForTimeout(300);
      await check();
      await page.screenshot({ path: `${pictures}sideways-${width}.png` });
      const boardOf = (all) => all.find(({ name }) => name === 'frame');
      const frame = boardOf(await boxes());
      assert.ok(frame.bottom - frame.top >= height - 20, 'the board has the whole height');
      // It stays while one reads what is beside it.
      await page.evaluate(() => scrollTo(0, 150));
      const scrolled = boardOf(await boxes());
      assert.ok(scrolled.top >= 0 && scrolled.bottom <= height);
      await page.evaluate(() => scrollTo(0, 0));
      await page.click('#new');
      const begin = await (await page.$('#new-game .main')).boundingBox();
      assert.ok(begin.y + begin.height <= height, 'a game can be begun');
      await page.screenshot({ path: `${pictures}sideways-${width}-new.png` });
      await page.keyboard.press('Escape');
      await page.click('[data-control=setup]');
      await page.waitForSelector('#setup .main');
      await page.evaluate(() => scrollTo(0, 0));
      const taken = await (await page.$('#setup .main')).boundingBox();
      assert.ok(taken.y + taken.height <= height, 'the position that is set up can be taken');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.screenshot({ path: `${pictures}sideways-${width}-setup.png` });
      await done(page);
    });
  }

  test('nothing moves while a game is played', async () => {
    const page = await open({ settings: beginner });
    await page.evaluate(() => {
      window.shifts = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifts += entry.value))).observe({ type: 'layout-shift', buffered: true });
    });
    for (let turn = 0; turn < 6; turn++) {
      await page.waitForSelector('.cell.legal', { timeout: 10_000 });
      await page.click('.cell.legal');
    }
    assert.ok((await page.evaluate(() => window.shifts)) < 0.01, String(await page.evaluate(() => window.shifts)));
    await done(page);
  });
});
