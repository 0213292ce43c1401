/** Serves the mock of a description: reads it, prints diagnostics, and greets with its resources. */
import path from 'node:path';
import type { Contract } from '../contract/contract.ts';
import type { LoadedResources } from '../generator/load/load-resources.ts';
import { relativeFile } from '../generator/source/document-names.ts';
import { credentialOf, type KnownCredentials } from '../mock/resources/definition/known-credentials.ts';
import {
  createDescribedMock,
  DefinitionError,
  DescriptionError,
  type DescribedMock,
} from '../mock/described-mock.ts';
import type { Engine } from '../mock/engine/engine.ts';
import type { DescribedMockOptions } from '../mock/described-options.ts';
import type { MockEngineOptions } from '../mock/engine/options.ts';
import type { ShownCredential } from '../mock/plugin.ts';
import { storedResources } from '../contract/resources/graph.ts';
import { summaryOf } from './output/explain-text.ts';
import { printable } from './output/paint.ts';
import { printDiagnostics } from './output/print-outcome.ts';
import type { DescribedCall } from './described-call.ts';
import { FileError, pathsOf, readFiles } from './described/described-files.ts';
import { watchInputs, type WatchedRun } from './serving/watch.ts';
import { createStored, type LogCall } from './world-log.ts';

/** How the start message describes the mock. */
interface Setup {
  readonly isControlOpen: boolean;
  readonly isQuiet: boolean;
  readonly place: string | undefined;
  /** Whether `backlot explain` is installed too. */
  readonly hasExplain: boolean;
}

/** A mock that is ready to listen. Shape: `folder` watches its files. */
interface StartedMock {
  readonly mock: Engine;
  readonly greeting: (url: string) => string;
  readonly folder: { close(): void };
}

/** Creates the mock; `null` if that fails, after a message. */
export async function startDescribedMock(
  call: DescribedCall,
  options: MockEngineOptions,
  log: LogCall | undefined,
  setup: Setup,
): Promise<StartedMock | null> {
  try {
    const own = { ...options, ...optionsOf(call), ...(await readFiles(call)) };
    const created = await createStored(createDescribedMock, own, log);
    if (typeof created === 'string') {
      print(created);
      return null;
    }
    const calls = await firstCalls(created.loaded);
    return {
      mock: created.engine,
      greeting: (url) =>
        describeStart(url, call.openapi, created.loaded, calls, { ...setup, known: own.credentials }),
      folder: watchFiles(created, call),
    };
  } catch (error) {
    printError(error);
    return null;
  }
}

function optionsOf({ files: _, recordCount: __, ...options }: DescribedCall): DescribedMockOptions {
  return options;
}

/** Reloads the description and the files of a user whenever one changes. */
function watchFiles({ loaded, reload }: DescribedMock, call: DescribedCall): { close(): void } {
  const closing = new AbortController();
  const own = pathsOf(call.files);
  let isStarted = false;
  let read = [...own, ...loaded.files];
  const run = async (changed: readonly string[]): Promise<WatchedRun> => {
    if (!isStarted) {
      isStarted = true;
      return { read, isSound: true };
    }
    try {
      const again = await reload(await readFiles(call));
      read = [...own, ...again.loaded.files];
      const problems = [...printDiagnostics(again.loaded.diagnostics, false), ...again.problems];
      print([`${namesOf(changed, call.openapi)}: read again, and in use`, ...problems].join('\n'));
      return { read, isSound: true };
    } catch (error) {
      printError(error);
      print('The last valid version stays in use.');
      return { read, isSound: false };
    }
  };
  void watchInputs(run, () => undefined, closing.signal);
  return { close: () => closing.abort() };
}

/** Returns the names of changed files for messages; `document` if they are unknown. */
function namesOf(changed: readonly string[], document: string): string {
  const names = changed.map((file) =>
    file === path.resolve(document) ? document : relativeFile(file, process.cwd()),
  );
  return names.length === 0 ? document : names.join(', ');
}

/** Prints why a description or a file can't be used. Errors: throws bugs. */
function printError(error: unknown): void {
  if (error instanceof DescriptionError) print(printDiagnostics(error.diagnostics, false).join('\n'));
  else if (error instanceof DefinitionError || error instanceof FileError) print(error.message);
  else throw error;
}

function print(text: string): void {
  process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
}

function describeStart(
  url: string,
  document: string,
  { contract, resources, diagnostics }: LoadedResources,
  calls: readonly string[],
  {
    isControlOpen,
    isQuiet,
    place,
    hasExplain,
    known,
  }: Setup & { readonly known: KnownCredentials | undefined },
): string {
  const title = `Backlot mock of ${contract?.title ?? document} on ${url}`;
  if (isQuiet || contract === null || resources === null) return `${title}\n`;
  const stored = storedResources(resources.graph);
  const shown = stored.slice(0, MAX_RESOURCES);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  // Why not those of ids: they only matter to the names of generated code.
  const problems = diagnostics.filter(
    ({ severity, code }) => severity !== 'info' && !code.startsWith('OPERATION_ID_'),
  ).length;
  const explain = hasExplain ? `: backlot explain --openapi ${document}` : null;
  const credential = credentialOf(contract.service, known);
  const lines = [
    title,
    '',
    summaryOf(resources.graph),
    ...shown.map(({ name, path, itemPath }) => `  ${name.padEnd(width)}  ${itemPath ?? path}`),
    ...(stored.length > MAX_RESOURCES ? ['  …'] : []),
    ...(problems === 0
      ? []
      : [
          '',
          `The description has ${problems === 1 ? '1 problem' : `${problems} problems`}.${explain === null ? '' : ` To list ${problems === 1 ? 'it' : 'them'}${explain}`}`,
        ]),
    '',
    ...(credential === null
      ? []
      : [
          known === undefined
            ? `Any credential is accepted, such as ${nameOf(credential)}`
            : `Credential: ${nameOf(credential)}`,
        ]),
    ...(calls.length === 0 ? [] : ['Try', ...calls.map((call) => `  ${curlOf(url, call, credential)}`), '']),
    ...(explain === null ? [] : [`Why it responds as it does, and how to change it${explain}`]),
    ...(isControlOpen
      ? [
          `Open ${url}/_mock/console/ in a browser to watch and control it.`,
          `The control API (clock, faults, worlds, journal) is below ${url}/_mock/.`,
        ]
      : []),
    ...(place === undefined ? [] : [`The worlds are stored in ${place}.`]),
    'Stop with Ctrl+C.',
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const MAX_RESOURCES = 12;

/** Formats a credential for a text. */
function nameOf({ in: place, name, prefix, example }: ShownCredential): string {
  if (prefix === 'Basic ') return atob(example);
  if (place === 'header') return `${name}: ${prefix}${example}`;
  return place === 'cookie' ? `the cookie ${name}=${example}` : `?${name}=${example}`;
}

/** Returns the option of `curl` that sends a credential; empty for one in the query. */
function optionOf({ in: place, name, prefix, example }: ShownCredential): string {
  if (prefix === 'Basic ') return `-u ${atob(example)}`;
  if (place === 'header') return `-H '${name}: ${prefix}${example}'`;
  return place === 'cookie' ? `-b '${name}=${example}'` : '';
}

/** Returns a call for a terminal. */
function curlOf(url: string, call: string, credential: ShownCredential | null): string {
  const [path = '', ...rest] = call.split(' ');
  const query = credential?.in === 'query' ? `?${credential.name}=${credential.example}` : '';
  const address = url + path + query;
  const quoted = address.includes('?') ? `'${address}'` : address;
  const parts = ['curl -s', credential === null ? '' : optionOf(credential), quoted, ...rest];
  return parts.filter((part) => part !== '').join(' ');
}

/** Units: characters of a body that is shown. */
const MAX_BODY_LENGTH = 200;

/** Returns the ends of calls to paste into a terminal: a list, and the creation of a record without a parent. */
async function firstCalls({ contract, resources }: LoadedResources): Promise<readonly string[]> {
  if (contract === null || resources === null) return [];
  const { operations } = contract.service;
  const plain = operations.filter(
    ({ path, parameters }) => !path.includes('{') && !parameters.some(({ required }) => required),
  );
  const roles = new Map(resources.graph.operations.map(({ id, role }) => [id, role.value]));
  const lists = plain.filter(({ id }) => roles.get(id) === 'list');
  const read = lists.find(({ method }) => method === 'GET')?.path;
  const create = await firstPost(
    contract,
    plain.filter(({ id }) => roles.get(id) === 'create'),
  );
  const shown = [read ?? (await firstPost(contract, lists)), create].filter((call) => call !== undefined);
  return shown.length > 0 ? shown : plain.slice(0, 1).map(({ path }) => path);
}

/** Returns the first call with a short body. Why one at a time: creating a sample of a large schema is slow. */
async function firstPost(
  contract: Contract,
  operations: Contract['service']['operations'],
): Promise<string | undefined> {
  const { operationSamples = {} } = await contract.loadSamples();
  for (const { id, path, body } of operations) {
    if (body?.content.some(({ mediaType }) => mediaType === 'application/json') !== true) continue;
    const sample = (operationSamples as Readonly<Record<string, Sample | undefined>>)[id]?.request.body;
    const text = JSON.stringify(sample) as string | undefined;
    if (text === undefined || text.length > MAX_BODY_LENGTH) continue;
    return `${path} -H 'Content-Type: application/json' -d '${text.replaceAll("'", String.raw`'\''`)}'`;
  }
  return undefined;
}

interface Sample {
  readonly request: { readonly body?: unknown };
}
