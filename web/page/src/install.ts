/**
 * The page as an app: kept for use without a network, and installed. Only where a server gives it out with what
 * that needs; a page from a disk has all in itself.
 */

/** What browsers that can install ask with. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let prompt: InstallPrompt | undefined;

/** To be called once, as the page begins. */
export function prepareInstallation(): void {
  const isFromServer = /^https?:$/.test(location.protocol) && document.querySelector('link[rel=manifest]') !== null;
  if (!isFromServer || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('service-worker.js').catch(() => {
    // Where that is forbidden the page works as before, with a network.
  });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
  });
  window.addEventListener('appinstalled', () => (prompt = undefined));
}

/** What installs the page; `undefined` where that cannot be, or the browser offers it by itself. */
export function installer(): (() => void) | undefined {
  const asked = prompt;
  return asked && (() => void asked.prompt());
}

/** Where others find the page: its address, or the one that it was built for; `undefined` if there is none. */
export function publicAddress(): string | undefined {
  if (/^https?:$/.test(location.protocol)) return location.href.replace(/#.*$/, '');
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
}
