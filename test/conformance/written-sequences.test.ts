/** Responses that are sequences of JSON values: lines, and records with a separator. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { ref } from './support/written-parts.ts';

const sequence = (type: string) =>
  `{ description: All., content: { ${type}: { itemSchema: ${ref('Reading')} } } }`;

const description = `
openapi: 3.2.0
info: { title: Sensors, version: 1.0.0 }
paths:
  /readings:
    get: { operationId: exportReadings, responses: { '200': ${sequence('application/x-ndjson')} } }
  /alarms:
    get: { operationId: exportAlarms, responses: { '200': ${sequence('application/json-seq')} } }
components:
  schemas:
    Reading:
      type: object
      required: [sensor, degrees]
      properties: { sensor: { type: string }, degrees: { type: number } }
`;

const readings = [1, 2, 3].map((number) => ({ sensor: `s-${number}`, degrees: 20 + number / 2 }));

/** Creates a service; `third` is its last value. */
function createService(third: string) {
  const texts = [...readings.slice(0, 2).map((reading) => JSON.stringify(reading)), third];
  return ({ method, path }: WrittenCall): Response => {
    if (path !== '/readings' && path !== '/alarms') return empty(404);
    if (method !== 'GET') return empty(405, { allow: 'GET' });
    return path === '/readings'
      ? new Response(texts.join('\n'), { headers: { 'content-type': 'application/x-ndjson' } })
      : new Response(texts.map((text) => `\u001e${text}\n`).join(''), {
          headers: { 'content-type': 'application/json-seq', 'cache-control': 'public, max-age=60' },
        });
  };
}

it.each([
  ['a valid value', JSON.stringify(readings[2]), null],
  ['a missing property', '{"sensor":"s-3"}', 'degrees is required'],
  ['another type', '{"sensor":"s-3","degrees":"warm"}', 'degrees must be a number'],
  ['malformed JSON', '{"sensor":"s-3"', 'must be an object'],
])('are checked value by value: %s', async (_, third, problem) => {
  const { outcomes } = await checkWritten(description, createService(third));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect(
    findings.map(({ check, subject, verdict, message, at }) => [check, subject, verdict, message, at]),
  ).toEqual(
    problem === null
      ? []
      : ['exportReadings', 'exportAlarms'].map((subject) => [
          'S04',
          subject,
          'fail',
          expect.stringContaining(problem),
          expect.stringMatching(/^event 3/),
        ]),
  );
});
