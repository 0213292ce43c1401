/**
 * The common first steps of every operation that starts or continues a run: the key's limits, the scenario, the
 * session.
 */
import { findAgent, type AgentRecord } from '../domain/agents/agent.ts';
import { resolveTarget, type TargetSelector } from '../domain/agents/target.ts';
import { chooseScenario, type RunDefaults, type ScenarioCatalogue } from '../domain/scenarios/catalogue.ts';
import { clientSessions } from '../domain/client/session.ts';
import type {
  RunStartError,
  ExecutionLimitError,
  BurstWindow,
  LimitedKey,
} from '../domain/executions/limits.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import { admitStart, admitContinuation } from '../domain/executions/limits.ts';
import type { PaceOptions } from '../domain/executions/playback/new-run.ts';
import type { Flow } from '../domain/flows/flow.ts';
import { defaultFlowScenario } from '../domain/flows/default-scenario.ts';
import { startRun } from '../domain/executions/playback/play.ts';
import type { RunStart } from '../domain/executions/playback/open-run.ts';
import type { Segment } from '../domain/executions/playback/event-body.ts';
import type { JsonMap } from '../../kernel/json.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import type { World } from '../../kernel/world/world.ts';
import { keyIdOf, mayRead, ownerOf, type PlatformCaller, type ServiceContext } from './context.ts';
import { executions, inlineAgentId, type ExecutionRecord } from '../domain/executions/execution.ts';
import type { View } from '../../kernel/store/view.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';

export interface AdmissionOptions {
  readonly scenarios: ScenarioCatalogue;
  /** Returns the default scenario and pace, used when neither the request nor the agent's behaviour specifies them. */
  readonly defaults: (world: World) => RunDefaults;
}

/** A segment of a stream for a request, and the burst window of its key. */
export interface AdmittedSegment extends Segment {
  readonly window: BurstWindow | null;
}

/** A run without a chosen scenario and pace. Shape: `defaultScenario` is used when nothing specifies a scenario. */
export type RunRequest = Omit<RunStart, 'scenario' | 'pace'> & { readonly defaultScenario?: Scenario };

export type RunAdmissionError =
  | DomainErrorOf<'SCENARIO_UNKNOWN'>
  | Extract<RunStartError, { readonly code: 'EXECUTION_LIMIT_REACHED' | 'SESSION_UNKNOWN' }>;

/** Starts a run for a caller. Errors: SESSION_UNKNOWN, SCENARIO_UNKNOWN, EXECUTION_LIMIT_REACHED. */
export function admitRun(
  tx: Transaction,
  { caller, preferences, baseUrl, world, handlerNotes }: ServiceContext,
  { defaultScenario, ...start }: RunRequest,
  { scenarios, defaults }: AdmissionOptions,
): Result<AdmittedSegment, RunAdmissionError> {
  const { agentId, messages, sessionId } = start;
  if (sessionId !== null && !tx.has(clientSessions, sessionId))
    return err({ code: 'SESSION_UNKNOWN', sessionId });
  const { scenario: preferred = null, pace: preferredPace = null } = preferences.own;
  const selection = { agentId, messages, defaultScenario, scenario: preferred, pace: preferredPace };
  const chosen = chooseScenario(tx, selection, scenarios, defaults(world));
  if (!chosen.ok) return chosen;
  const admitted = admitStart(tx, limitedKey(caller));
  if (!admitted.ok) return admitted;
  const { scenario, pace, reason } = chosen.value;
  handlerNotes.scenario = { name: scenario.name, reason };
  const segment = startRun(tx, { ...start, scenario, pace, baseUrl, keyId: keyIdOf(caller) });
  return ok({ ...segment, window: admitted.value });
}

/** Returns the requested pace for continuing a run, and the default of the world. */
export function paceOptions(
  { preferences, world }: ServiceContext,
  { defaults }: AdmissionOptions,
): PaceOptions {
  return { requested: preferences.own.pace ?? null, fallback: defaults(world).pace };
}

/** Returns the key whose limits apply, null for a caller without a key. */
export function limitedKey(caller: PlatformCaller): LimitedKey | null {
  return caller.scheme === 'apiKey' ? caller.identity : null;
}

/**
 * Returns the start properties of a run of a stored agent.
 *
 * Errors: SELECTOR_UNKNOWN when the request selects a definition that the agent does not have.
 */
export function startOfAgent(tx: Transaction, agent: AgentRecord, selector: TargetSelector) {
  const target = resolveTarget(tx, agent, selector);
  if (!target.ok) return target;
  return ok({
    workspaceId: agent.workspaceId,
    agentId: agent.id,
    agentSpec: null,
    ...target.value,
    parentExecutionId: null,
  } as const);
}

/** Returns the start properties of a run of a flow: with the flow's own scenario, unless one is specified. */
export function startOfFlow(workspaceId: string, flow: Flow, inputs: JsonMap) {
  return {
    workspaceId,
    agentId: null,
    agent: null,
    agentSpec: null,
    flow: { id: flow.id, name: flow.name },
    resolution: noVersion,
    parentExecutionId: null,
    defaultScenario: defaultFlowScenario(flow, { inputs }),
  } as const;
}

/** The target resolution of a run without a stored agent. */
export const noVersion = { agentTargetResolution: null, agentVersionId: null, alias: null } as const;

type Found = DomainErrorOf<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>;

/**
 * Continues a run.
 *
 * Shape: `agentId` is the agent in the path, null for a path without an agent.
 * Errors: AGENT_NOT_FOUND, EXECUTION_NOT_FOUND, EXECUTION_LIMIT_REACHED, and those of `go`.
 */
export function continueRun<E>(
  { world, caller }: ServiceContext,
  agentId: string | null,
  executionId: string,
  go: (tx: Transaction) => Result<Segment, E>,
): Promise<Result<AdmittedSegment, E | Found | ExecutionLimitError>> {
  return world.dispatch((tx): Result<AdmittedSegment, E | Found | ExecutionLimitError> => {
    const result =
      agentId === null
        ? findOwnExecution(tx, caller, executionId)
        : findExecution(tx, caller, agentId, executionId);
    if (!result.ok) return result;
    const admitted = admitContinuation(tx, limitedKey(caller));
    if (!admitted.ok) return admitted;
    const continued = go(tx);
    return continued.ok ? ok({ ...continued.value, window: admitted.value }) : continued;
  });
}

/**
 * Finds an execution under its agent.
 *
 * Shape: runs without a stored agent (inline agents and flows) belong to `inlineAgentId`.
 * Errors: AGENT_NOT_FOUND; EXECUTION_NOT_FOUND, also when it belongs to another agent.
 */
export function findExecution(
  view: View,
  caller: PlatformCaller,
  agentId: string,
  executionId: string,
): Result<ExecutionRecord, DomainErrorOf<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>> {
  const agent = checkAgent(view, caller, agentId);
  if (!agent.ok) return agent;
  const result = findOwnExecution(view, caller, executionId);
  return result.ok && (result.value.agentId ?? inlineAgentId) !== agentId
    ? err({ code: 'EXECUTION_NOT_FOUND', executionId })
    : result;
}

/**
 * Checks that executions can be listed under an agent: one of the caller's, or `inlineAgentId`.
 *
 * Errors: AGENT_NOT_FOUND.
 */
export function checkAgent(
  view: View,
  caller: PlatformCaller,
  agentId: string,
): Result<null, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  if (agentId === inlineAgentId) return ok(null);
  const agent = findAgent(view, ownerOf(caller).workspaceId, agentId);
  return agent.ok ? ok(null) : agent;
}

/** Finds an execution in the caller's workspace, of any agent or flow. Errors: EXECUTION_NOT_FOUND. */
export function findOwnExecution(
  view: View,
  caller: PlatformCaller,
  executionId: string,
): Result<ExecutionRecord, DomainErrorOf<'EXECUTION_NOT_FOUND'>> {
  const execution = view.get(executions, executionId);
  return execution?.workspaceId === ownerOf(caller).workspaceId
    ? ok(execution)
    : err({ code: 'EXECUTION_NOT_FOUND', executionId });
}

/**
 * Checks that a caller may read an execution: with AGENTS:READ, or because its key started it.
 *
 * Errors: SCOPE_MISSING, and those of the lookup.
 */
export function requireReadable<Error>(
  scopes: ScopeLattice,
  caller: PlatformCaller,
  result: Result<ExecutionRecord, Error>,
): Result<ExecutionRecord, Error | DomainErrorOf<'SCOPE_MISSING'>> {
  return result.ok && !mayRead(scopes, caller, 'AGENTS:READ', result.value)
    ? err({ code: 'SCOPE_MISSING' })
    : result;
}
