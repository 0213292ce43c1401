/** An execution as text to paste: a call, a test, a scenario. */
import type { ExecutionDetail } from '../../generated/control/types.ts';
import { baseUrl, credential } from '../api.ts';
import type { TimedEvent } from '../timeline/spans.ts';

/** Returns the call that starts such an execution again; not for flows, whose steps a record does not have. */
export function asCurl({ agentId, name, messages, scenario }: ExecutionDetail): string {
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

/** A call of the service. Shape: `body` is JSON; empty for none. `credential` is that of the console if it is absent. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly prefer?: string;
  readonly origin?: string | null;
  readonly isAnonymous?: boolean;
}

/** Returns a call of the service as a command. */
export function curlOf({
  method,
  path,
  body = '',
  prefer = '',
  origin = null,
  isAnonymous = false,
}: ServiceCall): string {
  return [
    `curl -sN -X ${method} ${quote(baseUrl + path)}`,
    ...(isAnonymous ? [] : [`-H ${quote(`Authorization: Bearer ${credential.value}`)}`]),
    ...(origin === null ? [] : [`-H ${quote(`Origin: ${origin}`)}`]),
    ...(prefer === '' ? [] : [`-H ${quote(`Prefer: ${prefer}`)}`]),
    ...(body.trim() === '' ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Quotes an argument for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a test that starts such an execution on a new world; not for flows. */
export function asTest({ agentId, messages, scenario, status }: ExecutionDetail): string {
  return `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createMock } from 'backlot/mock';
import { createApi } from 'backlot/api';

test(${JSON.stringify(`an execution of ${scenario}`)}, async (t) => {
  const mock = await createMock();
  t.after(() => mock.close());
  const api = createApi({
    baseUrl: mock.baseUrl,
    fetch: mock.fetch,
    auth: { apiKey: 'rt_live_dev' },
    headers: { prefer: ${JSON.stringify(`scenario=${scenario}`)} },
  });
  const types = [];
  const stream = api.executeAgent({
    path: { id: ${JSON.stringify(agentId ?? 'agent_support')} },
    body: { messages: ${JSON.stringify(messages)}, streamResponse: true },
  });
  for await (const event of stream) types.push(event.type);
  assert.equal(types[0], 'execution_start'); // The execution in the console ended as ${status}.
});
`;
}

/** Returns a scenario that says and does what an execution did. */
export function asScenario(execution: ExecutionDetail, events: readonly TimedEvent[]): string {
  const steps: object[] = [];
  for (const { event } of events) {
    const text = event['text'];
    if (event.type === 'reasoning_complete' && typeof text === 'string') steps.push({ think: { text } });
    else if (event.type === 'text_complete' && typeof text === 'string') steps.push({ say: { text } });
    else if (event.type === 'tool_complete')
      steps.push({
        tool: {
          name: event['toolName'],
          ...(event['result'] !== undefined && { result: event['result'] }),
          ...(typeof event['executionTime'] === 'number' && { takes: event['executionTime'] }),
        },
      });
  }
  const name = `from-${execution.id.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`.slice(0, 60);
  return JSON.stringify({ name, description: `Recorded from ${execution.id}.`, steps }, null, 2);
}
