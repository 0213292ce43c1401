/** Creates exchanges like those that a run records. */
import {
  agentPlatformContract as contract,
  operationById,
  type OperationId,
} from '../../../../../conformance/agent-platform/contract.ts';
import { operationsOf, type ContractOperation } from '../../../../../contract/operations.ts';
import type { OperationExchange } from '../../../../../conformance/model/exchange-rule.ts';
import type { Exchange, RecordedBody, RecordedResponse } from '../../../../../conformance/model/exchange.ts';
import type { ResponseSpec } from '../../../../../templates/runtime/operation-spec.ts';

/** A response. Shape: `json` and `text` are bodies; `text` is JSON that does not parse. */
export interface ApiResponse {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly body?: RecordedBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes an exchange; the content type is JSON where there is a body and no other one is given. */
export function exchangeOf(id: OperationId, response: ApiResponse, path?: string): Exchange {
  const { method, path: template } = operationNamed(id);
  const filled = path ?? template.replaceAll(/\{\w+\}/g, 'some_id');
  const request = { operation: id, method, path: filled, headers: [], body: null, profile: 'full' };
  return { number: 1, at: 0, request, response: recordResponse(response), failure: null, durationMs: 1 };
}

/** Makes an exchange as rules see it. */
export function seenExchange(exchange: Exchange): OperationExchange {
  const { operation, method, path } = exchange.request;
  const world = { key: {}, baseUrl: 'https://api.agents.test', isProvoked: false, hasClock: false };
  return {
    exchange,
    operation: operationNamed(operation as OperationId),
    pathValues: operationsOf(contract).pathValues(method, path),
    world,
  };
}

export function operationNamed(id: OperationId): ContractOperation {
  return operationById(id);
}

/** Returns headers that conform to those a response declares. */
export function headersFor(form: ResponseSpec): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string>> = {
    'WWW-Authenticate':
      'Bearer resource_metadata="https://api.agents.test/.well-known/oauth-protected-resource"',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Retry-After': '4',
  };
  return Object.fromEntries(
    form.headers.map(({ name }): [string, string] => [name.toLowerCase(), values[name] ?? '3']),
  );
}

function recordResponse({ status, json, text, body, headers }: ApiResponse): RecordedResponse {
  const recorded = body ?? bodyOf(json, text);
  const isTyped = recorded.kind !== 'none';
  return {
    status,
    headers: { ...(isTyped ? { 'content-type': 'application/json' } : {}), ...headers },
    body: recorded,
  };
}

function bodyOf(json: unknown, text: string | undefined): RecordedBody {
  if (text !== undefined) return { kind: 'text', text, problem: 'Unexpected end of JSON input' };
  return json === undefined ? { kind: 'none' } : { kind: 'json', value: json, text: JSON.stringify(json) };
}
