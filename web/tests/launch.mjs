// The browser of the tests: Debian's Chromium or, with BROWSER=firefox, its Firefox, which Playwright
// steers by WebDriver BiDi.
import { existsSync } from 'node:fs';
import Module from 'node:module';

export const isFirefox = process.env.BROWSER === 'firefox';
const PLACES = isFirefox ? ['/usr/bin/firefox-esr', '/usr/bin/firefox'] : ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = PLACES.find(existsSync);
if (!executablePath) throw new Error(`none of ${PLACES.join(', ')} is here`);

if (isFirefox) {
  // Playwright tells every page which colours are preferred, by a command that this Firefox does not
  // have; it gets one instead that does nothing. And it knows a download by its navigation, which this
  // Firefox does not name for what a page makes itself; the address, made for that file alone, is as good.
  const { _compile } = Module.prototype;
  Module.prototype._compile = function (content, filename) {
    const patched = filename.endsWith('coreBundle.js')
      ? content
          .replaceAll('send("emulation.setMediaFeaturesOverride"', 'send("session.status"')
          .replaceAll('!event.download && !event.navigation', '!event.download && !event.navigation && !event.url')
          .replaceAll('event.download ?? event.navigation', 'event.download ?? event.navigation ?? event.url')
      : content;
    return _compile.call(this, patched, filename);
  };
}
const { chromium, firefox } = (await import('playwright-core')).default;

/** Starts it; `dark` is what Firefox prefers, whatever its pages are opened with. */
export const launch = (dark = false) =>
  isFirefox
    ? firefox.launch({
        executablePath,
        channel: 'moz-firefox',
        firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 },
      })
    : chromium.launch({
        executablePath,
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
