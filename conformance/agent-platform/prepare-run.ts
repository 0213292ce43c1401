/** Prepares runs: one for a configuration without any, and those that create records for other requests. */
import type { RunTemplate, TestEnvironment } from '../model/test-environment.ts';
import type { Wire } from '../http/wire.ts';
import { textOf } from '../model/json-fields.ts';
import { RecordMaker } from '../requests/records/record-maker.ts';
import { operationById } from './contract.ts';
import { readRun } from './scenarios/play-run.ts';
import { platformBuilder } from './requests/request-traits.ts';

/**
 * Adds a run of the kind `text` to a test environment without one: of a new agent, if it completes one.
 *
 * Errors: rejects as `Wire.send`.
 */
export async function completeRuns(wire: Wire, environment: TestEnvironment): Promise<TestEnvironment> {
  if (environment.runs['text'] !== undefined || environment.credentials['full'] === undefined)
    return environment;
  const maker = new RecordMaker(platformBuilder, wire, environment);
  const { id: agentId } = await maker.create(operationById('executeAgent'), ['id']);
  if (agentId === undefined) return environment;
  const text: RunTemplate = { agentId, message: 'Hello', headers: {}, body: {} };
  return (await completes(wire, text))
    ? { ...environment, runs: { ...environment.runs, text } }
    : environment;
}

async function completes(wire: Wire, { agentId, message }: RunTemplate): Promise<boolean> {
  const exchange = await wire.send({
    operation: 'executeAgent',
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(agentId)}/execute`,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ messages: [{ role: 'user', content: message }], streamResponse: false }),
    profile: 'full',
  });
  const run = readRun(exchange);
  return textOf(run.body, 'status') === 'completed' || run.last('execution_complete') !== null;
}

/** Returns a test environment in which an agent is executed as in a configured run, preferably with a call of a tool. */
export function withRunOfTools(environment: TestEnvironment): TestEnvironment {
  const { runs, bodies, parameters } = environment;
  const text = runs['tools'] ?? runs['text'];
  if (text === undefined) return environment;
  const { executeAgent: _body, ...otherBodies } = bodies;
  const { executeAgent: _values, ...otherParameters } = parameters;
  return { ...environment, runs: { ...runs, text }, bodies: otherBodies, parameters: otherParameters };
}
