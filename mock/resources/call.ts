/** One call of an operation whose effect is inferred, and what all handlers do with it. */
import { memoizeByObject } from '../../contract/memoize.ts';
import { modifiableIn } from '../../contract/resources/infer/item-roles.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { SourceOperation } from '../../contract/resources/source.ts';
import { wordsOf } from '../../contract/resources/words.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { HandlerContext } from '../http/context.ts';
import { OperationError } from '../http/declared-error.ts';
import { isFields, textOf } from './fields.ts';
import { findTarget, missingParent } from './locate.ts';
import type { OperationPlan, ResourcePlans } from './plan/plan.ts';
import { findRecords, listRecords, type RecordFields } from './record.ts';

/** What a handler of a role gets. */
export interface ResourceCall {
  readonly plan: OperationPlan;
  readonly plans: ResourcePlans;
  readonly request: RequestValues;
  readonly context: HandlerContext;
}

const modifiableBy = memoizeByObject(({ text }: SourceOperation) => modifiableIn(text));

/** Returns the record in the body of a request, with only the properties that the request may change. */
export function sentFields(call: Pick<ResourceCall, 'plan' | 'request'>): RecordFields {
  const names = modifiableBy(call.plan.source);
  const sent = Object.entries(sentRecord(call));
  return Object.fromEntries(names === null ? sent : sent.filter(([name]) => names.includes(name)));
}

function sentRecord({ plan, request }: Pick<ResourceCall, 'plan' | 'request'>): RecordFields {
  const inner = valueAt(request.body, plan.requestEnvelope);
  if (isFields(inner)) return inner;
  if (isFields(request.body)) return request.body;
  if (typeof request.body === 'string') return textFields(plan, request.body);
  return plan.spec.body == null ? queryFields(request) : {};
}

/** Returns the only property of a record that a body without properties is the text of: its source, or its content. */
function textFields({ resource }: OperationPlan, text: string): RecordFields {
  const names = [...(resource.schema?.properties.keys() ?? [])].filter((name) =>
    /^(?:source|content|text|body|code|script|template|value)$/.test(wordsOf(name).at(-1) ?? ''),
  );
  const [only, second] = names;
  return only === undefined || second !== undefined ? {} : { [only]: text };
}

/** Returns what was sent in the query. Why: APIs without bodies take the properties of a record there. */
function queryFields({ query }: Pick<RequestValues, 'query'>): RecordFields {
  const entries = Object.entries(query as Readonly<Record<string, JsonValue | undefined>>);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** Returns a request whose path names each parent by its own key, even if it was sent with another one: `{idOrName}`. */
export async function withOwnKeys({ plan, plans, request, context }: ResourceCall): Promise<RequestValues> {
  const keys: Record<string, string> = {};
  for (const [parameter, name] of plan.above) {
    const owner = await plans.resource(name);
    const key = String(request.path[parameter]);
    const { view } = context.world;
    if (owner === null || owner.otherKeys.length === 0 || findRecords(view, name, key).length > 0) continue;
    const record = findTarget(view, owner, { key, parents: {} });
    if (record !== undefined) keys[parameter] = record.key;
  }
  const alias = aliasIn({ plan, plans, request, context });
  if (alias !== null) keys[alias.parameter] = alias.key;
  return Object.keys(keys).length === 0 ? request : { ...request, path: { ...request.path, ...keys } };
}

/** The parameter that a path ends in, with its aliases for the key of a record: "specify `main` as the id". */
const aliasesIn = memoizeByObject(({ spec, source }: OperationPlan) => {
  const last = source.parameters.findLast(({ in: place }) => place === 'path');
  const isLast = last !== undefined && spec.path.endsWith(`{${last.name}}`);
  return {
    parameter: last?.name ?? '',
    aliases: isLast ? [...last.text.matchAll(ALIAS)].map(([, name]) => name) : [],
  };
});

/** Returns the key of the first record where a path has an alias of it; `null` for another path. */
function aliasIn({ plan, request, context }: ResourceCall): { parameter: string; key: string } | null {
  const { parameter, aliases } = aliasesIn(plan);
  const sent = textOf(request.path[parameter] ?? '');
  if (!aliases.includes(sent)) return null;
  const { view } = context.world;
  const { name } = plan.resource.resource;
  const [first] = findRecords(view, name, sent).length > 0 ? [] : listRecords(view, name);
  return first === undefined ? null : { parameter, key: first.key };
}

const ALIAS =
  /\b(?:specify|use|pass|provide|send)\b(?: the)?(?: (?:string|value|keyword|alias))? ["'`]([a-z]{3,20})["'`]/gi;

export async function assertParents(
  { plan, plans, context }: ResourceCall,
  parents: Readonly<Record<string, string>>,
): Promise<void> {
  const problem = await missingParent(context.world.view, plans, plan, parents);
  if (problem !== null) throw problem;
}

/** Runs a command that may fail: an error is a value, since an exception would be reported as a bug. */
export function attempt<T>(work: () => T): T | OperationError {
  try {
    return work();
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

/** Returns the outcome of `attempt`. Errors: throws the error. */
export function unwrap<T>(outcome: T | OperationError): T {
  if (outcome instanceof OperationError) throw outcome;
  return outcome;
}
