/** What texts state about keys, unique values, counts, orders, links, effects and streams, also for requests at the same time. */
import { expect, it } from 'vitest';
import { BoardService, type BoardFault } from './support/board-service.ts';
import { checkWritten } from './support/written-service.ts';
import { none, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const title = 'title: { type: string, minLength: 1, maxLength: 60 }';
const priority = 'priority: { type: string, enum: [low, medium, high] }';
const errors = `'400': { description: Invalid. }, '401': { description: Unknown. }, ${none}`;
const conflict = `'409': { description: In conflict with the state. }`;
const tagged = `{ description: It., headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: ${ref('Card')} } } }`;

const description = `
openapi: 3.1.0
info:
  title: Boards
  version: 1.0.0
  description: |
    An \`Idempotency-Key\` returns the first response again. The same key with another request is refused with \`409\`.
    Keys belong to the user. Archived boards are read-only: changes to the board and its cards answer \`409\`. Links to other pages repeat all other query parameters.
security: [{ bearer: [] }]
paths:
  /boards:
    get:
      operationId: listAll
      responses: { '200': { description: Boards., content: { application/json: { schema: { type: array, items: ${ref('Board')} } } } }, ${errors} }
    post:
      operationId: createBoard
      requestBody: ${sent(`{ type: object, required: [title], properties: { ${title} } }`)}
      responses: { '201': ${one('Board')}, ${errors} }
  /boards/{boardId}:
    parameters: [${path('boardId')}]
    get: { operationId: getBoard, responses: { '200': ${one('Board')}, ${errors} } }
    delete: { operationId: deleteBoard, responses: { '204': { description: Gone. }, ${errors} } }
  /boards/{boardId}/events:
    parameters: [${path('boardId')}]
    get:
      operationId: followBoard
      description: The stream stays open until the board is deleted.
      responses: { '200': { description: Changes., content: { text/event-stream: { schema: ${ref('Change')} } } }, ${errors} }
  /boards/{boardId}/archive:
    parameters: [${path('boardId')}]
    post: { operationId: archiveBoard, responses: { '200': ${one('Board')}, ${errors}, ${conflict} } }
  /boards/{boardId}/labels:
    parameters: [${path('boardId')}]
    get:
      operationId: listLabels
      summary: All labels of the board
      responses: { '200': { description: Labels., content: { application/json: { schema: { type: array, items: ${ref('Label')} } } } }, ${errors} }
    post:
      operationId: createLabel
      requestBody: ${sent(`{ type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 60 } } }`)}
      responses: { '201': ${one('Label')}, ${errors} }
  /boards/{boardId}/cards:
    parameters: [${path('boardId')}]
    get:
      operationId: listCards
      parameters:
        - { name: q, in: query, description: Part of the title., schema: { type: string } }
        - { name: sort, in: query, description: 'Priorities ascend from \`low\` to \`high\`.', schema: { type: string, enum: [priority, -priority] } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses: { '200': { description: Cards., headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: ${ref('Card')} } } } }, ${errors} }
    post:
      operationId: createCard
      description: Titles are unique within the board, ignoring case (\`409\`).
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: ${sent(`{ type: object, required: [title], properties: { ${title}, ${priority} } }`)}
      responses: { '201': ${tagged}, ${errors}, ${conflict} }
  /cards/{cardId}:
    parameters: [${path('cardId')}]
    get: { operationId: getCard, responses: { '200': ${tagged}, ${errors} } }
    patch:
      operationId: updateCard
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: ${sent(`{ type: object, properties: { ${title}, ${priority}, note: { type: string, maxLength: 90 } } }`)}
      responses: { '200': ${tagged}, ${errors}, ${conflict}, '412': { description: Changed. } }
    delete: { operationId: deleteCard, responses: { '204': { description: Gone. }, ${errors}, ${conflict} } }
  /cards/{cardId}/close:
    parameters: [${path('cardId')}]
    post:
      operationId: closeCard
      description: From \`open\` to \`done\`; sets \`closedAt\`. \`409\` if it is done already.
      responses: { '200': ${one('Card')}, ${errors}, ${conflict} }
  /cards/{cardId}/reopen:
    parameters: [${path('cardId')}]
    post:
      operationId: reopenCard
      description: From \`done\` to \`open\`; clears \`closedAt\`. \`409\` from any other status.
      responses: { '200': ${one('Card')}, ${errors}, ${conflict} }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Board:
      type: object
      required: [id, title, openCardCount, cardsUrl]
      properties:
        id: { type: string, readOnly: true }
        ${title}
        cardsUrl: { type: string, format: uri-reference, readOnly: true }
        openCardCount: { type: integer, readOnly: true, description: Number of cards that are not done }
    Card:
      type: object
      required: [id, boardId, number, title, priority, note, status, closedAt]
      properties:
        id: { type: string, readOnly: true }
        boardId: { type: string, readOnly: true }
        number: { type: integer, readOnly: true, description: Unique within the board. }
        ${title}
        ${priority}
        note: { type: string }
        status: { type: string, enum: [open, done], readOnly: true }
        closedAt: { type: [string, 'null'], format: date-time, readOnly: true }
    Label: { type: object, required: [id, text], properties: { id: { type: string, readOnly: true }, text: { type: string } } }
    Change: { type: object, required: [type], properties: { type: { type: string } } }
`;

it.each<[BoardFault, readonly string[]]>([
  ['none', []],
  ['number', ['fail LAW19 cards: have the same number.']],
  ['etag', ['fail LAW18 cards: at the same time, 2 succeed.']],
  ['case', ['fail LAW19 cards: in another case returned 201.']],
  ['global', ['fail LAW19 cards: as taken below another parent: 409.']],
  ['rename', ['fail LAW19 cards: of another record returned 200.']],
  [
    'body',
    [
      'fail P02 createCard: returned 201 instead of 409.',
      'fail P02 createCard: returned the stored response.',
    ],
  ],
  ['path', ['fail P02 createCard: returned the stored response.']],
  ['account', ['fail P02 createCard: returned the stored response.']],
  ['count', ['warn LAW29 boards: is 1 instead of 0.']],
  ['link', ['fail C17 listCards: does not repeat the parameter q.']],
  ['rank', ['fail LAW27 cards: is not in the order of priority.']],
  ['clear', ['warn LAW26 cards: instead of null.']],
  ['state', ['warn LAW26 cards: status is "done" instead of "open".']],
  ['token', ['fail A02 listAll: and further characters returns 200 instead of 401.']],
  ['address', ['warn LAW01 boards: which returns 404.']],
  ['capped', ['fail LAW06 labels: and has no further page.']],
  ['archived', ['fail LAW47 boards: although nothing can be changed.']],
  ['end', ['fail LAW46 boards: stays open after its record was deleted.']],
])('has these findings with the fault %s', async (fault, expected) => {
  const service = new BoardService(fault);
  const credentials = { full: 'one', otherOrganization: 'two' };
  // Why also searches: the links of their pages are examined.
  const only = expected.flatMap((each) => [each.split(' ')[1] ?? '', 'LAW12']);
  const report = await checkWritten(description, (call) => service.respond(call), { credentials, only });
  const findings = report.outcomes.flatMap((outcome) => outcome.findings);
  const shown = findings.map(({ verdict, check, subject, message }) => {
    const name = subject.split('/').at(-1) ?? subject;
    return { start: `${verdict} ${check} ${name}: `, message };
  });
  for (const each of expected)
    expect(
      shown.some(
        ({ start, message }) => each.startsWith(start) && message.endsWith(each.slice(start.length)),
      ),
      `${each} of ${JSON.stringify(shown)}`,
    ).toBe(true);
  if (fault === 'none') expect(shown).toEqual([]);
  expect(report.left.filter(({ resource }) => resource.endsWith('/cards'))).toEqual([]);
});
