/** Facts about operations that follow from each of them alone, and from the links between them. */
import { pointerStep, splitPointer } from '../../templates/runtime/json/pointer.ts';
import { readExpression } from '../link-expression.ts';
import type { Inference } from './graph.ts';
import { readPath, templateOf, type PathShape } from './path-shape.ts';
import type { SourceOperation, SourceParameter, SourceResponse, SourceSchema } from './source.ts';
import { successesOf } from './successes.ts';
import { isPageParameter } from './words.ts';

/** An operation with the facts that its role depends on. */
export interface OperationFacts {
  readonly operation: SourceOperation;
  readonly path: PathShape;
  /** The path with a placeholder for each parameter. */
  readonly template: string;
  /** The template of the collection. */
  readonly collection: string;
  /** Its successful response: with a JSON body if there is one. */
  readonly success: SourceResponse | null;
  /** The schema of the JSON body of that response. */
  readonly body: SourceSchema | null;
  /** The schema of the request body. */
  readonly request: SourceSchema | null;
}

export function readFacts(operation: SourceOperation): OperationFacts {
  const path = readPath(operation.path);
  const success = withoutBody(successOf(operation.responses));
  return {
    operation,
    path,
    template: templateOf(operation.path),
    collection: templateOf(path.collection),
    success,
    body: responseSchemaOf(operation),
    request: requestSchemaOf(operation),
  };
}

/** Returns the schema of the body of a request; `null` for none. */
export function requestSchemaOf({ bodies }: Pick<SourceOperation, 'bodies'>): SourceSchema | null {
  return bodies.find(({ schema }) => schema !== null)?.schema ?? null;
}

/** Returns the schema of the JSON body of a success; `null` for none. */
export function responseSchemaOf({ responses }: Pick<SourceOperation, 'responses'>): SourceSchema | null {
  const success = withoutBody(successOf(responses));
  return success?.kind === 'json' ? success.schema : null;
}

/** Returns the parameter that the path ends in. */
export function lastParameter({ operation, path }: OperationFacts): SourceParameter | null {
  const name = path.keys.at(-1);
  return operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name) ?? null;
}

/** Returns whether a success may be that status. */
export function hasStatus({ operation }: OperationFacts, status: number): boolean {
  return operation.responses.some((response) => response.status === status);
}

/** Returns whether an operation can only create: it is a POST, and its only success is 201. */
export function onlyCreates({ operation: { method, responses } }: OperationFacts): boolean {
  const successes = successesOf(responses);
  return method === 'POST' && successes.length > 0 && successes.every(({ status }) => status === 201);
}

/** Returns a success as it is sent. Why: HTTP allows no body with 204, whatever is described. */
function withoutBody(success: SourceResponse | null): SourceResponse | null {
  return success?.status === 204 ? { ...success, kind: 'none', mediaType: null, schema: null } : success;
}

/** Returns whether no success has a body. */
export function isEmpty({ success }: OperationFacts): boolean {
  return success === null || success.kind === 'none';
}

export function isStream({ success }: OperationFacts): boolean {
  return success?.kind === 'eventStream' || streamed.test(success?.mediaType ?? '');
}

const streamed = /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))/;

export function isFile({ operation, success }: OperationFacts): boolean {
  const isRedirected =
    (success === null || success.kind === 'none') &&
    operation.method === 'GET' &&
    operation.responses.some(({ status }) => status === 302);
  return (
    isRedirected ||
    success?.kind === 'bytes' ||
    (success?.kind === 'text' && !/html|plain/.test(success.mediaType ?? ''))
  );
}

/** Returns the first line of the text about an operation. */
export function summaryOf({ operation }: OperationFacts): string {
  return operation.text.split('\n', 1)[0] ?? '';
}

/** Returns the first word of the summary of an operation as a verb, in lower case: `restore` of `Restores a file`. */
export function leadingVerb({ operation }: OperationFacts): string {
  const [first = ''] = operation.text
    .replaceAll(/<[^<>]*>/g, '')
    .trim()
    .split(/[\s.,:]/, 1);
  return first.toLowerCase().replace(/(?<=[^s])s$/, '');
}

/** Returns whether every body that it accepts is a file. */
export function sendsFile({ operation: { bodies } }: OperationFacts): boolean {
  return bodies.length > 0 && bodies.every(({ hasFile }) => hasFile);
}

/**
 * Returns whether it takes values of a set: a list, a body with a list in it, a query parameter with a list, or one
 * value.
 */
export function takesValues({ operation, request }: OperationFacts): boolean {
  return (
    request?.items != null ||
    request?.types?.has('string') === true ||
    [...(request?.properties.values() ?? [])].some(({ items }) => items !== null) ||
    operation.parameters.some(
      ({ in: place, name, schema }) =>
        place === 'query' && (schema.items !== null || /^(?:ids|uris)$/i.test(name)),
    )
  );
}

/** Returns whether the last segment of a path is a name of a file. */
export function isFileName(name: string): boolean {
  return /^(?:content|contents|raw|download|export|log|logs|file|data|archive|pdf|csv)$/i.test(name);
}

/** Counts the parameters of a query that select a page of a list. */
export function countPageParameters({ operation }: OperationFacts): number {
  return operation.parameters.filter(({ in: place, name }) => place === 'query' && isPageParameter(name))
    .length;
}

function successOf(responses: readonly SourceResponse[]): SourceResponse | null {
  const successes = successesOf(responses);
  const chosen = successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
  return chosen.find(({ kind }) => kind === 'json') ?? chosen[0] ?? null;
}

/** Pointers of properties that links name as the key, by the operation that they lead to. */
export type LinkedKeys = ReadonlyMap<string, readonly Inference<string>[]>;

/**
 * Reads the keys that links name. Why only the last property: a link may lead from a list, or from a record that the
 * record in question is a part of.
 */
export function keysFromLinks(all: readonly OperationFacts[]): LinkedKeys {
  const keys = new Map<string, Inference<string>[]>();
  const byId = new Map(all.map((facts) => [facts.operation.id, facts]));
  for (const { operation } of all)
    for (const { name, operation: target, parameters } of operation.responses.flatMap(({ links }) => links)) {
      const last = target === null ? null : (byId.get(target)?.path.keys.at(-1) ?? null);
      const written = parameters[`path.${last}`];
      const expression = typeof written === 'string' ? readExpression(written) : null;
      const property =
        expression?.in === 'response.body' ? splitPointer(expression.pointer).at(-1) : undefined;
      if (target === null || property === undefined) continue;
      const evidence = [{ text: `the link \`${name}\` says so`, pointer: operation.pointer }];
      const existing = keys.get(target) ?? [];
      keys.set(target, [...existing, { value: pointerStep(property), confidence: 1, evidence }]);
    }
  return keys;
}
