// Tests of the page in Debian's Chromium or Firefox: [BROWSER=firefox] node tests/browser.mjs
// It is dist/bianca.html from the disk, or what BIANCA_PAGE names. Pictures go to dist/pictures.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { beginner, browser, discs, done, here, history, moves, open, people } from './page.mjs';
import './browser-files.mjs';
import './browser-kept.mjs';
import './browser-looks.mjs';
import './browser-rating.mjs';
import './browser-play.mjs';
import './browser-study.mjs';
import './browser-lessons.mjs';
import './browser-site.mjs';
import './browser-package.mjs';
import './browser-table.mjs';
import './browser-train.mjs';
import './browser-walk.mjs';

describe('a game', () => {
  test('is played to its end by clicks against the engine, kept over a reload', async () => {
    const page = await open({ settings: { ...beginner, evaluation: false } });
    let seen = 0;
    for (let turn = 0; turn < 64; turn++) {
      await page.waitForFunction(
        () => document.querySelector('.cell.legal') || /–/.test(document.querySelector('#status').textContent),
        undefined,
        { timeout: 20_000 },
      );
      const square = await page.$('.cell.legal');
      if (!square) break;
      await square.click();
      assert.ok((await moves(page)) > seen);
      seen = await moves(page);
    }
    assert.match(await page.textContent('#status'), /^(You (won|lost) by \d+, \d+–\d+|A draw, 32–32)$/);
    const before = await history(page);
    assert.ok(before.length >= 9);
    await page.reload();
    await page.waitForSelector('.moves .ply');
    assert.deepEqual(await history(page), before);
    await done(page);
  });

  test('says at its end whether the one person in it has won, and by how much', async () => {
    // Whoever is to move takes the last disc of the other side.
    const link = (side) => `board=${side === 'black' ? 'XO' : 'OX'}${'-'.repeat(62)}${side === 'black' ? 'X' : 'O'}&moves=c1`;
    const greedy = { kind: 'book', name: 'greedy' };
    const [black, white] = [
      { ...people, white: greedy },
      { ...people, black: greedy },
    ];
    const said = [
      ['en', 'black', black, /^You won by 64, 64–0$/],
      ['en', 'white', black, /^You lost by 64, 0–64$/],
      ['en', 'white', white, /^You won by 64, 64–0$/],
      ['es', 'black', black, /^Has ganado por 64, 64–0$/],
      ['zh-CN', 'black', white, /^你输了 64 子，0–64$/],
      ['en', 'black', people, /^Black wins 64–0$/],
      ['en', 'white', { black: greedy, white: greedy }, /^White wins 64–0$/],
    ];
    for (const [locale, winner, match, expected] of said) {
      const page = await open({ locale, settings: people, game: { link: link(winner), tags: {}, ...match } });
      assert.match(await page.textContent('#status[role=status]'), expected);
      await done(page);
    }
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

  test('goes back and forth by arrows, undo and redo; another move after taking back changes the game', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4' });
    assert.equal(await discs(page), 9);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await discs(page), 8);
    await page.keyboard.press('Home');
    assert.equal(await discs(page), 4);
    await page.keyboard.press('r');
    assert.equal(await discs(page), 5);
    await page.click('[data-control=last]');
    await page.keyboard.press('u');
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
    const alone = await open({ settings: { ...beginner, time: { main: 1, increment: 0 } } });
    await alone.waitForFunction(() => document.querySelector('#status').textContent === 'You lost on time', undefined, { timeout: 6000 });
    await done(alone);
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
    await page.waitForSelector('.analysis table.worst', { timeout: 60_000 });
    await page.click('.ply.blunder, .ply.mistake');
    const top = () => page.$eval('#tabs', (tabs) => tabs.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.click('.mistake-detail [data-focus=better]');
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

  test('grades moves deeper and deeper without disturbing who presses a button meanwhile, and stops when told to', async () => {
    const page = await open({ settings: people, hash: '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3' });
    const told = () => page.textContent('.analysis p');
    await page.waitForSelector('[data-focus=analyse]');
    const { x, y, width, height } = await (await page.$('[data-focus=analyse]')).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.waitForTimeout(1500);
    await page.mouse.up();
    await page.waitForSelector('[data-focus=analyse]:text-is("Go on")');
    const rests = await told();
    await page.waitForTimeout(1000);
    assert.equal(await told(), rests);
    await page.click('[data-focus=analyse]');
    await page.waitForSelector('.analysis table.worst', { timeout: 60_000 });
    assert.equal(await page.$$eval('.moves .ply', (all) => all.filter((one) => one.className.trim() === 'ply').length), 0);
    // It goes on by itself.
    const accuracy = () => page.$eval('.summary summary > :first-child', (one) => one.textContent);
    await page.waitForFunction(
      () => {
        const [accuracy, told] = ['.summary summary > :first-child', '.analysis p'].map((one) => document.querySelector(one)?.textContent);
        return accuracy === 'accuracy · depth 12' && told?.startsWith('Depth 16: ');
      },
      undefined,
      { timeout: 90_000 },
    );
    // At its end its depth is said once.
    await page.waitForSelector('.analysis p:text-is("Judged to depth 16")', { timeout: 90_000 });
    assert.equal(await accuracy(), 'accuracy');
    assert.doesNotMatch(await page.textContent('.worst thead'), /accuracy/);
    await done(page);
  });

  test('tells two people how deep their accuracy was searched', async () => {
    const page = await open({ settings: people });
    await page.keyboard.type('f5f6d3');
    assert.equal(await page.getAttribute('#door-play', 'aria-pressed'), 'true');
    await page.waitForSelector('.summary summary', { timeout: 20_000 });
    assert.equal(await page.textContent('.summary summary > :first-child'), 'accuracy · depth 8');
    await done(page);
  });

  test('goes on with an analysis after whatever one looks at meanwhile', async () => {
    const played =
      'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2e8h6g6h5h4g2h2c1b1h1b2a1';
    const page = await open({ settings: people, hash: `#moves=${played}` });
    const judged = () => page.$$eval('.moves .ply:is(.best, .good, .mistake, .blunder)', (all) => all.length);
    await page.waitForFunction(() => document.querySelector('.analysis progress')?.value >= 4, undefined, { timeout: 30_000 });
    // The last moves come first.
    assert.equal(await page.$('.ply.best[data-ply="1"]'), null);
    await page.click('[data-ply="2"]');
    await page.waitForSelector('.opening:has-text("Diagonal")', { timeout: 10_000 });
    assert.ok(await page.isVisible('.analysis progress'));
    await page.click('#tab-explain');
    await page.waitForSelector('.explain-box p:has-text("f6")', { timeout: 10_000 });
    await page.click('#tab-moves');
    await page.waitForSelector('.analysis table.worst', { timeout: 120_000 });
    assert.equal(await judged(), 60);
    assert.equal(await discs(page), 6);
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

  test('says once why a move was a mistake', async () => {
    const page = await open({ settings: people, hash: '#moves=f5f6d3' });
    await page.waitForSelector('.analysis p:text-is("Judged to depth 16")', { timeout: 60_000 });
    await page.click('.moves .ply.blunder');
    await page.waitForSelector('.mistake-detail p:has-text("After e6")');
    await page.click('#tab-explain');
    await page.waitForSelector('.explain-box h2:has-text("d3")');
    const told = () => page.$$eval('.explain-box p', (all) => all.map((one) => one.textContent));
    assert.deepEqual(await told(), []);
    // Of a better line the box tells nothing: the tab has the sentence of the move that is looked at, and of no other.
    await page.click('.mistake-detail [data-focus=better]');
    await page.waitForSelector('.explain-box h2:text-is("The last move, e6")');
    const [sentence, ...others] = await told();
    assert.match(sentence, /^e6 is the best move\b/);
    assert.deepEqual(others, []);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.explain-box h2:text-is("The last move, d3")');
    assert.deepEqual(await told(), []);
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
