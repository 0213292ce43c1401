/** Facts about operations and the statuses they document. */
import {
  asStrings,
  childNode,
  childNodes,
  isObject,
  type Json,
  type DocumentNode,
} from '../contract/document.ts';
import { statusAssumptions } from '../contract/marks.ts';
import { findOperation, listOperations, type Operation } from '../contract/operations.ts';
import type { Fact } from '../../../contract/contract.ts';
import { propertiesOf, valuesOf } from '../contract/schema.ts';
import { factGroup, fails, holds, type Resolution, type ResolveContext } from './resolution.ts';

/** Resolves `METHOD path`: the operation exists. */
export function resolveEndpoint(match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const operation = findOperation(context.contract.openapi, match.groups?.['operation'] ?? '');
  return operation === null
    ? fails(`${fact.subject} is not in the contract`)
    : holds([operation.node.pointer], [operation.key]);
}

/** Resolves `METHOD path#*`: the documented statuses are the stated ones, and others only as assumptions. */
export function resolveStatusSet(match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const operation = findOperation(context.contract.openapi, match.groups?.['operation'] ?? '');
  if (operation === null) return fails(`${fact.subject} is not in the contract`);
  const stated = fact.details.get('set')?.split(',') ?? [];
  const missing = stated.filter((status) => !operation.responses.has(status));
  if (missing.length > 0)
    return fails(`lacks the stated statuses ${missing.join(', ')}`, operation.node.pointer);
  const invented = [...operation.responses.keys()].filter(
    (status) => !stated.includes(status) && !isAssumedStatus(operation, status),
  );
  if (invented.length > 0)
    return fails(
      `documents ${invented.join(', ')}, which the source does not state; give them an assumption in x-statuses`,
      operation.node.pointer,
    );
  return holds(
    [operation.node.pointer],
    stated.map((status) => statusKey(operation, status)),
  );
}

/** Resolves `METHOD path#NNN`: the response exists, and `x-statuses` lists its stated meanings. */
export function resolveStatus(match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const operation = findOperation(context.contract.openapi, match.groups?.['operation'] ?? '');
  if (operation === null) return fails(`${fact.subject} is not in the contract`);
  const status = match.groups?.['status'] ?? '';
  if (!operation.responses.has(status)) return fails(`does not document ${status}`, operation.node.pointer);
  const pointer = `${operation.node.pointer}/responses/${status}`;
  if (!fact.details.has('meaning') || isMarked(fact, context))
    return holds([pointer], [statusKey(operation, status)]);
  const meanings = (context.groups.get(factGroup(fact)) ?? []).filter(({ details }) =>
    details.has('meaning'),
  );
  const documented = asStrings(childNode(operation.node, 'x-statuses', status)?.value['when']);
  if (documented.length < meanings.length)
    return fails(
      `x-statuses names ${documented.length} of the ${meanings.length} stated meanings of ${status}; add to its \`when\`: ${meanings
        .map(({ details }) => details.get('meaning'))
        .join(' / ')}`,
      pointer,
    );
  return holds([pointer], [statusKey(operation, status)]);
}

/**
 * Resolves `*#NNN`: wherever the status is documented its body is an error body, and the stated text is in one of them.
 */
export function resolveGeneralStatus(
  match: RegExpMatchArray,
  fact: Fact,
  context: ResolveContext,
): Resolution {
  const status = match.groups?.['status'] ?? '';
  const responses = listOperations(context.contract.openapi).flatMap((operation) => {
    const response = operation.responses.get(status);
    return response === undefined ? [] : [response];
  });
  if (responses.length === 0) return fails(`no operation documents ${status}`);
  const odd = responses.find((response) => !hasErrorBody(response));
  if (odd !== undefined) return fails(`the body of a ${status} is not an error body`, odd.pointer);
  const text = /(?:`|error: )(?<text>[^`}]+)/.exec(fact.text)?.groups?.['text'];
  const problem = text === undefined ? null : checkText(responses, text);
  if (problem !== null) return fails(`no ${status} shows the text ${text}`, problem.pointer);
  return holds([...new Set(responses.map(({ pointer }) => pointer))], responses.flatMap(errorProperties));
}

/** Returns the key under which a documented status is accounted for. */
export function statusKey(operation: Operation, status: string): string {
  return `${operation.key}#${status}`;
}

/** Returns whether `x-statuses` puts a status under an assumption. */
export function isAssumedStatus(operation: Operation, status: string): boolean {
  const entry = operation.node.value['x-statuses'];
  return isObject(entry) && statusAssumptions(entry[status]).length > 0;
}

function isMarked(fact: Fact, context: ResolveContext): boolean {
  return context.marks.sources.some(({ id }) => id === fact.id);
}

function hasErrorBody(response: DocumentNode): boolean {
  const schema = childNode(response, 'content', 'application/json', 'schema');
  return schema !== null && propertiesOf(schema, 'error').some(({ required }) => required);
}

/** Returns the properties of section 2.7 that an error body repeats. */
function errorProperties(response: DocumentNode): readonly string[] {
  const schema = childNode(response, 'content', 'application/json', 'schema');
  if (schema === null) return [];
  return ['error', 'details'].flatMap((name) => propertiesOf(schema, name).map(({ pointer }) => pointer));
}

/**
 * Returns the response that contradicts a fixed text or, if none has it, the first one; `null` if there is no problem.
 */
function checkText(responses: readonly DocumentNode[], text: string): DocumentNode | null {
  const fixed = responses.find(
    (response) => fixedTexts(response).length > 0 && !fixedTexts(response).includes(text),
  );
  if (fixed !== undefined) return fixed;
  const isShown = responses.some((response) =>
    [...fixedTexts(response), ...exampleTexts(response)].includes(text),
  );
  return isShown ? null : (responses[0] ?? null);
}

/** Returns the values that the schema of a response allows for `error`; empty if it allows any. */
function fixedTexts(response: DocumentNode): readonly Json[] {
  const schema = childNode(response, 'content', 'application/json', 'schema');
  if (schema === null) return [];
  return propertiesOf(schema, 'error').flatMap(({ schema: error }) =>
    error === null ? [] : (valuesOf(error) ?? []),
  );
}

function exampleTexts(response: DocumentNode): readonly (Json | undefined)[] {
  const examples = childNode(response, 'content', 'application/json', 'examples');
  return childNodes(examples).map(([, example]) => childNode(example, 'value')?.value['error']);
}
