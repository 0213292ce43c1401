/** Checks of the JSON result of a run: its status, and the definition that was run. */
import { makeAgent, publishVersion } from '../agents/make-agent.ts';
import type { CheckContext } from '../scenario-check.ts';
import type { PlayedRun } from '../played-run.ts';
import { citeAssumption, defineChecks, relyOnFacts } from '../define-check.ts';
import { propertyOf, textOf } from '../read-value.ts';
import { playRun, terminalOf, playResult } from '../play-run.ts';

export const resultChecks = defineChecks({ runs: ['text'] }, [
  {
    id: 'RUN01',
    title: 'The status of a result matches the state of its run and the stream of such a run.',
    description: 'Plays runs that complete, fail and pause, each once as a stream and once as JSON.',
    rationale:
      'A caller that reads only the status must not treat a failure as a success, or wait for a finished run.',
    basis: relyOnFacts(
      'F-2.5-003..006',
      'F-6.1.2-002',
      'F-6.1.1-454',
      'F-6.1.1-455',
      'F-4.2-096',
      'F-4.2-097',
    ),
    run: compareForms,
  },
  {
    id: 'RUN08',
    title: 'A run of an agent without versions uses its live record.',
    description: 'Runs an agent that was never published and reads how its definition was chosen.',
    rationale: 'The result shows the author whether a change is in use.',
    basis: relyOnFacts('F-2.5-021', 'F-2.5-023', 'F-9-007'),
    run: runUnpublished,
  },
  {
    id: 'RUN09',
    title: 'A run of the live record reports the version that the record points to.',
    description:
      'Publishes an agent, runs it without naming a version, and compares the version in the result.',
    rationale: 'A report on a release counts the runs of its version.',
    basis: relyOnFacts('F-2.5-022'),
    run: runPublished,
  },
  {
    id: 'RUN10',
    title: 'A run by version or alias reports it.',
    description: 'Publishes an agent twice, runs it by the id of the first version and by the alias live.',
    rationale: 'A user who pins a version must be sure that it ran.',
    basis: relyOnFacts('F-2.5-020', 'F-2.5-024', 'F-9-011'),
    run: runSelected,
  },
]);

type RunStatus = 'completed' | 'failed' | 'paused';

async function compareForms(context: CheckContext): Promise<void> {
  const kinds = ['text', 'failing', 'ownerGate'].filter(
    (kind) => context.environment.runs[kind] !== undefined,
  );
  for (const kind of kinds) {
    const json = await playResult(context, kind);
    const status = propertyOf(json.body, 'status');
    const actualStatus = runStatusOf(json);
    context.note(
      json.events.length === 0 || isAborted(json) || status === actualStatus,
      `The status of a result is ${String(status)}, but ${describeEnd(json, actualStatus)}.`,
      'body.status',
    );
    context.note(
      typeof propertyOf(json.body, 'success') !== 'boolean' ||
        actualStatus === 'paused' ||
        propertyOf(json.body, 'success') === (actualStatus !== 'failed'),
      citeAssumption('A-030', `success is wrong for a run that is ${actualStatus}.`, 'body.success'),
    );
    const stream = await playRun(context, kind);
    const streamed = runStatusOf(stream);
    context.warn(
      streamed === status,
      `A run of the kind ${kind} is ${String(status)} as JSON, but ${describeEnd(stream, streamed)} as a stream.`,
      'body.status',
    );
  }
}

/** Returns the status of a run by its events. Source: `outcome` can be absent with older producers. */
function runStatusOf(run: PlayedRun): RunStatus {
  const end = terminalOf(run);
  if (end === null) return 'paused';
  if (end.type === 'execution_error') return 'failed';
  const { outcome, success } = end;
  return (typeof outcome === 'string' ? outcome === 'completed' : success !== false) ? 'completed' : 'failed';
}

function describeEnd({ events, exchange }: PlayedRun, status: RunStatus): string {
  const body = exchange?.response?.body;
  if (body?.kind === 'stream' && body.stream.end === 'broken')
    return 'its connection was reset or broke before the end';
  const isPaused = events.some(({ type }) => type === 'approval_start' || type === 'await');
  return status === 'paused' && !isPaused
    ? 'its events have no execution_complete or execution_error'
    : `by its events the run is ${status}`;
}

/** Returns whether a run was aborted. Why: the source has no status for that outcome. */
function isAborted(run: PlayedRun): boolean {
  return terminalOf(run)?.['outcome'] === 'aborted';
}

async function runUnpublished(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of the live record' });
  const { body: json } = await playResult(context, 'text', { agentId: id });
  const resolution = textOf(json, 'agentTargetResolution');
  if (resolution === null) context.skip('A result does not report how its definition was chosen.');
  context.expect(
    resolution === 'legacy-live-row',
    `A run of an agent without versions is resolved by ${resolution}.`,
    'body.agentTargetResolution',
  );
  context.note(
    propertyOf(json, 'agentVersionId') === undefined,
    citeAssumption('A-031', 'A run of an agent without versions names one.', 'body.agentVersionId'),
  );
  context.note(
    propertyOf(json, 'alias') === undefined,
    citeAssumption('A-033', 'A run that reads the live record names an alias.', 'body.alias'),
  );
}

async function runPublished(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of a pointer' });
  const version = await publishVersion(context, id);
  const { body: json } = await playResult(context, 'text', { agentId: id });
  if (textOf(json, 'agentTargetResolution') !== 'legacy-live-row')
    context.skip('A run without a selector does not read the live record here.');
  const versionId = propertyOf(json, 'agentVersionId');
  context.warn(
    versionId !== undefined,
    'The result of a run of the live record has no agentVersionId.',
    'body.agentVersionId',
  );
  context.expect(
    versionId === undefined || versionId === version,
    'A run of the live record names another version than the published one.',
    'body.agentVersionId',
  );
}

async function runSelected(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of a selector' });
  const first = await publishVersion(context, id);
  const second = await publishVersion(context, id);
  const byVersion = await playResult(context, 'text', { agentId: id, body: { agentVersionId: first } });
  // Why: the source does not specify the selector, so a service may ignore this property.
  if (textOf(byVersion.body, 'agentTargetResolution') === 'version')
    context.note(
      propertyOf(byVersion.body, 'agentVersionId') === first,
      'A run by the id of a version names another version.',
      'body.agentVersionId',
    );
  const { body: json } = await playResult(context, 'text', { agentId: id, body: { alias: 'live' } });
  if (textOf(json, 'agentTargetResolution') !== 'alias')
    context.skip('A run does not accept a release alias under the name alias.');
  context.note(
    propertyOf(json, 'alias') === 'live',
    'A run that was resolved by an alias does not name it.',
    'body.alias',
  );
  context.warn(
    propertyOf(json, 'agentVersionId') === second,
    'A run by the alias live does not name the published version.',
    'body.agentVersionId',
  );
}
