/** Rule about examples: bodies have them. The generator reports those that are invalid. */
import { child, isObject } from './nodes.mjs';

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
