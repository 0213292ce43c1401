/**
 * Finds the schemas that a subject such as `SandboxDeployment.counters.desiredRevision`, `event:await.toolId`,
 * `POST /agent/auth#body(identity).type` or `AgentInput.name` starts from, and walks its path.
 */
import { childNode, type DocumentNode } from '../contract/document.ts';
import { findOperation, requestSchema, responseSchema } from '../contract/operations.ts';
import type { Contract } from '../contract/read-contract.ts';
import { alternativesOf, branchesOf, propertiesOf, valuesOf, type Property } from '../contract/schema.ts';

/** A schema that a subject starts from. */
export interface SubjectRoot {
  readonly schema: DocumentNode;
  /** The form of a resource: the body that creates it, the body that updates it, or neither. */
  readonly form: 'create' | 'update' | 'only';
}

export interface SubjectPath {
  readonly roots: readonly SubjectRoot[];
  /** Steps below the root, such as `attempts[]`, `categories{}`, `sleepPolicy#B` or `type`. */
  readonly steps: readonly string[];
}

/** Names that the source describes but does not state, with the names of assumption A-061. */
const circumscribed: ReadonlyMap<string, string> = new Map([
  ['(message array)', 'messages'],
  ['(local tool outputs)', 'toolOutputs'],
  ['(decision)', 'decision'],
]);

/** Subjects about a field of another subject. */
const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ['execution-result.status', ['ExecutionResult.status']],
  ['terminal-event.outcome', ['event:execution_complete.outcome', 'event:execution_error.outcome']],
  ['agentTargetResolution', ['ExecutionResult.agentTargetResolution']],
]);

const operationSubject =
  /^(?<operation>[A-Z]+ [^?#]+)#(?<part>body|\d{3})(?:\((?<variant>\w+)\))?(?:\.(?<path>.+))?$/;
const componentSubject = /^(?:event:|shared:)?(?<name>\w+)(?:\((?<variant>[^)]+)\))?(?:\.(?<path>.+))?$/;

/** Returns the subjects that a subject is an alias of, else itself. */
export function expandSubject(subject: string): readonly string[] {
  return aliases.get(subject) ?? [subject];
}

/** Parses a subject. `null` if its form is unknown; no roots if the contract does not have its schema. */
export function readSubject(contract: Contract, subject: string): SubjectPath | null {
  const ofOperation = operationSubject.exec(subject);
  if (ofOperation !== null) {
    const { operation = '', part = '', variant, path } = ofOperation.groups ?? {};
    const steps = readSteps(path);
    const found = findOperation(contract.openapi, operation);
    const schema =
      found === null ? null : part === 'body' ? requestSchema(found) : responseSchema(found, part);
    const root =
      schema === null ? null : variant === undefined ? schema : findVariant(schema, variant, steps);
    return { roots: root === null ? [] : [{ schema: root, form: 'only' }], steps };
  }
  const ofComponent = componentSubject.exec(subject);
  if (ofComponent === null) return null;
  const { name = '', variant, path } = ofComponent.groups ?? {};
  return { roots: componentRoots(contract, name, variant), steps: readSteps(path) };
}

function componentRoots(
  contract: Contract,
  name: string,
  variant: string | undefined,
): readonly SubjectRoot[] {
  const component = (key: string): DocumentNode | null =>
    childNode(contract.openapi, 'components', 'schemas', key);
  if (name === 'AgentInput')
    return (['create', 'update'] as const).flatMap((form) => {
      const schema = component(form === 'create' ? 'AgentCreate' : 'AgentUpdate');
      return schema === null ? [] : [{ schema, form }];
    });
  const schema = variant === 'product-events 400' ? errorOfProductEvents(contract) : component(name);
  const root =
    schema === null || variant === undefined || variant.includes(' ')
      ? schema
      : findVariant(schema, variant, []);
  return root === null ? [] : [{ schema: root, form: 'only' }];
}

function errorOfProductEvents(contract: Contract): DocumentNode | null {
  const operation = findOperation(contract.openapi, 'GET /v1/events');
  return operation === null ? null : responseSchema(operation, '400');
}

/**
 * Finds the alternative whose tag, a property with one fixed value, is the variant or starts with it. Where the source
 * names no tag, it is the only alternative that has the field in question.
 */
function findVariant(schema: DocumentNode, variant: string, steps: readonly string[]): DocumentNode | null {
  const alternatives = alternativesOf(schema);
  const tagged = alternatives.find((alternative) =>
    propertyNames(alternative).some((name) => hasTag(alternative, name, variant)),
  );
  if (tagged !== undefined) return tagged;
  const having = alternatives.filter((alternative) => propertiesOf(alternative, steps[0] ?? '').length > 0);
  return having.length === 1 ? (having[0] ?? null) : null;
}

function propertyNames(schema: DocumentNode): readonly string[] {
  return branchesOf(schema).flatMap((branch) => Object.keys(childNode(branch, 'properties')?.value ?? {}));
}

function hasTag(schema: DocumentNode, name: string, variant: string): boolean {
  return propertiesOf(schema, name).some(
    ({ schema: property }) => property !== null && isTag(valuesOf(property), variant),
  );
}

function isTag(values: readonly unknown[] | null, variant: string): boolean {
  const [only] = values ?? [];
  return (
    values?.length === 1 && typeof only === 'string' && (only === variant || only.startsWith(`${variant}_`))
  );
}

function readSteps(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return path.startsWith('(') ? [circumscribed.get(path) ?? path] : path.split('.');
}

/**
 * Follows a path of steps from a schema to the property that the last step names.
 *
 * Shape: every declaration of that property, one for each alternative of a union that has it; empty if there is none.
 */
export function walkSteps(schema: DocumentNode, steps: readonly string[]): readonly Property[] {
  const [first = '', ...rest] = steps;
  const { name, suffix } = /^(?<name>[^[{#]+)(?<suffix>.*)$/.exec(first)?.groups ?? {};
  const properties = propertiesOf(schema, name ?? '');
  if (rest.length === 0) return properties;
  return properties.flatMap((property) => {
    const inner = property.schema === null ? null : enter(property.schema, suffix ?? '');
    return inner === null ? [] : walkSteps(inner, rest);
  });
}

/**
 * Returns the schema that a step's suffix selects: the items of a list, the values of a map, or one of two lettered
 * forms.
 */
export function enter(schema: DocumentNode, suffix: string): DocumentNode | null {
  if (suffix === '[]') return childNode(schema, 'items');
  if (suffix === '{}') return childNode(schema, 'additionalProperties');
  if (suffix.startsWith('#')) return alternativesOf(schema)[suffix.charCodeAt(1) - 'A'.charCodeAt(0)] ?? null;
  return schema;
}
