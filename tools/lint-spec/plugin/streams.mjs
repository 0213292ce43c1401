/** Rules about answers that are streams of Server-Sent Events. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createParser } from 'eventsource-parser';
import { asArray, child, follow, inlineSchema, isObject } from './nodes.mjs';

const eventStream = 'text/event-stream';

/** Streams only with `x-stream`, and where a request chooses the form, with JSON as the other one. */
export function StreamPair() {
  return {
    Operation(operation, { report, location, resolve }) {
      const streaming = streamsOf({ node: operation, location }, resolve);
      const declared = operation['x-stream'];
      if (streaming.length === 0) {
        if (declared !== undefined)
          report({
            message: '`x-stream` stands on an operation that does not stream.',
            location: location.child(['x-stream']).key(),
          });
        return;
      }
      if (!isObject(declared)) {
        report({ message: 'This operation streams. Say how in `x-stream`.', location: location.key() });
        return;
      }
      if (typeof declared.parameter === 'string')
        checkChoice({ node: operation, location }, declared, streaming, resolve, report);
      else if (operation.requestBody !== undefined)
        report({
          message:
            'An operation with a body lets the request choose: name the member in `x-stream.parameter`.',
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
        message: 'A request can ask for JSON here, and the response has none.',
        location: location.child(['content']).key(),
      });
  const schema = child(operation, resolve, 'requestBody', 'content', 'application/json', 'schema');
  const member = findMember(schema, declared.parameter, resolve);
  const wanted = `a boolean \`${declared.parameter}\` with the default ${String(declared.default)}`;
  if (member?.type !== 'boolean' || member.default !== declared.default)
    report({
      message: `\`x-stream\` speaks of ${wanted}, and the body has none.`,
      location: operation.location.child(['x-stream']),
    });
}

/** Finds a member by its dotted path, also in the branches of a composed body. */
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

/** Describes a stream by a frame without a type, whose `data` has a `contentSchema`, with examples that a reader can read. */
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
            'A frame is a schema without `type` that requires `data`, so that tools accept it as text and as a record.',
          location: frame.location,
        });
      if (!isObject(data.node?.contentSchema)) {
        report({ message: 'Say in `data.contentSchema` what an event is.', location: frame.location });
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
  // Why: one validator for each type says what is wrong with an event; a union says that nothing fits.
  const byType = new Map(alternatives.map((event) => [event?.properties?.type?.const, ajv.compile(event)]));
  const validate = (event) => {
    const known = byType.get(event?.type);
    const valid = known !== undefined && known(event);
    validate.errors =
      known === undefined
        ? [{ instancePath: '/type', message: `is ${event?.type}, which is no event` }]
        : known.errors;
    return valid;
  };
  return validate;
}

function problemsOf(text, validate) {
  if (typeof text !== 'string') return ['An example of a stream is its text, frame by frame.'];
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
    return [`The data of frame ${position} is no JSON.`];
  }
  if (event !== undefined && event !== value?.type)
    return [`Frame ${position} is named ${event}, and its data says ${value?.type}.`];
  if (validate(value)) return [];
  const [error] = validate.errors ?? [];
  return [
    `The event in frame ${position} is wrong: ${error?.instancePath ?? ''} ${error?.message ?? ''}.`.replace(
      /\s+/g,
      ' ',
    ),
  ];
}
