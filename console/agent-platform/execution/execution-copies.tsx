/** The buttons that copy an execution: as a call, as a test, as a scenario, as a file. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExecutionDetail } from '../../../generated/control-agent-platform/types.ts';
import type { Scenario } from '../../../generated/control/types.ts';
import { baseUrl, bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import type { EventLog } from '../execution-events.ts';
import type { TimedEvent } from '../timed-event.ts';
import { Copy, saveFile } from '../../parts/common.tsx';
import { curlOf } from '../../parts/snippets.ts';

/** The maximum number of executions or events that are loaded to copy an execution. */
const MAX = 1_000;

export function ExecutionCopies({
  execution,
  log,
}: {
  readonly execution: ExecutionDetail;
  readonly log: EventLog;
}): JSX.Element {
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const { id, kind, agentId, parentExecutionId, status } = execution;
  // The record of a dispatched flow lacks its steps; a sub-agent is started by its caller.
  const canStart = parentExecutionId === null && (kind === 'agent' || agentId !== null);
  const copyScenario = async (): Promise<string> => {
    const copied = await scenarioOf(execution, log);
    setRemarks(copied.remarks);
    return JSON.stringify(copied.scenario, null, 2);
  };
  return (
    <>
      {canStart && <Copy label="Copy as curl" text={() => asCurl(execution)} />}
      {canStart && status !== 'running' && <Copy label="Copy as test" text={() => testOf(execution, log)} />}
      <Copy label="Copy as scenario" text={copyScenario} />
      <button
        onClick={() => saveFile(`${id}.json`, JSON.stringify({ execution, events: log.events }, null, 2))}
      >
        Save as file
      </button>
      <span role="status" class="quiet">
        {remarks.length > 0 && `The scenario differs: ${remarks.join(' ')}`}
      </span>
    </>
  );
}

async function scenarioOf({ id, childExecutionIds }: ExecutionDetail, log: EventLog) {
  const [{ recordScenario }, children, approvals] = await Promise.all([
    import('../recording/record-scenario.ts'),
    Promise.all(childExecutionIds.slice(0, MAX).map(loadEvents)),
    bodyOf(control.listRecords({ path: { kind: 'approvals' }, query: { q: id, limit: MAX } })),
  ]);
  const approvers = new Map(approvals.records.map((record) => [record.id, String(record['approver'])]));
  const recording = recordScenario({ id, events: log.events, children, approvers, baseUrl });
  if (!log.isShortened) return recording;
  const shortened = 'The stream is no longer stored: only the history of the execution is available.';
  return { ...recording, remarks: [shortened, ...recording.remarks] };
}

async function loadEvents(id: string): Promise<readonly TimedEvent[]> {
  const events: TimedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq;
    const query = { limit: MAX, ...(after !== undefined && { after }) };
    const page = await bodyOf(control.listExecutionEvents({ path: { id }, query }));
    events.push(...page.events);
    if (page.events.length < MAX) return events;
  }
}

async function testOf(execution: ExecutionDetail, { events }: EventLog): Promise<string> {
  const { scenario: name } = execution;
  const { recordTest } = await import('../recording/record-test.ts');
  const { scenarios } = await bodyOf(control.listScenarios());
  const source = scenarios.find((scenario) => scenario.name === name)?.source ?? 'builtIn';
  const ownScenario: Scenario | null =
    source === 'builtIn' ? null : await bodyOf(control.getScenario({ path: { name } }));
  return recordTest({ execution, events, ownScenario });
}

/** Returns the call that starts such an execution again; not for flows, whose records lack the steps. */
function asCurl({ agentId, name, messages, scenario }: ExecutionDetail): string {
  const body = { messages, streamResponse: true };
  const prefer = `scenario=${scenario}`;
  return agentId === null
    ? curlOf({
        method: 'POST',
        path: '/v1/dispatch',
        prefer,
        body: JSON.stringify({ agent: { name: name ?? 'Inline agent' }, ...body }),
      })
    : curlOf({
        method: 'POST',
        path: `/v1/agents/${encodeURIComponent(agentId)}/execute`,
        prefer,
        body: JSON.stringify(body),
      });
}
