/** The landing page at the root of a world, for browsers and `curl`. */
import type { Landing } from '../http/mock-pages.ts';
import type { LandingParts, MockPlugin } from '../plugin.ts';
import { version } from '../version.ts';

type Links = LandingParts['links'];

const worldLink: Links = [['/_mock/world', 'this world, with record counts']];
const requestsLink: Links = [
  ['/_mock/requests?order=newest', 'the newest requests, with contract violations'],
];
const scenariosLink: Links = [['/_mock/scenarios', 'the scenarios of this world']];
const clockLink: Links = [['/_mock/clock', 'the clock of this world']];

/** Creates the landing page of the worlds of an API. */
export function createLanding({ contract, landing, scenarios }: MockPlugin): Landing {
  const { name = contract.title, links: apiLinks = [] } = landing ?? {};
  const links: Links = [
    ...apiLinks,
    ...worldLink,
    ...requestsLink,
    ...(scenarios === undefined ? [] : scenariosLink),
    ...clockLink,
  ];
  return {
    json: ({ world, baseUrl }) => ({
      name: `Backlot mock of ${name}`,
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
<p>A stateful mock of ${escape(name)}, version ${version}. This is world <code>${escape(world)}</code> at <code>${escape(baseUrl)}</code>.</p>
${landing?.example(escape(baseUrl)) ?? ''}
<h2>Links</h2>
<dl>
${links.map(([path, description]) => `<dt><a href="${escape(baseUrl + path)}">${escape(path)}</a></dt><dd>${escape(description)}</dd>`).join('\n')}
</dl>
</html>
`,
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
