/** Checks services in this process by their descriptions. */
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { Level } from '../../../conformance/model/check.ts';
import { isFields } from '../../../conformance/model/json-fields.ts';
import { readJson } from '../../../conformance/model/read-json.ts';
import type { TestEnvironment } from '../../../conformance/model/test-environment.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import type { Contract } from '../../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { readBody } from '../../../templates/runtime/body/read-body.ts';
import { readParameters } from '../../../templates/runtime/read-parameters.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { loadResources } from '../../../generator/load/load-resources.ts';

/** A request as the service reads it. Shape: `body` is `null` if it is not an object in JSON, `text` and `bytes` are the body as sent. */
export interface ServiceRequest {
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

type Respond = (call: ServiceRequest) => Response | Promise<Response>;

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

/** Checks a service by its description; `respond` returns its responses. */
export function checkService(
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
    fetch: async (url, init) => respond(await requestOf(url, init as RequestInit)),
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

/** Returns a request as a service gets it. */
export async function requestOf(url: string, init: RequestInit): Promise<ServiceRequest> {
  const request = new Request(url, init);
  const { pathname: path, searchParams: query } = new URL(url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const text = bytes.toString();
  const reading = readJson(text);
  const body = reading.ok && isFields(reading.value) ? reading.value : null;
  return { method: request.method, path, query, headers: request.headers, body, text, bytes };
}

/** Reads a request as its operation documents it. */
export function readRequest({ contract, ...operation }: ContractOperation, request: ServiceRequest) {
  const { method, path, query, headers, bytes } = request;
  const encoded = Object.entries(operationsOf(contract).pathValues(method, path));
  const params = Object.fromEntries(encoded.map(([name, value]) => [name, decodeURIComponent(value)]));
  const source = { pathParams: params, query: query.toString(), headers };
  const { problems, mismatches, query: values } = readParameters(operation.parameters, source);
  const content = readBody(operation.body, bytes, headers.get('content-type'));
  const form = content.kind === 'value' && isFields(content.value) ? content.value : request.body;
  const isValid = problems.length + mismatches.length === 0 && content.kind === 'value';
  return { params, values, body: form ?? {}, isValid };
}

/** Creates a response without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers });
}
