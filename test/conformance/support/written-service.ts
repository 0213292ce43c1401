/** An in-process service that is only known by a given description, and checks of it. */
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { Level } from '../../../conformance/model/check.ts';
import { isFields } from '../../../conformance/model/json-fields.ts';
import { readJson } from '../../../conformance/model/read-json.ts';
import type { TestEnvironment } from '../../../conformance/model/test-environment.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import type { Contract } from '../../../contract/contract.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { loadResources } from '../../../generator/load/load-resources.ts';

/** A request as the service reads it. Shape: `body` is `null` if it is not an object in JSON, `text` and `bytes` are the body as sent. */
export interface WrittenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  readonly bytes: Buffer;
}

/** What a run uses. Shape: `only` selects checks, `parameters` are those of the configuration. */
export interface CheckOptions {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly only?: readonly string[];
  readonly parameters?: TestEnvironment['parameters'];
  readonly level?: Level;
}

type Respond = (call: WrittenCall) => Response | Promise<Response>;

/** Checks a service by its description; `respond` returns its responses. */
export async function checkWritten(
  description: string,
  respond: Respond,
  options: CheckOptions = {},
): Promise<RunReport> {
  return checkContract(await loadDescription(description), respond, options);
}

/** Loads a description in YAML or JSON. */
export async function loadDescription(description: string): Promise<Contract> {
  const { contract, diagnostics } = await loadResources({
    openapi: 'service.yaml',
    texts: new Map([['service.yaml', description]]),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: import.meta.dirname,
    access: { isRemoteAllowed: false, folders: [] },
  });
  if (contract === null) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

export function checkContract(
  contract: Contract,
  respond: Respond,
  { credentials = {}, only = [], parameters = {}, level = 'stateful' }: CheckOptions,
): Promise<RunReport> {
  // Why: the shorter the run may be, the shorter it waits for a stream that stays open.
  const budget = { ...defaultConfig.budget, perSecond: null, seconds: 60 };
  return runConformance({
    contract,
    plugin: emptyPlugin,
    baseUrl: 'http://127.0.0.1:1',
    fetch: async (url, init) => respond(await readCall(url, init as RequestInit)),
    config: {
      ...defaultConfig,
      level,
      only,
      cases: 3,
      budget,
      environment: { ...defaultConfig.environment, credentials, parameters },
    },
  });
}

async function readCall(url: string, init: RequestInit): Promise<WrittenCall> {
  const request = new Request(url, init);
  const { pathname: path, searchParams: query } = new URL(url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const text = bytes.toString();
  const reading = readJson(text);
  const body = reading.ok && isFields(reading.value) ? reading.value : null;
  return { method: request.method, path, query, headers: request.headers, body, text, bytes };
}

/** Creates a response without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers });
}
