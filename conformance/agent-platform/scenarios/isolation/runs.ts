/** Checks that a credential of another organization reaches neither runs, batches, deployments nor events. */
import { noteRejected, isClosed } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { submitted } from '../batches/submit-batch.ts';
import { playRun, runReaders } from '../play-run.ts';
import { pauseForApproval } from '../paused-run.ts';
import { holdsText, isSame, mentions, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { itemsOf } from '../walk-pages.ts';
import { OTHER_ORGANIZATION } from './agents.ts';
import { continueAs } from './continue-as.ts';

const records = relyOnPractice(
  'The records of an organization are read and changed by its credentials only.',
);

/** Checks of the runs, batches, deployments and events of another organization. */
export const runIsolationChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ISO04',
    title: 'Another organization cannot read a run.',
    description:
      'Plays a run and reads its status, detail, events and tool calls with the credential of another organization, also by the path of an agent of that organization.',
    rationale: 'Runs contain what users have written and what tools have returned.',
    profiles: ['full', OTHER_ORGANIZATION],
    runs: ['text'],
    basis: relyOnFacts('F-7-007'),
    run: readAsOther,
  }),
  defineCheck({
    id: 'ISO05',
    title: 'Another organization cannot decide on or continue a run.',
    description:
      'Plays a run to its approval and one to its local tool, sends the decision and the output with the credential of another organization, and then with the own one.',
    rationale: 'A stranger could approve a payment.',
    profiles: ['full', OTHER_ORGANIZATION],
    runs: ['ownerGate'],
    basis: relyOnFacts('F-7-007'),
    run: (context) => continueAs(context, OTHER_ORGANIZATION, 'another organization'),
  }),
  defineCheck({
    id: 'ISO06',
    title: 'Another organization cannot read a batch, and its records cannot be used.',
    description:
      'Submits a batch, reads its status, the summary and the record results with the credential of another organization, and submits batches with a record and a flow of that organization.',
    rationale: 'A batch names the records of a customer.',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: records,
    run: readBatchAsOther,
  }),
  defineCheck({
    id: 'ISO07',
    title: 'The feed contains only the events of the own organization.',
    description:
      'Plays a run that needs an approval and polls the feed with the credential of another organization.',
    rationale: 'Events contain ids and a summary of what happened.',
    profiles: ['full', OTHER_ORGANIZATION],
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.7-001'),
    run: pollAsOther,
  }),
  defineCheck({
    id: 'ISO09',
    title: 'Another organization cannot resume a sandbox deployment.',
    description:
      'Resumes the suspended deployment of the test environment with the credential of another organization.',
    rationale: 'A stranger could start a machine and would receive its address.',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: records,
    run: resumeAsOther,
  }),
  defineCheck({
    id: 'ISO10',
    title: 'Figures count only the own organization.',
    description:
      'Reads the statistics with the credential of another organization before and after creating two agents and playing a run.',
    rationale: 'Figures that include other customers are wrong and disclose how much they do.',
    profiles: ['full', OTHER_ORGANIZATION],
    runs: ['text'],
    basis: records,
    run: countAsOther,
  }),
];

async function readAsOther(context: CheckContext): Promise<void> {
  const { executionId } = await playRun(context, 'text');
  const { agentId: id } = context.runTemplate('text');
  for (const [operation, path] of runReaders(id, executionId)) {
    const own = await context.call(operation, { path });
    if (own.status >= 400) continue;
    const response = await context.call(operation, { path, profile: OTHER_ORGANIZATION });
    context.note(
      isClosed(response),
      `${operation} of a run of another organization returned ${response.status}.`,
      'status',
    );
  }
  await readByOwnAgent(context, executionId);
  const query = { executionId };
  const history = await context.call('listAgentExecutions', {
    path: { id },
    query,
    profile: OTHER_ORGANIZATION,
  });
  context.note(
    !holdsText(history.body, executionId),
    'A history contains a run of another organization.',
    'body',
  );
}

/** Reads a run of another organization by the path of an own agent. */
async function readByOwnAgent(context: CheckContext, executionId: string): Promise<void> {
  const body = { name: 'Backlot check of a path' };
  const id = textOf((await context.call('createAgent', { body, profile: OTHER_ORGANIZATION })).body, 'id');
  if (id === null) return;
  for (const [operation, path] of runReaders(id, executionId)) {
    if (path['id'] === undefined) continue;
    const response = await context.call(operation, { path, profile: OTHER_ORGANIZATION });
    context.note(
      isClosed(response),
      `${operation} of a run of another organization returned ${response.status} by the path of an own agent.`,
      'status',
    );
  }
  const query = { executionId };
  const found = await context.call('listAgentExecutions', {
    path: { id },
    query,
    profile: OTHER_ORGANIZATION,
  });
  context.note(
    !holdsText(itemsOf(found.body), executionId),
    'The history of an own agent, filtered by executionId, contains a run of another organization.',
    'body',
  );
}

async function readBatchAsOther(context: CheckContext): Promise<void> {
  const id = await submitted(context);
  const status = await context.call('getBatchStatus', { path: { id }, profile: OTHER_ORGANIZATION });
  noteRejected(context, status, 'The status of a batch of another organization');
  const summary = await context.call('getBatchSummary', { profile: OTHER_ORGANIZATION });
  context.note(!mentions(summary.body, id), 'The summary contains a batch of another organization.', 'body');
  const [own, theirs] = [await readResults(context, 'full'), await readResults(context, OTHER_ORGANIZATION)];
  context.note(
    !theirs.some((row) => own.some((each) => isSame(each, row))),
    'The record results contain those of another organization.',
    'body',
  );
  await submitForeign(context, theirs[0]);
}

async function readResults(context: CheckContext, profile: string): Promise<readonly unknown[]> {
  const { status, body } = await context.call('getRecordResults', { profile });
  const rows = status === 200 ? (itemsOf(body) ?? []) : [];
  return rows.filter((row) => textOf(row, 'id', 'batchId', 'executionId', 'recordId') !== null);
}

/** Submits the batch of the configuration with the flow or the record of a record result of another organization. */
async function submitForeign(context: CheckContext, result: unknown): Promise<void> {
  const batch = context.environment.bodies['submitFlowBatch'];
  const [flowId, recordId] = [textOf(result, 'flowId'), textOf(result, 'recordId')];
  const changes = { flowId, recordIds: recordId === null ? null : [recordId] };
  for (const [name, value] of Object.entries(changes)) {
    const current = propertyOf(batch, name);
    if (value === null || current === undefined || isSame(current, value)) continue;
    const body = { ...(batch as object), [name]: value };
    const { status } = await context.call('submitFlowBatch', { body });
    context.note(
      status >= 400,
      `Submitting a batch with ${name} of another organization returned ${status}.`,
      `body.${name}`,
    );
  }
}

async function pollAsOther(context: CheckContext): Promise<void> {
  const start = await context.call('pollProductEvents', { profile: OTHER_ORGANIZATION });
  const after = propertyOf(start.body, 'cursor');
  if (start.status !== 200) context.skip(`The other organization can't poll its feed: ${start.status}.`);
  const { executionId } = await pauseForApproval(context, 'ownerGate');
  for (const cursor of new Set(['0', typeof after === 'string' ? after : '0'])) {
    const query = { after: cursor, maxEvents: '200' };
    const { body } = await context.call('pollProductEvents', { query, profile: OTHER_ORGANIZATION });
    context.expect(
      !mentions(body, executionId),
      'The feed contains an event of another organization.',
      'body.events',
    );
  }
}

async function resumeAsOther(context: CheckContext): Promise<void> {
  const id = context.environment.parameters['resumeSandboxDeployment']?.['id'];
  if (id === undefined)
    return context.skip('It needs a suspended deployment: set parameters.resumeSandboxDeployment.id.');
  const headers = { 'idempotency-key': `ISO09-${id}` };
  const { status } = await context.call('resumeSandboxDeployment', {
    path: { id },
    headers,
    body: {},
    profile: OTHER_ORGANIZATION,
  });
  context.expect(
    status >= 400,
    `Resuming a deployment of another organization returned ${status}.`,
    'status',
  );
}

async function countAsOther(context: CheckContext): Promise<void> {
  const read = async (): Promise<unknown> => {
    const { status, body } = await context.call('getAnalyticsStats', { profile: OTHER_ORGANIZATION });
    return status === 200 ? body : context.skip(`The other organization has no statistics: ${status}.`);
  };
  const before = await read();
  await playRun(context, 'text');
  for (const name of ['one', 'two'])
    await context.call('createAgent', { body: { name: `Backlot check of figures, ${name}` } });
  const after = await read();
  for (const name of ['agents', 'executions']) {
    const [one, two] = [propertyOf(before, name), propertyOf(after, name)];
    context.warn(
      typeof one !== 'number' || typeof two !== 'number' || two - one < (name === 'agents' ? 2 : 1),
      `The ${name} of another organization are counted.`,
      `body.${name}`,
    );
  }
}
