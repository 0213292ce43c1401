/**
 * Describes the provenance of a contract: the position of each of its parts, and the evidence for it, for tools that
 * check an implementation. Reads the marks `x-source`, `x-assumption` and `x-not-shown`; without marks there are only
 * positions.
 */
import type { Assumption, OperationPlaces, ProvenanceMarks } from '../../templates/runtime/provenance.ts';
import { DATA_KEYWORDS } from '../schema/keywords.ts';
import { childPointer, isObject, textAt } from '../json/json.ts';
import type {
  ContractModel,
  JsonObject,
  JsonValue,
  Operation,
  OperationResponse,
  Place,
} from '../model/contract-model.ts';

/** The provenance of a contract. Shape: places by operation id, in its order; marks and assumptions sorted. */
export interface DescribedProvenance {
  readonly places: Readonly<Record<string, OperationPlaces>>;
  readonly marks: Readonly<Record<string, ProvenanceMarks>>;
  readonly assumptions: Readonly<Record<string, Assumption>>;
}

interface Collected {
  readonly marks: Map<string, ProvenanceMarks>;
  readonly assumptions: Map<string, Assumption>;
}

export function describeProvenance(contract: ContractModel): DescribedProvenance {
  const collected: Collected = { marks: new Map(), assumptions: new Map() };
  collectMarks(contract, collected);
  return {
    places: Object.fromEntries(
      contract.operations.map((operation) => [operation.id, placesOf(operation, contract.documents)]),
    ),
    marks: sorted(collected.marks),
    assumptions: sorted(collected.assumptions),
  };
}

function sorted<Entry>(map: ReadonlyMap<string, Entry>): Readonly<Record<string, Entry>> {
  return Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function placesOf(
  { place, responses, parameters }: Operation,
  documents: readonly string[],
): OperationPlaces {
  return {
    place: textOf(place),
    responses: Object.fromEntries(
      responses.map((response) => [
        String(response.status),
        textOf(placeOfResponse(place, response, documents)),
      ]),
    ),
    parameters: Object.fromEntries(
      parameters.map((parameter) => [`${parameter.in}.${parameter.name}`, textOf(parameter.place)]),
    ),
  };
}

/** Why: a reference with sibling keywords becomes a new node, which has no position in any document. */
function placeOfResponse(
  operation: Place,
  { status, place }: OperationResponse,
  documents: readonly string[],
): Place {
  return place.pointer === '#/' && documents.includes(place.file)
    ? { file: operation.file, pointer: childPointer(operation.pointer, 'responses', status) }
    : place;
}

function collectMarks(contract: ContractModel, collected: Collected): void {
  take(contract.extensions, `${contract.documents[0] ?? ''}#/`, collected);
  for (const operation of contract.operations) {
    take(operation.extensions, textOf(operation.place), collected);
    for (const { extensions, place } of operation.parameters) take(extensions, textOf(place), collected);
    for (const response of operation.responses)
      take(
        response.extensions,
        textOf(placeOfResponse(operation.place, response, contract.documents)),
        collected,
      );
  }
  for (const { name, declaration } of contract.securitySchemes)
    take(declaration, `${contract.documents[0] ?? ''}#/components/securitySchemes/${name}`, collected);
  for (const { schema, place } of contract.schemas) walk(schema, textOf(place), collected);
  for (const { schema, pointer, component } of contract.checks)
    if (component === null) walk(schema, pointer, collected);
}

function walk(node: JsonValue, pointer: string, collected: Collected): void {
  if (Array.isArray(node)) {
    for (const [index, item] of (node as readonly JsonValue[]).entries())
      walk(item, childPointer(pointer, index), collected);
  } else if (isObject(node)) {
    take(node, pointer, collected);
    for (const [name, child] of Object.entries(node))
      if (!DATA_KEYWORDS.has(name) && !name.startsWith('x-'))
        walk(child, childPointer(pointer, name), collected);
  }
}

function take(node: JsonObject, pointer: string, { marks, assumptions }: Collected): void {
  const source = texts(node['x-source']);
  const named = list(node['x-assumption']).flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    if (!isObject(entry) || typeof entry['id'] !== 'string') return [];
    const { id } = entry;
    assumptions.set(id, {
      text: textAt(entry, 'text'),
      reason: textAt(entry, 'reason'),
      check: textAt(entry, 'check'),
      place: pointer,
    });
    return [id];
  });
  const isNotShown = node['x-not-shown'] !== undefined;
  if (source.length === 0 && named.length === 0 && !isNotShown) return;
  marks.set(pointer, {
    ...(source.length === 0 ? {} : { source }),
    ...(named.length === 0 ? {} : { assumption: named }),
    ...(isNotShown ? { notShown: true } : {}),
  });
}

function textOf({ file, pointer }: Place): string {
  return `${file}${pointer}`;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return list(value).filter((entry) => typeof entry === 'string');
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
