// The page in WebKit, the engine of Safari: node tests/webkit.mjs
// Debian's WebKitGTK is steered by plain WebDriver, as Playwright does not: apt-get install webkit2gtk-driver xvfb.
// It is what an iPhone has but for the system around it, so that a short walk through the page is enough.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const html = here + '../dist/bianca.html';
const pictures = here + '../dist/pictures/';
const PLACES = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'];
const missing = PLACES.filter((place) => !existsSync(place));
const skip = missing.length > 0 && `${missing.join(', ')} not here`;
if (skip) console.log(`web: skipped: webkit: ${skip}`);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let driver;
let base;
let session;

async function call(method, path, body = {}) {
  const response = await fetch(base + path, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}
const evaluate = (run, ...args) => call('POST', `${session}/execute/sync`, { script: `return (${run})(...arguments)`, args });
const find = async (selector) => Object.values(await call('POST', `${session}/element`, { using: 'css selector', value: selector }))[0];
const click = async (selector) => call('POST', `${session}/element/${await find(selector)}/click`);
const write = async (selector, text) => call('POST', `${session}/element/${await find(selector)}/value`, { text });
const press = (...keys) =>
  call('POST', `${session}/actions`, {
    actions: [
      {
        type: 'key',
        id: 'keys',
        actions: keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ],
  });
const picture = async (name) =>
  writeFileSync(`${pictures}webkit-${name}.png`, Buffer.from(await call('GET', `${session}/screenshot`), 'base64'));
/** Waits until something is so in the page. */
async function until(run, ...args) {
  for (const begun = Date.now(); Date.now() - begun < 60_000; await pause(50)) if (await evaluate(run, ...args)) return;
  throw new Error(`in vain: ${run}`);
}
const count = (selector) => evaluate((what) => document.querySelectorAll(what).length, selector);
const plies = (wanted) => until((n) => document.querySelectorAll('.moves .ply').length === n, wanted);
const status = () => evaluate(() => document.querySelector('#status').textContent);
const pick = (game) =>
  evaluate((name) => {
    const box = document.querySelector('#which');
    box.value = name;
    box.dispatchEvent(new Event('change'));
  }, game);

async function free() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Opens the page; what goes wrong in it from then on is counted. */
async function open(address) {
  await call('POST', `${session}/url`, { url: address });
  await until(() => document.querySelector('.cell.legal, [data-disc="X"]'));
  await evaluate(() => {
    window.wrong = [];
    addEventListener('error', (event) => window.wrong.push(event.message));
    addEventListener('unhandledrejection', (event) => window.wrong.push(String(event.reason)));
    addEventListener('securitypolicyviolation', (event) => window.wrong.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
}

describe('the page in WebKit', { skip }, () => {
  // The page, and the npm package in an empty one.
  const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html; charset=utf-8' };
  const server = createServer((request, response) => {
    const name = request.url.split('/').pop();
    const file = name === 'bianca.html' ? html : `${here}../dist/bianca-engine/${name}`;
    response.setHeader('content-type', types[name.split('.').pop()] ?? types.html);
    response.end(name !== '' && existsSync(file) ? readFileSync(file) : '<!DOCTYPE html><title>test</title>');
  });
  before(async () => {
    mkdirSync(pictures, { recursive: true });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = await free();
    base = `http://127.0.0.1:${port}`;
    // A group of its own, so that the display ends with the driver.
    driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
    });
    for (let tries = 0; tries < 100 && !(await fetch(`${base}/status`).catch(() => undefined)); tries++) await pause(100);
    session = `/session/${(await call('POST', '/session', { capabilities: {} })).sessionId}`;
    await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 940 });
  });
  after(async () => {
    server.close();
    if (session) await call('DELETE', session).catch(() => {});
    if (driver) process.kill(-driver.pid);
  });

  for (const place of ['a disk', 'a server']) {
    test(`from ${place} plays, analyses, reads and keeps games`, async () => {
      const address = place === 'a disk' ? `file://${html}` : `http://127.0.0.1:${server.address().port}/bianca.html`;
      await open(address);
      // Whoever comes for the first time sees the rules.
      await click('#rules-box .main');
      // To the end by clicks against the engine, and on after a reload.
      for (let turn = 0; turn < 64; turn++) {
        await until(() => document.querySelector('.cell.legal') || /–/.test(document.querySelector('#status').textContent));
        if ((await count('.cell.legal')) === 0) break;
        await click('.cell.legal');
      }
      assert.match(await status(), /^(You (won|lost) by \d+, \d+–\d+|A draw, 32–32)$/);
      await picture(`end-${place.split(' ')[1]}`);
      const played = await count('.moves .ply');
      await open(address);
      assert.equal(await count('.moves .ply'), played);
      // Hints, and a search that is stopped for a move.
      await evaluate(() => (location.hash = '#moves=f5d6c3d3'));
      await plies(4);
      await click('[data-control=hints]');
      await until(() => document.querySelectorAll('.cell.scored').length > 3);
      const begun = Date.now();
      await click('[data-control=engineMove]');
      await plies(5);
      assert.ok(Date.now() - begun < 15_000, `${Date.now() - begun} ms`);
      await click('[data-control=hints]');
      // By keys.
      await press('u', '\uE012');
      await until(() => document.querySelector('.moves .here')?.dataset.ply === '3');
      await evaluate(() => (location.hash = '#moves=d3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3'));
      await plies(19);
      await until(() => document.querySelector('.worst button'));
      await click('.worst button');
      await click('.mistake-detail [data-focus=better]');
      await until(() => document.querySelector('#board.in-line'));
      await picture(`line-${place.split(' ')[1]}`);
      await press('\uE00C');
      // A file, and what is copied.
      writeFileSync(`${pictures}webkit.sgf`, '(;FF[4]GM[2]SZ[8];B[fe];W[df];B[cc])');
      await click('#tab-games');
      await write('#file', `${pictures}webkit.sgf`);
      await until(() => document.querySelector('#toast span')?.textContent === 'Opened: 1');
      await click('#tab-share');
      await click('#page-share .copies button');
      await until(() => /^Copied/.test(document.querySelector('#toast').textContent));
      await click('#tab-moves');
      await plies(3);
      // The other games.
      await pick('tictactoe');
      await until(() => document.querySelector('[data-focus="cell1-1"]'));
      await click('[data-focus="cell1-1"]');
      await until(() => document.querySelectorAll('.lesson-grid [data-disc=O]').length === 1);
      await pick('frogs');
      await until(() => document.querySelector('[data-focus=solve]'));
      await click('[data-focus=solve]');
      await until(() => /Solved/.test(document.querySelector('.lesson .status').textContent));
      await pick('othello');
      await click('#new');
      await click('#new-game .main');
      await plies(0);
      assert.deepEqual(await evaluate(() => window.wrong), []);
    });
  }

  test('hears every stop, at whatever moment it comes', async () => {
    await call('POST', `${session}/url`, { url: `http://127.0.0.1:${server.address().port}/` });
    await evaluate(() => {
      window.stops = [];
      import('/index-browser.js').then(async ({ start }) => {
        const bianca = await start();
        await bianca.play('f5d6c3');
        // A stop that is not heard leaves the engine at work, and the list short.
        for (let turn = 0; turn < 120; turn++) {
          setTimeout(() => bianca.stop(), 40 + (turn % 40));
          const begun = performance.now();
          await bianca.ask('analyze 64');
          window.stops.push(performance.now() - begun);
        }
      });
    });
    await until(() => window.stops.length === 120);
    const slowest = Math.max(...(await evaluate(() => window.stops)));
    assert.ok(slowest < 5000, `${slowest} ms`);
  });
});
