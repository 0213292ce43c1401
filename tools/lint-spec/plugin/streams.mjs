/** Rules about streams of Server-Sent Events. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createParser } from 'eventsource-parser';
import { asArray, child, follow, inlineSchema, isObject } from './nodes.mjs';

const eventStream = 'text/event-stream';

/** Requires `x-stream` for streams, and a JSON alternative where a request selects the form. */
export function StreamPair() {
  return {
    Operation(operation, { report, location, resolve }) {
      const streaming = streamsOf({ node: operation, location }, resolve);
      const declared = operation['x-stream'];
      if (streaming.length === 0) {
        if (declared !== undefined)
          report({
            message: '`x-stream` is set on an operation that does not stream.',
            location: location.child(['x-stream']).key(),
          });
        return;
      }
      if (!isObject(declared)) {
        report({ message: 'This operation streams. Describe how in `x-stream`.', location: location.key() });
        return;
      }
      if (typeof declared.parameter === 'string')
        checkChoice({ node: operation, location }, declared, streaming, resolve, report);
      else if (operation.requestBody !== undefined)
        report({
          message:
            'An operation with a body lets the request select the form: set `x-stream.parameter` to the name of the property.',
          location: location.child(['x-stream']),
        });
    },
  };
}

/** Returns the responses of an operation that have an event stream. */
function streamsOf(operation, resolve) {
  return Object.keys(operation.node.responses ?? {})
    .map((status) => child(operation, resolve, 'responses', status))
    .filter(({ node }) => node?.content?.[eventStream] !== undefined);
}

function checkChoice(operation, declared, streaming, resolve, report) {
  for (const { node, location } of streaming)
    if (node.content['application/json'] === undefined)
      report({
        message: 'A request can select JSON here, but the response has none.',
        location: location.child(['content']).key(),
      });
  const schema = child(operation, resolve, 'requestBody', 'content', 'application/json', 'schema');
  const member = findMember(schema, declared.parameter, resolve);
  const wanted = `a boolean \`${declared.parameter}\` with the default ${String(declared.default)}`;
  if (member?.type !== 'boolean' || member.default !== declared.default)
    report({
      message: `\`x-stream\` refers to ${wanted}, but the body has none.`,
      location: operation.location.child(['x-stream']),
    });
}

/** Finds a property by its dotted path, including the branches of a composed body. */
function findMember(schema, path, resolve) {
  const [name, ...rest] = path.split('.');
  if (!isObject(schema.node)) return undefined;
  const direct = child(schema, resolve, 'properties', name);
  if (direct.node !== undefined)
    return rest.length === 0 ? direct.node : findMember(direct, rest.join('.'), resolve);
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    for (const index of asArray(schema.node[keyword]).keys()) {
      const found = findMember(child(schema, resolve, keyword, index), path, resolve);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Requires a frame schema without a type, a `contentSchema` for `data`, and valid examples. */
export function SseFrame() {
  return {
    MediaType(media, { report, location, resolve, key }) {
      if (key !== eventStream) return;
      const frame = child({ node: media, location }, resolve, 'schema');
      const data = child(frame, resolve, 'properties', 'data');
      if (
        !isObject(frame.node) ||
        frame.node.type !== undefined ||
        !asArray(frame.node.required).includes('data')
      )
        report({
          message:
            'A frame requires a schema without `type` and with a required `data`, so that tools accept it both as text and as an object.',
          location: frame.location,
        });
      if (!isObject(data.node?.contentSchema)) {
        report({ message: 'Set `data.contentSchema` to the schema of an event.', location: frame.location });
        return;
      }
      const validate = compileEvent(
        { node: data.node.contentSchema, location: data.location.child(['contentSchema']) },
        resolve,
      );
      for (const [name, example] of Object.entries(media.examples ?? {})) {
        const { node, location: place } = follow(example, location.child(['examples', name]), resolve);
        for (const message of problemsOf(node?.value, validate))
          report({ message, location: place.child(['value']) });
      }
    },
  };
}

function compileEvent(schema, resolve) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const alternatives = inlineSchema(schema, resolve).oneOf;
  if (!Array.isArray(alternatives)) return ajv.compile(inlineSchema(schema, resolve));
  // Why: a validator per type reports what is wrong with an event; a union reports only that nothing matches.
  const byType = new Map(alternatives.map((event) => [event?.properties?.type?.const, ajv.compile(event)]));
  const validate = (event) => {
    const known = byType.get(event?.type);
    const valid = known !== undefined && known(event);
    validate.errors =
      known === undefined
        ? [{ instancePath: '/type', message: `is ${event?.type}, which is not an event` }]
        : known.errors;
    return valid;
  };
  return validate;
}

function problemsOf(text, validate) {
  if (typeof text !== 'string') return ['An example of a stream must be text, frame by frame.'];
  const events = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed(text);
  if (events.length === 0) return ['The example has no frame that ends with an empty line.'];
  const unread = text.replace(/\n+$/, '').split('\n\n').length - events.length;
  const problems = events.flatMap((event, index) => problemOfEvent(event, index + 1, validate));
  return unread > 0
    ? [
        ...problems,
        `A reader finds ${events.length} frames and the example shows ${events.length + unread}; does the last one end with an empty line?`,
      ]
    : problems;
}

function problemOfEvent({ data, event }, position, validate) {
  let value;
  try {
    value = JSON.parse(data);
  } catch {
    return [`The data of frame ${position} is not JSON.`];
  }
  if (event !== undefined && event !== value?.type)
    return [`Frame ${position} is named ${event}, but the type in its data is ${value?.type}.`];
  if (validate(value)) return [];
  const [error] = validate.errors ?? [];
  return [
    `The event in frame ${position} is wrong: ${error?.instancePath ?? ''} ${error?.message ?? ''}.`.replace(
      /\s+/g,
      ' ',
    ),
  ];
}
