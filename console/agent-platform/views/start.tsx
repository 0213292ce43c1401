/** A small chat that starts executions with a chosen scenario and pace. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { bodyOf, callService, credential, errorOf, useCredential } from '../../api.ts';
import { control } from '../control.ts';
import { useEvents } from '../execution-events.ts';
import { useLoaded } from '../../live.ts';
import { linkTo, route } from '../../route.ts';
import { Conversation } from '../execution/conversation.tsx';
import { Action, Show } from '../../parts/common.tsx';

const MAX_AGENTS = 500;
/** The agent of the default fixture for which most scenarios are written. */
const FIRST = 'agent_support';
const PACES = ['real', 'fast', 'instant'] as const;

export function StartView(): JSX.Element {
  const loaded = useLoaded('start', loadChoices, null);
  return (
    <>
      <h1>Start a run</h1>
      <Show loaded={loaded}>{({ agents, scenarios }) => <Chat agents={agents} scenarios={scenarios} />}</Show>
    </>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

function Chat({
  agents,
  scenarios,
}: {
  readonly agents: readonly Choice[];
  readonly scenarios: readonly string[];
}): JSX.Element {
  const [agent, setAgent] = useState(agents[0]?.id ?? '');
  const [scenario, setScenario] = useState(route.value.query.get('scenario') ?? '');
  const [pace, setPace] = useState<string>('real');
  const [text, setText] = useState('Where is my order 1042?');
  const [execution, setExecution] = useState<{ readonly id: string; readonly asked: string } | null>(null);
  const start = async (): Promise<void> => {
    const before = await newestExecution(agent);
    const prefer = [`pace=${pace}`, ...(scenario === '' ? [] : [`scenario=${scenario}`])].join(', ');
    const response = callService('POST', `/v1/agents/${encodeURIComponent(agent)}/execute`, {
      body: { messages: [{ role: 'user', content: text }], streamResponse: true },
      headers: { prefer, accept: 'text/event-stream' },
    });
    const outcome = await Promise.race([response, newExecution(agent, before)]);
    if (typeof outcome === 'string') setExecution({ id: outcome, asked: text });
    else if (outcome.status >= 400) throw new Error(`${outcome.status}: ${errorOf(outcome.body)}`);
    else setExecution({ id: (await newestExecution(agent)) ?? '', asked: text });
  };
  if (agents.length === 0)
    return (
      <p class="empty">
        This world has no agent. Create one with <code>POST /v1/agents</code>.
      </p>
    );
  return (
    <div class="columns">
      <section class="card" aria-label="New execution">
        <div class="bar">
          <label>
            Agent
            <select value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
              {agents.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Scenario
            <select value={scenario} onChange={(event) => setScenario(event.currentTarget.value)}>
              <option value="">as configured</option>
              {scenarios.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Pace
            <select value={pace} onChange={(event) => setPace(event.currentTarget.value)}>
              {PACES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Credential
            <input
              class="mono"
              value={credential.value}
              onInput={(event) => useCredential(event.currentTarget.value)}
            />
          </label>
        </div>
        <label class="block">
          Message
          <textarea value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <p>
          <Action kind="primary" run={start}>
            Start
          </Action>
        </p>
      </section>
      {execution === null ? (
        <p class="empty">
          The conversation appears here. Try the scenario approval, and decide under Waiting.
        </p>
      ) : (
        <Running key={execution.id} id={execution.id} asked={execution.asked} />
      )}
    </div>
  );
}

function Running({ id, asked }: { readonly id: string; readonly asked: string }): JSX.Element {
  const { events } = useEvents(id);
  return (
    <section aria-label="Execution">
      <p>
        <a href={linkTo('executions', id)}>{id}</a> <span class="quiet">{events.length} events</span>
      </p>
      <Conversation events={events} asked={[asked]} />
    </section>
  );
}

async function newestExecution(agentId: string): Promise<string | undefined> {
  const { executions } = await bodyOf(control.listExecutions({ query: { agentId, limit: 1 } }));
  return executions[0]?.id;
}

/** Units: milliseconds. */
const POLL_EVERY = 60;
const MAX_POLLS = 100;

/** Resolves with the id of an execution that was started after another one; never resolves without one. */
async function newExecution(agentId: string, before: string | undefined): Promise<string> {
  for (let count = 0; count < MAX_POLLS; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
    const newest = await newestExecution(agentId);
    if (newest !== undefined && newest !== before) return newest;
  }
  return new Promise(() => undefined);
}

async function loadChoices() {
  const [{ records }, { scenarios }] = await Promise.all([
    bodyOf(control.listRecords({ path: { kind: 'agents' }, query: { limit: MAX_AGENTS } })),
    bodyOf(control.listScenarios()),
  ]);
  const agents = records
    // Agents that run here come first, before those of partners.
    .toSorted((a, b) => Number(b['agentType'] === 'native') - Number(a['agentType'] === 'native'))
    .map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id }))
    .toSorted((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST));
  return { agents, scenarios: scenarios.map(({ name }) => name) };
}
