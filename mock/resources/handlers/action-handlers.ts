/** Handlers of what is done to a record, and of what that makes. */
import { actionOf } from '../../../contract/resources/overrides/check-values.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { guessEffect } from '../../../contract/resources/records/action-effect.ts';
import { textState } from '../../../contract/resources/records/text-state.ts';
import { isVariant } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { notFound } from '../../http/declared-error.ts';
import { namedRecord, type NamedRecord } from '../actions/named-records.ts';
import { effectOf, sentVerb, type ActionRules } from '../actions/actions.ts';
import { assertParents, attempt, sentFields, unwrap, type ResourceCall } from '../call.ts';
import { changeRecord, createRecord } from '../write/store-record.ts';
import { shownIn } from '../values/shown.ts';
import { sentValues } from '../actions/sent-values.ts';
import { existing, onlyTarget } from './single-handlers.ts';
import { newSecrets } from '../write/new-secrets.ts';
import { renamePath } from '../links/rename-keys.ts';
import { fieldsOf, kindsOf, logOf, withLogged } from '../actions/logs.ts';
import { changeAdded, entryChange } from '../sets/added-entries.ts';
import { makeResult, withRepeated } from './results.ts';
import { subjectOf } from '../links/subjects.ts';
import { isUnchangedBy } from '../actions/state-conflicts.ts';
import { shownState } from '../actions/shown-states.ts';
import { timesOfAction } from '../actions/state-times.ts';
import { assertVersion, withoutVersion } from '../write/versions.ts';
import { changeByVerb } from '../sets/entries.ts';
import { actOnListed, changeListed } from '../lists/listed-records.ts';
import { changeSelected } from '../lists/selected-records.ts';
import { pickFields } from '../fields.ts';
import { findTarget, isOnRecord, pathTexts, targetOf } from '../locate.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { addressIn, respond, respondWith } from './respond.ts';
import { settle, startJob } from '../timers/job.ts';
import { changeLater } from '../timers/timed-change.ts';
import { assertUnique } from '../write/unique-values.ts';

/** Does something to a record. */
export async function actOn(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const listResponse =
    (await changeListed(call)) ?? (await actOnListed(call, rulesOf(call))) ?? (await changeSelected(call));
  if (listResponse !== null) return listResponse;
  const isOnly = plan.resource.resource.kind === 'singleton';
  const own = isOnly ? onlyTarget(call) : targetOf(plan, request);
  const isOwn = own.key !== '' && (isOnly || isOnRecord(plan));
  const named = isOwn ? null : namedRecord(call);
  const { target, call: acting } = named ?? { target: own, call };
  if (!isOwn && !isActedOn(call, named)) return respondWithSample(call);
  await assertParents(call, target.parents);
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const record = isOnly ? existing(tx, call, target) : findTarget(tx, plan.resource, target);
      if (record === undefined) throw notFound(plan.resource.resource.name, target.key);
      return act(tx, acting, record);
    }),
  );
  const record = unwrap(outcome);
  if (record === null) return { status: 304 };
  const { shown } = plan;
  const isRecord = shown === null || shown.properties.size === 0 || isVariant(shown, plan.resource.schema);
  const log = shown === null ? null : await logOf(call, shown);
  // Why: the collection in front of such an action has the records that it is on.
  const isListed = log !== null && (named === null || log.resource.name !== plan.resource.resource.name);
  if (shown === null || (isRecord && !isListed)) return respondWith(plan, record, null);
  const response = await respondWithResult(call, shown, record);
  return isListed ? response : withLogged(call, response, record);
}

/** Returns whether an action is on the record that its body names: it exists, or the operation declares 404. */
function isActedOn({ plan, plans, context }: ResourceCall, named: NamedRecord | null): boolean {
  if (named === null) return false;
  const isDeclared = plan.spec.responses.some(({ status }) => status === 404);
  const isMissing = isDeclared && plans.isCreated(plan.resource.resource.name);
  return isMissing || findTarget(context.world.view, plan.resource, named.target) !== undefined;
}

/** Changes a record by an action, now or later. Shape: `null` for one that is as the action would leave it. */
function act(tx: Transaction, call: ResourceCall, record: ResourceRecord): ResourceRecord | null {
  const { plan, plans } = call;
  const { resource } = plan;
  const rules = rulesOf(call);
  assertVersion(call, record);
  const effect = effectOf(record.value, rules, resource.schema, plan.source.text);
  if (isUnchangedBy(call, record, effect.set)) return null;
  const sent = withoutVersion(resource, sentValues(call, record.value));
  assertUnique(tx, plan, sent, record);
  const listChanges = changeByVerb(resource, record.value, listVerb(call), sentFields(call));
  if (listChanges !== null) return changeRecord(tx, resource, record, { ...record.value, ...listChanges });
  const entry = entryChange(plans, plan.source, sentFields(call));
  if (entry !== null) changeAdded(tx, entry, record);
  if (effect.later !== null) changeLater(tx, resource, record, effect.later);
  const changes = changesBy(tx, plan, record.value, { rules, sent, set: effect.set });
  if (Object.keys(changes).length === 0) return record;
  const after = changeRecord(tx, resource, record, { ...record.value, ...changes });
  settle(tx, resource, after);
  return after;
}

interface KnownChanges {
  readonly rules: ActionRules;
  readonly sent: RecordFields;
  readonly set: RecordFields;
}

/** Returns all that an action changes: also secrets, the state that its name or its example shows, else a time. */
function changesBy(
  tx: Transaction,
  plan: OperationPlan,
  value: RecordFields,
  { rules, sent, set }: KnownChanges,
): RecordFields {
  const { schema, key, sample } = plan.resource;
  const action = rules.names[1] ?? '';
  const secrets = schema === null ? {} : newSecrets(tx, schema, value, { action, key, sample });
  const isKnown = Object.keys({ ...sent, ...set }).length > 0;
  const changes = { ...secrets, ...sent, ...(isKnown ? {} : stateOf(plan, rules)), ...set };
  return Object.keys(changes).length > 0 ? changes : timesOfAction(schema, rules, tx.at, value);
}

/** Returns the state that an action leads to, by its name and its example. */
function stateOf(plan: OperationPlan, rules: ActionRules): RecordFields {
  const { schema, sample } = plan.resource;
  const isStated = rules.behavior !== null || rules.machine !== null;
  return isStated ? {} : { ...textState(schema, rules.names, sample), ...shownState(plan, rules) };
}

/** Verbs behind the name of a list. */
const changing: Readonly<Record<string, string>> = {
  add: 'add',
  attach: 'add',
  append: 'add',
  remove: 'remove',
  delete: 'remove',
  detach: 'remove',
};

/** Returns what an action does with a list of a record: what is posted where the whole list is put is added to it. */
function listVerb({ plan, plans, ...call }: ResourceCall): string {
  const { names } = rulesOf({ plan, plans, ...call });
  const { name, segments } = readPath(plan.spec.path);
  if (/^(?:add|remove|attach|detach)(?=[A-Z_-])/.test(name)) return name;
  // Why: `/orders/{id}/labels/remove` names what it removes in front of the verb.
  const list = segments.at(-2);
  if (list?.parameters.length === 0 && changing[name] !== undefined) return `${changing[name]}_${list.text}`;
  const isWhole = plans.has('PUT', plan.spec.path);
  if (plan.source.method === 'POST' && (isWhole || /^(?:add|attach|append)/i.test(plan.source.text)))
    return `add_${name}`;
  return plan.source.method === 'DELETE' ? `remove_${name}` : (names.at(-1) ?? '');
}

/** Responds to an action on no record: with what it makes, else with a sampled record. */
function respondWithSample(call: ResourceCall): Promise<HandlerResponse> | HandlerResponse {
  const { shown, resource } = call.plan;
  const isRecord = shown === null || shown.properties.size === 0 || isVariant(shown, resource.schema);
  return isRecord ? respond(call.plan, resource.sample) : respondWithResult(call, shown);
}

/** Responds with a result that is not a record: its sample, with what was sent. */
export async function respondWithResult(
  call: ResourceCall,
  schema: SourceSchema,
  acted: ResourceRecord | null = null,
): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const { shownSample: sample, written, spec } = plan;
  const rename = renamePath(spec.path, pathTexts(plan, request));
  const parts = { schema, sample, sent: sentFields(call), written, rename, path: spec.path };
  const log = await logOf(call, schema);
  const result = await context.world.run((tx) => {
    const subject = acted === null ? {} : subjectOf(schema, sample, plan.resource, acted);
    const values = { ...makeResult(tx, parts), ...subject };
    const isDone = plan.role.role.value === 'action' && plan.source.method !== 'DELETE';
    const { names } = rulesOf(call);
    const kinds = kindsOf(schema, names[1] ?? '', values);
    const effect = pickFields(guessEffect(schema, names, values), (name) => parts.sent[name] === undefined);
    const fields = isDone ? { ...values, ...kinds, ...effect } : values;
    if (log === null) return fields;
    const parents = pathTexts(plan, request);
    const address = addressIn(log, parents, context.baseUrl);
    const recordReference = acted === null ? {} : fieldsOf(log, acted, rulesOf(call).names[1] ?? '');
    const record = createRecord(tx, log, {
      fields: { ...fields, ...recordReference },
      parents,
      key: null,
      address,
    });
    startJob(tx, log, record, { isAccepted: false, actions: [] });
    const ofLog = { ...plan, resource: log };
    return withRepeated(ofLog, parts.sent, shownIn(ofLog, record.value));
  });
  return respond(plan, result);
}

function rulesOf(call: ResourceCall): ActionRules {
  const { plan, plans } = call;
  const { spec, source, resource } = plan;
  const { machines = {} } = plans.overrides;
  const segment = actionOf(spec.path);
  const machine = Object.entries(machines).find(([name]) => name.startsWith(`${resource.resource.name}.`));
  return {
    behavior: plans.behaviorOf(source),
    machine:
      machine === undefined
        ? null
        : { property: machine[0].slice(machine[0].lastIndexOf('.') + 1), table: machine[1] },
    names: [spec.id, segment, ...sentVerb(segment, sentFields(call))],
  };
}
