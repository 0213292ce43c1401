/** Facts about request and response headers. */
import { childNode, isObject, type DocumentNode } from '../contract/document.ts';
import {
  findHeader,
  findOperation,
  findParameter,
  listOperations,
  type Operation,
} from '../contract/operations.ts';
import type { Fact } from '../../../contract/contract.ts';
import { checkType } from './types.ts';
import { parameterKey } from './parameters.ts';
import { fails, holds, holdsAll, type Resolution, type ResolveContext } from './resolution.ts';

/**
 * Resolves the general facts about the header `Authorization`: bearer schemes for keys and sessions, required by
 * default.
 */
export function resolveBearer(_match: RegExpMatchArray, _fact: Fact, context: ResolveContext): Resolution {
  const { openapi } = context.contract;
  const alternatives = openapi.value['security'];
  if (!Array.isArray(alternatives) || alternatives.length < 2)
    return fails('the root names no two ways to authenticate', '#/security');
  const schemes = alternatives.filter(isObject).flatMap((alternative) => Object.keys(alternative));
  if (schemes.length !== alternatives.length)
    return fails('a way to authenticate is empty or has several parts', '#/security');
  return holdsAll(
    schemes.map((name) => {
      const scheme = childNode(openapi, 'components', 'securitySchemes', name);
      const isBearer = scheme?.value['type'] === 'http' && scheme.value['scheme'] === 'bearer';
      return scheme !== null && isBearer
        ? holds([scheme.pointer])
        : fails(`${name} is not a bearer scheme`, scheme?.pointer ?? null);
    }),
  );
}

/** Resolves `METHOD path?header.Authorization`: the operation takes none. */
export function resolveNoAuthorization(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const operation = findOperation(context.contract.openapi, match.groups?.['operation'] ?? '');
  return operation === null ? fails('the operation is not in the contract') : expectOpen(operation);
}

/** Resolves `registration?header.Authorization`: no operation of the registration takes one. */
export function resolveRegistrationHeader(
  _match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const operations = listOperations(context.contract.openapi).filter(({ path }) =>
    path.startsWith('/agent/auth'),
  );
  return operations.length === 0
    ? fails('there is no registration in the contract')
    : holdsAll(operations.map(expectOpen));
}

function expectOpen(operation: Operation): Resolution {
  return operation.security.length === 0
    ? holds([operation.node.pointer])
    : fails('takes an Authorization header; write `security: []`', operation.node.pointer);
}

/** Resolves `METHOD path?header.name`: an optional string parameter. */
export function resolveRequestHeader(
  match: RegExpMatchArray,
  fact: Fact,
  context: ResolveContext,
): Resolution {
  const { operation: key = '', name = '' } = match.groups ?? {};
  const operation = findOperation(context.contract.openapi, key);
  const parameter = operation === null ? null : findParameter(operation, 'header', name);
  if (operation === null || parameter === null)
    return fails(`takes no header ${name}`, operation?.node.pointer ?? null);
  const optional = parameter.value['required'] !== true;
  if (optional !== fact.text.startsWith('optional'))
    return fails(`the header ${name} is not optional`, parameter.pointer);
  const schema = childNode(parameter, 'schema');
  const text = { ...fact, details: new Map([['type', 'string']]) };
  const problem = schema === null ? 'has no schema' : checkType(schema, schema.value, text, null);
  return problem === null
    ? holds([parameter.pointer], [parameterKey(operation.key, 'header', name)])
    : fails(`the header ${name} ${problem}`, parameter.pointer);
}

/** Resolves `METHOD path?response.name`: the success carries the header, or for Content-Type the media type. */
export function resolveResponseHeader(
  match: RegExpMatchArray,
  fact: Fact,
  context: ResolveContext,
): Resolution {
  const { operation: key = '', name = '' } = match.groups ?? {};
  const response = findOperation(context.contract.openapi, key)?.responses.get('200');
  if (response === undefined) return fails(`${key} documents no 200`);
  if (name === 'Content-Type') return expectMediaType(response, fact);
  const header = findHeader(response, name);
  return header === null
    ? fails(`the success has no header ${name}`, response.pointer)
    : holds([header.pointer]);
}

function expectMediaType(response: DocumentNode, fact: Fact): Resolution {
  const wanted = /[a-z]+\/[a-z-]+/.exec(fact.text)?.[0] ?? '';
  const types = Object.keys(childNode(response, 'content')?.value ?? {});
  return types.includes(wanted) || (types.includes('*/*') && fact.text.includes('reflects'))
    ? holds([response.pointer])
    : fails(`the success is not ${wanted}`, response.pointer);
}

/**
 * Resolves `*#401?response.name` and `flow-execution#429?response.name`: every such response of a secured operation has
 * the header, if the status means an exceeded rate.
 */
export function resolveHeaderOfStatus(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const { status = '', name = '' } = match.groups ?? {};
  const responses = listOperations(context.contract.openapi).flatMap((operation) => {
    const response = operation.responses.get(status);
    const counts =
      response !== undefined && operation.security.length > 0 && !isQuota(operation, status, context);
    return counts ? [response] : [];
  });
  if (responses.length === 0) return fails(`no secured operation documents ${status}`);
  const bare = responses.find((response) => findHeader(response, name) === null);
  return bare === undefined
    ? holds([...new Set(responses.map(({ pointer }) => pointer))])
    : fails(`a ${status} lacks the header ${name}`, bare.pointer);
}

/** Returns whether a 429 means an exceeded rate, not an exhausted quota. */
function isQuota(operation: Operation, status: string, context: ResolveContext): boolean {
  const facts = context.groups.get(`status ${operation.key}#${status}`) ?? [];
  return facts.some(({ details }) => details.get('meaning')?.includes('quota') === true);
}

/** Resolves `execution-response?response.name`: the responses of agent execution declare the header as optional. */
export function resolveExecutionHeader(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const name = match.groups?.['name'] ?? '';
  return holdsAll(
    ['execute', 'resume', 'approve'].map((action) => {
      const key = `POST /v1/agents/{id}/${action}`;
      const response = findOperation(context.contract.openapi, key)?.responses.get('200');
      const header = response === undefined ? null : findHeader(response, name);
      if (header === null)
        return fails(`the success of ${key} has no header ${name}`, response?.pointer ?? null);
      const required = header.value['required'] === true;
      return required
        ? fails(`${name} is there only when a burst rate applies`, header.pointer)
        : holds([header.pointer]);
    }),
  );
}
