// Training on the page: games taken in, exercises answered by mouse and by keys alone, the log and its files, what is seen in all
// sizes and languages; browser.mjs runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { WINDOWS, address, beginner, done, faults, open, people, pictures, serious, toGames, unseen } from './page.mjs';

/** A game in which both sides went wrong. */
const GAME = 'd3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3';
const LOCALES = ['en', 'es', 'fr', 'ja', 'zh-CN'];

const toTrain = async (page) => {
  await page.click('#door-train');
  await page.waitForSelector('.train-home .due');
};
const atRest = (page) => page.waitForFunction(() => !document.querySelector('.train-home .taking'), undefined, { timeout: 120_000 });
const counts = (page, deck) => page.textContent(`[data-focus=deck-${deck}] .quiet`);
const asked = (page) => page.waitForSelector('.train-room:not([hidden]) #train-board .cell.legal', { timeout: 20_000 });
const told = (page) => page.waitForSelector('.verdict:is(.right, .wrong)', { timeout: 30_000 });
const legal = (page) => page.$$eval('#train-board .cell.legal', (all) => all.map((one) => one.dataset.square));
const board = (page) => page.$$eval('#train-board .cell', (all) => all.map((one) => one.dataset.disc).join(''));
const isRight = async (page) => (await page.$('.verdict.right')) !== null;

/** Plays an exercise to its end, by the first move that there is. */
async function playOut(page) {
  const isTold = () => page.$('.verdict:is(.right, .wrong)');
  for (let i = 0; i < 60 && !(await isTold()); i++) {
    const [square] = await legal(page);
    if (square) await page.click(`#train-board [data-square=${square}].legal`, { timeout: 2000 }).catch(() => {});
    await page.waitForTimeout(200);
  }
  await told(page);
}

/** Takes a side's moves of the game on the table in, through the dialog. */
async function takeIn(page, side = 'black') {
  await page.waitForSelector('[data-focus=take-game]');
  await page.click('[data-focus=take-game]');
  await page.selectOption('#take-game select', side);
  await page.click('#take-game .main');
}

/** Goes to the door, with the exercises of the game taken in. */
async function trained(options = {}) {
  const page = await open({ settings: people, hash: `#moves=${GAME}`, ...options });
  await takeIn(page);
  await toTrain(page);
  await page.waitForSelector('.taking, .deck:not(.none)[data-focus=deck-mistakes]');
  await atRest(page);
  await page.waitForSelector('[data-focus=deck-mistakes]:not(.none)');
  return page;
}

/** The log of such a page, made once. */
let log;
const exported = async (page) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-focus=save-training]')]);
  assert.equal(file.suggestedFilename(), 'bianca-training.jsonl');
  return readFileSync(await file.path(), 'utf8');
};
async function logOf() {
  if (log) return log;
  const page = await trained();
  log = await exported(page);
  await done(page);
  return log;
}
const imported = async (page, text) => {
  await page.setInputFiles('#import-training', { name: 'bianca-training.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('[data-focus=deck-mistakes]:not(.none)');
};
/** A page with that log. */
async function withLog(options = {}) {
  const text = await logOf();
  const page = await open({ settings: people, ...options });
  await toTrain(page);
  await imported(page, text);
  return page;
}

/** All lines in the store. */
const lines = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('bianca');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('training').objectStore('training').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
  );

describe('training', () => {
  test('tells who comes for the first time how exercises come, and shows what there is to be beaten', async () => {
    const page = await open({ settings: people });
    await toTrain(page);
    await page.waitForSelector('[data-focus=deck-mistakes]:has-text("none yet")');
    assert.match(await page.textContent('.due'), /Your mistakes come from games/);
    assert.equal(await page.locator('.rungs li').count(), 10);
    assert.deepEqual(await serious(page), []);
    // The table is as it was.
    await page.click('#door-play');
    assert.ok(await page.isVisible('#board'));
    await done(page);
  });

  test('takes the moves of a game in, asks for a better one, and shows what punishes another', async () => {
    const page = await trained();
    assert.match(await counts(page, 'mistakes'), /^new: \d+$/);
    await page.screenshot({ path: `${pictures}train-home.png` });
    await page.click('[data-focus=deck-mistakes]');
    await asked(page);
    assert.equal(await page.textContent('.train-question h2'), 'From your games: your move');
    assert.match(await page.textContent('.side-to-move'), /Black to move/);
    const before = await board(page);
    const squares = await legal(page);
    // Whatever is right, some of them are wrong.
    const seen = { right: 0, wrong: 0 };
    for (const square of squares) {
      await asked(page);
      assert.equal(await board(page), before);
      await page.click(`#train-board [data-square=${square}]`);
      await told(page);
      const verdict = (await isRight(page)) ? 'right' : 'wrong';
      seen[verdict] += 1;
      assert.match(await page.textContent('.verdict'), new RegExp(`${verdict === 'right' ? 'Right' : 'Not the best'}: ${square}`));
      if (verdict === 'wrong' && seen.wrong === 1) {
        assert.ok((await page.textContent('.why')).includes(square));
        assert.ok((await page.locator('.way').count()) >= 2);
        // It is played by itself.
        await page.waitForFunction(() => document.querySelectorAll('.way:first-of-type .ply')[2]?.classList.contains('here'));
        // A move of the better line is shown on the board.
        await page.click('[data-focus=way1-0]');
        const better = await page.textContent('[data-focus=way1-0]');
        assert.equal(await page.$eval('#train-board .cell.last', (one) => one.dataset.square), better);
        await page.keyboard.press('ArrowLeft');
        assert.equal(await board(page), before);
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowRight');
        assert.notEqual(await board(page), before);
      }
      if (seen.wrong > 0 && seen.right > 0) break;
      await page.click('[data-focus=train-again]');
    }
    assert.ok(seen.wrong > 0 && seen.right > 0, JSON.stringify(seen));
    // The first answer alone was kept.
    assert.equal((await lines(page)).filter((line) => /answer/i.test(line)).length, 1);
    await page.click('[data-focus=train-back]');
    await page.waitForSelector('.how-far:has-text("1 right"), .how-far:has-text("of 1")');
    await done(page);
  });

  test('goes by keys alone, from the door to the last exercise', async () => {
    const page = await withLog();
    await page.focus('#door-train');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-focus=deck-mistakes]:not(.none)');
    const n = Number(/\d+/.exec(await counts(page, 'mistakes'))[0]);
    await page.keyboard.press('1');
    for (let i = 0; i < n; i++) {
      await asked(page);
      const [square] = await legal(page);
      if (i === 0) {
        // Over the squares by arrows.
        await page.keyboard.press('i');
        await page.waitForFunction(() => document.querySelectorAll('#train-board + .overlay .mark-drawn').length > 0);
        assert.match(await page.textContent('.verdict'), /moves? (is|are) right|All moves are right/);
        await page.focus('#train-board [tabindex="0"]');
        const from = await page.evaluate(() => document.activeElement.dataset.square);
        const steps = (by, back, on) => Array.from({ length: Math.abs(by) }, () => (by < 0 ? back : on));
        const keys = [
          ...steps(square.charCodeAt(0) - from.charCodeAt(0), 'ArrowLeft', 'ArrowRight'),
          ...steps(square[1] - from[1], 'ArrowUp', 'ArrowDown'),
        ];
        for (const key of keys) await page.keyboard.press(key);
        await page.keyboard.press('Enter');
      } else await page.keyboard.type(square);
      await told(page);
      await page.waitForFunction(() => document.activeElement === document.body || document.activeElement.dataset.focus === 'train-next');
      await page.keyboard.press('Enter');
      if (i + 1 < n) await page.waitForFunction(() => !document.querySelector('.verdict:is(.right, .wrong)'));
    }
    await page.waitForSelector('.train-home:not([hidden]) .due [role=status]');
    assert.match(await page.textContent('.due [role=status]'), /Nothing more is due here.*comes/);
    await done(page);
  });

  test('is kept over a reload, told to an engine that was started anew, and seen by other tabs', async () => {
    const page = await withLog();
    const before = await lines(page);
    assert.ok(before.length > 0);
    await page.click('[data-focus=deck-mistakes]');
    await asked(page);
    await page.click('#train-board .cell.legal');
    await told(page);
    const other = await page.context().newPage();
    await other.goto(address);
    await toTrain(other);
    await other.waitForSelector('.how-far:has-text("of 1")');
    // Each answers another one.
    await other.click('[data-focus=deck-mistakes]');
    await asked(other);
    await other.click('#train-board .cell.legal');
    await told(other);
    await page.bringToFront();
    await page.click('[data-focus=train-back]');
    await page.waitForSelector('.how-far:has-text("of 2")');
    assert.equal((await lines(page)).length, before.length + 2);
    await page.reload();
    await toTrain(page);
    await page.waitForSelector('.how-far:has-text("of 2")');
    await done(page);
  });

  test('is saved as a file and imported again; what is damaged is laid aside and said once', async () => {
    const text = await logOf();
    const [header, ...all] = text.trim().split('\n');
    assert.equal(header, '{"bianca_training":1}');
    assert.ok(all.length > 1);
    const page = await open({ settings: people });
    await toTrain(page);
    const spoilt = [header, ...all, all[0].replace(/\d/, (digit) => String((Number(digit) + 1) % 10)), 'no line'].join('\n');
    await imported(page, spoilt);
    await page.waitForSelector('#toast.shown:has-text("laid aside")');
    assert.deepEqual((await lines(page)).sort(), [...all].sort());
    assert.equal((await exported(page)).trim(), [header, ...(await lines(page))].join('\n'));
    // Twice is once.
    await imported(page, text);
    await page.waitForSelector(`#toast.shown:has-text("Known: ${all.length}")`);
    assert.equal((await lines(page)).length, all.length);
    await toGames(page);
    await page.waitForSelector('#page-games .aside:has-text("laid aside: 2")');
    // A file that is dropped is known by its beginning.
    const drop = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'x.txt'));
      return data;
    }, text);
    await page.evaluate(() => document.querySelector('#toast').classList.remove('shown'));
    await page.dispatchEvent('body', 'drop', { dataTransfer: drop });
    await page.waitForSelector('#toast.shown:has-text("Known:")');
    await page.evaluate(() => document.querySelector('#toast').classList.remove('shown'));
    await toTrain(page);
    await page.setInputFiles('#import-training', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('f5d6') });
    await page.waitForSelector('#toast.shown:has-text("no file of training")');
    await done(page);
  });

  test('leaves out what nobody wants to see again, and opens the others to be studied', async () => {
    const page = await withLog();
    const n = Number(/\d+/.exec(await counts(page, 'mistakes'))[0]);
    await page.click('[data-focus=deck-mistakes]');
    await asked(page);
    const before = await board(page);
    await page.click('[data-focus=train-drop]');
    await page.waitForSelector('#toast.shown:has-text("Left out")');
    await asked(page);
    const after = await board(page);
    assert.notEqual(after, before);
    await page.click('[data-focus=train-study]');
    await page.waitForSelector('#board .cell');
    assert.equal(await page.getAttribute('#door-study', 'aria-pressed'), 'true');
    assert.equal(await page.$$eval('#board .cell', (all) => all.map((one) => one.dataset.disc).join('')), after);
    // The exercise is still there.
    await page.click('#door-train');
    await asked(page);
    await page.keyboard.press('Escape');
    await page.waitForFunction((n) => document.querySelector('[data-focus=deck-mistakes] .quiet')?.textContent === `new: ${n}`, n - 1);
    await done(page);
  });

  test('comes from the card at the end of a game, stops and goes on when it is told to', async () => {
    const page = await open({ settings: beginner, game: { link: `moves=${GAME}`, tags: {}, ...beginner } });
    await page.click('[data-focus=resign]');
    await page.click('[data-focus=resign]');
    await page.waitForSelector('#card [data-focus=card-train]');
    await page.click('[data-focus=card-train]');
    assert.equal(await page.getAttribute('#door-train', 'aria-pressed'), 'true');
    await page.waitForSelector('.taking [data-focus=taking]');
    await page.click('[data-focus=taking]');
    await page.waitForSelector('.taking button:has-text("Go on")');
    const text = await page.textContent('.taking p');
    await page.waitForTimeout(1500);
    assert.equal(await page.textContent('.taking p'), text);
    await page.reload();
    await toTrain(page);
    await page.waitForSelector('.taking button:has-text("Go on")');
    await page.click('[data-focus=taking]');
    await atRest(page);
    await page.waitForSelector('[data-focus=deck-mistakes]:not(.none)');
    await done(page);
  });

  test('comes from the list of kept games, one side of all of them', async () => {
    const moves = 'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8'.match(/../g).join(' ');
    const pgn = (black, white) => `[Event ""]\n[Black "${black}"]\n[White "${white}"]\n\n${moves} *\n`;
    const page = await open({ settings: { ...people, evaluation: false } });
    await toGames(page);
    await page.setInputFiles('#import', {
      name: 'games.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${pgn('Ann', 'Bo')}\n${pgn('Cid', 'Ann')}`),
    });
    await page.waitForSelector('.kept .open');
    await page.click('[data-focus=train-these]');
    assert.equal(await page.$eval('#take-games option', (one) => one.textContent), 'Ann (2)');
    await page.click('#take-games .main');
    await toTrain(page);
    await atRest(page);
    await page.click('[data-focus=deck-mistakes]');
    await asked(page);
    assert.match(await page.textContent('.side-to-move'), /Ann/);
    await done(page);
  });

  test('learns an opening by its name for a side', async () => {
    const page = await open({ settings: people });
    await toTrain(page);
    await page.click('[data-focus=choose-opening]');
    await page.waitForSelector('#openings-box option:text-is("Tiger")', { state: 'attached' });
    await page.selectOption('#openings-box select >> nth=0', { label: 'Tiger' });
    await page.click('#openings-box .main');
    await page.waitForSelector('[data-focus=deck-openings]:not(.none)');
    await page.keyboard.press('3');
    await asked(page);
    assert.match(await page.textContent('.train-question h2'), /go on$/);
    await page.click('#train-board .cell.legal');
    await told(page);
    assert.deepEqual(await serious(page), []);
    await done(page);
  });

  test('draws puzzles, has them played out, and rates who solves them', async () => {
    const page = await open({ settings: people });
    await toTrain(page);
    await page.waitForSelector('[data-focus=deck-puzzles]:not(.none)');
    await page.keyboard.press('2');
    const questions = new Set();
    const kept = [];
    for (let i = 0; i < 8; i++) {
      await asked(page);
      const question = await page.textContent('.train-question h2');
      questions.add(question);
      assert.match(
        question,
        /^(One move is best: which\?|Mind the trap: your move|Which of the two is better\?|(Black|White) wins: how\?)$/,
      );
      assert.match(await page.textContent('.side-to-move'), /\d+ empty · rated \d{3,4}/);
      if (question.startsWith('Which')) {
        // The one or the other by its number; nothing else can be played.
        assert.equal((await legal(page)).length, 2);
        assert.equal(await page.locator('#train-board + .overlay .mark-drawn').count(), 2);
        await page.keyboard.press('2');
      }
      await playOut(page);
      kept.push((await isRight(page)) ? 1 : 0);
      assert.ok((await page.textContent('.why')).length > 10);
      assert.match(await page.textContent('.notes'), /Rating: 1500 → \d+|Rating: \d+ → \d+/);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !document.querySelector('.verdict:is(.right, .wrong)'));
    }
    assert.ok(questions.size > 1, [...questions].join(', '));
    await page.keyboard.press('Escape');
    const right = kept.reduce((sum, one) => sum + one, 0);
    await page.waitForSelector(`.how-far:has-text("${right} of 8 right")`);
    assert.match(await page.textContent('.own-rating strong'), /^\d{3,4} ±\d+$/);
    await done(page);
  });

  test('has a puzzle of the day, the same for all, whose result can be copied', async () => {
    const page = await open({ settings: people });
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'])
      .catch(() => {});
    await toTrain(page);
    await page.waitForSelector('[data-focus=daily][aria-disabled=false]');
    await page.click('[data-focus=daily]');
    await playOut(page);
    const solved = await isRight(page);
    await page.click('[data-focus=train-back]');
    const row = await page.textContent('.row-of-squares');
    assert.match(row, solved ? /^Solved [✓✗]+$/ : /^Tried ✓*✗$/);
    await page.click('[data-focus=copy-daily]');
    await page.waitForSelector('#toast.shown');
    assert.match(await page.textContent('#toast'), /[🟩🟥]/u);
    await page.reload();
    await toTrain(page);
    await page.waitForSelector('.row-of-squares');
    assert.equal(await page.textContent('.row-of-squares'), row);
    await done(page);
  });

  test('a new game can begin from a balanced position, and the next one from the same', async () => {
    const page = await open({ settings: people });
    await page.click('#new');
    await page.selectOption('#new-game select[aria-label="Begin from"]', 'balanced');
    await page.selectOption('#new-game select[aria-label=White]', 'random');
    await page.click('#new-game .main');
    const moves = async () => {
      await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 10);
      return page.locator('.moves .ply').allTextContents();
    };
    const first = await moves();
    for (const _ of ['resign', 'and really']) await page.click('#match [data-focus=resign]');
    await page.click('#match [data-focus=rematch]');
    await page.waitForSelector('#match [data-focus=resign]');
    assert.deepEqual(await moves(), first);
    await done(page);
  });

  test('needs no more memory for fifty exercises', async () => {
    const page = await withLog();
    const session = await page
      .context()
      .newCDPSession(page)
      .catch(() => undefined);
    if (!session) return done(page);
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => [performance.memory.usedJSHeapSize / 1e6, document.getElementsByTagName('*').length]);
    };
    await page.click('[data-focus=deck-mistakes]');
    const answer = async () => {
      await asked(page);
      await page.click('#train-board .cell.legal >> nth=0');
      await told(page);
      await page.click('[data-focus=train-again]');
    };
    for (let i = 0; i < 10; i++) await answer();
    const before = await heap();
    for (let i = 0; i < 50; i++) await answer();
    const after = await heap();
    assert.ok(after[0] < before[0] + 1, `${before} MB and elements, then ${after}`);
    assert.ok(after[1] < before[1] + 50, `${before} MB and elements, then ${after}`);
    await done(page);
  });

  for (const locale of LOCALES) {
    test(`${locale}: board, question and buttons are seen together, and nothing is cut or goes beside the page`, async () => {
      const page = await withLog({ locale, size: 'narrow' });
      const wrong = [];
      const look = async (what, needed) => {
        for (const [kind, windows] of Object.entries(WINDOWS)) {
          for (const [width, height] of windows) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => scrollTo(0, 0));
            await page.waitForTimeout(150);
            const say = (text) => wrong.push(`${what} ${width}x${height}: ${text}`);
            for (const fault of await faults(page)) say(fault);
            if (kind !== 'small') for (const one of await unseen(page, ...needed)) say(`${one} is not seen`);
            await page.screenshot({ path: `${pictures}train-${what}-${locale}-${width}x${height}.png` });
          }
        }
        for (const fault of await serious(page)) wrong.push(`${what}: ${fault}`);
      };
      await look('home', ['[data-focus=deck-mistakes]']);
      await page.click('[data-focus=deck-mistakes]');
      await asked(page);
      const asks = ['#train-board', '.train-question h2', '[data-focus=train-drop]', '[data-focus=train-study]'];
      await look('asked', [...asks, '[data-focus=train-hint]']);
      // A wrong one, of which most is told.
      const squares = await legal(page);
      for (const square of squares) {
        await asked(page);
        await page.click(`#train-board [data-square=${square}]`);
        await told(page);
        if (!(await isRight(page))) break;
        await page.click('[data-focus=train-again]');
      }
      await page.waitForTimeout(3000);
      await look('answered', [...asks, '[data-focus=train-next]', '[data-focus=train-again]', '.verdict']);
      await page.emulateMedia({ colorScheme: 'dark' }).catch(() => {});
      await page.waitForTimeout(400);
      for (const fault of await serious(page)) wrong.push(`dark: ${fault}`);
      await page.click('[data-focus=train-back]');
      await page.waitForSelector('.shares');
      await look('progress', ['[data-focus=deck-mistakes]']);
      assert.deepEqual(wrong, []);
      await done(page);
    });
  }
});
