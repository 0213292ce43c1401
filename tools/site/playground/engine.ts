/** The mock and the generator in a page, for the playground. */
import { createDescribedMock, DescriptionError } from '../../../mock/described-mock.ts';
import { createMock, type Engine } from '../../../mock/index.ts';
import { generate } from '../../../generator/pipeline.ts';
import { operations } from '../../../generated/service/operations.ts';
import { createMemorySink } from '../../memory-sink.ts';
import { files } from '../../build/page/fs.ts';

/** An operation that a reader can try. Shape: `path` is a template. */
export interface PlaygroundOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** A request with values that the description accepts. Shape: `body` is JSON, empty for none. */
export interface PlaygroundRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** An API that runs in this page. */
export interface PlaygroundApi {
  readonly title: string;
  readonly operations: readonly PlaygroundOperation[];
  /** Headers that every request needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns a request to try. */
  requestOf(operation: PlaygroundOperation): Promise<PlaygroundRequest>;
  /** Calls the mock; paths are those of the API, and of the control API below `/_mock/`. */
  readonly fetch: Engine['fetch'];
  close(): Promise<void>;
}

/** Adds the files that the generator reads, such as its templates. Shape: texts by path in the project. */
export function addFiles(texts: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(texts)) files.set(`/${file}`, text);
}

/**
 * Starts the mock of a description.
 *
 * Errors: rejects with an error whose message has the problems of the description.
 */
export async function openDescription(text: string): Promise<PlaygroundApi> {
  const { engine, loaded } = await createDescribedMock({ openapi: withLineBreak(text) }).catch(explain);
  const { contract } = loaded;
  if (contract === null) throw new Error('The description has no operations.');
  return {
    title: contract.title,
    operations: contract.service.operations,
    headers: { authorization: 'Bearer test' },
    requestOf: async (operation) => fillRequest(operation, (await contract.loadSamples()).operationSamples),
    fetch: engine.fetch,
    close: () => engine.close(),
  };
}

/** Starts the mock of the Agent Platform. */
export async function openPlatform(): Promise<PlaygroundApi> {
  const mock = await createMock({ pace: 'fast' });
  const { operationSamples } = await import('../../../generated/service/samples.ts');
  return {
    title: 'Agent Platform API',
    operations,
    headers: { authorization: 'Bearer rt_live_dev' },
    requestOf: (operation) => Promise.resolve(fillRequest(operation, operationSamples)),
    fetch: mock.fetch,
    close: () => mock.close(),
  };
}

/** Generates the client of a description. Shape: texts by file name. Errors: rejects when the description has errors. */
export async function generateClient(text: string): Promise<ReadonlyMap<string, string>> {
  files.set('/project/openapi.yaml', text);
  const sink = createMemorySink();
  const target = { name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'api', lint: null, extras: [] };
  const options = {
    folder: '/project',
    targets: [target],
    runtime: 'package',
    docs: 'docs',
    only: ['client.ts'],
  };
  const { diagnostics, plan } = await generate(options, sink, 'write');
  if (plan === null)
    throw new Error(
      diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])).join('\n'),
    );
  const texts = [...sink.files].map(([file, content]) => [file.replace(/^api\//, ''), content] as const);
  return new Map(texts.filter(([file]) => file.endsWith('.ts')));
}

function fillRequest({ id, method, path }: PlaygroundOperation, samples: object = {}): PlaygroundRequest {
  const { request = {} } = (samples as Readonly<Record<string, OperationSampleOf | undefined>>)[id] ?? {};
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path?.[name] ?? name)),
  );
  const body = request.body === undefined ? '' : JSON.stringify(request.body, null, 2);
  return { method, path: filled, body };
}

interface OperationSampleOf {
  readonly request?: { readonly path?: Readonly<Record<string, string | number>>; readonly body?: unknown };
}

/** Returns the text in a form that is not mistaken for a file name. */
function withLineBreak(text: string): string {
  return `${text}\n`;
}

function explain(error: unknown): never {
  if (!(error instanceof DescriptionError)) throw error;
  const problems = error.diagnostics.filter(({ severity }) => severity === 'error');
  const lines = problems.map(
    ({ message, position }) => `${position === null ? '' : `Line ${position.line}: `}${message}`,
  );
  throw new Error(lines.join('\n'), { cause: error });
}
