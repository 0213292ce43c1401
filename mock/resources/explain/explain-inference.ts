/** Explains responses by what was inferred of their operations, with the words of `backlot explain`. */
import {
  doesText,
  effectText,
  LIKELY,
  pagingText,
  type OperationRole,
} from '../../../contract/resources/graph.ts';
import {
  describeAction,
  type OverriddenResources,
} from '../../../contract/resources/overrides/describe-action.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { splitQuery } from '../../../templates/runtime/request-texts.ts';
import type { CallTrace, ExplainedStep } from '../../http/journal/call-trace.ts';

/** Creates the explanation of responses; `definedIds` are the operations that a module replaces. */
export function explainInferences(
  described: OverriddenResources,
  definedIds: ReadonlySet<string>,
): (trace: CallTrace) => readonly ExplainedStep[] {
  const roles = new Map(described.graph.operations.map((role) => [role.id, role]));
  return ({ operation, query, status, notes: { ambiguity } }) => {
    const role = operation === null ? undefined : roles.get(operation.id);
    if (operation === null || role === undefined || status === 401 || status === 403) return [];
    if (definedIds.has(operation.id))
      return [appliedStep(`A function or a stream of the mock's module responds for ${operation.id}.`)];
    const message = `The request is accepted although ${ambiguity}: alternatives of a oneOf often overlap.`;
    return [
      ...(ambiguity === undefined ? [] : [appliedStep(message)]),
      explainRole(operation, role, status),
      ...explainAction(described, role, status),
      ...explainQuery(operation, role, query),
    ];
  };
}

function appliedStep(message: string, details?: ExplainedStep['details']): ExplainedStep {
  return { step: 'operation', outcome: 'applied', message, ...(details && { details }) };
}

function explainRole({ id }: OperationSpec, role: OperationRole, status: number): ExplainedStep {
  const { confidence, evidence, value } = role.role;
  const reason = evidence.map(({ text }) => text).join('; ');
  const isUsed = confidence >= LIKELY && value !== 'sample';
  const paging = pagingText(role);
  const pages = paging === '' ? '' : ` It ${paging}.`;
  const step = appliedStep(
    isUsed
      ? `${id} is inferred as: ${doesText(role)} (${confidence}: ${reason}).${pages}`
      : `The response is an example or a sample: what ${id} does is not inferred (${reason}).`,
    { role: value, resource: role.resource, confidence },
  );
  return status >= 400 ? { ...step, outcome: 'passed' } : step;
}

/** Explains what a successful action changed, and what to write if that is nothing. */
function explainAction(
  described: OverriddenResources,
  role: OperationRole,
  status: number,
): readonly ExplainedStep[] {
  const action = status < 300 ? describeAction(described, role) : null;
  if (action === null) return [];
  const { effect, reason, fix } = action;
  if (fix === null) return [appliedStep(`The action ${effect}: ${reason}.`)];
  const message = `The action ${effect}: ${reason}. To change that, write in backlot.resources.yaml: ${fix}`;
  return [{ step: 'operation', outcome: 'skipped', message }];
}

/** Explains the query parameters of a request; the ones without an effect are named. */
function explainQuery(
  operation: OperationSpec,
  role: OperationRole,
  query: string,
): readonly ExplainedStep[] {
  const { position = null, size = null } = role.paging?.value ?? {};
  const parameterNames = new Set(
    operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
  );
  const uses = new Set(role.query.map(({ parameter }) => parameter));
  const sent = [...splitQuery(query.replace(/^\?/, '')).keys()];
  const names = new Set(sent.map((name) => (uses.has(name) ? name : bare(name))));
  return [...names].flatMap((name): ExplainedStep[] => {
    if (name === position || name === size) return [];
    const use = role.query.find(({ parameter }) => parameter === name || bare(parameter) === name)?.use;
    if (use !== undefined && use.value.kind !== 'none' && use.confidence >= LIKELY)
      return [appliedStep(`The query parameter ${name} ${effectText(use)}.`)];
    const reason = parameterNames.has(name)
      ? (use?.evidence.map(({ text }) => text).join('; ') ?? 'nothing follows from its name')
      : 'the description does not declare it';
    return [
      {
        step: 'operation',
        outcome: 'skipped',
        message: `The query parameter ${name} is ignored: ${reason}.`,
        details: { parameter: name },
      },
    ];
  });
}

/** Returns the name of a parameter whose properties are written in brackets. */
function bare(name: string): string {
  return name.replace(/\[.*/s, '');
}
