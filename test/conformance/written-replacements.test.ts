/** A PUT whose text states what becomes of properties that it leaves out, and an order of the values of an enum. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, list, none, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: ${ref(schema)} } } }`;
const properties = `name: { type: string, minLength: 1 }, note: { type: [string, 'null'], default: null }, urgency: { type: string, enum: [low, normal, high], default: normal }`;

const describeLamps = (text: string, order: string) => `
openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths:
  /lamps:
    get:
      operationId: listLamps
      parameters: [{ name: sort, in: query, description: '${order}', schema: { type: string, enum: [urgency] } }]
      responses: { '200': ${list('Lamp')}, ${invalid} }
    post: { operationId: createLamp, requestBody: ${sent('NewLamp')}, responses: { '201': ${one('Lamp')}, ${invalid} } }
  /lamps/{lampId}:
    parameters: [${path('lampId')}]
    get: { operationId: getLamp, responses: { '200': ${one('Lamp')}, ${none} } }
    put:
      operationId: putLamp
      description: '${text}'
      requestBody: ${sent('LampSettings')}
      responses: { '200': ${one('Lamp')}, ${invalid}, ${none} }
components:
  schemas:
    NewLamp: { type: object, additionalProperties: false, required: [room, name], properties: { room: { type: string, minLength: 1 }, ${properties} } }
    LampSettings: { type: object, additionalProperties: false, required: [name], properties: { ${properties} } }
    Lamp: { type: object, required: [id, room, name, note, urgency], properties: { id: { type: string }, room: { type: string }, ${properties} } }
`;

interface Lamp {
  readonly id: string;
  readonly room: string;
  readonly name: string;
  readonly note: string | null;
  readonly urgency: string;
}

const urgencies = ['high', 'normal', 'low'];

/** Creates a service whose PUT resets what it leaves out, unless it keeps that; it lists the most urgent lamps first. */
function createService(isKept: boolean) {
  const lamps = new Map<string, Lamp>();
  const defaults = { note: null, urgency: 'normal' };
  const put = (lamp: Lamp, status: number): Response => {
    const { id, room, name, note, urgency, ...unknown } = lamp;
    const isValid =
      [room, name].every((each) => typeof each === 'string' && each !== '') &&
      (note === null || typeof note === 'string') &&
      urgencies.includes(urgency) &&
      Object.keys(unknown).length === 0;
    if (!isValid) return empty(400);
    lamps.set(id, lamp);
    return Response.json(lamp, { status });
  };
  return ({ method, path: full, query, body }: WrittenCall): Response => {
    const [kind, id, ...others] = full.split('/').slice(1).map(decodeURIComponent);
    if (kind !== 'lamps' || others.length > 0) return empty(404);
    if (id === undefined) {
      if (method === 'POST')
        return body === null || 'id' in body
          ? empty(400)
          : put({ ...defaults, ...body, id: `lamp-${lamps.size + 1}` } as Lamp, 201);
      if (method !== 'GET') return empty(405);
      const sort = query.get('sort');
      if (sort !== null && sort !== 'urgency') return empty(400);
      const all = [...lamps.values()];
      const rank = ({ urgency }: Lamp): number => urgencies.indexOf(urgency);
      return Response.json(sort === null ? all : all.toSorted((first, second) => rank(first) - rank(second)));
    }
    const lamp = lamps.get(id);
    if (lamp === undefined) return empty(404);
    if (method === 'GET') return Response.json(lamp);
    if (method !== 'PUT') return empty(405);
    if (body === null || !('name' in body) || 'id' in body || 'room' in body) return empty(400);
    return put({ ...lamp, ...(isKept ? {} : defaults), ...body } as Lamp, 200);
  };
}

const reset = 'A property that is left out returns to its default.';
const keeps = 'Properties that are not sent keep their values.';
const urgentFirst = '`urgency` begins with the most high ones.';

it.each<[string, boolean, string, readonly string[]]>([
  ['', false, '', []],
  ['', true, '', []],
  [reset, false, urgentFirst, []],
  [reset, true, '', ['fail LAW21 putLamp without note keeps its former value.']],
  [keeps, true, '', []],
  [
    keeps,
    false,
    '`urgency` begins with low.',
    [
      'fail LAW03 An update of name changes note to null.',
      'fail LAW03 An update of name changes urgency to "normal".',
      'fail LAW03 An update of urgency changes note to null.',
      'fail LAW04 Of several updates at the same time, that of note is lost.',
      'fail LAW27 listLamps with sort=urgency is not in the order of urgency.',
    ],
  ],
])('%s (keeps: %s) %s', async (text, isKept, order, expected) => {
  const { outcomes } = await checkWritten(describeLamps(text, order), createService(isKept));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const texts = findings.map(({ verdict, check, message }) => `${verdict} ${check} ${message}`);
  expect([...new Set(texts)].toSorted()).toEqual(expected);
});
