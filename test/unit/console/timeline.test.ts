/** The timeline of an execution: its spans have the times of the execution's own clock. */
import { describe, expect, it } from 'vitest';
import { SpanBuilder, type Span } from '../../../console/agent-platform/timeline/spans.ts';
import type { ExecutionEventList } from '../../../generated/control-agent-platform/types.ts';
import { useMock } from '../../support/mock-client.ts';

const service = useMock();

async function spansOf(scenario: string): Promise<readonly Span[]> {
  const { executionId } = await service.run(scenario);
  const { body } = await service.get<ExecutionEventList>(
    `/_mock/executions/${executionId}/events?limit=1000`,
  );
  const builder = new SpanBuilder();
  for (const event of body.events) builder.add(event);
  return builder.spans;
}

const lengthOf = ({ start, end }: Span): number => (end ?? start) - start;

describe('the timeline of an execution that was played without delays', () => {
  it('shows the duration of each tool', async () => {
    const tools = (await spansOf('tools')).filter(({ kind }) => kind === 'tool');
    expect(tools.map(lengthOf)).toEqual([420, 860]);
  });

  it('shows the duration of each model call, with its texts', async () => {
    const spans = await spansOf('reasoning');
    const model = spans.find(({ kind }) => kind === 'model')!;
    expect(lengthOf(model)).toBe(model.ownMs);
    const texts = spans.filter(({ kind }) => kind === 'text' || kind === 'reasoning');
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text.start).toBeGreaterThan(model.start);
      expect(lengthOf(text)).toBeGreaterThan(0);
      expect(text.end).toBeLessThanOrEqual(model.end!);
    }
  });

  it('shows silences', async () => {
    const spans = await spansOf('slow');
    const [thought] = spans.filter(({ kind }) => kind === 'reasoning');
    const [text] = spans.filter(({ kind }) => kind === 'text');
    expect(text!.start - thought!.end!).toBeGreaterThanOrEqual(30_000);
    expect(lengthOf(thought!)).toBeLessThan(2_000);
  });

  it('has spans of events with unknown names', () => {
    const builder = new SpanBuilder();
    const at = '2026-03-04T09:15:02.000Z';
    const types = ['execution_start', 'review_start', 'review_delta', 'review_complete', 'handover', 'ping'];
    for (const [seq, type] of types.entries()) builder.add({ seq, at, segment: 0, event: { type, id: 'a' } });
    const shown = builder.spans.map(({ label, deltas, end }) => [label, deltas, end !== null]);
    expect(shown).toEqual([
      ['review', 1, true],
      ['handover', 0, true],
    ]);
  });

  it('never goes back in time', async () => {
    for (const scenario of ['everything', 'subagent', 'step-endings', 'compaction', 'roles'])
      for (const span of await spansOf(scenario)) expect(lengthOf(span)).toBeGreaterThanOrEqual(0);
  });
});
