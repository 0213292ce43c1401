/**
 * The service worker of the playground. Requests below `playground-files/run/PAGE/` go to the page that runs the mock; all
 * other files come from the network, or from the cache when there is none.
 */
const base = new URL('./', location.href).pathname;
const run = `${base}playground-files/run/`;
const files = 'backlot-playground';

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', ({ data }) => {
  if (Array.isArray(data.keep)) void keep(data.keep.filter((url) => new URL(url).origin === location.origin));
});
addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin) return;
  if (pathname.startsWith(run)) event.respondWith(respond(event.request, pathname.slice(run.length)));
  else if (event.request.method === 'GET') event.respondWith(load(event.request));
});

async function keep(urls) {
  const cache = await caches.open(files);
  await Promise.allSettled(
    urls.filter((url) => !new URL(url).pathname.startsWith(run)).map((url) => cache.add(url)),
  );
}

async function load(request) {
  try {
    const response = await fetch(request);
    if (response.ok) (await caches.open(files)).put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Serves the console from its files, and everything else from the mock. */
async function respond(request, target) {
  const [, page, path] = /^([^/]+)(\/.*)$/.exec(target) ?? [];
  if (page === undefined) return new Response('', { status: 404 });
  const [, name] = /^(?:\/w\/[^/]+)?\/_mock\/console\/(.*)$/.exec(path) ?? [];
  if (name !== undefined) return load(new Request(`${base}playground-files/console/${name || 'index.html'}`));
  const { search } = new URL(request.url);
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer();
  const call = { page, path: path + search, method: request.method, headers: [...request.headers], body };
  const windows = await clients.matchAll({ type: 'window' });
  return new Promise((resolve) => {
    for (const window of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) =>
        resolve(new Response(data.body, { status: data.status, headers: data.headers }));
      window.postMessage(call, [port2]);
    }
  });
}
