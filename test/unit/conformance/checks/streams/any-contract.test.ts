/** Streams of a small contract without a plug-in: jobs that report their progress. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../../../../contract/contract.ts';
import { operationsOf } from '../../../../../contract/operations.ts';
import type { CheckResult } from '../../../../../conformance/model/finding.ts';
import { generalStreams } from '../../../../../conformance/streams/stream-plugin.ts';
import { loadContract } from '../../../../../generator/load/load-contract.ts';
import { capture, jsonBody, passesOf, type LooseEvent } from './support.ts';
import { useFolder } from '../../../../support/folder.ts';

const description = `
openapi: 3.1.0
info: { title: Jobs, version: 1.0.0 }
paths:
  /jobs:
    post:
      operationId: startJob
      requestBody:
        content: { application/json: { schema: { type: object, properties: { live: { type: boolean } } } } }
      responses:
        '200':
          description: The job.
          content:
            application/json: { schema: { type: object } }
            text/event-stream: { schema: { $ref: '#/components/schemas/JobEvent' } }
      x-stream: { parameter: live, default: true, event: JobEvent, terminal: [job.ended], pause: [question], keepalive: [tick] }
      x-resume: { operation: followJob, cursor: from, position: index, path: { jobId: event.job } }
  /jobs/{jobId}/events:
    get:
      operationId: followJob
      parameters:
        - { name: jobId, in: path, required: true, schema: { type: string } }
        - { name: from, in: query, schema: { type: integer } }
      responses:
        '200':
          description: Its events.
          content: { text/event-stream: { schema: { $ref: '#/components/schemas/JobEvent' } } }
      x-resume: { cursor: from, position: index }
  /jobs/{jobId}/readings:
    get:
      operationId: watchJob
      parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: Its readings.
          content: { text/event-stream: { schema: { $ref: '#/components/schemas/Reading' } } }
  /jobs/{jobId}/log:
    get:
      operationId: readLog
      parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: Its log., content: { text/event-stream: { schema: { type: string } } } }
components:
  schemas:
    Reading: { type: object, required: [seq], properties: { seq: { type: integer } } }
    JobEvent:
      oneOf:
        - { $ref: '#/components/schemas/JobStarted' }
        - { $ref: '#/components/schemas/JobEnded' }
        - { $ref: '#/components/schemas/StepStarted' }
        - { $ref: '#/components/schemas/StepDelta' }
        - { $ref: '#/components/schemas/StepEnded' }
        - { $ref: '#/components/schemas/Question' }
        - { $ref: '#/components/schemas/Tick' }
      discriminator: { propertyName: kind }
${[
  ['JobStarted', 'job.started'],
  ['JobEnded', 'job.ended'],
  ['StepStarted', 'step.started'],
  ['StepDelta', 'step.delta'],
  ['StepEnded', 'step.ended'],
  ['Question', 'question'],
  ['Tick', 'tick'],
]
  .map(
    ([name, kind]) =>
      `    ${name}: { type: object, required: [kind, job, index], properties: { kind: { const: ${kind} }, job: { type: string }, index: { type: integer } } }`,
  )
  .join('\n')}
`;

const folder = useFolder();
let contract: Contract;

beforeAll(async () => {
  await writeFile(path.join(folder, 'openapi.yaml'), description);
  const loaded = await loadContract({ folder, openapi: 'openapi.yaml', asyncapi: [] });
  if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));
  contract = loaded.contract;
});

/** Creates events from their kinds, each with properties: `step.delta{"id":1}`. */
function job(text: string, from = 0): readonly LooseEvent[] {
  return text.split(' ').map((entry, index) => {
    const [, kind = '', json = '{}'] = /^([\w.]+)({.*})?$/.exec(entry) ?? [];
    return { kind, job: 'j1', index: from + index, ...(JSON.parse(json) as LooseEvent) };
  });
}

function check(events: readonly LooseEvent[], id = 'startJob', query = ''): readonly CheckResult[] {
  const operation = operationsOf(contract).byId(id)!;
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const stream = capture(text);
  const body = id === 'startJob' ? '{}' : null;
  const request = {
    ...{
      operation: id,
      method: operation.method,
      path: `${operation.path.replace('{jobId}', 'j1')}${query}`,
    },
    ...{ headers: [], body, profile: null },
  };
  const response = { status: 200, headers: {}, body: { kind: 'stream', stream } } as const;
  const exchange = { number: 1, at: 0, request, response, failure: null, durationMs: 1 };
  return generalStreams.createInspector(contract).checkStream(operation, exchange);
}

function problemsOf(checkResults: readonly CheckResult[]): readonly string[] {
  return checkResults.flatMap(({ check: id, problems }) => problems.map(({ at }) => `${id} ${at}`));
}

const step = 'step.started{"id":"a"} step.delta{"id":"a"} step.ended{"id":"a"}';

describe('a stream of any contract', () => {
  it('passes', () => {
    const results = check(job(`job.started ${step} tick job.ended`));
    expect(problemsOf(results)).toEqual([]);
    expect(passesOf(results)).toEqual([
      'S01',
      'S02',
      'S03',
      'S04',
      'S05',
      'S06',
      'S09',
      'S11',
      'S12',
      'S18',
      'S21',
    ]);
  });

  it.each([
    ['pauses', `job.started ${step} question`],
    ['has steps without ids', 'job.started step.ended step.delta job.ended'],
  ])('passes if it %s', (_, text) => {
    expect(problemsOf(check(job(text)))).toEqual([]);
  });

  it.each([
    ['an unknown type', 'job.started other job.ended', 'S03 event 2: kind'],
    ['a wrong property', 'job.started{"job":1} job.ended', 'S04 event 1: job'],
    ['another job', 'job.started tick{"job":"j2"} job.ended', 'S05 event 2: job'],
    ['a position that falls', 'job.started tick{"index":-1} job.ended', 'S06 event 2: index'],
    ['an event after its end', 'job.started job.ended step.started', 'S09 event 3: kind'],
    ['no end', 'job.started tick', 'S09 end of stream'],
    ['another first event', 'question job.ended', 'S11 event 1: kind'],
    ['an open step', 'job.started step.started{"id":"a"} job.ended', 'S12 event 2'],
    ['a step that has not started', 'job.started step.ended{"id":"a"} job.ended', 'S12 event 2'],
  ])('is reported with %s', (_, text, problem) => {
    expect(problemsOf(check(job(text)))).toEqual([problem]);
  });

  it('may begin anywhere if a client follows it', () => {
    expect(problemsOf(check(job('step.ended{"id":"a"} job.ended', 7), 'followJob', '?from=6'))).toEqual([]);
    expect(problemsOf(check(job('step.ended{"id":"a"} job.ended'), 'followJob'))).toEqual([
      'S11 event 1: kind',
      'S12 event 1',
    ]);
  });

  it('is expected by default', () => {
    const operation = operationsOf(contract).byId('startJob')!;
    const response = { status: 200, headers: {}, body: jsonBody({}) };
    const inspector = generalStreams.createInspector(contract);
    expect(problemsOf(inspector.checkForm(operation, '{}', response))).toEqual(['S18 header Content-Type']);
    expect(problemsOf(inspector.checkForm(operation, '{"live":false}', response))).toEqual([]);
  });

  it.each([
    ['watchJob', [{ seq: 1 }, { seq: 2 }], []],
    ['watchJob', [{ seq: 1 }, { seq: '2' }, {}], ['S04 event 2: seq', 'S04 event 3: seq']],
    ['readLog', [{ seq: '1' }], []],
  ])('is checked event by event against a single schema: %s %j', (id, events, problems) => {
    expect(problemsOf(check(events, id))).toEqual(problems);
  });
});
