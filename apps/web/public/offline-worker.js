// Keeps the site openable without a network. Pages come from the network first, so a release is never held back; hashed
// assets, fonts and logos come from what was kept. Answers of the pool are never kept here: a page knows how old its data is.
const store = 'openlode-1';
const isKept = (url) =>
  url.origin === location.origin &&
  /^\/(assets|coins)\/|^\/(favicon|icon)[^/]*\.(svg|png)$/.test(url.pathname);

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener('message', (event) => {
  const urls = (event.data?.keep ?? [])
    .map((each) => new URL(each))
    .filter((url) => isKept(url) || url.pathname === '/');
  event.waitUntil(
    caches
      .open(store)
      .then((cache) => Promise.all(urls.map((url) => cache.add(url.href).catch(() => undefined)))),
  );
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate' && !/^\/(api|health|metrics|socket\.io)/.test(url.pathname)) {
    event.respondWith(page(event.request));
  } else if (isKept(url)) {
    event.respondWith(asset(event.request));
  }
});

async function page(request) {
  const cache = await caches.open(store);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html'))
      await cache.put('/', answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept === undefined) throw error;
    return kept;
  }
}

async function asset(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
