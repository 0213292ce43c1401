/** Triggers that the control API sends to the machine of a sandbox deployment. */
import { findRule } from '../../../kernel/machine/machine.ts';
import { err, ok, type Result } from '../../../kernel/transaction/result.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { View } from '../../../kernel/store/view.ts';
import { sandboxDeployments } from './deployment.ts';
import type { BlockReason, SandboxDeploymentRecord, SandboxErrorOf, SandboxStatus } from './deployment.ts';
import { appliedTrigger, sandboxMachine, sandboxMachines, type SandboxTrigger } from './machine.ts';

/** A trigger by its name. Shape: `blockReason` is for `block` only. */
export interface TriggerInput {
  readonly trigger: SandboxTrigger['type'];
  readonly blockReason?: BlockReason | undefined;
}

/** The status of a deployment, and the transitions that it can make now, one for each trigger. */
export interface NextTransitions {
  readonly status: SandboxStatus;
  readonly transitions: readonly { readonly trigger: SandboxTrigger['type']; readonly to: SandboxStatus }[];
}

type NotFound = SandboxErrorOf<'DEPLOYMENT_NOT_FOUND'>;

/**
 * Lists the transitions whose guards pass; feature gates are taken into account.
 *
 * Errors: DEPLOYMENT_NOT_FOUND.
 */
export function nextTransitions(view: View, deploymentId: string): Result<NextTransitions, NotFound> {
  const deployment = view.get(sandboxDeployments, deploymentId);
  if (deployment === undefined) return err({ code: 'DEPLOYMENT_NOT_FOUND', deploymentId });
  const { status } = deployment;
  const triggers = Object.keys(sandboxMachine.table[status]) as SandboxTrigger['type'][];
  const transitions = triggers.flatMap((trigger) => {
    const applied = appliedTrigger(view, deployment, triggerOf({ trigger }, ''));
    const rule = findRule(sandboxMachine, deployment, applied);
    return rule === undefined ? [] : [{ trigger, to: rule.to }];
  });
  return ok({ status, transitions });
}

/**
 * Sends a trigger to a deployment, with the effects of the transition.
 *
 * Errors: DEPLOYMENT_NOT_FOUND; TRIGGER_NOT_ALLOWED when no transition applies.
 */
export function sendTrigger(
  tx: Transaction,
  deploymentId: string,
  input: TriggerInput,
): Result<SandboxDeploymentRecord, NotFound | SandboxErrorOf<'TRIGGER_NOT_ALLOWED'>> {
  const next = nextTransitions(tx, deploymentId);
  if (!next.ok) return next;
  const target = { kind: sandboxDeployments.name, id: deploymentId };
  const sent = sandboxMachines.send(tx, target, triggerOf(input, tx.nextId('op')));
  if (sent.ok) return ok(sent.value as SandboxDeploymentRecord);
  const { status, transitions } = next.value;
  const allowed = transitions.map(({ trigger }) => trigger);
  return err({ code: 'TRIGGER_NOT_ALLOWED', trigger: input.trigger, status, allowed });
}

function triggerOf({ trigger, blockReason = 'source' }: TriggerInput, operationId: string): SandboxTrigger {
  switch (trigger) {
    case 'destroy':
    case 'resume':
      return { type: trigger, operationId };
    case 'block':
      return { type: trigger, reason: blockReason };
    default:
      return { type: trigger };
  }
}
