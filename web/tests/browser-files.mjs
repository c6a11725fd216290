// Games that come in, go out, and are kept; browser.mjs runs it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { address, cell, done, history, moves, open, people, pictures, serious, toGames } from './page.mjs';

const earlier = (page) => page.$$eval('.earlier li', (all) => all.map((one) => one.textContent));

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
    // The game of the other tab is the one before.
    for (const tab of [one, other]) await tab.goto('about:blank');
    await third.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const fourth = await one.context().newPage();
    await fourth.goto(address);
    await fourth.waitForSelector('.moves .ply');
    assert.deepEqual(await history(fourth), ['f5', 'd6', 'c3']);
    await toGames(fourth);
    assert.deepEqual(await earlier(fourth), [`${played.join('')} 3–3`]);
    await fourth.click('[data-focus=earlier0]');
    await fourth.waitForFunction(
      (all) => [...document.querySelectorAll('.moves .ply')].map((one) => one.dataset.move).join() === all,
      played.join(),
    );
    assert.match(await fourth.textContent('.player.white'), /Greedy/);
    await done(one);
  });

  test('the games of all tabs are found again when all are closed, ten at most', async () => {
    const keeper = await open({ settings: people });
    const games = ['f5d6c3', 'f5f6', 'f5f4', 'd3c3', 'd3c5'];
    const tabs = [];
    for (const game of games) {
      const tab = await keeper.context().newPage();
      await tab.goto(`${address}#moves=${game}`);
      await tab.waitForFunction((count) => document.querySelectorAll('.moves .ply').length === count, game.length / 2);
      await tab.waitForTimeout(300);
      tabs.push(tab);
    }
    // One goes on in turns.
    for (const [tab, move] of [
      [0, 'd3'],
      [1, 'e6'],
      [2, 'e3'],
      [3, 'c4'],
      [4, 'd6'],
      [0, 'c4'],
    ]) {
      await tabs[tab].bringToFront();
      await tabs[tab].keyboard.type(move);
      await tabs[tab].waitForTimeout(500);
    }
    for (const tab of tabs) await tab.close();
    const next = await keeper.context().newPage();
    await next.goto(address);
    await next.waitForSelector('.moves .ply');
    assert.equal((await history(next)).join(''), 'f5d6c3d3c4');
    await toGames(next);
    assert.deepEqual(
      (await earlier(next)).map((text) => text.split(' ')[0]),
      ['d3c5d6', 'd3c3c4', 'f5f4e3', 'f5f6e6'],
    );
    await next.click('[data-focus=earlier1]');
    await next.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 3);
    assert.deepEqual(await history(next), ['d3', 'c3', 'c4']);
    await toGames(next);
    assert.deepEqual(
      (await earlier(next)).map((text) => text.split(' ')[0]),
      ['f5d6c3d3c4', 'd3c5d6', 'f5f4e3', 'f5f6e6'],
    );
    await next.screenshot({ path: `${pictures}wide-earlier.png`, caret: 'initial' });
    assert.deepEqual(await serious(next), []);
    for (const game of ['c4c3', 'c4c5', 'c4e3', 'e6f6', 'e6f4', 'e6d6', 'd3e3']) {
      await next.evaluate((moves) => (location.hash = `#moves=${moves}`), game);
      await next.waitForTimeout(100);
    }
    assert.equal((await earlier(next)).length, 10);
    await done(keeper);
  });

  test('and damaged takes nothing else with it', async () => {
    const damaged = [
      [{ link: 'moves=f5d6', cursor: 'x', tags: 7, left: { black: 'x' } }, 2],
      [
        {
          link: 'moves=f5d6',
          cursor: 1,
          tags: { black: 3, white: 'W' },
          left: { black: null, white: -1 },
          white: { kind: 'bianca', skill: 99 },
        },
        2,
      ],
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
        assert.ok(
          clocks.every((clock) => (time.increment === 0 ? /^(5:00|4:5\d)$/ : /^$/).test(clock)),
          clocks.join(),
        );
        await done(page);
      }
    }
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
      await toGames(page);
      await page.fill('#paste', text);
      await page.click('#page-games .main');
      await page.waitForFunction(
        () => [...document.querySelectorAll('.moves .ply')].map((one) => one.dataset.move).join(' ') === 'f5 d6 c3',
      );
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

  test('a long file does not hold up the page', async () => {
    const page = await open({ settings: people });
    const played = 'd3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3'
      .match(/../g)
      .map((move, ply) => `${'BW'[ply % 2]}[${move}]`)
      .join('');
    const game = GAMES.GGF.replace('B[f5]W[d6]B[c3]', played).replace('PC[]', `PC[${'x'.repeat(2300)}]`);
    const length = await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([`${text}\n`.repeat(2100)], 'long.ggf'));
      window.longest = 0;
      window.ticks = 0;
      setTimeout(() => {
        let last = performance.now();
        setInterval(() => {
          window.longest = Math.max(window.longest, performance.now() - last);
          last = performance.now();
          if (!window.opened) window.ticks += 1;
        }, 5);
        const toast = document.querySelector('#toast');
        new MutationObserver(() => {
          if (toast.textContent.includes('2000')) window.opened ??= performance.now();
        }).observe(toast, { childList: true, subtree: true, characterData: true });
        window.dropped = performance.now();
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      }, 100);
      return data.files[0].size;
    }, game);
    assert.ok(length > 5_000_000);
    await page.waitForSelector('#toast:has-text("Opened: 2000")', { timeout: 60_000 });
    await page.waitForTimeout(300);
    // The page goes on beside the reader. How fast both are is nothing to measure on a machine that may be busy.
    const { longest, opening, ticks } = await page.evaluate(() => {
      const { longest, opened, dropped, ticks } = window;
      return { longest, opening: opened - dropped, ticks };
    });
    assert.ok(ticks >= 30 && longest < 0.75 * opening, `${ticks} turns, none for ${longest} of ${opening} ms`);
    await page.click('.games li:nth-child(1999) button');
    await page.waitForSelector('.games li:nth-child(1999) [aria-current=true]');
    await done(page);
  });

  test('what is wrong is said and changes nothing', async () => {
    const page = await open({ hash: '#moves=f5' });
    await toGames(page);
    await page.fill('#paste', 'f5 a1');
    await page.click('#page-games .main');
    await page.waitForSelector('#toast:has-text("a1")');
    await page.click('#tab-moves');
    assert.deepEqual(await history(page), ['f5']);
    await done(page);
  });

  test('collections, annotated games and lists with a bad line are read as the executable reads them', async () => {
    const page = await open({ settings: people });
    const texts = {
      '(;FF[4]GM[2]SZ[8];B[fe];W[df])\n(;FF[4]GM[2]SZ[8];B[fe];W[ff])': [2, 'Opened: 2'],
      '[Event "x"]\n\n1. f5 {good (hm)} d6 $1 2. c3! (2. c4 e3) d3?! *\n\n[Event "y"]\n\n1. f5 *\n': [
        2,
        'Opened: 2 · Some variations in the text could not be read.',
      ],
      '# list\nf5d6c3 % good\nf5a1\nf5f6': [2, 'Opened: 2 · Not read: 1 · line 3: Move 2 is not legal: a1'],
    };
    for (const [text, [count, said]] of Object.entries(texts)) {
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        // Firefox gives nothing of what a `ClipboardEvent` is made with.
        document.body.dispatchEvent(Object.assign(new Event('paste', { bubbles: true }), { clipboardData }));
      }, text);
      await page.waitForFunction((words) => document.querySelector('#toast span')?.textContent === words, said);
      assert.equal(await page.$$eval('.games:not(.faults) li', (all) => all.length), count, text);
    }
    assert.equal(await page.textContent('.faults li'), 'line 3: Move 2 is not legal: a1');
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
      page.waitForFunction(
        (all) => [...document.querySelectorAll('.moves .ply')].map((one) => one.dataset.move).join() === all,
        played.join(),
      );
    await toGames(page);
    await page.fill('#paste', 'd3c3c4');
    await page.click('#page-games .main');
    await page.waitForSelector('#toast:has-text("Opened: 1")');
    assert.equal(await page.textContent('.player.white .clock'), '');
    await page.click('#toast button');
    await isBack();
    assert.match(await page.textContent('.player.white'), /Greedy/);
    assert.match(await page.textContent('.player.black .clock'), /^4:/);
    // A link, and not at once but after the page was loaded again.
    await page.evaluate(() => (location.hash = '#moves=c4c3'));
    await page.waitForSelector('#toast:has-text("put aside")');
    // Other processes, as a page may have after it was loaded again, see what is kept a moment later.
    await page.waitForTimeout(500);
    await page.reload();
    await page.waitForSelector('.moves .ply');
    await toGames(page);
    await page.waitForSelector('.earlier li');
    assert.match((await earlier(page))[0], new RegExp(`^${played.join('')} `));
    await page.click('[data-focus=earlier0]');
    await isBack();
    assert.match(await page.textContent('.player.white'), /Greedy/);
    // What it replaced in its turn, and a new game.
    await toGames(page);
    assert.match((await earlier(page))[0], /^c4c3 /);
    await page.click('#tab-moves');
    await page.click('#new');
    await page.click('#new-game .main');
    await page.click('#toast button:text-is("Bring it back")');
    await isBack();
    await done(page);
  });

  test('comments stand beside the moves, go out again, and stay over a reload', async () => {
    const page = await open({ settings: people });
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'])
      .catch(() => {});
    const evil = '<img src=x onerror="window.evil=1">';
    const text = `[Event "x"]\n\n{the game} 1. f5 {${evil} \u202Eabc} d6 (1... a1) 2. c3 *\n`;
    await toGames(page);
    await page.fill('#paste', text);
    await page.click('#page-games .main');
    await page.waitForSelector('#toast:has-text("Opened: 1 · Some variations in the text could not be read.")');
    const said = () => page.textContent('.comment');
    assert.equal(await page.locator('.comment').count(), 0);
    await page.screenshot({ path: `${pictures}wide-comment.png`, caret: 'initial' });
    await page.click('[data-ply="1"]');
    assert.equal(await said(), `${evil} \\u{202e}abc`);
    assert.equal((await page.$$('.moves .said')).length, 1);
    assert.deepEqual(await serious(page), []);
    await page.reload();
    await page.waitForSelector('.comment:has-text("abc")');
    await page.keyboard.press('Home');
    assert.equal(await said(), 'the game');
    assert.equal(await page.evaluate(() => window.evil), undefined);
    await page.click('#tab-share');
    for (const [name, tag] of [
      ['GGF', 'CO'],
      ['SGF', 'C'],
    ]) {
      await page.click(`#page-share button:text-is("${name}")`);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(copied.includes(`${tag}[the game]`) && copied.includes(`${tag}[${evil} \u202Eabc]`), copied);
    }
    await done(page);
  });

  test('an encoding that is not read is named in the language of the page', async () => {
    for (const [locale, words] of [
      ['en', 'The text is in UTF-16'],
      ['es', 'El texto está en UTF-16'],
      ['zh-CN', '文本编码是 UTF-16'],
    ]) {
      const page = await open({ locale });
      await toGames(page);
      await page.setInputFiles('#file', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('\ufefff5d6', 'utf16le') });
      await page.waitForSelector(`#toast:has-text("${words}")`);
      await done(page);
    }
  });

  test('names from outside are text', async () => {
    const page = await open();
    for (const evil of ['<script>window.evil=1</script>', '<img src=x onerror="window.evil=1">', '"\'></title><b>', '\u202Eabc']) {
      await toGames(page);
      await page.fill('#paste', GAMES.GGF.replace('<b>a</b>', evil));
      await page.click('#page-games .main');
      await page.click('#tab-moves');
      // Nothing turns the direction of what stands beside it.
      const shown = evil.replace('\u202E', '\\u{202e}');
      await page.waitForFunction((text) => document.querySelector('.tags')?.textContent.includes(text), shown);
      assert.equal(await page.evaluate(() => window.evil), undefined);
    }
    await done(page);
  });

  test('are copied', async () => {
    const page = await open({ hash: '#moves=f5d6' });
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'])
      .catch(() => {});
    await page.click('#tab-share');
    for (const [name, pattern] of [
      ['Transcript', /^f5d6$/],
      ['Board', /^[XO-]{64} X$/],
      ['GGF', /GM\[Othello\]/],
      ['SGF', /;B\[fe\].*;W\[df\]/],
    ]) {
      await page.click(`#page-share button:text-is("${name}")`);
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), pattern);
    }
    await done(page);
  });

  test('a text that is no game is told what would be one; an address gives the moves in it', async () => {
    const page = await open({ settings: people, hash: '#moves=f5' });
    await toGames(page);
    const said = async (text) => {
      await page.fill('#paste', text);
      await page.$eval('#toast', (toast) => toast.replaceChildren());
      await page.click('#page-games .main');
      await page.waitForFunction(() => document.querySelector('#toast').textContent !== '');
      return page.textContent('#toast');
    };
    assert.match(await said('Let us play a game tonight'), /^This is no game\. What can be pasted: moves/);
    assert.match(await said('https://www.eothello.com/game/123456'), /^This address has no moves/);
    assert.match(await said('https://example.org/board?moves=F5D6C3D3'), /Opened: 1/);
    await page.click('#tab-moves');
    assert.deepEqual(await history(page), ['f5', 'd6', 'c3', 'd3']);
    await done(page);
  });

  test('are copied, or lie selected where the browser does not let a page copy', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3' });
    await page.click('#tab-share');
    const said = () => page.textContent('#toast');
    const answers = (copied) =>
      page.evaluate((does) => {
        window.copied = undefined;
        Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
        document.execCommand = () => {
          if (does) window.copied = document.getSelection().toString() || document.activeElement.value;
          return does;
        };
      }, copied);
    await answers(true);
    await page.click('#page-share .copies button:text-is("Transcript")');
    assert.equal(await page.evaluate(() => window.copied), 'f5d6c3');
    assert.equal(await said(), 'Copied: Transcript');
    await answers(false);
    await page.click('#page-share .copies button:text-is("SGF")');
    await page.waitForFunction(() => /^This browser lets no page copy/.test(document.querySelector('#toast').textContent));
    const chosen = await page.$eval('#by-hand', (box) => box.value.slice(box.selectionStart, box.selectionEnd));
    assert.match(chosen, /^\(;.*B\[fe\]/s);
    assert.ok(await page.$eval('#by-hand', (box) => box === document.activeElement));
    await done(page);
  });

  test('are pictures: the position as PNG and SVG, the game as an animation', async () => {
    const page = await open({ hash: '#moves=f5d6c3', settings: people });
    await page.click('#tab-share');
    const given = async (text) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#page-share button:text-is("${text}")`)]);
      return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    const [name, png] = await given('Position as PNG');
    assert.equal(name, 'position.png');
    assert.equal(png.readUInt32BE(16), 904, 'its width');
    const [, svg] = await given('Position as SVG');
    assert.equal(svg.toString().match(/stroke="#25262a"/g).length, 7);
    const [, gif] = await given('Game as GIF');
    assert.equal(gif.subarray(0, 6).toString(), 'GIF89a');
    const seen = await page.evaluate(
      async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      `data:image/gif;base64,${gif.toString('base64')}`,
    );
    assert.deepEqual(seen, [361, 361]);
    writeFileSync(`${pictures}game.gif`, gif);
    writeFileSync(`${pictures}position.png`, png);
    await done(page);
  });

  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [360, 640],
    [768, 1024],
  ]) {
    test(`a position can be set up and taken within a window of ${width}x${height}`, async () => {
      const page = await open({ size: width < 800 ? 'narrow' : 'wide' });
      await page.setViewportSize({ width, height });
      await page.click('[data-control=setup]');
      await page.waitForSelector('#setup .main');
      const bottom = await page.$eval('#setup .main', (one) => one.getBoundingClientRect().bottom);
      assert.ok(bottom <= height, `${bottom} px`);
      await page.screenshot({ path: `${pictures}setup-${width}.png` });
      await done(page);
    });
  }

  test('a position is set up', async () => {
    const page = await open();
    // What was said lies not over its tools.
    await page.click(cell('a1'), { force: true });
    await page.waitForSelector('#toast.shown');
    await page.click('[data-control=setup]');
    assert.equal(await page.$('#toast.shown'), null);
    await page.click('#setup button:has-text("Clear")');
    // An empty board is nothing to play on.
    await page.click('#setup .main');
    assert.equal(await page.textContent('#toast'), 'There are no discs on the board');
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
