/** Rules about what an operation documents: its statuses and error bodies. */
import { asArray, child, follow, isObject } from './nodes.mjs';

/** Requires that `x-statuses` lists documented statuses only, and each situation once. */
export function Statuses() {
  return {
    Operation(operation, { report, location }) {
      const declared = isObject(operation['x-statuses']) ? operation['x-statuses'] : {};
      checkDeclared(declared, Object.keys(operation.responses ?? {}), location, report);
    },
  };
}

function checkDeclared(declared, documented, location, report) {
  const seen = new Set();
  for (const [status, entry] of Object.entries(declared)) {
    const place = location.child(['x-statuses', status]);
    if (!documented.includes(status))
      report({ message: `${status} is not documented below \`responses\`.`, location: place.key() });
    for (const [index, name] of asArray(entry?.when).entries()) {
      if (seen.has(name))
        report({
          message: `\`${name}\` occurs twice. A situation has one status.`,
          location: place.child(['when', index]),
        });
      seen.add(name);
    }
  }
}

/** Requires an error body for every error: an object whose `error` is a required string. */
export function ErrorBody() {
  return {
    Operation(operation, { report, location, resolve }) {
      for (const status of Object.keys(operation.responses ?? {})) {
        if (!/^[45]/.test(status)) continue;
        const place = location.child(['responses', status]);
        const response = follow(operation.responses[status], place, resolve);
        const schema = child(response, resolve, 'content', 'application/json', 'schema');
        if (!hasErrorText(schema, resolve))
          report({
            message: `The body of ${status} is not an \`ErrorBody\`: an object whose \`error\` is a required string.`,
            location: place,
          });
      }
    },
  };
}

function hasErrorText(schema, resolve) {
  if (!isObject(schema.node)) return false;
  const error = child(schema, resolve, 'properties', 'error').node;
  return asArray(schema.node.required).includes('error') && error?.type === 'string';
}
