/**
 * Creates the records that single requests need and that the configuration does not name: an agent with a version and a
 * capability, an execution with a call of a tool, a batch. What a service does not create, or returns under other
 * names, stays unknown, and the checks that need it are skipped.
 */
import type { RunTemplate, TestEnvironment } from '../driver/driver.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Wire } from '../http/wire.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { recordIdsOf } from '../agent-platform/scenarios/batches/batch-records.ts';
import { readRun } from '../agent-platform/scenarios/play-run.ts';
import { isFields, propertyOf, textOf, type JsonFields } from '../agent-platform/scenarios/read-value.ts';
import { baseOf } from './base-request.ts';
import { planOf, type Texts } from './request-form.ts';

/** Path parameters by operation. */
export type FoundRecords = Readonly<Record<string, Texts>>;

/** What the steps share. Shape: `isWanted` is whether the run checks an operation. */
interface Preparation {
  readonly contract: Contract;
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  readonly isWanted: (operation: string) => boolean;
}

/**
 * Creates records for operations that lack them.
 *
 * Errors: rejects as `Wire.send`.
 */
export async function prepareRecords(preparation: Preparation): Promise<FoundRecords> {
  if (preparation.environment.credentials['full'] === undefined) return {};
  const records: FoundRecords = {
    ...(await prepareAgent(preparation)),
    ...(await prepareExecution(preparation)),
    ...(await prepareBatch(preparation)),
  };
  // Why: a created record must not be mixed with the configured ids of another one.
  return Object.fromEntries(Object.entries(records).filter(([id]) => lacks(preparation, id)));
}

/**
 * Returns a run of the kind `text` for a configuration without one: of a new agent, if it completes one.
 *
 * Errors: rejects as `Wire.send`.
 */
export async function prepareRun(preparation: Preparation): Promise<RunTemplate | null> {
  if (preparation.environment.credentials['full'] === undefined) return null;
  const agentId = textOf(await bodyOf(preparation, 'createAgent', {}), 'id');
  if (agentId === null) return null;
  const template: RunTemplate = { agentId, message: 'Hello', headers: {}, body: {} };
  const run = readRun(await play(preparation, template));
  const isCompleted = textOf(run.json, 'status') === 'completed' || run.last('execution_complete') !== null;
  return isCompleted ? template : null;
}

/** Creates an agent with a published version and a capability. */
async function prepareAgent(preparation: Preparation): Promise<FoundRecords> {
  const ofVersion: readonly string[] = ['getAgentVersion', 'publishAgentVersion'];
  const ofCapability: readonly string[] = ['removeAgentCapability'];
  if (!lacks(preparation, ...ofVersion, ...ofCapability)) return {};
  const agent = await bodyOf(preparation, 'createAgent', {});
  const agentId = textOf(agent, 'id');
  if (agentId === null) return {};
  const capability = await bodyOf(preparation, 'addAgentCapability', { id: agentId });
  const capabilityId = textOf(capability, 'id', 'capabilityId');
  const publication = await bodyOf(preparation, 'publishAgent', { id: agentId });
  const published = await bodyOf(preparation, 'getAgent', { id: agentId });
  const versionId =
    textOf(published, 'publishedVersionId') ?? textOf(publication, 'publishedVersionId', 'versionId', 'id');
  return {
    ...(versionId === null ? {} : fill(ofVersion, { id: agentId, agentId, versionId })),
    ...(capabilityId === null ? {} : fill(ofCapability, { id: agentId, capabilityId })),
  };
}

/** Plays an execution, with a call of a tool if the configuration has such a run. */
async function prepareExecution(preparation: Preparation): Promise<FoundRecords> {
  const operations: readonly string[] = [
    'getAgentExecution',
    'listExecutionToolCalls',
    'getExecutionToolCall',
    'followExecutionEvents',
    'getExecutionStatus',
  ];
  const { runs } = preparation.environment;
  const template = runs['tools'] ?? runs['text'];
  if (template === undefined || !lacks(preparation, ...operations)) return {};
  const { executionId } = readRun(await play(preparation, template));
  if (executionId === null) return {};
  const values = { id: template.agentId, agentId: template.agentId, executionId };
  const calls = propertyOf(await bodyOf(preparation, 'listExecutionToolCalls', values), 'data');
  const toolCallId = Array.isArray(calls) ? textOf(calls[0], 'id', 'toolCallId') : null;
  return fill(operations, { ...values, ...(toolCallId === null ? {} : { toolCallId }) });
}

/** Submits the batch of the configuration. */
async function prepareBatch(preparation: Preparation): Promise<FoundRecords> {
  const body = preparation.environment.bodies['submitFlowBatch'];
  const operations: readonly string[] = ['getBatchStatus', 'getBatchRecordCost'];
  if (!isFields(body) || !lacks(preparation, ...operations)) return {};
  const id = textOf(await bodyOf(preparation, 'submitFlowBatch', {}), 'batchExecutionId', 'batchId', 'id');
  if (id === null) return {};
  const [recordId] = recordIdsOf(body);
  return fill(operations, { id, batchId: id, ...(recordId === undefined ? {} : { recordId }) });
}

/** Returns whether one of these operations is checked and has a path parameter without a value. */
function lacks({ contract, environment, isWanted }: Preparation, ...ids: readonly string[]): boolean {
  return ids.filter(isWanted).some((id) => {
    const operation = operationsOf(contract).byId(id);
    return operation !== null && baseOf(operation, environment, null).missing.length > 0;
  });
}

function fill(operations: readonly string[], values: Texts): Readonly<Record<string, Texts>> {
  return Object.fromEntries(operations.map((operation) => [operation, values]));
}

function play({ wire }: Preparation, { agentId, message, headers, body }: RunTemplate): Promise<Exchange> {
  const json = { messages: [{ role: 'user', content: message }], streamResponse: false, ...body };
  return wire.send({
    operation: 'executeAgent',
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(agentId)}/execute`,
    headers: Object.entries({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify(json),
    profile: 'full',
  });
}

/** Calls an operation with the body of its base request and returns the fields of a success; `null` for any other. */
async function bodyOf(
  { contract, wire, environment }: Preparation,
  id: string,
  path: Texts,
): Promise<JsonFields | null> {
  const operation = operationsOf(contract).byId(id);
  if (operation === null) return null;
  const { base } = baseOf(operation, environment, null);
  const { response } = await wire.send(planOf({ ...base, path: { ...base.path, ...path } }));
  const value = response?.body.kind === 'json' && response.status < 300 ? response.body.value : null;
  return isFields(value) ? value : null;
}
