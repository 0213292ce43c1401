/**
 * The approvals that the rules of an agent require. A call that needs one waits behind an approval; once that is granted, the
 * call is made with the id and the parameters that were approved.
 */
import { requiresApproval } from '../../agents/definition/approval-rules.ts';
import type { ApprovalRules } from '../../agents/definition/approval-rules.ts';
import type { ApproveStep, AwaitedItem, SubagentStep, Step } from '../../scenarios/scenario.ts';
import type { StepBuilder } from './step-builder.ts';
import { callTool } from './offered-tool.ts';
import type { Grant, RunRecord } from './run.ts';

/** Returns the step that is to be played before another one: an approval that a call in it needs, else the step itself. */
export function withApproval(run: RunRecord, step: Step): Step {
  const rules = run.agent.approval;
  if (rules === null) return step;
  if ('approve' in step) {
    const { approve } = step;
    return isRequired(run, approve.name) ? { approve: withRules(approve, rules) } : step;
  }
  const call = callsOf(run, step).find(
    ({ name }) => isRequired(run, name) && !Object.hasOwn(run.grants, name),
  );
  return call === undefined ? step : { approve: withRules(requestOf(run, call), rules) };
}

/** Takes the grant for a call of a tool, null when the call needed none. */
export function takeGrant(builder: StepBuilder, name: string): Grant | null {
  const { [name]: grant = null, ...grants } = builder.run.grants;
  if (grant !== null) builder.run = { ...builder.run, grants };
  return grant;
}

/** A call as far as an approval shows it. */
type Call = Pick<ApproveStep, 'name' | 'toolType' | 'parameters'>;

function isRequired({ agent }: RunRecord, name: string): boolean {
  const toolId = agent.tools.find((tool) => tool.name === name)?.toolId;
  return requiresApproval(agent.approval, { name, toolId });
}

function callsOf(run: RunRecord, step: Step): readonly Call[] {
  if ('tool' in step) return [step.tool];
  if ('subagent' in step) return [{ ...step.subagent, toolType: childToolType(step.subagent) }];
  return 'await' in step ? step.await.map((item) => awaitedCall(run, item)) : [];
}

/** Returns what events call the kind of a tool that is done in an execution of its own. */
export function childToolType({ flow }: SubagentStep): string {
  return flow === undefined ? 'subagent' : 'flow';
}

/** Returns the call that a run waits for. */
export function awaitedCall(run: RunRecord, item: AwaitedItem): Call {
  if ('tool' in item) return { ...callTool(item.tool, run.offeredTools), toolType: 'local' };
  if ('elicitation' in item) return { ...item.elicitation, toolType: 'mcp' };
  if ('crawl' in item) return { name: 'crawl_site', ...item.crawl, toolType: 'external' };
  return { name: 'wait_for_job', ...item.poll, toolType: 'external' };
}

function requestOf({ agent }: RunRecord, { name, toolType = 'custom', parameters = {} }: Call): ApproveStep {
  const description = agent.tools.find((tool) => tool.name === name)?.description;
  return {
    name,
    toolType,
    parameters,
    description: description ?? `Calls ${name}.`,
    reason: `The agent has to ask before it calls ${name}.`,
    grants: true,
    denied: [{ say: `${name} was not approved, so I have not called it.` }],
  };
}

/** What the author of the agent says about approvals counts more than what the scenario says. */
function withRules({ reason: asked, ...step }: ApproveStep, rules: ApprovalRules): ApproveStep {
  const reason = rules.requestReason ? (rules.reason ?? asked) : undefined;
  return {
    ...step,
    approver: rules.approver,
    ...(rules.timeout !== null && { timeout: rules.timeout }),
    ...(reason !== undefined && { reason }),
  };
}
