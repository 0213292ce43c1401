/**
 * Every event, field and value of a stream that the source lists, observed in a run of the mock. The
 * rows are the inventory's own; those that the mock does not play are listed with the reason.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import type { Step } from '../../mock/agent-platform/domain/scenarios/scenario.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { readFacts } from '../../conformance/agent-platform/read-facts.ts';
import { agentId, useSharedMock } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

/** Turns that no run emits: the source does not describe them in a stream. */
const notPlayed = /^shared:Role=(user|system)$/;

/** Values that no built-in scenario has. */
const rest: readonly Step[] = [
  { say: 'All the rest.' },
  { state: { snapshot: { page: 1 } } },
  {
    step: {
      name: 'Ask',
      steps: [
        { tool: { name: 'look' } },
        {
          await: [
            {
              tool: {
                name: 'page_tool',
                annotations: {
                  consequentialHint: true,
                  debugging: true,
                  destructiveHint: true,
                  openWorldHint: true,
                  untrustedContentHint: true,
                },
              },
            },
          ],
        },
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
  await runs.post('/v1/agents', { name: 'Partner', agentType: 'partner_managed' });
  await runs.putScenario('rest', rest);
  for (const scenario of [...builtInScenarios.map(({ name }) => name), 'rest'])
    for (const decision of ['approved', 'denied'] as const) await play(scenario, decision);
  await timeOut();
  await runElsewhere();
});

// @fact F-6.1-002..003 F-6.1-005..050 F-6.1-052 F-6.1.1-001..453
describe('the inventory of stream facts', () => {
  const rows = streamFacts
    .map(({ subject, details }) =>
      details.has('value') ? `${subject}=${details.get('value') ?? ''}` : subject,
    )
    .filter((row) => !notPlayed.test(row));

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

/** Runs agents of the other types, and an inline agent. */
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

/** Shared objects are separate rows, wherever they are used. */
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
