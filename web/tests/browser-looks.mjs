// What is seen, in all sizes, languages and colours; browser.mjs runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { beginner, browser, done, here, open, people, pictures, serious, SIZES } from './page.mjs';

describe('looks', () => {
  const GAME = '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3&ply=12';
  for (const size of Object.keys(SIZES)) {
    // Between the widths of the first ones words have as much room.
    const locales = size === 'upright' || size === 'large' ? ['en'] : ['en', 'es', 'fr', 'ja', 'zh-CN'];
    for (const locale of locales) {
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

  for (const [width, height] of [
    [844, 390],
    [932, 430],
    [667, 375],
    [568, 320],
  ]) {
    test(`sideways on ${width}x${height} board and buttons are seen together`, async () => {
      const page = await open({ settings: { ...beginner, time: { main: 600, increment: 5 } }, size: 'sideways' });
      await page.setViewportSize({ width, height });
      const boxes = () =>
        page.$$eval('.frame, .player, #status, #controls button, #new, #settings, #which', (all) =>
          all
            .map((one) => [one.id || one.className || one.dataset.control, one.getBoundingClientRect()])
            .map(([name, { left, top, right, bottom }]) => ({ name, left, top, right, bottom })),
        );
      const check = async () => {
        const all = await boxes();
        for (const box of all) assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, JSON.stringify(box));
        const apart = (one, two) =>
          one.right <= two.left + 0.5 || two.right <= one.left + 0.5 || one.bottom <= two.top + 0.5 || two.bottom <= one.top + 0.5;
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

    test(`sideways on ${width}x${height} no word of any language goes beside the page`, async () => {
      for (const locale of ['es', 'fr', 'ja', 'zh']) {
        const page = await open({ settings: beginner, size: 'sideways', locale });
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(100);
        // Beside it there may be a scroll bar, which takes room of the page.
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        assert.ok(scrollWidth <= clientWidth, `${locale}: ${scrollWidth} of ${clientWidth}`);
        await done(page);
      }
    });
  }

  test('on 320x568 the game can be read and its buttons stand in a row', async () => {
    const page = await open({ size: 'narrow' });
    await page.setViewportSize({ width: 320, height: 568 });
    await page.waitForTimeout(300);
    assert.ok((await (await page.$('#which')).boundingBox()).width > 90);
    const tops = await page.$$eval('#controls button:not([hidden])', (all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, tops.join());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.screenshot({ path: `${pictures}narrow-320.png`, caret: 'initial' });
    assert.deepEqual(await serious(page), []);
    await done(page);
  });

  const SIDEWAYS = [
    [844, 390],
    [740, 360],
    [667, 375],
    [568, 320],
  ];
  const outside = (page, selector) =>
    page.$$eval(selector, (all) => {
      const isOut = ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
      return all.filter((one) => isOut(one.getBoundingClientRect())).map((one) => `${one.className} ${one.textContent}`);
    });

  for (const [width, height] of SIDEWAYS) {
    test(`sideways on ${width}x${height} the other games are seen with their buttons, and dialogs with all that can be set`, async () => {
      const page = await open({ size: 'sideways', locale: 'es' });
      await page.setViewportSize({ width, height });
      for (const what of ['new', 'settings']) {
        await page.click(`#${what}`);
        assert.deepEqual(await outside(page, 'dialog, dialog select, dialog input, dialog button'), [], what);
        // Nothing lies over them.
        for (const control of await page.$$('dialog select, dialog input, dialog button')) {
          assert.ok(
            await control.evaluate((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            }),
            what,
          );
        }
        await page.keyboard.press('Escape');
      }
      for (const game of ['reversi', 'tictactoe', 'frogs', 'tree']) {
        await page.selectOption('#which', game);
        await page.waitForSelector('#lesson button');
        if (game === 'frogs') await page.selectOption('#lesson select', '8');
        await page.waitForTimeout(300);
        const seen = '.top select, .top button, .lesson-grid, .frog, .tree-picture, .lesson .status, .lesson .row-of-buttons button';
        assert.deepEqual(await outside(page, seen), [], game);
        await page.screenshot({ path: `${pictures}sideways-${width}-${game}.png` });
      }
      // Boards that are high or wide, too.
      await page.selectOption('#which', 'tictactoe');
      for (const [rows, columns] of [
        ['8', '3'],
        ['2', '8'],
      ]) {
        await page.waitForSelector('#lesson select');
        await page.selectOption('#lesson label:nth-child(1) select', rows);
        await page.waitForFunction((count) => document.querySelectorAll('.lesson-row').length === Number(count), rows);
        await page.selectOption('#lesson label:nth-child(2) select', columns);
        await page.waitForFunction((count) => document.querySelector('.lesson-row').children.length === Number(count), columns);
        assert.deepEqual(await outside(page, '.lesson-grid, .lesson .row-of-buttons button'), [], rows);
      }
      await done(page);
    });
  }

  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ]) {
    test(`on ${width}x${height} an analysis is seen with the curve and the way to the worst moves`, async () => {
      const page = await open({ settings: people, hash: '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3' });
      await page.setViewportSize({ width, height });
      await page.waitForSelector('.analysis .worst', { timeout: 60_000 });
      assert.equal((await page.$$('.worst tbody tr')).length, 2);
      assert.deepEqual(await outside(page, '#curve, .worst td, .worst button'), []);
      await page.click('.worst button.black');
      await page.waitForSelector('.mistake-detail [data-focus=better]');
      assert.match(await page.textContent('.mistake-detail'), /^blunder: /);
      assert.equal(
        (await page.textContent('.worst button.black')).split(' ')[0],
        await page.$eval('.moves .here', (here) => here.dataset.ply),
      );
      assert.deepEqual(await outside(page, '#curve, .worst button, .mistake-detail button'), []);
      // Enough of the list is seen to look along it.
      const [list, row] = await Promise.all(
        ['.moves-box', '.moves .ply'].map(async (one) => (await (await page.$(one)).boundingBox()).height),
      );
      assert.ok(list >= 4.5 * row, `${list} for rows of ${row}`);
      await page.screenshot({ path: `${pictures}wide-${width}-analysis.png`, caret: 'initial' });
      assert.deepEqual(await serious(page), []);
      await done(page);
    });
  }

  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1024, 768],
  ]) {
    test(`on ${width}x${height} what is said in passing lies over no button`, async () => {
      const page = await open({ settings: people, hash: '#moves=f5d6' });
      await page.setViewportSize({ width, height });
      await page.evaluate(() => (location.hash = '#moves=d3c3'));
      await page.waitForSelector('#toast.shown:has-text("put aside")');
      await page.$eval('#toast', (toast) => Promise.all(toast.getAnimations().map(({ finished }) => finished)));
      const covered = await page.evaluate(() => {
        const toast = document.querySelector('#toast').getBoundingClientRect();
        const isApart = ({ left, top, right, bottom }) =>
          right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
        return [...document.querySelectorAll('main button, .top button, select')]
          .filter((one) => one.offsetParent && !isApart(one.getBoundingClientRect()))
          .map((one) => one.outerHTML);
      });
      assert.deepEqual(covered, []);
      await page.screenshot({ path: `${pictures}wide-${width}-said.png`, caret: 'initial' });
      await done(page);
    });
  }

  test('where the script does not run, it is said what it needs', async () => {
    const html = readFileSync(`${here}../dist/bianca.html`, 'utf8');
    const context = await browser.newContext();
    const page = await context.newPage();
    const said = () => page.evaluate(() => document.body.innerText.trim());
    // Its hash is another one then.
    await page.setContent(html.replace(/<script>(?=[^<])/, '<script>//'));
    assert.match(await said(), /^Bianca needs scripts, and a browser of 2023[\s\S]*浏览器。$/);
    await context.close();
    const whole = await open();
    assert.equal(await whole.isVisible('.unready'), false);
    await done(whole);
  });

  test('the settings show the licences, this one and those of what is in the page', async () => {
    const page = await open({ settings: beginner });
    await page.click('#settings');
    await page.click('#settings-box summary');
    assert.match(await page.textContent('#settings-box pre'), /^MIT License\n\nCopyright[\s\S]* is hereby granted/);
    assert.deepEqual(await serious(page), []);
    await page.screenshot({ path: `${pictures}licences.png` });
    await done(page);
  });

  test('nothing moves while a game is played', async () => {
    const page = await open({ settings: beginner });
    await page.evaluate(() => {
      window.shifts = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifts += entry.value))).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    for (let turn = 0; turn < 6; turn++) {
      await page.waitForSelector('.cell.legal', { timeout: 10_000 });
      await page.click('.cell.legal');
    }
    assert.ok((await page.evaluate(() => window.shifts)) < 0.01, String(await page.evaluate(() => window.shifts)));
    await done(page);
  });
});
