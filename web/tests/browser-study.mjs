// Studying a game: variations, what is said of moves, and what the engine has to tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { beginner, done, faults, history, open, people, pictures, serious, toGames } from './page.mjs';

/** The variations as text, without the marks of the engine, which come when it has looked. */
const turns = (page) =>
  page.$$eval('.variation', (all) =>
    all.map((one) => {
      const copy = one.cloneNode(true);
      for (const mark of copy.querySelectorAll('b:not(.glyph)')) mark.remove();
      return copy.textContent;
    }),
  );
const here = (page) => page.getAttribute('.moves .here', 'data-move');
const widest = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('a game is studied', () => {
  for (const size of ['narrow', 'upright', 'wide', 'large']) {
    for (const colorScheme of ['light', 'dark']) {
      test(`with variations that stay over a reload and go out as SGF (${size}, ${colorScheme})`, async () => {
        const page = await open({ size, colorScheme, settings: people, hash: '#moves=f5d6c3d3c4f4c5b3c2' });
        await page.click('[data-ply="3"]');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.type('c4d3c2');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.type('e6');
        await page.waitForSelector('.turn.here[data-move=e6]');
        assert.equal(await page.evaluate(() => document.activeElement.dataset.turn), undefined);
        // Nothing is lost.
        assert.deepEqual(await history(page), ['f5', 'd6', 'c3', 'd3', 'c4', 'f4', 'c5', 'b3', 'c2']);
        assert.deepEqual(await turns(page), ['3c4d3c2(5e6)']);
        // Left and right along the line, up and down between variations.
        await page.keyboard.press('ArrowUp');
        assert.equal(await here(page), 'c2');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowUp');
        assert.deepEqual([await here(page), await page.getAttribute('.moves .here', 'data-ply')], ['c3', '3']);
        await page.keyboard.press('ArrowDown');
        assert.equal(await here(page), 'c4');
        await page.selectOption('.tools select', '5');
        await page.click('[data-focus=write]');
        await page.keyboard.type('Why not (here)?');
        await page.click('[data-focus=write]');
        await page.waitForSelector('div.comment');
        assert.equal(await page.textContent('.turn.here'), '3c4!?');
        await page.waitForTimeout(200);
        await page.screenshot({ path: `${pictures}${size}-${colorScheme}-study.png`, caret: 'initial' });
        assert.deepEqual(await serious(page), []);
        assert.ok((await widest(page)) <= 0);

        await page.reload();
        await page.waitForSelector('.turn.here');
        assert.deepEqual([await here(page), await turns(page)], ['c4', ['3c4!?d3c2(5e6)']]);
        assert.equal(await page.textContent('div.comment'), 'Why not (here)?');
        await page.click('#tab-share');
        const [saved] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Save SGF")')]);
        const sgf = readFileSync(await saved.path(), 'utf8');
        assert.match(sgf, /;W\[df\](V\[[^\]]*\])?\(;B\[cc\].*\(;B\[cd\](V\[[^\]]*\])?IT\[\]C\[Why not \(here\)\?\];W\[dc\]/);
        await toGames(page);
        await page.fill('#paste', sgf);
        await page.click('#page-games .main');
        await page.click('#tab-moves');
        await page.waitForFunction(() => !document.querySelector('.turn.here'));
        assert.deepEqual(await turns(page), ['3c4!?d3c2(5e6)']);
        await done(page);
      });
    }
  }

  test('and every move that is marked has its sentence, whose words lead to what they mean', async () => {
    // Cerf and Mimura, at the World Championship of 1980.
    const moves =
      'f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2a3a7g6h5g2b2f7f8e8h1g1g7a1h7a8b7c8b8g8h8';
    const page = await open({ settings: people, hash: `#moves=${moves}` });
    await page.waitForFunction(
      () => {
        const marked = [...document.querySelectorAll('.moves .ply:is(.mistake, .blunder)')];
        return marked.length > 5 && marked.every((one) => one.title !== '');
      },
      undefined,
      { timeout: 90_000 },
    );
    await page.click('#tab-explain');
    const told = await page.$$eval('.reasons li', (all) => all.map((one) => one.textContent));
    const isTold = told.every((text) => /^\d+[a-h][1-8]\?\??\s.*[a-h][1-8].*\.$/.test(text));
    assert.ok(told.length > 5 && isTold, told.join('\n'));
    assert.deepEqual(await serious(page), []);
    await page.screenshot({ path: `${pictures}reasons.png` });
    await page.click('.reasons .term');
    await page.waitForSelector('#glossary-box .here .rule-picture');
    assert.ok((await page.$$('#glossary-box dt')).length > 12);
    assert.deepEqual(await serious(page), []);
    await page.screenshot({ path: `${pictures}glossary.png` });
    await page.keyboard.press('Escape');
    await page.waitForSelector('#glossary-box', { state: 'detached' });
    // The board shows the move that is told of, and the list goes with it.
    await page.click('.reasons li:nth-child(2) button');
    await page.waitForSelector('.reasons li:nth-child(2) .here');
    assert.ok((await page.textContent('.mistake-detail')).length > 20);
    await done(page);
  });

  test('with its tools in one row, in all languages', async () => {
    for (const locale of ['en', 'es', 'fr', 'ja', 'zh-CN']) {
      const page = await open({ locale, settings: people, hash: '#moves=f5d6c3d3c4&ply=4' });
      await page.waitForSelector('.best-line .line button');
      await page.keyboard.press('l');
      await page.waitForSelector('[data-focus=leave]');
      for (const row of ['.tools', '.best-line .row-of-buttons']) {
        const middles = await page.$$eval(`${row} > *`, (all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
        );
        assert.ok(Math.max(...middles) - Math.min(...middles) < 8, `${locale} ${row} ${middles}`);
      }
      await done(page);
    }
  });

  for (const [size, locale, sentence] of [
    ['narrow', 'en', /^\d+ % play [a-h][1-8](, \d+ % [a-h][1-8])*\./],
    ['wide', 'es', /^El \d+\s% juega [a-h][1-8]/],
    ['narrow', 'fr', /^\d+\u00a0% jouent [a-h][1-8]/],
    ['large', 'ja', /^\d+% が [a-h][1-8]/],
    ['upright', 'zh-CN', /^\d+% 下 [a-h][1-8]/],
  ]) {
    test(`with what people would play, of a rating that one chooses (${size}, ${locale})`, async () => {
      const page = await open({ size, locale, settings: people, hash: '#moves=f5d6c3d3c4&ply=4' });
      await page.waitForSelector('[data-focus=crowd]');
      assert.equal(await page.locator('.crowd p').count(), 0);
      await page.selectOption('[data-focus=crowd]', '1500');
      const said = () => page.textContent('.crowd p');
      const change = (before) =>
        page.waitForFunction((before) => !['…', before].includes(document.querySelector('.crowd p')?.textContent), before);
      await change('');
      const first = await said();
      assert.match(first, sentence);
      assert.ok((await widest(page)) <= 0);
      assert.deepEqual([...(await faults(page)), ...(await serious(page))], []);
      await page.locator('.crowd').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${pictures}crowd-${size}-${locale}.png` });
      // Each position has its own, and so has each rating; who chooses by keys stays there.
      await page.keyboard.press('Escape');
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('ArrowLeft');
      await change(first);
      const other = await said();
      await page.focus('[data-focus=crowd]');
      await page.keyboard.press('ArrowUp');
      await change(other);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.focus), 'crowd');
      assert.equal(await page.inputValue('[data-focus=crowd]'), '1300');
      await page.reload();
      await page.waitForSelector('.crowd p');
      assert.equal(await page.inputValue('[data-focus=crowd]'), '1300');
      await page.selectOption('[data-focus=crowd]', '0');
      await page.waitForFunction(() => !document.querySelector('.crowd p'));
      await done(page);
    });
  }

  test('and nothing of people is told to one who plays', async () => {
    const page = await open({ settings: { ...beginner, crowd: 1500 } });
    await page.waitForSelector('.cell.legal');
    assert.equal(await page.locator('.crowd > *').count(), 0);
    await done(page);
  });

  test('and another one that looks the same is another one', async () => {
    const page = await open({ settings: { ...people, evaluation: false } });
    const paste = async (text) => {
      await toGames(page);
      await page.fill('#paste', text);
      await page.click('#page-games .main');
      await page.waitForSelector('#toast.shown');
    };
    // What is written is written on the game that was opened last.
    for (const glyph of ['1', '5']) {
      await paste('f5d6c3');
      await page.click('#tab-moves');
      await page.click('.moves [data-ply="2"]');
      await page.selectOption('.tools select', glyph);
      await page.waitForSelector(`.moves .here .glyph:text-is("${['!', '!?'][Number(glyph) >> 2]}")`);
    }
    // The move on the board is in sight, also where the list of another game was scrolled away from its like.
    const played =
      'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2e8h6g6h5h4g2h2c1b1h1b2a1';
    const mirrored = played.replace(/(.)(.)/g, (_, file, rank) => 'abcdefgh'[rank - 1] + ('abcdefgh'.indexOf(file) + 1));
    await paste(`${played}\n${mirrored}`);
    for (const number of [1, 2]) {
      await page.click('#tab-games');
      await page.click(`.games li:nth-child(${number}) button`);
      await page.keyboard.press('End');
      await page.click('#tab-moves');
      await page.waitForSelector('.moves .here[data-move="a1"]');
      const isSeen = await page.evaluate(() => {
        const [box, here] = ['.moves-box', '.moves .here'].map((one) => document.querySelector(one).getBoundingClientRect());
        return here.top >= box.top - 1 && here.bottom <= box.bottom + 1;
      });
      assert.ok(isSeen, `game ${number}`);
      await page.evaluate(() => document.querySelector('.moves-box').scrollTo(0, 0));
      await page.waitForFunction(() => document.querySelector('.moves-box').scrollTop === 0);
      await page.waitForTimeout(100);
    }
    await done(page);
  });

  test('variations are promoted and deleted, and brought back', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4' });
    await page.click('[data-ply="2"]');
    await page.keyboard.type('c4d3');
    await page.click('[data-focus=promote]');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 4);
    assert.deepEqual([await history(page), await turns(page)], [['f5', 'd6', 'c4', 'd3'], ['3c3d3c4']]);
    await page.click('[data-ply="3"]');
    await page.click('[data-focus=remove]');
    await page.waitForFunction(() => !document.querySelector('.variation'));
    assert.deepEqual(await history(page), ['f5', 'd6', 'c3', 'd3', 'c4']);
    await page.click('.toast button');
    await page.waitForSelector('.variation');
    assert.deepEqual(await history(page), ['f5', 'd6', 'c4', 'd3']);
    await done(page);
  });

  test('but one that is played against an engine goes on, with what was taken back beside it', async () => {
    const page = await open({ settings: beginner });
    const turn = (count) => page.waitForFunction((count) => document.querySelectorAll('.moves .ply').length === count, count);
    await page.keyboard.type('f5');
    await turn(2);
    await page.keyboard.press('u');
    await page.keyboard.type('d3');
    await turn(2);
    assert.equal((await history(page))[0], 'd3');
    assert.deepEqual(await turns(page), ['1f5…']);
    assert.equal(await page.locator('.tools').count(), 0);
    await page.waitForSelector('.cell.legal');
    await page.screenshot({ path: `${pictures}wide-taken-back.png`, caret: 'initial' });
    await page.click('.toast button');
    await page.waitForFunction(() => document.querySelector('.moves .ply')?.dataset.move === 'f5');
    assert.deepEqual(await turns(page), ['1d3…']);
    await done(page);
  });

  test('and against an engine at its end is studied without it, unless moves are taken back', async () => {
    const page = await open({ settings: beginner, game: { link: 'moves=e6f4e3f6g5d6e7f5c5', tags: {}, ...beginner } });
    await page.click('[data-ply="6"]');
    await page.keyboard.type('c4');
    await page.waitForSelector('.turn.here[data-move=c4]');
    await page.waitForTimeout(1500);
    assert.deepEqual([(await history(page)).length, await turns(page)], [9, ['7c4']]);
    // But who takes the end back plays on.
    await page.click('[data-ply="9"]');
    await page.keyboard.press('u');
    await page.waitForSelector('.cell.legal');
    await page.keyboard.type('g4');
    // It has gone on with the engine's answer.
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 10);
    assert.deepEqual((await history(page)).slice(7, 9), ['f5', 'g4']);
    assert.equal((await turns(page)).length, 2);
    await done(page);
  });
});

describe('what the engine tells on the board', () => {
  const arrows = (page) => page.$$eval('.overlay .arrow', (all) => all.length);
  const bar = (page) => page.$eval('.bar', (one) => [one.getAttribute('aria-label'), one.firstElementChild.style.height, one.hidden]);

  test('is a bar, arrows for three lines and colours when they are wanted; marks are set by a right click', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4f4c5b3c2' });
    await page.waitForFunction(() => /[+]/.test(document.querySelector('.bar').getAttribute('aria-label')), undefined, { timeout: 20_000 });
    const [label, height] = await bar(page);
    const share = Number.parseFloat(height);
    assert.ok(label.startsWith('Evaluation: Black') ? share > 50 : share < 50, `${label} ${height}`);
    assert.equal(await arrows(page), 0);
    await page.keyboard.press('i');
    await page.waitForSelector('.cell.best', { timeout: 20_000 });
    assert.deepEqual([await arrows(page), await page.locator('.cell[data-loss]').count()], [0, 0]);
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.querySelectorAll('.overlay .arrow').length === 3, undefined, { timeout: 20_000 });
    await page.waitForSelector('.cell.best[data-loss="0"]');
    assert.equal(await page.locator('.cell[data-loss]').count(), await page.locator('.cell.scored').count());
    await page.click('#board [data-square=d4]', { button: 'right', force: true });
    await page.waitForSelector('.overlay circle.mark-drawn');
    await page.screenshot({ path: `${pictures}wide-told.png`, caret: 'initial' });
    assert.deepEqual(await serious(page), []);
    await page.reload();
    await page.waitForSelector('.overlay circle.mark-drawn');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.overlay .mark-drawn', { state: 'detached' });
    await done(page);
  });

  test('has marks that are set by a key on the square with the focus, and told with its name', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3' });
    // Without a square there is nothing to mark.
    await page.keyboard.press('k');
    assert.equal(await page.locator('.overlay .mark-drawn').count(), 0);
    await page.focus('#board [tabindex="0"]');
    await page.keyboard.press('ArrowRight');
    const square = await page.evaluate(() => document.activeElement.dataset.square);
    for (const shape of ['circle', 'square', 'triangle', 'cross']) {
      await page.keyboard.press('k');
      await page.waitForSelector(`#board [data-square=${square}][aria-label$=", ${shape}"]`);
      assert.equal(await page.locator('.overlay .mark-drawn').count(), 1);
    }
    await page.keyboard.press('k');
    await page.waitForSelector('.overlay .mark-drawn', { state: 'detached' });
    await done(page);
  });

  test('is nothing while one plays against an engine, also with a hint', async () => {
    const page = await open({ settings: { ...beginner, hints: true, colours: true } });
    await page.waitForSelector('.cell.legal');
    assert.equal((await bar(page))[2], true);
    await page.keyboard.press('i');
    await page.waitForSelector('.cell.best', { timeout: 20_000 });
    assert.deepEqual([await arrows(page), await page.locator('.cell[data-loss]').count(), (await bar(page))[2]], [0, 0, true]);
    await page.click('#board .cell.legal', { button: 'right' });
    assert.equal(await page.locator('.overlay .mark-drawn').count(), 0);
    await done(page);
  });
});

describe('what stands beside the board', () => {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ]) {
    test(`fills the window of ${width}x${height}, and no more`, async () => {
      const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4f4c5b3c2e3d2c6b4a3a5b5a4' });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(200);
      const [panel, list, tools, curve] = await page.evaluate(() =>
        ['.tabs-panel', '.moves-box', '.tools', '#curve'].map((one) => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return { top, bottom, height: bottom - top };
        }),
      );
      assert.ok(panel.bottom <= height && panel.bottom > height - 40, JSON.stringify(panel));
      assert.ok(tools.bottom <= panel.bottom && list.bottom <= tools.top);
      assert.ok(list.height >= 110, `${list.height}`);
      assert.ok(curve.height >= 0.19 * height, `${curve.height}`);
      await page.screenshot({ path: `${pictures}${width}-side.png`, caret: 'initial' });
      await done(page);
    });
  }

  test('begins with what one can do', async () => {
    const page = await open({ settings: people });
    assert.equal(await page.locator('.analysis').isVisible(), false);
    await page.click('.moves-box button:has-text("Open")');
    await page.waitForFunction(() => document.activeElement?.id === 'paste');
    await done(page);
  });
});

describe('the book', () => {
  test('shows its moves with scores and names, and how those of opened games went', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3d3c4' });
    await page.click('#tab-book');
    await page.waitForSelector('.explorer tbody tr');
    const rows = () => page.$$eval('.explorer tbody tr', (all) => all.map((one) => [...one.children].map((cell) => cell.textContent)));
    assert.match((await rows())[0].join(' '), /^f4 [+−]\d/);
    assert.equal((await rows())[0].length, 3);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => /Tiger/.test(document.querySelector('.explorer')?.textContent ?? ''));
    assert.equal((await rows()).find(([move]) => move === 'c4')[2], 'Tiger');
    await page.click('[data-focus=book-c4]');
    await page.waitForSelector('[data-focus=book-f4]');
    await toGames(page);
    await page.fill('#paste', 'f5d6c3d3c4f4\nf5d6c3d3c4f4c5\nf5d6c3d3c4b3\ne6f4e3f6g5d6e7f5c5');
    await page.click('#page-games .main');
    await page.click('.games li:nth-child(1) button');
    await page.click('#tab-book');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.explorer tbody tr td:nth-child(3)')?.textContent === '2');
    assert.deepEqual(
      (await rows()).filter(([, , games]) => games !== '').map(([move, , games]) => [move, games]),
      [
        ['f4', '2'],
        ['b3', '1'],
      ],
    );
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.explorer .results');
    await page.screenshot({ path: `${pictures}wide-book.png`, caret: 'initial' });
    assert.deepEqual(await serious(page), []);
    await done(page);
  });

  test('names openings in the language of the reader', async () => {
    for (const [locale, name] of [
      ['es', 'Tigre'],
      ['ja', '虎定石'],
      ['zh-CN', 'Tiger'],
      ['fr', 'Tiger'],
    ]) {
      const page = await open({ locale, size: 'narrow', settings: people, hash: '#moves=f5d6c3d3' });
      await page.click('#tab-book');
      await page.waitForSelector(`.explorer td:text-is("${name}")`);
      await page.screenshot({ path: `${pictures}narrow-book-${locale}.png`, caret: 'initial', fullPage: true });
      assert.ok((await widest(page)) <= 0);
      await done(page);
    }
  });

  test('is silent while one plays against an engine', async () => {
    const page = await open({ settings: beginner });
    await page.click('#door-study');
    await page.click('#tab-book');
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.explorer').count(), 0);
    assert.match(await page.textContent('#page-book'), /Nothing is told/);
    await done(page);
  });
});
