// The other games, and what they teach. Part of browser.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cell, done, open, pictures, serious } from './page.mjs';

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

  test('have their own rules behind the question mark, and begin where the header does', async () => {
    const page = await open();
    for (const [game, rules] of [
      ['reversi', /The board begins empty/],
      ['tictactoe', /Aim: 3 of your marks in a row/],
      ['frogs', /the frogs of both sides change places/],
      ['tree', /MAX and MIN go down the tree/],
    ]) {
      await page.selectOption('#which', game);
      await page.waitForSelector('#lesson button');
      await page.click('#help');
      assert.match(await page.textContent('#rules-box'), rules);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.waitForSelector('#rules-box');
      await page.keyboard.press('Escape');
      const [mark, title] = await page.$$eval('.mark, #lesson h2', (all) => all.map((one) => one.getBoundingClientRect().left));
      assert.equal(mark, title, game);
    }
    assert.equal(await page.isVisible('#doors'), false);
    await done(page);
  });

  test('reversi of the 1880s says how many discs there are', async () => {
    const page = await open();
    await page.selectOption('#which', 'reversi');
    await page.waitForSelector('.lesson-grid.reversi .cell.legal');
    assert.equal(await page.textContent('.standing'), 'Black0White0');
    await page.click('.lesson-grid .cell.legal');
    await page.waitForFunction(() => document.querySelector('.standing').textContent === 'Black1White1');
    await done(page);
  });

  test('the tree of 27 leaves is read on a phone by scrolling along it', async () => {
    const page = await open({ size: 'narrow' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.selectOption('#which', 'tree');
    await page.fill('[data-focus=leaves]', Array.from({ length: 27 }, (_, i) => i).join(' '));
    await page.click('[data-focus=take-leaves]');
    await page.waitForFunction(() => document.querySelectorAll('.tree-picture .node').length === 40);
    const height = await page.$eval('.tree-picture text', (one) => one.getBoundingClientRect().height);
    assert.ok(height >= 13, `${height} px`);
    await page.click('[data-focus=minimax]');
    for (let step = 0; step < 79; step++) await page.click('[data-focus=tree-forward]');
    // What is visited is in sight.
    const [node, frame] = await page.$$eval('.tree-picture .current, .tree-frame', (all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .sort((one, two) => one.width - two.width)
        .map(({ left, right }) => [left, right]),
    );
    assert.ok(node[0] >= frame[0] && node[1] <= frame[1], `${node} in ${frame}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await serious(page), []);
    await done(page);
  });

  test('tic-tac-toe has players to choose from and marks the row that wins', async () => {
    const page = await open();
    await page.selectOption('#which', 'tictactoe');
    await page.waitForSelector('[data-focus=player-white]');
    assert.match(await page.textContent('.lesson .rules'), /^Aim: 3 of your marks in a row/);
    // Two people.
    await page.selectOption('[data-focus=player-white]', 'person');
    for (const square of ['0-0', '1-0', '0-1', '1-1', '0-2']) {
      await page.click(`[data-focus="cell${square}"]`);
      await page.waitForFunction((one) => document.querySelector(`[data-focus="cell${one}"]`).dataset.disc !== '-', square);
    }
    assert.equal(await page.textContent('.lesson .status'), 'X wins');
    assert.deepEqual(await page.$$eval('.cell.won', (all) => all.map((one) => one.dataset.focus)), ['cell0-0', 'cell0-1', 'cell0-2']);
    assert.deepEqual(await serious(page), []);
    await page.screenshot({ path: `${pictures}tictactoe-won.png` });
    // Two engines, of which neither errs, play to a draw by themselves.
    await page.selectOption('[data-focus=player-black]', 'minimax');
    await page.selectOption('[data-focus=player-white]', 'alphabeta');
    await page.click('[data-focus=restart]');
    await page.waitForFunction(() => document.querySelector('.lesson .status').textContent === 'A draw', undefined, { timeout: 30_000 });
    assert.equal((await page.$$('.lesson-grid [data-disc="-"]')).length, 0);
    assert.equal((await page.$$('.cell.won')).length, 0);
    // The engine begins where it has X.
    await page.selectOption('[data-focus=player-white]', 'person');
    await page.selectOption('[data-focus=player-black]', 'random');
    await page.click('[data-focus=restart]');
    await page.waitForFunction(() => document.querySelectorAll('.lesson-grid [data-disc=X]').length === 1);
    await done(page);
  });

  for (const size of ['wide', 'narrow']) {
    test(`the tree has leaves of one's own, values for either side, and is played against minimax (${size})`, async () => {
      const page = await open({ size });
      await page.selectOption('#which', 'tree');
      await page.waitForSelector('.tree-picture .node');
      // The names of moves can be read, and nothing lies over them.
      const names = await page.$$eval('.edge-name', (all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      );
      assert.equal(names.length, 12);
      for (const [, height] of names) assert.ok(height >= 11, `${height} px`);
      for (let step = 0; step < 22; step++) await page.click('[data-focus=tree-forward]');
      const struck = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        return boxes('.saw').some((saw) =>
          boxes('.edge-name').some(
            (name) => saw.left < name.right && name.left < saw.right && saw.top < name.bottom && name.top < saw.bottom,
          ),
        );
      });
      assert.equal(struck, false);
      assert.equal(await page.textContent('.tree-picture .current + text'), '3');
      await page.click('[data-focus=side-MIN]');
      assert.equal(await page.textContent('.tree-picture .current + text'), '−3');
      assert.match(await page.textContent('.lesson .status'), /value −3/);
      await page.screenshot({ path: `${pictures}tree-min-${size}.png`, fullPage: true });
      await page.click('[data-focus=side-MAX]');
      assert.deepEqual(await serious(page), []);
      // A game: MAX errs, and minimax takes the least.
      await page.click('[data-focus=game]');
      await page.click('[data-focus=branch-a3]');
      await page.waitForFunction(() =>
        /Minimax: d3\. The leaf is worth 2\. Best play leads to 3\./.test(document.querySelector('.lesson .status').textContent),
      );
      assert.equal(await page.textContent('.count-line'), 'MAX: a3 · MIN: d3');
      await page.click('[data-focus=as-MIN]');
      await page.waitForSelector('[data-focus=branch-b1]');
      await page.click('[data-focus=branch-b1]');
      await page.waitForFunction(() => /worth −3\. Best play leads to −3/.test(document.querySelector('.lesson .status').textContent));
      assert.deepEqual(await serious(page), []);
      await page.screenshot({ path: `${pictures}tree-game-${size}.png`, fullPage: true });
      // Other leaves.
      await page.fill('[data-focus=leaves]', '1 x');
      await page.click('[data-focus=take-leaves]');
      assert.match(await page.textContent('.leaves [role=alert]'), /^Wanted: 2 to 27/);
      await page.fill('[data-focus=leaves]', '5 -7 4 2');
      await page.click('[data-focus=take-leaves]');
      await page.waitForFunction(() => document.querySelectorAll('.edge-name').length === 6);
      await page.click('[data-focus=minimax]');
      for (let step = 0; step < 14; step++) await page.click('[data-focus=tree-forward]');
      await page.click('[data-focus=side-MAX]');
      assert.match(await page.textContent('.lesson .status'), /Leaving A: value 2/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await done(page);
    });
  }
});
