/** Rules about what an operation documents: statuses, error bodies, and query parameters that are text. */
import { statedStatuses, stringQueries } from './facts.mjs';
import { asArray, child, follow, isAssumed, isObject } from './nodes.mjs';

/**
 * Visits operations with their key `METHOD path`, as facts write it.
 * Why: an operation has only its method; the path is the key of its path item.
 */
export function eachOperation(visit) {
  let path = '';
  return {
    PathItem: {
      enter(_item, { key }) {
        path = String(key);
      },
    },
    Operation: {
      enter(operation, context) {
        visit(`${String(context.key).toUpperCase()} ${path}`, operation, context);
      },
    },
  };
}

/** Requires the stated statuses, and allows others only as assumptions. */
export function Statuses() {
  return eachOperation((key, operation, { report, location }) => {
    const declared = isObject(operation['x-statuses']) ? operation['x-statuses'] : {};
    const documented = Object.keys(operation.responses ?? {});
    const stated = statedStatuses(key);
    if (stated === undefined && !isAssumed(operation))
      report({
        message: `The source has no ${key}. Mark the operation with an \`x-assumption\`.`,
        location: location.key(),
      });
    for (const status of stated ?? [])
      if (!documented.includes(status))
        report({
          message: `The source states ${status} for ${key}.`,
          location: location.child(['responses']).key(),
        });
    for (const status of documented) {
      const known =
        stated === undefined || stated.includes(status) || declared[status]?.assumption !== undefined;
      if (!known)
        report({
          message: `The source does not state ${status} for ${key}. Give it an assumption in \`x-statuses\`.`,
          location: location.child(['responses', status]).key(),
        });
    }
    checkDeclared(declared, documented, location, report);
  });
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

/** Requires the type string for query parameters that the source types as strings, even if they contain numbers. */
export function QueryStrings() {
  return eachOperation((key, operation, { report, location, resolve }) => {
    const names = stringQueries(key);
    for (const [index, item] of asArray(operation.parameters).entries()) {
      const parameter = follow(item, location.child(['parameters', index]), resolve);
      if (parameter.node?.in !== 'query' || !names.includes(parameter.node.name)) continue;
      const type = child(parameter, resolve, 'schema').node?.type;
      if (type !== 'string')
        report({
          message: `The source types \`${parameter.node.name}\` as a string.`,
          location: parameter.location.child(['schema']),
        });
    }
  });
}
