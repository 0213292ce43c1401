/**
 * Reads the links of responses: which operation each leads to, and the runtime expressions that its input comes from.
 */
import { expressionsIn, readExpression, type LinkExpression } from '../../contract/link-expression.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonObject, JsonValue, Place } from '../json/documents.ts';
import {
  arrayAt,
  isObject,
  nodeAt,
  objectAt,
  propertyOf,
  propertyPlace,
  resolveNode,
  segmentsOf,
  textAt,
} from '../json/json.ts';
import type { HttpMethod, LinkInput, ResponseLink } from '../model/contract-model.ts';
import { httpMethods, resolveProperty, type OpenapiContext } from './openapi-context.ts';
import { templateNames } from './read-parameters.ts';
import type { ReadParameter } from '../model/reading.ts';

/** The operation whose response has the links. */
export interface LinkOwner {
  readonly id: string;
  readonly name: string;
  readonly parameters: readonly Pick<ReadParameter, 'in' | 'name'>[];
}

/**
 * Reads the links of a response.
 *
 * Errors: LINK_BROKEN, REFERENCE_BROKEN, MEMBER_MALFORMED (reported); such a link is omitted. LINK_PARAMETER_UNKNOWN,
 * LINK_EXPRESSION_INVALID (reported); such an input is omitted.
 */
export function readLinks(response: JsonObject, owner: LinkOwner, context: OpenapiContext): ResponseLink[] {
  const links = objectAt(response, 'links');
  return Object.keys(links).flatMap((name): ResponseLink[] => {
    const node = name.startsWith('x-') ? undefined : resolveProperty(links, name, context)?.node;
    return node === undefined ? [] : readLink(name, node, owner, context);
  });
}

function readLink(name: string, node: JsonObject, owner: LinkOwner, context: OpenapiContext): ResponseLink[] {
  const place = context.placeOf(node);
  const target = targetOf(node, context.root);
  if (target === null) {
    const written = textAt(node, 'operationId') ?? textAt(node, 'operationRef');
    context.report('LINK_BROKEN', place, { name, target: written ?? 'no operation' });
    return [];
  }
  const isValid = (value: JsonValue, at: Place): boolean => {
    const problems = expressionsIn(value).map(
      (text) => [text, problemOf(readExpression(text), owner)] as const,
    );
    for (const [expression, problem] of problems)
      if (problem !== null) context.report('LINK_EXPRESSION_INVALID', at, { name, expression, problem });
    return problems.every(([, problem]) => problem === null);
  };
  const body = propertyOf(node, 'requestBody');
  const isSent = body !== undefined && isValid(body, propertyPlace(place, 'requestBody'));
  const inputs = readInputs(name, node, target, context).filter((input) => isValid(input.value, input.place));
  return [
    {
      name,
      description: textAt(node, 'description'),
      target,
      parameters: objectAt(node, 'parameters'),
      inputs,
      body: isSent ? { value: body } : null,
      place,
    },
  ];
}

/** Reads the parameters of a link: `id`, or `path.id` with its place. */
function readInputs(
  name: string,
  link: JsonObject,
  target: ResponseLink['target'],
  context: OpenapiContext,
): readonly LinkInput[] {
  const parameters = parametersAt(context.root, target);
  const place = propertyPlace(context.placeOf(link), 'parameters');
  return Object.entries(objectAt(link, 'parameters')).flatMap(([written, value]): LinkInput[] => {
    const match = parameters.find((each) => written === each.name || written === `${each.in}.${each.name}`);
    const at = propertyPlace(place, written);
    if (match !== undefined) return [{ ...match, value, place: at }];
    context.report('LINK_PARAMETER_UNKNOWN', at, {
      name,
      parameter: written,
      target: `${target.method.toUpperCase()} ${target.path}`,
      closest: closestWord(
        written,
        parameters.map((each) => each.name),
      ),
    });
    return [];
  });
}

function parametersAt(
  root: JsonObject,
  { path, method }: ResponseLink['target'],
): Pick<LinkInput, 'in' | 'name'>[] {
  const item = resolveNode(root, propertyOf(objectAt(root, 'paths'), path)) ?? {};
  const declared = [objectAt(item, method), item]
    .flatMap((owner) => arrayAt(owner, 'parameters'))
    .flatMap((written) => {
      const node = resolveNode(root, written) ?? {};
      const [place, name] = [textAt(node, 'in'), textAt(node, 'name')];
      return place === null || name === null ? [] : [{ in: place as LinkInput['in'], name }];
    });
  return [...declared, ...templateNames(path).map((name) => ({ in: 'path' as const, name }))];
}

/** Returns why an expression has no value; `null` if it may have one. */
function problemOf(expression: LinkExpression | null, { id, parameters }: LinkOwner): string | null {
  if (expression === null) return 'is not a runtime expression; it is ignored';
  if (expression.in !== 'request.path' && expression.in !== 'request.query') return null;
  const place = expression.in.slice('request.'.length);
  const isKnown = parameters.some((each) => each.in === place && each.name === expression.name);
  return isKnown ? null : `names no ${place} parameter of \`${id}\`; it is ignored`;
}
function targetOf(link: JsonObject, root: JsonObject): ResponseLink['target'] | null {
  const reference = textAt(link, 'operationRef');
  const id = textAt(link, 'operationId');
  if (id !== null) return findOperation(root, id);
  return reference === null ? null : operationAt(root, reference);
}

function operationAt(root: JsonObject, reference: string): ResponseLink['target'] | null {
  const [section, path, method, ...rest] = reference.startsWith('#/') ? segmentsOf(reference) : [];
  if (section !== 'paths' || path === undefined || !isMethod(method) || rest.length > 0) return null;
  return isObject(nodeAt(root, reference)) ? { path, method } : null;
}

function isMethod(text: string | undefined): text is HttpMethod {
  return httpMethods.some((method) => method === text);
}

function findOperation(root: JsonObject, id: string): ResponseLink['target'] | null {
  for (const [path, written] of Object.entries(objectAt(root, 'paths'))) {
    const item: JsonObject = resolveNode(root, written) ?? {};
    const method = httpMethods.find((each) => idOf(propertyOf(item, each)) === id);
    if (method !== undefined) return { path, method };
  }
  return null;
}

function idOf(operation: JsonValue | undefined): string | null {
  return isObject(operation) ? textAt(operation, 'operationId') : null;
}
