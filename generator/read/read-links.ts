/**
 * Reads the links of responses: which operation each leads to, and the runtime expressions that its input comes from.
 */
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isObject, nodeAt, objectAt, propertyOf, resolveNode, segmentsOf, textAt } from '../json/json.ts';
import type { HttpMethod, ResponseLink } from '../model/contract-model.ts';
import { httpMethods, resolveProperty, type OpenapiContext } from './openapi-context.ts';

/**
 * Reads the links of a response.
 *
 * Errors: LINK_BROKEN, REFERENCE_BROKEN, MEMBER_MALFORMED (reported); such a link is omitted.
 */
export function readLinks(response: JsonObject, context: OpenapiContext): ResponseLink[] {
  const links = objectAt(response, 'links');
  return Object.keys(links).flatMap((name): ResponseLink[] => {
    const node = name.startsWith('x-') ? undefined : resolveProperty(links, name, context)?.node;
    if (node === undefined) return [];
    const target = targetOf(node, context.root);
    if (target === null) {
      const written = textAt(node, 'operationId') ?? textAt(node, 'operationRef');
      context.report('LINK_BROKEN', context.placeOf(node), { name, target: written ?? 'no operation' });
      return [];
    }
    const body = propertyOf(node, 'requestBody');
    return [
      {
        name,
        description: textAt(node, 'description'),
        target,
        parameters: objectAt(node, 'parameters'),
        body: body === undefined ? null : { value: body },
      },
    ];
  });
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
