/** Serves the mock of a description: reads it, prints what was noticed, and greets with its resources. */
import type { LoadedResources } from '../generator/load/load-resources.ts';
import type { SchemeSpec } from '../templates/runtime/server/security.ts';
import { createDescribedMock, DescriptionError } from '../mock/described-mock.ts';
import type { Engine } from '../mock/engine/engine.ts';
import type { DescribedMockOptions, MockEngineOptions } from '../mock/engine/options.ts';
import { summaryOf } from './output/explain-text.ts';
import { printable } from './output/paint.ts';
import { printDiagnostics } from './output/print-outcome.ts';
import { createStored, type LogCall } from './world-log.ts';

/** Which description is served, and how. */
export type DescribedCall = Omit<DescribedMockOptions, keyof MockEngineOptions>;

/** How the start message describes the mock. */
interface Setup {
  readonly isControlOpen: boolean;
  readonly isQuiet: boolean;
  readonly place: string | undefined;
}

/** A mock that is ready to listen. */
interface StartedMock {
  readonly mock: Engine;
  readonly greeting: (url: string) => string;
}

/** Creates the mock; `null` if that fails, after a message. */
export async function startDescribedMock(
  call: DescribedCall,
  options: MockEngineOptions,
  log: LogCall | undefined,
  setup: Setup,
): Promise<StartedMock | null> {
  try {
    const created = await createStored(createDescribedMock, { ...options, ...call }, log);
    if (typeof created === 'string') {
      process.stderr.write(`${created}\n`);
      return null;
    }
    const calls = await firstCalls(created.loaded);
    return {
      mock: created.engine,
      greeting: (url) => describeStart(url, call.openapi, created.loaded, calls, setup),
    };
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    process.stderr.write(`${printDiagnostics(error.diagnostics, false).join('\n')}\n`);
    return null;
  }
}

function describeStart(
  url: string,
  document: string,
  { contract, resources, diagnostics }: LoadedResources,
  calls: readonly string[],
  { isControlOpen, isQuiet, place }: Setup,
): string {
  const title = `Backlot mock of ${contract?.title ?? document} on ${url}`;
  if (isQuiet || contract === null || resources === null) return `${title}\n`;
  const shown = resources.graph.resources.slice(0, MOST_RESOURCES);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const problems = diagnostics.filter(({ severity }) => severity !== 'info').length;
  const credential = credentialOf(contract.service.securitySchemes);
  const lines = [
    title,
    '',
    summaryOf(resources.graph),
    ...shown.map(({ name, path, itemPath }) => `  ${name.padEnd(width)}  ${itemPath ?? path}`),
    ...(resources.graph.resources.length > MOST_RESOURCES ? ['  …'] : []),
    ...(problems === 0 ? [] : ['', `The description has ${problems} problems, which explain prints.`]),
    '',
    ...(credential === null ? [] : [`Any credential is accepted, such as ${credential}`]),
    'Try',
    ...calls.map((call) => `  curl -s${credential === null ? '' : ` -H '${credential}'`} ${url}${call}`),
    '',
    `Why it responds as it does, and how to change it: backlot explain --openapi ${document}`,
    `Open ${url}/_mock/console/ in a browser to watch and steer it.`,
    ...(isControlOpen ? [`The control API (clock, faults, worlds, journal) is below ${url}/_mock/.`] : []),
    ...(place === undefined ? [] : [`The worlds are stored in ${place}.`]),
    'Stop with Ctrl+C.',
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const MOST_RESOURCES = 12;

/** Returns a header with a credential; `null` if no operation needs one in a header. */
function credentialOf(schemes: readonly SchemeSpec[]): string | null {
  for (const scheme of schemes) {
    if (scheme.kind === 'bearer' || scheme.kind === 'other') return 'Authorization: Bearer test';
    if (scheme.kind === 'basic') return 'Authorization: Basic dGVzdDp0ZXN0';
    if ('parameter' in scheme && scheme.in === 'header') return `${scheme.parameter}: test`;
  }
  return null;
}

/** Units: characters of a body that is shown. */
const LONGEST_BODY = 200;

/** Returns the ends of calls to paste into a terminal: a list, and the creation of a record that has no parent. */
async function firstCalls({ contract, resources }: LoadedResources): Promise<readonly string[]> {
  if (contract === null || resources === null) return [];
  const { operations } = contract.service;
  const plain = operations.filter(
    ({ path, parameters }) => !path.includes('{') && !parameters.some(({ required }) => required),
  );
  const roles = new Map(resources.graph.operations.map(({ id, role }) => [id, role.value]));
  const list = plain.find(({ id }) => roles.get(id) === 'list');
  const { operationSamples = {} } = await contract.loadSamples();
  const creations = plain.flatMap(({ id, path, body }) => {
    const sample = (operationSamples as Readonly<Record<string, Sample | undefined>>)[id]?.request.body;
    const text = JSON.stringify(sample);
    const isJson = body?.content.some(({ mediaType }) => mediaType === 'application/json') === true;
    if (roles.get(id) !== 'create' || !isJson || sample === undefined || text.length > LONGEST_BODY)
      return [];
    return [`${path} -H 'Content-Type: application/json' -d '${text.replaceAll("'", String.raw`'\''`)}'`];
  });
  const shown = [...(list === undefined ? [] : [list.path]), ...creations.slice(0, 1)];
  return shown.length > 0 ? shown : plain.slice(0, 1).map(({ path }) => path);
}

interface Sample {
  readonly request: { readonly body?: unknown };
}
