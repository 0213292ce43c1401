/** Lists the resources of a description for the control API: what its operations do with them, and what they send. */
import {
  LIKELY,
  rolesOf,
  storedResources,
  type OperationRole,
  type Resource,
} from '../../../contract/resources/graph.ts';
import { writtenBy } from '../../../contract/resources/records/schema-parts.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ListedOperation, ListedResource, ResourceProvider } from '../../plugin.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import { sortKey } from '../../kernel/store/collection.ts';
import { credentialOf, type KnownCredentials } from '../definition/known-credentials.ts';
import { recordsOfResource } from '../record.ts';

type BodySamples = Readonly<Record<string, { readonly request?: { readonly body?: JsonValue } } | undefined>>;

/** Creates the list of the resources of a description; `known` are the credentials that the mock accepts. */
export function resourceList(
  { contract, source, graph }: ResourceContract,
  known: KnownCredentials | undefined,
): ResourceProvider {
  const sources = new Map(source.operations.map((operation) => [operation.id, operation]));
  const listOne = ({ name, kind, key }: Resource, samples: BodySamples | null): ListedResource => ({
    name,
    kind,
    key: key === null || key.confidence < LIKELY ? null : key.value.property,
    operations: rolesOf(graph, name).flatMap((role) => {
      const operation = sources.get(role.id);
      return operation === undefined ? [] : [describeOperation(operation, role, samples)];
    }),
  });
  let all: readonly ListedResource[] | undefined;
  return {
    async list(wanted) {
      if (wanted === undefined) return (all ??= storedResources(graph).map((each) => listOne(each, null)));
      const { operationSamples = {} } = await contract.loadSamples();
      const matches = graph.resources.filter(({ name }) => name === wanted);
      return matches.map((resource) => listOne(resource, operationSamples as BodySamples));
    },
    count: (view, name) => view.count(recordsOfResource, sortKey(name)),
    credential: credentialOf(contract.service, known),
  };
}

/** Describes an operation; with samples also what it sends. */
function describeOperation(
  operation: SourceOperation,
  role: OperationRole,
  samples: BodySamples | null,
): ListedOperation {
  const { id, method, path, bodies } = operation;
  const common = { id, method, path, role: role.role.value };
  const written = samples === null ? null : writtenBy(operation, role);
  const mediaType = bodies.find(({ schema }) => schema !== null)?.mediaType;
  if (written === null || mediaType === undefined) return common;
  const pointer = role.requestEnvelope?.value ?? '';
  const example = (valueAt(samples?.[id]?.request?.body, pointer) ?? null) as JsonValue;
  return { ...common, body: { mediaType, pointer, schema: jsonSchemaOf(written, MAX_LEVELS), example } };
}

/** Units: levels of objects that a schema shows, and properties of one of them. Why: forms show no more. */
const MAX_LEVELS = 2;
const MAX_PROPERTIES = 50;

/** Returns the essentials of a JSON Schema; what is nested deeper or has more properties may be anything. */
function jsonSchemaOf(schema: SourceSchema, levels: number): Record<string, JsonValue> {
  const { types, values, text, items } = schema;
  const [type] = types ?? [];
  const isObject = items === null && schema.properties.size > 0;
  if (isObject && (levels === 0 || schema.properties.size > MAX_PROPERTIES)) return {};
  const [description = ''] = text.split('\n', 1);
  const written = [...schema.properties].filter(([, { isReadOnly }]) => !isReadOnly);
  return {
    ...(isObject ? { type: 'object' } : types?.size === 1 && type !== undefined && { type }),
    ...(description !== '' && { description }),
    ...(values !== null && { enum: [...values] }),
    ...(isObject && {
      required: written.flatMap(([name]) => (schema.required.has(name) ? [name] : [])),
      properties: Object.fromEntries(
        written.map(([name, property]) => [name, jsonSchemaOf(property, levels - 1)]),
      ),
    }),
  };
}
