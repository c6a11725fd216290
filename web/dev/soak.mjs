// Lets two engines play game after game in Chromium, each of which is analysed, and prints each minute what memory
// they take:
// node dev/soak.mjs PAGE.html MINUTES [SKILL [workers]]
//
// Of the page: script memory after a collection, nodes of the document, listeners. Of the process: what is
// resident. With `workers`, of its worker: script memory and WebAssembly memory; twice Chromium 148 itself
// crashed while its workers were looked into. At the end the
// ranges after the first fifth of the time, and exit code 1 if one of them has grown by more than a
// tenth from its first half to its second, or if no game was played.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [file, minutes = '60', skill = '4', what] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage();
page.on('pageerror', (error) => console.log('error', error.message));
page.on('crash', () => {
  console.log('the page has crashed');
  process.exit(1);
});
await page.addInitScript((n) => {
  const player = { kind: 'bianca', skill: Number(n) };
  localStorage.setItem('bianca.settings', JSON.stringify({ black: player, white: player, rulesSeen: true }));
}, skill);
const cdp = await page.context().newCDPSession(page);
const whole = await browser.newBrowserCDPSession();
await cdp.send('Performance.enable');

/** Asks the workers of the page, through the page's own session; one that has ended does not answer. */
const workers = new Map();
const waiting = new Map();
let asked = 0;
cdp.on('Target.attachedToTarget', ({ sessionId }) => {
  workers.set(sessionId, undefined);
});
cdp.on('Target.detachedFromTarget', ({ sessionId }) => {
  workers.delete(sessionId);
  for (const { session, answer } of waiting.values()) if (session === sessionId) answer(undefined);
});
cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
  const { id, result } = JSON.parse(message);
  waiting.get(id)?.answer(result);
  waiting.delete(id);
});
const ask = (session, method, params = {}) =>
  new Promise((answer) => {
    const id = (asked += 1);
    waiting.set(id, { session, answer });
    cdp
      .send('Target.sendMessageToTarget', { sessionId: session, message: JSON.stringify({ id, method, params }) })
      .catch(() => answer(undefined));
  });
if (what === 'workers') await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
await page.goto(String(pathToFileURL(file)));

/** The memories of the modules of a worker; looked for once, since it means a walk through the heap. */
async function memories(worker) {
  const { result } = (await ask(worker, 'Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' })) ?? {};
  const { objects } = (await ask(worker, 'Runtime.queryObjects', { prototypeObjectId: result?.objectId })) ?? {};
  return objects?.objectId;
}

async function ofWorkers() {
  const sum = { script: 0, wasm: 0 };
  for (const worker of [...workers.keys()]) {
    if (!workers.get(worker)) workers.set(worker, await memories(worker));
    const bytes = 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }';
    const found = await ask(worker, 'Runtime.callFunctionOn', {
      objectId: workers.get(worker),
      functionDeclaration: bytes,
      returnByValue: true,
    });
    sum.wasm += found?.result?.value ?? 0;
    sum.script += (await ask(worker, 'Runtime.getHeapUsage'))?.usedSize ?? 0;
  }
  return sum;
}

async function resident() {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const kib = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return Math.max(...kib) * 1024;
}

async function sample() {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const worker = what === 'workers' ? await ofWorkers() : undefined;
  return {
    'page MB': of('JSHeapUsedSize') / 1e6,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    ...(worker && { 'worker MB': worker.script / 1e6, 'wasm MB': worker.wasm / 1e6 }),
    'process MB': (await resident()) / 1e6,
  };
}

const round = (value) => Math.round(value * 100) / 100;
const begun = Date.now();
const samples = [];
let [games, next] = [0, begun + 60_000];
while (Date.now() - begun < Number(minutes) * 60_000) {
  if (await page.evaluate(() => / wins | draw/.test(document.querySelector('#status').textContent))) {
    games += 1;
    // The moves that decided it are looked for.
    await page.waitForSelector('#card:not(:has(progress))', { timeout: 120_000 });
    await page.click('#new');
    await page.click('#new-game .main');
  }
  if (Date.now() >= next) {
    next = Math.max(next + 60_000, Date.now());
    const now = await sample();
    samples.push(now);
    const told = Object.entries(now).map(([name, value]) => `${round(value)} ${name}`);
    console.log(`${Math.round((Date.now() - begun) / 60_000)} min, ${games} games: ${told.join(', ')}`);
  }
  await page.waitForTimeout(500);
}
await browser.close();

/** The median. */
const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const settled = samples.slice(Math.floor(samples.length / 5));
const half = Math.floor(settled.length / 2);
let grew = false;
for (const name of Object.keys(settled[0] ?? {})) {
  const values = settled.map((one) => one[name]);
  // Of the page the least of each half, what it keeps whatever a game holds beside it; of the process, which
  // gives memory back for a moment between two games, the middle.
  const kept = name.startsWith('process') ? middle : (some) => Math.min(...some);
  const [early, late] = [kept(values.slice(0, half)), kept(values.slice(half))];
  const grown = late > 1.1 * early;
  grew ||= grown;
  console.log(
    `${name}: ${round(Math.min(...values))} to ${round(Math.max(...values))}; kept ${round(early)}, then ${round(late)}${grown ? ': it grows' : ''}`,
  );
}
process.exitCode = grew || games === 0 || settled.length < 2 ? 1 : 0;
