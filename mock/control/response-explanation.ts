/** Explains what decided a response in the end: the feature gates of the world that are not at their default, and its error. */
import { featureGates, type FeatureGates } from '../agent-platform/domain/identity/feature-gates.ts';
import type { CallTrace, ExplainedStep } from '../http/journal/call-trace.ts';

/** The errors that each gate causes, by the beginning of their message. */
const errors: Readonly<Record<keyof FeatureGates, readonly string[]>> = {
  agents: ['Feature not available'],
  batch: ['Batch execution is not available'],
  dailyBatches: ['Rate limit exceeded'],
  sandboxQuota: ['Organization quota exhausted'],
  quota: ['Rate limit exceeded', 'Organization quota exhausted'],
  sandboxAdmission: ['Blocked by credential', 'Blocked by source', 'Blocked by profile'],
  resourceVersion: ['Resource version precondition failed'],
  spendBudget: ["Blocked by the organization's managed deployment spend budget"],
  platformKeyLimit: ['This assistant is not available right now'],
  assetStorage: ['Asset storage is not configured'],
};

/** Returns a step for each gate that rejected a request or makes its execution fail. */
export function explainGates({ gates, errorText, notes }: CallTrace): readonly ExplainedStep[] {
  if (gates === null) return [];
  const message = readError(errorText)?.error ?? null;
  const names = Object.keys(errors) as (keyof FeatureGates)[];
  return names
    .filter((name) => gates[name] !== featureGates.initial[name])
    .flatMap((name): ExplainedStep[] => {
      const details = { gate: name, value: gates[name] };
      const gate = `The feature gate ${name} is set to ${gates[name]}`;
      if (message !== null && errors[name].some((start) => message.startsWith(start)))
        return [{ step: 'gate', outcome: 'rejected', message: `${gate}.`, details }];
      if (name === 'spendBudget' && notes.scenario !== undefined)
        return [{ step: 'gate', outcome: 'applied', message: `${gate}: the execution fails.`, details }];
      return [];
    });
}

export function explainResponse({ status, errorText, nearIds }: CallTrace): ExplainedStep {
  if (status < 400) return { step: 'response', outcome: 'passed', message: `${status}` };
  const error = readError(errorText);
  const [near] = nearIds;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const message = `${error === null ? String(status) : `${status}: ${error.error}`}${hint}`;
  return {
    step: 'response',
    outcome: 'rejected',
    message,
    ...((error !== null || near !== undefined) && {
      details: { ...error, ...(near !== undefined && { nearest: nearIds }) },
    }),
  };
}

function readError(text: string | null): { readonly error: string } | null {
  if (text === null) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const { error } = body as { readonly error?: unknown };
    return typeof error === 'string' ? { ...body, error } : null;
  } catch {
    return null;
  }
}
