/** Rule about the examples of error responses: they must relate to their operation. */
import { asArray, child, follow, isObject } from './nodes.mjs';

/**
 * Shows errors that an operation can return: the example of a 404 names no resource that is foreign to the operation,
 * and `details` point to parameters or properties that the operation has.
 *
 * The resources are the words of all paths; those of an operation are the words of its path, parameters, body and tag.
 */
export function ErrorExamples() {
  let resources = new Set();
  let path = '';
  let shared = [];
  return {
    Root: {
      enter(root) {
        resources = new Set(Object.keys(root.paths ?? {}).flatMap(wordsOf));
      },
    },
    PathItem: {
      enter(item, { key, location }) {
        path = String(key);
        shared = asArray(item.parameters).map((node, index) => ({
          node,
          location: location.child(['parameters', index]),
        }));
      },
    },
    Operation: {
      enter(operation, { report, location, resolve }) {
        const own = asArray(operation.parameters).map((node, index) => ({
          node,
          location: location.child(['parameters', index]),
        }));
        const fields = fieldsOf({ node: operation, location }, [...shared, ...own], resolve);
        const vocabulary = new Set(
          [path, operation.operationId, ...asArray(operation.tags), ...fields].flatMap(wordsOf),
        );
        for (const { status, value, place } of errorExamples({ node: operation, location }, resolve)) {
          const foreign = status === '404' ? foreignWords(value, resources, vocabulary) : [];
          for (const word of foreign)
            report({
              message: `The example of ${status} of ${operation.operationId} mentions "${word}", which is unrelated to the operation.`,
              location: place,
            });
          for (const field of unknownFields(value, fields))
            report({
              message: `The example of ${status} of ${operation.operationId} points to \`${field}\`, which is neither a parameter nor a property of the body.`,
              location: place,
            });
        }
      },
    },
  };
}

function* errorExamples(operation, resolve) {
  for (const status of Object.keys(operation.node.responses ?? {})) {
    if (!/^[45]/.test(status)) continue;
    const response = child(operation, resolve, 'responses', status);
    const media = child(response, resolve, 'content', 'application/json');
    for (const name of Object.keys(media.node?.examples ?? {})) {
      const example = child(media, resolve, 'examples', name);
      if (isObject(example.node?.value))
        yield { status, value: example.node.value, place: example.location.child(['value']) };
    }
  }
}

/** Returns the names of the parameters and of the properties of the JSON body, those of its parts included. */
function fieldsOf(operation, parameters, resolve) {
  const names = parameters.map(({ node, location }) => follow(node, location, resolve).node?.name);
  const body = child(operation, resolve, 'requestBody', 'content', 'application/json', 'schema');
  return new Set([...names, ...propertiesOf(body, resolve)].filter((name) => typeof name === 'string'));
}

function propertiesOf(schema, resolve, depth = 0) {
  if (!isObject(schema.node) || depth > 4) return [];
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    asArray(schema.node[keyword]).map((_, index) => child(schema, resolve, keyword, index)),
  );
  return [
    ...Object.keys(schema.node.properties ?? {}),
    ...parts.flatMap((part) => propertiesOf(part, resolve, depth + 1)),
  ];
}

function foreignWords({ error }, resources, vocabulary) {
  return typeof error === 'string'
    ? [...new Set(wordsOf(error))].filter((word) => resources.has(word) && !vocabulary.has(word))
    : [];
}

function unknownFields({ details }, fields) {
  return asArray(details)
    .map((detail) => detail?.path)
    .filter((path) => typeof path === 'string' && !fields.has(path.split(/[.[]/)[0]));
}

/** Splits a name or a text into its words, in lower case and in the singular. */
function wordsOf(text) {
  return String(text ?? '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3)
    .map((word) => word.replace(/(?<=[^s])s$/, ''));
}
