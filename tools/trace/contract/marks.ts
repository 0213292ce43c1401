/**
 * Collects the marks of provenance from the bundled documents: facts and sections, parts that are left open,
 * and the definitions and uses of assumptions.
 */
import {
  asArray,
  asStrings,
  childPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from './document.ts';
import type { Contract } from './read-contract.ts';

/** One use of an id at a place. */
export interface Mark {
  readonly id: string;
  /** Pointer of the object that carries the mark. */
  readonly pointer: string;
}

/** An assumption where it is defined. */
export interface AssumptionDefinition extends Mark {
  readonly text: string;
  readonly reason: string;
  readonly check: string;
}

/** Every mark of both documents. */
export interface Marks {
  /** Sections and facts that `x-source` and the statuses of `x-statuses` name. */
  readonly sources: readonly Mark[];
  /** Facts that `x-not-shown` names. */
  readonly notShown: readonly Mark[];
  /** Assumptions by reference or by definition. */
  readonly assumptions: readonly Mark[];
  /** Definitions, each once, also if a component is in both documents. */
  readonly definitions: readonly AssumptionDefinition[];
}

/** Properties with data, in which `x-source` is not a mark. */
const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Objects whose keys are names and not keywords. */
const nameMaps = new Set([
  'properties',
  'patternProperties',
  'responses',
  'paths',
  'schemas',
  'parameters',
  'headers',
  'securitySchemes',
  'channels',
  'operations',
  'messages',
]);

/** Collects the marks of a contract, in document order, the OpenAPI document first. */
export function collectMarks(contract: Contract): Marks {
  const byId = new Map<string, Marked>();
  for (const node of [contract.openapi, contract.asyncapi])
    for (const marked of walk(node.value, node.pointer, null)) {
      // A component of both documents is in both bundles, at the same pointer with the same text.
      const key = `${marked.pointer} ${JSON.stringify(marked.marks)}`;
      if (!byId.has(key)) byId.set(key, marked);
    }
  const all = [...byId.values()];
  return {
    sources: all.flatMap(({ pointer, marks }) => [
      ...asStrings(marks['x-source']).map((id) => ({ id, pointer })),
      ...statusEntries(marks).flatMap((entry) => asStrings(entry['source']).map((id) => ({ id, pointer }))),
    ]),
    notShown: all.flatMap(({ pointer, marks }) =>
      asStrings(marks['x-not-shown']).map((id) => ({ id, pointer })),
    ),
    assumptions: all.flatMap(({ pointer, marks }) => [
      ...asArray(marks['x-assumption']).flatMap((entry) =>
        assumptionId(entry).map((id) => ({ id, pointer })),
      ),
      ...statusEntries(marks).flatMap((entry) => statusAssumptions(entry).map((id) => ({ id, pointer }))),
    ]),
    definitions: all.flatMap(({ pointer, marks }) =>
      asArray(marks['x-assumption']).flatMap((entry) => readDefinition(entry, pointer)),
    ),
  };
}

/** Returns the assumptions that an entry of `x-statuses` names: one id or a list of them. */
export function statusAssumptions(entry: Json | undefined): readonly string[] {
  if (!isObject(entry)) return [];
  const named = entry['assumption'];
  return typeof named === 'string' ? [named] : asStrings(named);
}

interface Marked {
  readonly pointer: string;
  readonly marks: JsonObject;
}

function* walk(value: Json, pointer: string, parentKey: string | null): Generator<Marked> {
  if (isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, `${pointer}/${index}`, null);
    return;
  }
  if (!isObject(value)) return;
  const namesOnly = parentKey !== null && nameMaps.has(parentKey);
  if (!namesOnly && Object.keys(value).some((key) => key.startsWith('x-'))) yield { pointer, marks: value };
  for (const [key, child] of Object.entries(value)) {
    if (!namesOnly && (dataKeys.has(key) || key.startsWith('x-'))) continue;
    yield* walk(child, childPointer(pointer, key), namesOnly ? null : key);
  }
}

function statusEntries(marks: JsonObject): readonly JsonObject[] {
  const statuses = marks['x-statuses'];
  return isObject(statuses) ? Object.values(statuses).filter(isObject) : [];
}

function assumptionId(entry: Json): readonly string[] {
  if (typeof entry === 'string') return [entry];
  return isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [];
}

function readDefinition(entry: Json, pointer: string): readonly AssumptionDefinition[] {
  if (!isObject(entry) || typeof entry['id'] !== 'string') return [];
  const text = (key: string): string => {
    const value = entry[key];
    return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
  };
  return [{ id: entry['id'], pointer, text: text('text'), reason: text('reason'), check: text('check') }];
}
