/**
 * Every event, field and value of a stream that the source lists, observed in a run of the mock. The
 * rows are the inventory's own; those that the mock does not play are listed with the reason.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import type { Step } from '../../mock/agent-platform/domain/scenarios/scenario.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { readFacts } from '../../tools/trace/contract/read-facts.ts';
import { agentId, useSharedMock } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

/**
 * Values that no run emits: the text of a sub-agent is emitted in its own stream, and free attributes
 * have no meaning here.
 */
const notPlayed = [
  /^event:(turn|model_call|step|tool|approval)_\w+\.subagent$/,
  /\.attributes$/,
  /^shared:Role=(user|system)$/,
];

/** Values that no built-in scenario has. */
const rest: readonly Step[] = [
  { say: 'All the rest.' },
  { state: { snapshot: { page: 1 } } },
  ...(['manual', 'surface_policy', 'provider_mismatch'] as const).map((reason): Step => ({
    notice: { compaction: { reason, outcome: 'failed', before: 1, after: 1 } },
  })),
  { notice: { compaction: { outcome: 'skipped' } } },
  {
    fallback: {
      attempts: [
        { type: 'message', success: false, error: 'No' },
        { type: 'flow', success: false, error: 'No' },
        { type: 'retry', success: true, model: 'mock-2' },
      ],
    },
  },
  {
    await: [
      {
        tool: {
          name: 'page_tool',
          origin: 'webmcp',
          pageOrigin: 'https://shop.test',
          annotations: {
            consequentialHint: true,
            debugging: true,
            destructiveHint: true,
            idempotentHint: true,
            openWorldHint: true,
            readOnlyHint: false,
            untrustedContentHint: true,
          },
        },
      },
    ],
  },
];

const insideStep: readonly Step[] = [
  {
    step: {
      name: 'Ask',
      steps: [
        { tool: { name: 'look' } },
        {
          await: [
            {
              elicitation: {
                name: 'ask',
                message: 'Which?',
                requests: [
                  { name: 'a', message: 'A', mode: 'form', requestedSchema: {} },
                  { name: 'b', message: 'B', mode: 'url', url: 'https://x.test' },
                ],
                url: 'https://x.test',
              },
            },
          ],
        },
        { say: 'So be it.' },
      ],
    },
  },
];

const streamFacts = readFacts(readFileSync(new URL('../../spec/facts.tsv', import.meta.url), 'utf8')).filter(
  ({ section, kind }) => /^6\.1(\.1)?$/.test(section) && ['event', 'field', 'enum'].includes(kind),
);

const runs = useSharedMock();
const seen = new Set<string>();

beforeAll(async () => {
  const put = (name: string, steps: readonly Step[]) =>
    runs.put(`/_mock/scenarios/${name}`, { description: 'x', steps });
  await put('rest', rest);
  await put('inside', insideStep);
  for (const stopReason of ['length', 'content_filter'] as const)
    await put(stopReason.replace('_', '-'), [{ say: 'x' }, { finish: { stopReason } }]);
  await runs.post('/v1/agents', { name: 'Partner', agentType: 'partner_managed' });
  const names = [...builtInScenarios.map(({ name }) => name), 'rest', 'inside', 'length', 'content-filter'];
  for (const scenario of names)
    for (const decision of ['approved', 'denied'] as const) await play(scenario, decision);
  await timeOut();
  await runElsewhere();
});

// @fact F-6.1-002..003 F-6.1-005..050 F-6.1-052 F-6.1.1-001..063 F-6.1.1-065..071 F-6.1.1-073..085
// @fact F-6.1.1-087..098 F-6.1.1-100..106 F-6.1.1-108..115 F-6.1.1-117..129 F-6.1.1-131..145
// @fact F-6.1.1-147..311 F-6.1.1-313..318 F-6.1.1-320..326 F-6.1.1-328..345 F-6.1.1-347..360
// @fact F-6.1.1-362..453
describe('the inventory of stream facts', () => {
  const rows = streamFacts
    .map(({ subject, details }) =>
      details.has('value') ? `${subject}=${details.get('value') ?? ''}` : subject,
    )
    .filter((row) => !notPlayed.some((left) => left.test(row)));

  it('has the expected number of rows', () => {
    expect(streamFacts.length).toBeGreaterThan(480);
  });

  it.each(rows)('%s', (row) => {
    expect(seen.has(row)).toBe(true);
  });
});

async function play(scenario: string, decision: 'approved' | 'denied'): Promise<void> {
  let result = await runs.run(scenario);
  note(result.events);
  for (let pause = 0; pause < 10 && result.status === 'paused'; pause += 1) {
    result = await continueRun(runs, result, decision);
    note(result.events);
  }
}

async function timeOut(): Promise<void> {
  const { executionId } = await runs.run('approval-timeout');
  await runs.advance('PT1M');
  note(await runs.rejoin(executionId));
}

/** Runs agents of the other types, and one that comes with the request. */
async function runElsewhere(): Promise<void> {
  const { body } = await runs.get('/v1/agents');
  const agents = (body as { data: { id: string; name: string }[] }).data.filter(({ id }) => id !== agentId);
  const messages = [{ role: 'user', content: 'Hello' }];
  for (const { id } of agents)
    for (const scenario of ['text', 'approval', 'local-tool']) {
      const response = await runs.post(
        `/v1/agents/${id}/execute`,
        { messages },
        { prefer: `scenario=${scenario}` },
      );
      note(response.events);
    }
  note((await runs.post('/v1/dispatch', { agent: { name: 'Inline', config: { maxTurns: 2 } } })).events);
}

function note(events: readonly ExecutionStreamEvent[]): void {
  for (const event of events) {
    seen.add(`event:${event.type}`);
    noteMembers(`event:${event.type}`, event);
  }
}

/** Shared objects are rows of their own, wherever they are used. */
const shared: readonly (readonly [RegExp, string])[] = [
  [/\.subagent$/, 'shared:Subagent'],
  [/\.fallback$/, 'shared:Fallback'],
  [/\.(tokens|totalTokens)$/, 'shared:Tokens'],
  [/\.annotations$/, 'shared:Annotations'],
  [/\.error$/, 'shared:ErrorObject'],
  [/\.externalAgent$/, 'shared:ExternalAgent'],
  [/\.elicitation$/, 'shared:Elicitation'],
  [/\.stopReason$/, 'shared:StopReason'],
  [/\.role$/, 'shared:Role'],
];

function noteMembers(path: string, value: unknown): void {
  for (const name of [path, ...shared.flatMap(([ends, is]) => (ends.test(path) ? [is] : []))]) {
    seen.add(name);
    if (typeof value !== 'object' || value === null) seen.add(`${name}=${String(value)}`);
    else if (Array.isArray(value)) for (const item of value) noteMembers(`${name}[]`, item);
    else {
      for (const [member, inner] of Object.entries(value)) {
        noteMembers(`${name}.${member}`, inner);
        if (name.endsWith('.categories')) noteMembers(`${name}{}`, inner);
      }
    }
  }
}
