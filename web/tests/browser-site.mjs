// The page from a web server: installed, without a network, with its link. Part of browser.mjs.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeSite } from '../site.mjs';
import { isFirefox } from './launch.mjs';
import { browser, cell, done, here, history, moves, open, people, pictures } from './page.mjs';

const TYPES = {
  js: 'text/javascript',
  html: 'text/html',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};
const BASE = 'https://example.org/bianca/';

describe('a site', () => {
  let folder;
  let server;
  let address;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bianca-site-'));
    makeSite(readFileSync(`${here}../dist/bianca.html`, 'utf8'), folder, BASE);
    server = createServer((request, response) => {
      const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
      const isThere = /^[\w.-]+$/.test(name) && existsSync(join(folder, name));
      response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[name.split('.').pop()] ?? 'text/plain' });
      response.end(isThere ? readFileSync(join(folder, name)) : '');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${server.address().port}/`;
  });
  after(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page of the site, whose faults fail the test that closes it. */
  async function visit(hash = '') {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.wrong = [];
    page.on('pageerror', (error) => page.wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.wrong.push(message.text()));
    await page.addInitScript(
      (kept) => {
        // It also runs in the empty page before this one, which may have nothing to keep it in.
        try {
          localStorage.getItem('bianca.settings') ?? localStorage.setItem('bianca.settings', kept);
        } catch {}
      },
      JSON.stringify({ rulesSeen: true, ...people }),
    );
    await page.goto(address + hash);
    await page.waitForSelector('.cell.legal');
    return page;
  }

  test('has a manifest whose icons are what it says, and a picture for links', async () => {
    const page = await visit();
    const href = await page.getAttribute('link[rel=manifest]', 'href');
    const sizes = await page.evaluate(
      async (manifest) => {
        const size = async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        };
        return Promise.all(manifest.icons.map(async ({ src, sizes: said }) => [said, said === 'any' ? 'any' : await size(src)]));
      },
      JSON.parse(readFileSync(join(folder, href), 'utf8')),
    );
    assert.equal(sizes.length, 4);
    for (const [said, is] of sizes) assert.equal(is, said);
    assert.equal(await page.getAttribute('meta[property="og:image"]', 'content'), `${BASE}banner.png`);
    assert.equal(await page.getAttribute('meta[property="og:url"]', 'content'), BASE);
    if (!isFirefox) {
      const session = await page.context().newCDPSession(page);
      const { errors, data } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      assert.match(data, /"short_name": "Bianca"/);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // A window that keeps nothing, as those of tests, installs nothing.
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
        [],
      );
    }
    await done(page);
  });

  test('is there without a network once it was seen', {
    skip: isFirefox && 'no service worker where WebDriver steers Firefox',
  }, async () => {
    const page = await visit('#moves=f5d6');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('.moves .ply');
    assert.deepEqual(await history(page), ['f5', 'd6']);
    await page.click(cell('c3'));
    await page.click('[data-control=engineMove]');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 4, undefined, { timeout: 20_000 });
    await page.goto(`${address}?from=home`);
    await page.waitForSelector('.moves .ply');
    assert.equal(await moves(page), 4);
    await page.screenshot({ path: `${pictures}offline.png` });
    await done(page);
  });

  test('gives links to itself; a page from a disk gives one where it is published, or else the moves', async () => {
    const page = await visit('#moves=f5d6');
    const copied = async (one) => {
      await one
        .context()
        .grantPermissions(['clipboard-read', 'clipboard-write'])
        .catch(() => {});
      await one.click('#tab-share');
      await one.click('#page-share button:text-is("Link")');
      await one.waitForSelector('#toast.shown');
      return one.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied(page), `${address}#moves=f5d6`);
    await done(page);
    const kept = await open({ settings: people, hash: '#moves=f5d6' });
    assert.equal(await kept.$('link[rel=manifest]'), null);
    assert.equal(await copied(kept), 'f5d6');
    assert.match(await kept.textContent('#toast'), /has no link for others/);
    await kept.evaluate((href) => document.head.append(Object.assign(document.createElement('link'), { rel: 'canonical', href })), BASE);
    assert.equal(await copied(kept), `${BASE}#moves=f5d6`);
    await done(kept);
  });

  test('is not made for what is no address', () => {
    const page = readFileSync(`${here}../dist/bianca.html`, 'utf8');
    assert.throws(() => makeSite(page, join(folder, 'none'), 'example.org'), /--base example.org/);
    assert.equal(existsSync(join(folder, 'none')), false);
  });
});
