/** Responses that are sequences of JSON values: lines, and records with a separator. */
import { expect, it } from 'vitest';
import { defineService } from './support/defined-service.ts';
import { object, ref, text } from './support/service-definition.ts';

const sequence = (type: string) => ({
  status: 200,
  responses: { 200: { description: 'All.', content: { [type]: { itemSchema: ref('Reading') } } } },
});
const readings = [1, 2, 3].map((number) =>
  JSON.stringify({ sensor: `s-${number}`, degrees: 20 + number / 2 }),
);

/** Defines a service; `third` is its last value. */
function defineSensors(third: string) {
  const texts = [...readings.slice(0, 2), third];
  const send = (type: string, content: string) => () =>
    new Response(content, { headers: { 'content-type': type, 'cache-control': 'public, max-age=60' } });
  return defineService({
    title: 'Sensors',
    version: '3.2.0',
    schemas: { Reading: object({ sensor: text, degrees: { type: 'number' } }) },
    operations: {
      'GET /readings': {
        id: 'exportReadings',
        ...sequence('application/x-ndjson'),
        run: send('application/x-ndjson', texts.join('\n')),
      },
      'GET /alarms': {
        id: 'exportAlarms',
        ...sequence('application/json-seq'),
        run: send('application/json-seq', texts.map((each) => `\u001e${each}\n`).join('')),
      },
    },
  });
}

it.each([
  ['a valid value', readings[2]!, null],
  ['a missing property', '{"sensor":"s-3"}', 'degrees is required'],
  ['another type', '{"sensor":"s-3","degrees":"warm"}', 'degrees must be a number'],
  ['malformed JSON', '{"sensor":"s-3"', 'must be an object'],
])('are checked value by value: %s', async (_, third, problem) => {
  const { outcomes } = await (await defineSensors(third)).check();
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
