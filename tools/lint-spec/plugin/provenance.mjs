/** Rules about provenance. */
import { asArray, componentName, isAssumed, isObject } from './nodes.mjs';
import { isFact, isSource, isStatedField } from './facts.mjs';

/** Requires provenance for all operations and parameters, and for named schemas, responses, headers and messages. */
export function Provenance() {
  const named =
    (what) =>
    (node, { report, location }) => {
      if (componentName(location) !== null) checkOrigin(node, what, location, report);
    };
  const always =
    (what) =>
    (node, { report, location }) =>
      checkOrigin(node, what, location, report);
  return {
    Operation: always('operation'),
    Channel: always('channel'),
    Message: named('message'),
    Parameter: always('parameter'),
    Schema: named('schema'),
    Response: named('response'),
    Header: named('header'),
    any: {
      enter(node, { report, location }) {
        if (isObject(node)) checkIds(node, location, report);
      },
    },
  };
}

function checkOrigin(node, what, location, report) {
  if (asArray(node?.['x-source']).length > 0 || isAssumed(node)) return;
  report({ message: `This ${what} has no provenance. Add \`x-source\` or \`x-assumption\`.`, location });
}

function checkIds(node, location, report) {
  const unknown = (id) => `\`${id}\` is neither a fact nor a section of the source.`;
  for (const [index, id] of asArray(node['x-source']).entries())
    if (!isSource(id)) report({ message: unknown(id), location: location.child(['x-source', index]) });
  for (const [index, id] of asArray(node['x-not-shown']).entries())
    if (!isFact(id))
      report({
        message: `\`${id}\` is not a fact of the source.`,
        location: location.child(['x-not-shown', index]),
      });
  for (const [status, entry] of Object.entries(isObject(node['x-statuses']) ? node['x-statuses'] : {}))
    for (const [index, id] of asArray(entry?.source).entries())
      if (!isSource(id))
        report({ message: unknown(id), location: location.child(['x-statuses', status, 'source', index]) });
}

/** Requires that schemas the source does not show are open, and require only what is stated or assumed. */
export function NotShown() {
  return {
    Schema(schema, { report, location }) {
      if (asArray(schema['x-not-shown']).length === 0) return;
      const closed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
      if (closed)
        report({
          message: 'The source does not show all properties of this schema, so it cannot be closed.',
          location,
        });
      if (isAssumed(schema)) return;
      const component = componentName(location) ?? '';
      for (const [index, name] of asArray(schema.required).entries())
        if (!isStatedField(component, name, true))
          report({
            message: `The source does not show that \`${name}\` is required. Mark the requirement with an \`x-assumption\`.`,
            location: location.child(['required', index]),
          });
    },
  };
}
