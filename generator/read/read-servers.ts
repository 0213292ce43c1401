/** Reads the server addresses of a document. */
import type { BundledDocument, DocumentKind, JsonObject } from '../json/documents.ts';
import { arrayAt, isObject, propertyOf, objectAt, resolveNode, textAt } from '../json/json.ts';
import type { ReadServer } from '../model/reading.ts';

/** Reads the servers of a document, in its order. Shape: variables are not replaced: `https://{host}/v1`. */
export function readServers({ kind, root, placeOf }: BundledDocument): ReadServer[] {
  return listServers[kind](root).map(({ node, url }) => ({
    url,
    address: fillVariables(url, objectAt(node, 'variables')),
    description: textAt(node, 'description'),
    place: placeOf(node),
  }));
}

function fillVariables(url: string, variables: JsonObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = propertyOf(variables, name);
    return (isObject(variable) ? textAt(variable, 'default') : null) ?? written;
  });
}

interface WrittenServer {
  readonly node: JsonObject;
  readonly url: string;
}

const listServers: Record<DocumentKind, (root: JsonObject) => WrittenServer[]> = {
  openapi: (root) =>
    arrayAt(root, 'servers')
      .filter(isObject)
      .map((node) => ({ node, url: textAt(node, 'url') ?? '/' })),
  asyncapi: (root) =>
    Object.values(objectAt(root, 'servers')).flatMap((written) => {
      const node = resolveNode(root, written);
      if (node === null) return [];
      const protocol = textAt(node, 'protocol') ?? '';
      return [{ node, url: `${protocol}://${textAt(node, 'host') ?? ''}${textAt(node, 'pathname') ?? ''}` }];
    }),
};
