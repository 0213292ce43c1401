/** Rules about schemas: what both kinds of documents understand, what stays open, and what nobody stated. */
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

/** Keeps what both documents use to the keywords that both dialects have, with references standing alone. */
export function SharedSubset() {
  return {
    Schema(schema, { report, location }) {
      if (!isShared(location) || !isObject(schema)) return;
      for (const keyword of Object.keys(schema))
        if (!keyword.startsWith('x-') && !common.has(keyword))
          report({
            message: `\`${keyword}\` is not in both dialects of JSON Schema that read this file.`,
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

/** Leaves answers open: a member that a later version adds breaks no client that this contract describes. */
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
                  message: `\`${keyword}: false\` closes an answer.`,
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

/** Asserts nothing about values that the source does not state, unless a fact or an assumption is named beside it. */
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
              message: `Nobody states this \`${keyword}\`. Name the fact in \`x-source\`, or put it under an \`x-assumption\`.`,
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

/** A schema inside a parameter, a header, a list or a composition speaks of the same value; a property is one of its own. */
function isPartOf({ pointer }) {
  return /\/(?:schema|items|(?:oneOf|anyOf|allOf)\/\d+)$/.test(pointer);
}
