/**
 * The landing page at the root of a world, for browsers and `curl`.
 */
import { fixedCredentials } from './agent-platform/fixtures/empty.ts';
import type { Landing } from './http/mock-pages.ts';
import { version } from './version.ts';

/** Links on the page: path below the world, and description. */
const links: readonly (readonly [path: string, description: string])[] = [
  ['/openapi.yaml', 'OpenAPI 3.2 document of the service, with its event streams (also /openapi.json)'],
  ['/openapi-3.1.yaml', 'OpenAPI 3.1 document of the service (also /openapi-3.1.json)'],
  ['/asyncapi.yaml', 'AsyncAPI document of the service (also /asyncapi.json)'],
  ['/.well-known/jwks.json', 'public keys of the built-in identity provider'],
  ['/_mock/world', 'this world, with record counts'],
  ['/_mock/requests?order=newest', 'the newest requests, with contract violations'],
  ['/_mock/scenarios', 'the scenarios of this world'],
  ['/_mock/clock', 'the clock of this world'],
];

/** Renders the landing page of a world. */
export const landing: Landing = {
  json: ({ world, baseUrl }) => ({
    name: 'Backlot mock of the Agent Platform API',
    version,
    world,
    links: Object.fromEntries(links.map(([path, description]) => [description, baseUrl + path])),
  }),
  html: ({ world, baseUrl }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backlot mock</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  pre { white-space: pre-wrap; padding: .75rem; border: 1px solid #8886; border-radius: .4rem }
  code { overflow-wrap: anywhere }
  dt { font-family: ui-monospace, monospace } dd { margin: 0 0 .5rem }
</style>
<h1>Backlot mock</h1>
<p>A stateful mock of the Agent Platform API, version ${version}. This is world <code>${escape(world)}</code> at <code>${escape(baseUrl)}</code>.</p>
<h2>Try it</h2>
<pre><code>curl -s ${escape(baseUrl)}/v1/agents -H 'Authorization: Bearer ${fixedCredentials.live}'</code></pre>
<p>Keys: <code>${fixedCredentials.live}</code> has all permissions, <code>${fixedCredentials.readOnly}</code> may only read, <code>${fixedCredentials.test}</code> has the limits of a test key.</p>
<h2>Links</h2>
<dl>
${links.map(([path, description]) => `<dt><a href="${escape(baseUrl + path)}">${escape(path)}</a></dt><dd>${escape(description)}</dd>`).join('\n')}
</dl>
</html>
`,
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
