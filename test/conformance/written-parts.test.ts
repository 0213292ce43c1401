/** Objects in records that a merge patch changes, and sets that are put as a whole. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, none } from './support/written-parts.ts';

const json = (schema: string) =>
  `{ description: It., content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const sent = (type: string, schema: string) =>
  `{ required: true, content: { ${type}: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const path = `{ name: boxId, in: path, required: true, schema: { type: string } }`;

const description = `
openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /boxes:
    post: { operationId: createBox, requestBody: ${sent('application/json', 'NewBox')}, responses: { '201': ${json('Box')}, ${invalid} } }
  /boxes/{boxId}:
    parameters: [${path}]
    get: { operationId: getBox, responses: { '200': ${json('Box')}, ${none} } }
    patch: { operationId: updateBox, requestBody: ${sent('application/merge-patch+json', 'BoxPatch')}, responses: { '200': ${json('Box')}, ${invalid}, ${none} } }
  /boxes/{boxId}/labels:
    parameters: [${path}]
    get: { operationId: getLabels, responses: { '200': ${json('Labels')}, ${none} } }
    put: { operationId: putLabels, requestBody: ${sent('application/json', 'Labels')}, responses: { '200': ${json('Labels')}, ${invalid}, ${none} } }
components:
  schemas:
    Size: { type: object, additionalProperties: false, properties: { width: { type: integer }, height: { type: integer } } }
    NewBox:
      type: object
      required: [name]
      additionalProperties: false
      properties: { name: { type: string, minLength: 1 }, size: { $ref: '#/components/schemas/Size' } }
    BoxPatch:
      type: object
      minProperties: 1
      additionalProperties: false
      properties: { name: { type: string, minLength: 1 }, size: { $ref: '#/components/schemas/Size' } }
    Box:
      type: object
      required: [id, name, size]
      properties: { id: { type: string }, name: { type: string }, size: { $ref: '#/components/schemas/Size' } }
    Labels:
      type: object
      required: [labels]
      additionalProperties: false
      properties: { labels: { type: array, items: { type: string }, example: [red] } }
`;

type Fault = 'none' | 'replaces' | 'adds';
type Values = Readonly<Record<string, unknown>>;

function isValid(body: Values | null, names: readonly string[]): body is Values {
  if (body === null || !Object.keys(body).every((name) => names.includes(name))) return false;
  const { name = 'a', size = {}, labels = [] } = body;
  const isSize =
    typeof size === 'object' &&
    size !== null &&
    !Array.isArray(size) &&
    Object.entries(size).every(([side, value]) => /^(?:width|height)$/.test(side) && Number.isInteger(value));
  const areLabels = Array.isArray(labels) && labels.every((label) => typeof label === 'string');
  return typeof name === 'string' && name !== '' && isSize && areLabels;
}

function createService(fault: Fault) {
  const boxes = new Map<string, { readonly name: unknown; readonly size: Values }>();
  const labels = new Map<string, readonly unknown[]>();
  return ({ method, path: full, body }: WrittenCall): Response => {
    const [kind, id, below, ...others] = full.split('/').slice(1);
    if (kind !== 'boxes' || others.length > 0) return empty(404);
    if (id === undefined) {
      if (method !== 'POST') return empty(405, { allow: 'POST' });
      if (!isValid(body, ['name', 'size']) || body['name'] === undefined) return empty(400);
      const key = `b-${boxes.size + 1}`;
      const size = { width: 1, height: 2, ...(body['size'] as Values | undefined) };
      boxes.set(key, { name: body['name'], size });
      return Response.json({ id: key, ...boxes.get(key) }, { status: 201 });
    }
    const box = boxes.get(decodeURIComponent(id));
    if (box === undefined || (below !== undefined && below !== 'labels')) return empty(404);
    if (below === 'labels') {
      const before = labels.get(id) ?? [];
      if (method === 'PUT') {
        if (!isValid(body, ['labels']) || body['labels'] === undefined) return empty(400);
        labels.set(id, [...(fault === 'adds' ? before : []), ...(body['labels'] as readonly unknown[])]);
      } else if (method !== 'GET') return empty(405, { allow: 'GET, PUT' });
      return Response.json({ labels: labels.get(id) ?? [] });
    }
    if (method === 'PATCH') {
      if (!isValid(body, ['name', 'size']) || Object.keys(body).length === 0) return empty(400);
      const size = body['size'] as Values | undefined;
      const kept = fault === 'replaces' && size !== undefined ? {} : box.size;
      boxes.set(id, { name: body['name'] ?? box.name, size: { ...kept, ...size } });
    } else if (method !== 'GET') return empty(405, { allow: 'GET, PATCH' });
    return Response.json({ id, ...boxes.get(id) });
  };
}

it.each([
  ['none', []],
  ['replaces', ['fail LAW03 /boxes']],
  ['adds', ['fail LAW20 /boxes']],
] as const)('has these findings with the fault %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(description, createService(fault));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const names = findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`);
  expect([...new Set(names)]).toEqual(expected);
});
