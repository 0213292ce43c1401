/** Rule that compares the two documents: events, addresses and operations must be the same in both. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { asArray, isObject } from './nodes.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Compares a document with its OpenAPI document. The option `openapi` is the path from the AsyncAPI document. */
export function AsyncOpenapiParity({ openapi = 'openapi.yaml' } = {}) {
  let described;
  const streamed = new Set();
  return {
    Root: {
      enter(_root, { location }) {
        described = readDescription(join(dirname(location.source.absoluteRef), openapi));
      },
      leave(_root, { report, location }) {
        for (const type of described.events)
          if (!streamed.has(type))
            report({
              message: `The stream has the event \`${type}\`, and no message has it in \`x-sse\`.`,
              location,
            });
      },
    },
    Message(message, { report, location }) {
      const type = message['x-sse']?.event;
      if (type === undefined) return;
      streamed.add(type);
      if (!described.events.has(type))
        report({
          message: `The union of the stream has no event \`${type}\`.`,
          location: location.child(['x-sse']),
        });
    },
    Channel(channel, { report, location }) {
      // A channel without an address carries replies only, over the connection of the request.
      if (channel.address === undefined || channel.address === null) return;
      const path = described.paths.get(channel.address);
      if (path === undefined) {
        report({
          message: `No path of the OpenAPI document is \`${channel.address}\`.`,
          location: location.child(['address']),
        });
        return;
      }
      const names = [...String(channel.address).matchAll(/\{(.+?)\}/g)].map((match) => match[1]);
      const given = Object.keys(channel.parameters ?? {});
      if (names.sort().join() !== given.sort().join())
        report({
          message: `The address has the parameters ${names.join(', ') || 'none'}, and the channel ${given.join(', ') || 'none'}.`,
          location,
        });
    },
    Operation(operation, { report, location, resolve }) {
      const id = operation['x-openapi-operation'];
      const found = described.operations.get(id);
      if (found === undefined) {
        report({
          message: `No operation of the OpenAPI document has the id \`${String(id)}\`; name one in \`x-openapi-operation\`.`,
          location,
        });
        return;
      }
      const channel = isObject(operation.channel) ? resolve(operation.channel).node : undefined;
      if (channel?.address !== found.path)
        report({
          message: `\`${id}\` is on ${found.path}, and the channel on ${channel?.address}.`,
          location: location.child(['channel']),
        });
      const method = operation.bindings?.http?.method;
      if (method !== undefined && method.toLowerCase() !== found.method)
        report({
          message: `\`${id}\` is a ${found.method.toUpperCase()}.`,
          location: location.child(['bindings', 'http', 'method']),
        });
    },
  };
}

/** Reads what the comparison needs straight from the files: a rule cannot wait for a bundle. */
function readDescription(path) {
  const root = readYaml(path);
  const paths = new Map(
    Object.entries(root.paths ?? {}).map(([template, item]) => [
      template,
      typeof item.$ref === 'string' ? readYaml(join(dirname(path), item.$ref)) : item,
    ]),
  );
  const operations = new Map(
    [...paths].flatMap(([template, item]) =>
      methods.flatMap((method) =>
        item[method]?.operationId === undefined
          ? []
          : [[item[method].operationId, { path: template, method }]],
      ),
    ),
  );
  return { paths, operations, events: new Set(readUnion(root, path)) };
}

/** Returns the tags of ExecutionStreamEvent: the keys of its mapping, or else the names of what it refers to. */
function readUnion(root, path) {
  const union =
    root.components?.schemas?.ExecutionStreamEvent ??
    readYaml(join(dirname(path), 'schemas/ExecutionStreamEvent.yaml'));
  const mapped = Object.keys(union.discriminator?.mapping ?? {});
  if (mapped.length > 0) return mapped;
  return asArray(union.oneOf).flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [basename($ref, '.yaml')] : [],
  );
}

function readYaml(path) {
  try {
    const value = parseYaml(readFileSync(path, 'utf8'));
    return isObject(value) ? value : {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
