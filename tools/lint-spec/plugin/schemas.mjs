/** Rules about schemas: shared keywords, open responses, and unstated assertions. */
import { child, isAssumed, isObject, namesFact, schemasBelow } from './nodes.mjs';

/** Keywords that draft-07 and 2020-12 have in common, and that every tool for both documents takes. */
const common = new Set(
  (
    'type properties required items additionalProperties enum const title description default examples allOf oneOf anyOf not ' +
    'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems ' +
    'minProperties maxProperties patternProperties propertyNames format contentMediaType contentEncoding readOnly writeOnly'
  ).split(' '),
);

const isShared = ({ source }) => /[/\\]shared[/\\]/.test(source.absoluteRef);

/** Restricts shared schemas to the keywords of both dialects, without siblings of `$ref`. */
export function SharedSubset() {
  return {
    Schema(schema, { report, location }) {
      if (!isShared(location) || !isObject(schema)) return;
      for (const keyword of Object.keys(schema))
        if (!keyword.startsWith('x-') && !common.has(keyword))
          report({
            message: `\`${keyword}\` is not supported by both dialects of JSON Schema in which this file is used.`,
            location: location.child([keyword]).key(),
          });
      if (Array.isArray(schema.items))
        report({
          message: 'A list of schemas in `items` means different things in the two dialects.',
          location: location.child(['items']),
        });
    },
    ref(ref, { report, location }) {
      if (!isShared(location)) return;
      for (const keyword of Object.keys(ref))
        if (keyword !== '$ref')
          report({
            message: `\`${keyword}\` beside \`$ref\` is ignored by draft-07.`,
            location: location.child([keyword]).key(),
          });
    },
  };
}

/** Requires open responses, so that a property added by a later version breaks no client. */
export function OpenResponses() {
  return {
    Operation(operation, { report, location, resolve }) {
      const seen = new Set();
      for (const status of Object.keys(operation.responses ?? {})) {
        const response = child({ node: operation, location }, resolve, 'responses', status);
        for (const type of Object.keys(response.node?.content ?? {}))
          for (const schema of schemasBelow(
            child(response, resolve, 'content', type, 'schema'),
            resolve,
            seen,
          ))
            for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
              if (schema.node[keyword] === false)
                report({
                  message: `\`${keyword}: false\` closes a response.`,
                  location: schema.location.child([keyword]),
                });
      }
    },
  };
}

const assertions = (
  'format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems ' +
  'uniqueItems minProperties maxProperties'
).split(' ');

/** Rejects assertions about values that neither a fact nor an assumption states. */
export function NoExtraAssertion() {
  // The schemas, parameters and headers around the present one, innermost last.
  const around = [];
  const hold = { enter: (node) => around.push(node), leave: () => around.pop() };
  return {
    Parameter: hold,
    Header: hold,
    Schema: {
      enter(schema, { report, location }) {
        const owner = around.at(-1);
        around.push(schema);
        if (!isObject(schema) || hasOrigin(schema) || (isPartOf(location) && hasOrigin(owner))) return;
        for (const keyword of assertions)
          if (schema[keyword] !== undefined)
            report({
              message: `Neither the source nor an assumption states this \`${keyword}\`. Add the fact to \`x-source\`, or mark it with an \`x-assumption\`.`,
              location: location.child([keyword]).key(),
            });
      },
      leave: () => around.pop(),
    },
  };
}

function hasOrigin(node) {
  return isAssumed(node) || namesFact(node);
}

/** Returns whether a schema describes the same value as its owner: within a parameter, header, list or composition. */
function isPartOf({ pointer }) {
  return /\/(?:schema|items|(?:oneOf|anyOf|allOf)\/\d+)$/.test(pointer);
}
