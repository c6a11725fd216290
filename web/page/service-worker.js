// Keeps the page for use without a network; site.mjs fills in what is kept. A page that has changed is another
// version: it is fetched beside the one in use, and seen when it is loaded the next time.
const KEPT = 'bianca-' + '{{version}}';
const FILES = ['{{files}}'];

self.addEventListener('install', (event) => {
  // Past what the browser has kept on its own account, which may be older.
  const wanted = FILES.map((name) => new Request(name, { cache: 'reload' }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(wanted))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('bianca-') && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  event.respondWith(
    caches
      .open(KEPT)
      .then((cache) => cache.match(isPage ? './' : request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(request)),
  );
});
