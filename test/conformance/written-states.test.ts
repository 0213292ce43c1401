/** Sets of texts, actions of a later state, patches with their own media type, and pages of another size. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';

const description = `
openapi: 3.1.0
info: { title: Cards, version: 1.0.0 }
paths:
  /cards:
    get:
      operationId: listCards
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: include_deleted, in: query, schema: { type: boolean, default: false } }
      responses:
        '200':
          description: A page.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Card' } } } }
        '422': { description: Invalid. }
    post:
      operationId: createCard
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/CardInput' } } }
      responses:
        '201': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
        '422': { description: Invalid. }
  /cards/{card_id}:
    parameters: [{ $ref: '#/components/parameters/CardId' }]
    get:
      operationId: getCard
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
        '404': { description: There is none. }
    patch:
      operationId: updateCard
      requestBody:
        required: true
        content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/CardPatch' } } }
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
        '404': { description: There is none. }
        '422': { description: Invalid. }
    delete:
      operationId: deleteCard
      responses: { '204': { description: It is hidden. }, '404': { description: There is none. } }
  /cards/{card_id}/reopen:
    parameters: [{ $ref: '#/components/parameters/CardId' }]
    post:
      operationId: reopenCard
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
        '404': { description: There is none. }
        '409': { description: It is not closed. }
  /cards/{card_id}/close:
    parameters: [{ $ref: '#/components/parameters/CardId' }]
    post:
      operationId: closeCard
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
        '404': { description: There is none. }
        '409': { description: It is closed. }
  /cards/{card_id}/labels/{label}:
    parameters:
      - $ref: '#/components/parameters/CardId'
      - { name: label, in: path, required: true, schema: { type: string, minLength: 1, maxLength: 250 } }
    put:
      operationId: addLabel
      responses: { '204': { description: It has it. }, '404': { description: There is no card. } }
    delete:
      operationId: removeLabel
      responses: { '204': { description: It has it no more. }, '404': { description: There is none. } }
components:
  parameters:
    CardId: { name: card_id, in: path, required: true, schema: { type: string } }
  schemas:
    CardInput:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1 }, pin: { type: string, pattern: '^[0-9]{4}$', writeOnly: true } }
    CardPatch: { type: object, minProperties: 1, properties: { title: { type: string, minLength: 1 } } }
    Card:
      type: object
      required: [id, title, labels, closed]
      properties:
        id: { type: string }
        title: { type: string }
        labels: { type: array, items: { type: string } }
        closed: { type: boolean, readOnly: true }
`;

type Fault = 'none' | 'patch' | 'twice' | 'all' | 'reopen' | 'pin' | 'bin';

interface Card {
  title: string;
  labels: readonly string[];
  closed: boolean;
}

/** Creates a service that uses the nearest size of a page; faults: it checks no patch, adds labels twice, removes all. */
function createService(fault: Fault) {
  const cards = new Map<string, Card>();
  const bin = new Map<string, Card>();
  const isTitle = (title: unknown): title is string => typeof title === 'string' && title !== '';
  const isSwitch = (text: string | null): boolean => text === null || text === 'true' || text === 'false';
  const isWhole = (text: string | null): boolean => text === null || /^-?\d+$/.test(text);
  const setLabel = (card: Card, method: string, label: string): Response => {
    const rest = card.labels.filter((each) => each !== label);
    if (method === 'PUT') card.labels = [...(fault === 'twice' ? card.labels : rest), label];
    else if (rest.length === card.labels.length) return empty(404);
    else card.labels = fault === 'all' ? [] : rest;
    return empty(204);
  };
  const setClosed = (id: string, card: Card, closed: boolean): Response => {
    if (card.closed === closed) return empty(409);
    if (closed || fault !== 'reopen') card.closed = closed;
    return Response.json({ id, ...card, closed });
  };
  const change = (id: string, card: Card, { headers, body }: WrittenCall): Response => {
    if (headers.get('content-type')?.startsWith('application/merge-patch+json') !== true) return empty(415);
    const { title } = body ?? {};
    if (!isTitle(title) && fault !== 'patch') return empty(422);
    card.title = isTitle(title) ? title : card.title;
    return Response.json({ id, ...card });
  };
  return (call: WrittenCall): Response => {
    const { method, path, query, body } = call;
    const [, root, id = '', part, label = ''] = path.split('/').map(decodeURIComponent);
    if (root !== 'cards') return empty(404);
    const card = cards.get(id);
    if (id !== '') {
      if (card === undefined) return empty(404);
      if (part === 'labels')
        return ['PUT', 'DELETE'].includes(method) ? setLabel(card, method, label) : empty(405);
      if (part === 'reopen' || part === 'close')
        return method === 'POST' ? setClosed(id, card, part === 'close') : empty(405);
      if (method === 'DELETE') {
        bin.set(id, card);
        cards.delete(id);
        return empty(204);
      }
      if (method === 'PATCH') return change(id, card, call);
      return method === 'GET' ? Response.json({ id, ...card }) : empty(405);
    }
    if (method === 'POST') {
      const { pin = '0000' } = body ?? {};
      if (!isTitle(body?.['title']) || typeof pin !== 'string' || !/^\d{4}$/.test(pin)) return empty(422);
      const made = {
        title: body['title'],
        labels: [],
        closed: false,
        ...(fault === 'pin' ? { pin: body['pin'] } : {}),
      };
      const key = `card${cards.size + bin.size + 1}`;
      cards.set(key, made);
      return Response.json({ id: key, ...made }, { status: 201 });
    }
    const [limit, offset] = [query.get('limit'), query.get('offset')];
    if (method !== 'GET') return empty(405);
    if (!isWhole(limit) || !isWhole(offset) || !isSwitch(query.get('include_deleted'))) return empty(422);
    const start = Math.max(0, Number(offset ?? 0));
    const isBin = query.get('include_deleted') === 'true' && fault !== 'bin';
    const all = [...cards, ...(isBin ? bin : [])].map(([key, each]) => ({ id: key, ...each }));
    return Response.json(all.slice(start, start + Math.min(50, Math.max(1, Number(limit ?? 20)))));
  };
}

it.each([
  ['none', []],
  ['patch', ['fail N01 updateCard']],
  ['twice', ['fail LAW20 /cards']],
  ['all', ['fail LAW20 /cards']],
  ['reopen', ['fail LAW26 /cards']],
  ['pin', ['fail LAW23 /cards']],
  ['bin', ['warn LAW13 /cards']],
] as const)('has these findings with the fault %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(description, createService(fault));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect([
    ...new Set(findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`)),
  ]).toEqual(expected);
});
