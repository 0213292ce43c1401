/** Chooses a generic fault and its place by a seed, without a look at the checks. */
import { allOperations, type PlatformOperation } from '../../conformance/agent-platform/contract.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import type { Fault } from '../selftest/faults/fault.ts';
import { changeTexts, listPlaces, type JsonPlace, type Place } from '../selftest/faults/json-places.ts';
import { anyRequest, repeatResponse, returnEarlier, type KeyOf } from '../selftest/faults/repeat-faults.ts';
import * as requests from '../selftest/faults/request-faults.ts';
import * as responses from '../selftest/faults/response-faults.ts';
import * as streams from '../selftest/faults/stream-faults.ts';
import { isFields } from '../selftest/mutations/response-mutations.ts';
import { createRandom, type Random } from './random.ts';

/** A fault, and the property that it has chosen on the way. Shape: the function returns an empty text before. */
export interface RandomFault {
  readonly fault: Fault;
  readonly chosen: () => string;
}

/** Creates a fault of one kind in an operation; `null` where the kind does not apply. */
type Choose = (operation: PlatformOperation, random: Random) => Fault | RandomFault | null;
const sameTarget: KeyOf = ({ path, query }) => `${path}?${query}`;
const everywhere = {};

const responseFaults: readonly Choose[] = [
  atProperty(responses.omitProperty),
  atProperty((operation, place) => responses.returnOther(operation, place)),
  atProperty(responses.returnType),
  atProperty(responses.returnNull),
  ({ id }) => responses.loseLast(id),
  ({ id }) => responses.repeatFirst(id),
  ({ id }) => responses.reverseItems(id),
  ({ id }) => responses.changeText('cuts texts', id, (text) => text.slice(0, 24)),
  ({ id }) => responses.changeText('returns texts in lower case', id, (text) => text.toLowerCase()),
  ({ id }, random) => responses.returnStatus(id, 2, random.pick([200, 201, 202, 203, 206])),
  ({ id }, random) => responses.returnStatus(id, 4, random.pick([400, 401, 403, 404, 409, 500])),
  ({ id }) => responses.acceptRejected(id),
  ({ id }) => responses.sendText({ operation: id, status: 4 }, '{"message":"That did not work."}'),
  ({ id }) => responses.failSometimes(id, 4),
  ({ id }) => responses.sendHeader({ operation: id, status: 2 }, 'content-type', 'text/html'),
  ({ id }) => returnEarlier('returns a stale response', id, sameTarget),
  ({ id }) =>
    returnEarlier('returns the record that was read first', id, anyRequest, ({ status }) => status < 300),
  ({ id }) =>
    returnEarlier(
      'accepts what it has rejected',
      id,
      anyRequest,
      ({ status }) => status >= 400 && status < 500,
    ),
];

const requestFaults: readonly Choose[] = [
  atParameter('query', requests.ignoreParameter),
  ({ id, body }, random) =>
    body === null ? null : atChosen(random, listProperties, (place) => requests.ignoreProperty(id, place)),
  ({ id, body }) => (body === null ? null : requests.readBody('stores texts in lower case', id, lowerTexts)),
  ({ id, security }) => (security.length === 0 ? null : requests.admitEveryone(id)),
  ({ id, security }) => (security.length === 0 ? null : requests.serveAsOwner(id)),
  atParameter('header', (id, name) => requests.ignoreHeader(id, name.toLowerCase())),
  ({ id, method }) => (method === 'GET' ? null : repeatResponse(id, anyRequest)),
  ({ id }) => responses.delayResponse(id, 1_500),
];

const streamFaults: readonly ((type: string, random: Random) => Fault | RandomFault)[] = [
  (type) => streams.dropEvents(type, everywhere),
  (type) => streams.repeatEvents(type, everywhere),
  (type) => streams.delayEvents(type, everywhere),
  (type, random) => atEvent(random, (place) => streams.sendOther(type, place, everywhere)),
  (type, random) => atEvent(random, (place) => streams.omitFromEvents(type, place, everywhere)),
  (_, random) => streams.breakStreams(2 + Math.floor(random.next() * 6), everywhere),
  () => streams.bufferStreams(everywhere),
  () => streams.sendValue('*', 'seq', 1, everywhere),
];

/** Chooses faults: half of them in responses, the others in requests and streams. */
export function* chooseFaults(seed: number, count: number): Iterable<RandomFault> {
  const random = createRandom(seed);
  for (let made = 0; made < count;) {
    const share = random.next();
    const operation = random.pick(allOperations);
    const fault =
      share < 0.5
        ? random.pick(responseFaults)(operation, random)
        : share < 0.75
          ? random.pick(requestFaults)(operation, random)
          : random.pick(streamFaults)(random.pick(executionStreamEventTypes), random);
    if (fault === null) continue;
    made += 1;
    yield 'fault' in fault ? fault : { fault, chosen: () => '' };
  }
}

function atProperty(create: (operation: PlatformOperation['id'], place: Place) => Fault): Choose {
  const list = (value: unknown): readonly JsonPlace[] =>
    listPlaces(value).filter(({ length }) => length <= 5);
  return ({ id }, random) => atChosen(random, list, (place) => create(id, place));
}

function atParameter(
  kind: 'query' | 'header',
  create: (operation: PlatformOperation['id'], name: string) => Fault,
): Choose {
  return ({ id, parameters }, random) => {
    const names = parameters.filter((parameter) => parameter.in === kind).map(({ name }) => name);
    return names.length === 0 ? null : create(id, random.pick(names));
  };
}

function atEvent(random: Random, create: (place: Place) => Fault): RandomFault {
  const list = (value: unknown): readonly JsonPlace[] =>
    isFields(value) ? Object.keys(value).flatMap((name) => (name === 'type' ? [] : [[name]])) : [];
  return atChosen(random, list, create);
}

/** Creates a fault at a place that is chosen from the first value that has any. */
function atChosen(
  random: Random,
  list: (value: unknown) => readonly JsonPlace[],
  create: (place: Place) => Fault,
): RandomFault {
  const own = createRandom(Math.floor(random.next() * 2 ** 31));
  let place: JsonPlace | null = null;
  const choose = (value: unknown): JsonPlace | null => {
    const places = place === null ? list(value) : [];
    if (places.length > 0) place = own.pick(places);
    return place;
  };
  return { fault: create(choose), chosen: () => place?.join('.') ?? '' };
}

/** Lists the properties of a body that has several. */
function listProperties(body: unknown): readonly JsonPlace[] {
  const names = isFields(body) ? Object.keys(body) : [];
  return names.length > 1 ? names.map((name) => [name]) : [];
}

function lowerTexts({ name, description, ...others }: Readonly<Record<string, unknown>>): unknown {
  const texts = Object.entries({ name, description }).filter(([, text]) => text !== undefined);
  return { ...others, ...(changeTexts(Object.fromEntries(texts), (text) => text.toLowerCase()) as object) };
}
