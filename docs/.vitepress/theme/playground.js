/** What the playground does besides showing itself: loading the engine, links, and the service worker. */
import { withBase } from 'vitepress';

/** Identifies this page for the service worker, since several may be open. */
const page = crypto.randomUUID();

/** The address below which the service worker answers for this page. */
export const runPath = withBase(`/playground-files/run/${page}`);

/** Loads the mock and the generator. */
export async function loadEngine() {
  const engine = await import(/* @vite-ignore */ location.origin + withBase('/playground-files/engine.js'));
  engine.addFiles(await (await fetch(withBase('/playground-files/files.json'))).json());
  return engine;
}

/** Reads a description of the site. */
export async function readDescription(name) {
  return (await fetch(withBase(`/playground-files/${name}.yaml`))).text();
}

/** Passes the requests of this page's frames to `respond`; returns false where there are no service workers. */
export async function serveFrames(respond) {
  if (navigator.serviceWorker === undefined) return false;
  navigator.serviceWorker.addEventListener('message', async ({ data, ports: [port] }) => {
    if (data.page !== page) return;
    const response = await respond(data.path, {
      method: data.method,
      headers: data.headers,
      body: data.body,
    });
    const { status, headers, body } = response;
    port.postMessage({ status, headers: [...headers], body }, body === null ? [] : [body]);
  });
  navigator.serviceWorker.startMessages();
  await navigator.serviceWorker.register(withBase('/playground-worker.js'));
  const { active } = await navigator.serviceWorker.ready;
  await becomeControlled();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const names = await (await fetch(withBase('/playground-files/index.json'))).json();
  const files = names.map((name) => location.origin + withBase(`/playground-files/${name}`));
  active?.postMessage({ keep: [location.href.split('#')[0], ...loaded, ...files] });
  return true;
}

/** Waits until the service worker sees the requests of this page. */
async function becomeControlled() {
  if (navigator.serviceWorker.controller !== null) return;
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
}

/** Returns the part of a link that carries a text. */
export async function packText(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads the text that a link carries. */
export async function unpackText(packed) {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
