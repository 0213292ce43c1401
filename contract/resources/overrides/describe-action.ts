/** Describes what an action changes in a record, by overrides or by its name, and how to override it. */
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { isObject, toText } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { LIKELY, type OperationRole, type ResourceGraph } from '../graph.ts';
import { guessEffect, timeOfAction } from '../records/action-effect.ts';
import { statedState, textState } from '../records/text-state.ts';
import { recordSchemaOf } from '../records/record-schema.ts';
import { successOf, writtenBy } from '../records/schema-parts.ts';
import { stateInExample } from '../records/shown-state.ts';
import { listChangeOf } from '../records/list-changes.ts';
import { stateProperty } from '../records/state-values.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../source.ts';
import { flatten, wordsOf } from '../words.ts';
import { actionOf } from './check-values.ts';
import { behaviorsById, type ResourceOverrides } from './override.ts';

export interface OverriddenResources {
  readonly source: ResourceSource;
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
}

/** What an action changes. Shape: `fix` is what to write for another effect; `null` where it changes anything. */
export interface DescribedAction {
  readonly effect: string;
  readonly reason: string;
  readonly fix: string | null;
}

/** Describes an operation; `null` if it is no action, or if what it changes depends on the request. */
export function describeAction(
  { source, graph, overrides }: OverriddenResources,
  role: OperationRole,
): DescribedAction | null {
  const operation = source.operations.find(({ id }) => id === role.id);
  const resource = graph.resources.find(({ name }) => name === role.resource);
  if (role.role.value !== 'action' || role.role.confidence < LIKELY) return null;
  if (operation === undefined || resource === undefined || operation.method === 'GET') return null;
  const name = actionOf(operation.path);
  const machine = Object.entries(overrides.machines ?? {}).find(
    ([key, table]) =>
      key.startsWith(`${resource.name}.`) &&
      Object.values(table).some((changes) => Object.hasOwn(changes, name) || Object.hasOwn(changes, role.id)),
  );
  if (machine !== undefined) return certain('the next state', `machines.${machine[0]}`);
  const { set, from } = behaviorsById(source.operations, overrides).get(role.id) ?? {};
  const states = from === undefined ? '' : `, only from ${from.join(' or ')}`;
  if (set !== undefined)
    return certain(setText(set) + states, `operations.${operation.method} ${operation.path}`);
  const schema = recordSchemaOf(graph, source, resource);
  const guess = schema === null ? {} : guessEffect(schema, [role.id, name], objectsIn(schema));
  const stated = statedState(schema, operation.text);
  if (Object.keys(stated).length > 0)
    return certain(setText({ ...guess, ...stated }), 'its text states that');
  if (Object.keys(guess).length > 0) return certain(setText(guess), `it is named ${name}`);
  const sent = [...(writtenBy(operation, role)?.properties.keys() ?? [])];
  const shared = sent.filter((each) => schema?.properties.get(each)?.isReadOnly === false);
  if (shared.length > 0) return certain(`sets ${shared.join(', ')}`, 'the body has them');
  const isInBody = sent.some((each) =>
    /^(?:action|command|event|operation|transition|type|name)$/.test(flatten(each)),
  );
  const read = readRecord({ source, graph }, resource.name);
  // Why only beside another example: without one, records are sampled as the action shows them.
  const shown = stateInExample(
    schema,
    { method: operation.method, action: name },
    Object.keys(read).length === 0 ? {} : exampleOfRecord(operation, role),
    read,
  );
  if (Object.keys(shown).length > 0) return certain(setText(shown), 'its example shows that');
  const text = textState(schema, [role.id, name], read);
  if (Object.keys(text).length > 0) return certain(setText(text), `it is named ${name}`);
  const noted = schema === null ? null : timeOfAction(schema, [role.id, name]);
  if (noted !== null) return certain(`sets ${noted} to the time`, `it is named ${name}`);
  const change = listChangeOf(schema, name, sent);
  if (change?.sent != null)
    return certain(
      change.kind === 'add'
        ? `adds ${change.sent} to ${change.property}`
        : `removes ${change.sent} from ${change.property}`,
      `it is named ${name}`,
    );
  if (isInBody || /^(?:add|remove)$/.test(wordsOf(name)[0] ?? '')) return null;
  return {
    effect: 'changes nothing',
    reason: `no state or switch of ${resource.name} is named like ${name}`,
    fix: `operations: { '${operation.method} ${operation.path}': { set: { ${exampleOf(schema)} } } }`,
  };
}

/** Returns the record that an example of the success of an operation shows; empty for none. */
function exampleOfRecord({ responses }: SourceOperation, role: OperationRole): Fields {
  const success = successOf(responses, role.role.value);
  const [body] = [...(success?.examples ?? []), ...(success?.schema?.examples ?? [])];
  const shown: unknown = valueAt(body, role.envelope?.value ?? '');
  return isObject(shown) ? (shown as Fields) : {};
}

/** Returns the record that an example of reading one shows; empty for none. */
function readRecord({ source, graph }: Omit<OverriddenResources, 'overrides'>, name: string): Fields {
  const read = graph.operations.find((each) => each.resource === name && each.role.value === 'read');
  const operation = source.operations.find(({ id }) => id === read?.id);
  return read === undefined || operation === undefined ? {} : exampleOfRecord(operation, read);
}

type Fields = Readonly<Record<string, JsonValue>>;

function certain(effect: string, reason: string): DescribedAction {
  return { effect, reason, fix: null };
}

function setText(set: Readonly<Record<string, JsonValue>>): string {
  const texts = Object.entries(set).map(([name, value]) => `${name} to ${toText(value)}`);
  return `sets ${texts.join(', ')}`;
}

/** Returns the objects that a record has, without their properties. */
function objectsIn({ properties }: SourceSchema): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    [...properties].flatMap(([name, each]) => (each.properties.size > 0 ? [[name, {}] as const] : [])),
  );
}

/** Returns a change that a record allows, in YAML. */
function exampleOf(schema: SourceSchema | null): string {
  const state = stateProperty(schema);
  const values = schema?.properties.get(state ?? '')?.values ?? [];
  if (state !== null) return `${state}: ${JSON.stringify(values.at(-1) ?? 'done').replaceAll('"', '')}`;
  const flag = [...(schema?.properties ?? [])].find(([, { types }]) => types?.has('boolean') === true)?.[0];
  return flag === undefined ? 'PROPERTY: VALUE' : `${flag}: true`;
}
