// What can be done with a game as a whole, and how the board looks and sounds. Part of browser.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginner, cell, done, moves, open, people, pictures, serious } from './page.mjs';

const first = (page) => page.$eval('#board .cell', (one) => one.getAttribute('aria-label').slice(0, 2));

/** Types a number as a hand does: where Playwright fills a field of numbers, Firefox keeps what was there. */
async function fill(page, selector, number) {
  await page.focus(selector);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(number);
}

describe('a match', () => {
  for (const size of ['wide', 'narrow']) {
    test(`is begun with either colour without a dialog (${size})`, async () => {
      const page = await open({ size, settings: beginner });
      assert.equal(await page.getAttribute('#match .colour.black', 'aria-pressed'), 'true');
      await page.click('#match .colour.white');
      await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 1);
      assert.match(await page.textContent('#players .white .long'), /You/);
      assert.equal(await page.$('#match .colour'), null, 'the choice is gone once the game runs');
      await done(page);
      const other = await open({ size, settings: people });
      await other.selectOption('#match select', 'random');
      assert.match(await other.textContent('#players .white .long'), /Random/);
      assert.deepEqual(await serious(other), []);
      assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await other.screenshot({ path: `${pictures}match-${size}.png` });
      await done(other);
    });
  }

  test('is given up by two presses, kept so over a reload, and followed by another', async () => {
    const page = await open({ settings: beginner });
    await page.click('.cell.legal');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2);
    await page.click('#match [data-focus=resign]');
    assert.match(await page.textContent('#match [data-focus=resign]'), /Really/);
    assert.match(await page.textContent('#status'), /Black to move/, 'one press does nothing');
    await page.click('#match [data-focus=resign]');
    assert.equal(await page.textContent('#status'), 'You resigned');
    await page.waitForSelector('#card:not([hidden])');
    assert.equal(await page.$('.cell.legal'), null, 'nothing more is played');
    await page.reload();
    await page.waitForSelector('.moves .ply');
    assert.equal(await page.textContent('#status'), 'You resigned');
    // Whoever takes moves back goes on.
    await page.keyboard.press('u');
    await page.waitForSelector('.cell.legal');
    await page.keyboard.press('End');
    await page.click('#match [data-focus=rematch]');
    await page.waitForSelector('#match .colour');
    assert.equal(await moves(page), 0);
    await done(page);
  });

  test('on a clock between two people is given up by the side to move, and can be paused', async () => {
    const page = await open({ settings: { ...people, time: { main: 600, increment: 0 } } });
    await page.keyboard.type('f5');
    await page.keyboard.press('p');
    const time = () => page.textContent('.player.white .clock');
    const before = await time();
    await page.waitForTimeout(1500);
    assert.equal(await time(), before, 'the clock stands');
    await page.click('#match [data-focus=resign]');
    await page.click('#match [data-focus=resign]');
    assert.equal(await page.textContent('#status'), 'White resigns');
    await done(page);
  });
});

describe('a new game', () => {
  test('has a clock that is set by hand, with a time for each side', async () => {
    const page = await open({ settings: people });
    await page.click('#new');
    assert.equal(await page.$('.own-clock input'), null);
    await page.selectOption('#new-game select[aria-label=Clock]', 'own');
    await fill(page, '[aria-label="Black, minutes"]', '3.5');
    await fill(page, '[aria-label="White, minutes"]', '1');
    await fill(page, '[aria-label="Seconds for each move"]', '5');
    assert.deepEqual(await serious(page), []);
    await page.screenshot({ path: `${pictures}own-clock.png` });
    await page.click('#new-game .main');
    const clocks = () => page.$$eval('.player .clock', (all) => all.map((one) => one.textContent));
    assert.deepEqual(await clocks(), ['3:30', '1:00']);
    await page.keyboard.type('f5');
    await page.waitForFunction(() => document.querySelector('.player.black .clock').textContent === '3:35');
    await page.click('#new');
    assert.equal(await page.inputValue('[aria-label="White, minutes"]'), '1');
    await done(page);
  });

  test('says what the chosen skill is worth, in every language', async () => {
    const says = [
      ['en', 'about a strong club player, 1740'],
      ['es', 'más o menos un jugador de club fuerte, 1740'],
      ['zh', '相当于棋社强手，1740'],
      ['ja', 'クラブの強豪くらい、1740'],
      ['fr', 'à peu près un fort joueur de club, 1740'],
    ];
    for (const [language, words] of says) {
      const page = await open({ settings: { ...people, language } });
      await page.click('#new');
      const worth = () => page.$$eval('#new-game .worth', (all) => all.map((one) => one.textContent));
      assert.deepEqual(await worth(), ['', '']);
      await (await page.$('#new-game select')).selectOption('skill 6');
      assert.deepEqual(await worth(), [words, '']);
      assert.deepEqual(await serious(page), []);
      await done(page);
    }
  });

  test('may have a byo-yomi, in which an engine plays on too and which a reload keeps', async () => {
    const page = await open({ settings: { black: { kind: 'person' }, white: { kind: 'bianca', skill: 9 } } });
    await page.click('#new');
    await page.selectOption('#new-game select[aria-label=Clock]', 'own');
    for (const side of ['Black', 'White']) await fill(page, `[aria-label="${side}, minutes"]`, '0');
    await fill(page, '[aria-label="Byo-yomi: seconds"]', '30');
    await page.click('#new-game .main');
    await page.waitForSelector('.player.black .clock.byoyomi');
    for (let turn = 0; turn < 2; turn++) {
      await page.waitForSelector('.cell.legal', { timeout: 30_000 });
      await page.click('.cell.legal');
    }
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 4, undefined, { timeout: 30_000 });
    const left = await page.$eval('.player.white .clock', (clock) => clock.textContent);
    assert.equal(left, '0:30');
    await page.waitForTimeout(2500);
    await page.reload();
    await page.waitForSelector('.player.black .clock.byoyomi');
    assert.match(await page.textContent('.player.black .clock'), /^0:2\d$/);
    await done(page);
  });

  test('gives the weaker side corners', async () => {
    const page = await open({ settings: { black: { kind: 'person' }, white: { kind: 'book', name: 'random' } } });
    await page.click('#new');
    await page.selectOption('#new-game select[aria-label="Begin from"]', '2');
    await page.click('#new-game .main');
    // White begins.
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 1);
    for (const corner of ['a1', 'h8']) assert.match(await page.getAttribute(cell(corner), 'aria-label'), /Black/);
    await page.click('.cell.legal');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 3);
    await done(page);
  });
});

describe('the board', () => {
  test('is turned round, for the pointer and for keys', async () => {
    const page = await open({ settings: people });
    assert.equal(await first(page), 'a1');
    await page.click('[data-control=flip]');
    assert.equal(await first(page), 'h8');
    assert.equal(await page.textContent('.files'), 'hgfedcba');
    assert.equal(await page.textContent('.ranks'), '87654321');
    await page.click(cell('f5'));
    assert.equal(await moves(page), 1);
    await page.focus(cell('f5'));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^e5/);
    // Chromium keeps what is stored of a page from the disk a moment later.
    await page.waitForTimeout(500);
    await page.reload();
    await page.waitForSelector('.moves .ply');
    assert.equal(await first(page), 'h8', 'it is kept');
    await page.keyboard.press('x');
    assert.equal(await first(page), 'a1');
    await done(page);
  });

  for (const colorScheme of ['light', 'dark']) {
    test(`has three looks that can all be read, ${colorScheme}`, async () => {
      const grounds = new Set();
      for (const boardTheme of ['felt', 'wood', 'print']) {
        const page = await open({ colorScheme, settings: { ...people, boardTheme }, hash: '#moves=f5d6c3d3c4f4f6' });
        await page.click('[data-control=hints]');
        await page.waitForSelector('.cell.scored', { timeout: 10_000 });
        assert.deepEqual(await serious(page), [], boardTheme);
        grounds.add(await page.$eval('.cell', (one) => getComputedStyle(one).backgroundColor));
        await page.screenshot({ path: `${pictures}board-${boardTheme}-${colorScheme}.png` });
        await done(page);
      }
      assert.equal(grounds.size, 3);
    });
  }

  test('looks otherwise as soon as that is chosen', async () => {
    const page = await open({ settings: people });
    await page.click('#settings');
    await page.selectOption('#settings-box select[aria-label="Board and discs"]', 'wood');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'wood');
    await done(page);
  });

  test('is silent until sounds are wanted', async () => {
    const listen = async (sounds) => {
      const page = await open({ settings: { ...people, sounds } });
      await page.evaluate(() => {
        window.heard = 0;
        for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
          const { start } = kind.prototype;
          kind.prototype.start = function (...rest) {
            window.heard += 1;
            return start.apply(this, rest);
          };
        }
      });
      await page.click(cell('f5'));
      await page.waitForTimeout(200);
      const heard = await page.evaluate(() => window.heard);
      await done(page);
      return heard;
    };
    assert.equal(await listen(false), 0);
    // One disc put, one turned.
    assert.equal(await listen(true), 2);
  });
});
