/** Rules about provenance. */
import { asArray, componentName, isAssumed } from './nodes.mjs';
import { isRequiredField } from './facts.mjs';

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
  };
}

function checkOrigin(node, what, location, report) {
  if (asArray(node?.['x-source']).length > 0 || isAssumed(node)) return;
  report({ message: `This ${what} has no provenance. Add \`x-source\` or \`x-assumption\`.`, location });
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
        if (!isRequiredField(component, name))
          report({
            message: `The source does not show that \`${name}\` is required. Mark the requirement with an \`x-assumption\`.`,
            location: location.child(['required', index]),
          });
    },
  };
}
