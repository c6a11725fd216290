// Lets two engines play game after game in Chromium and prints what memory they take:
// node dev/soak.mjs PAGE.html MINUTES [LEVEL]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [file, minutes = '60', level = '6'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage();
page.on('pageerror', (error) => console.log('error', error.message));
await page.addInitScript((n) => {
  const player = { kind: 'bianca', level: Number(n) };
  localStorage.setItem('bianca.settings', JSON.stringify({ black: player, white: player }));
}, level);
await page.goto(String(pathToFileURL(file)));
const cdp = await page.context().newCDPSession(page);
const whole = await browser.newBrowserCDPSession();
await cdp.send('Performance.enable');
const resident = async () => {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const kib = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return Math.max(...kib) / 1024;
};
let games = 0;
const begun = Date.now();
let next = 0;
while (Date.now() - begun < Number(minutes) * 60_000) {
  const over = await page.evaluate(() => / wins | draw/.test(document.querySelector('#status').textContent));
  if (over) {
    games += 1;
    await page.click('#new');
    await page.click('#new-game .main');
  }
  if (Date.now() >= next) {
    next = Date.now() + 120_000;
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    console.log(`${((Date.now() - begun) / 60_000).toFixed(0)} min, ${games} games: heap ${(of('JSHeapUsedSize') / 1e6).toFixed(2)} MB, ${of('Nodes')} nodes, ${of('JSEventListeners')} listeners, process ${(await resident()).toFixed(0)} MiB`);
  }
  await page.waitForTimeout(1000);
}
await browser.close();
