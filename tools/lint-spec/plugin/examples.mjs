/** Rules about examples: bodies have examples, and those of messages are valid. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asArray, child, inlineSchema, isObject } from './nodes.mjs';

/** Requires an example of each request body and of a success response. */
export function Examples() {
  return {
    Operation(operation, { report, location, resolve }) {
      const here = { node: operation, location };
      const body = child(here, resolve, 'requestBody');
      if (body.node !== undefined && !showsExample(body))
        report({ message: 'The request has no example.', location: body.location });
      const successes = Object.keys(operation.responses ?? {})
        .filter((status) => status.startsWith('2'))
        .map((status) => child(here, resolve, 'responses', status))
        .filter(({ node }) => isObject(node?.content));
      if (successes.length > 0 && !successes.some(showsExample))
        report({
          message: 'No success response has an example.',
          location: location.child(['responses']).key(),
        });
    },
  };
}

function showsExample({ node }) {
  return Object.values(node?.content ?? {}).some(
    (media) => media?.example !== undefined || Object.keys(media?.examples ?? {}).length > 0,
  );
}

/** Validates the examples of messages, which no other tool does for AsyncAPI 3. */
export function AsyncExamples() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return {
    Message(message, { report, location, resolve }) {
      if (!isObject(message.payload)) return;
      const validate = ajv.compile(
        inlineSchema({ node: message.payload, location: location.child(['payload']) }, resolve),
      );
      for (const [index, example] of asArray(message.examples).entries()) {
        if (validate(example?.payload)) continue;
        const [error] = validate.errors ?? [];
        const place = location.child([
          'examples',
          index,
          'payload',
          ...(error?.instancePath ?? '').split('/').slice(1),
        ]);
        report({
          message: `The example does not fit the payload: ${error?.message ?? 'it is wrong'}.`,
          location: place,
        });
      }
    },
  };
}
