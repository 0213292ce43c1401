/** Describes the resources of a contract: what is inferred, and what a file overrides. */
import type { ResourceGraph } from '../../contract/resources/graph.ts';
import { withUndescribedRecords } from '../../contract/resources/bodies/undescribed-records.ts';
import { applyOverrides } from '../../contract/resources/overrides/apply-overrides.ts';
import { joinOverrides, type ResourceOverrides } from '../../contract/resources/overrides/override.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';
import type { Place } from '../json/documents.ts';
import type { ContractModel } from '../model/contract-model.ts';
import type { ResourceSource } from '../../contract/resources/source.ts';
import { readOverrides, type OverridesText } from './read-overrides.ts';
import { describeResourceGraph } from '../describe/resource-graph.ts';
import { describeResourceSource } from '../describe/resource-source.ts';
import type { Report } from '../diagnostics/diagnostics.ts';

/** The resources of a contract, and everything that a file adds to them. */
export interface DescribedResources {
  readonly source: ResourceSource;
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
}

/** Describes the resources of a contract. Errors: RESOURCES_INVALID (reported; what is valid applies). */
export function describeResources(
  model: ContractModel,
  file: OverridesText | null,
  report: Report,
): DescribedResources {
  const source = withUndescribedRecords(describeResourceSource(model));
  let described: DescribedResources = { source, graph: describeResourceGraph(model, source), overrides: {} };
  for (const text of [...textsOf(model), ...(file === null ? [] : [file])])
    described = withOverrides(described, text, report);
  return described;
}

/** Returns the `x-backlot` of a description, which have the keys of a file. */
function textsOf({ extensions, operations, documents }: ContractModel): readonly OverridesText[] {
  const own = extensions[EXTENSION];
  const [file = 'the description'] = documents;
  const root: OverridesText[] =
    own === undefined
      ? []
      : [{ file, text: JSON.stringify(own), placeOf: (path) => ({ file, pointer: pointerTo('#', path) }) }];
  const places = new Map(operations.map(({ method, path, place }) => [requestOf(method, path), place]));
  const ofOperations = operations.flatMap(({ method, path, extensions: { [EXTENSION]: behavior } }) =>
    behavior === undefined ? [] : [[requestOf(method, path), behavior] as const],
  );
  if (ofOperations.length === 0) return root;
  const placeOf = ([, name = '', ...path]: readonly string[]): Place => {
    const { file: written, pointer } = places.get(name) ?? { file, pointer: '#' };
    return { file: written, pointer: pointerTo(pointer, path) };
  };
  const text = JSON.stringify({ operations: Object.fromEntries(ofOperations) });
  return [...root, { file, text, placeOf }];
}

function requestOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

function pointerTo(pointer: string, path: readonly string[]): string {
  return pointer + [EXTENSION, ...path].map(pointerStep).join('');
}

const EXTENSION = 'x-backlot';

function withOverrides(
  { source, graph: before, overrides: known }: DescribedResources,
  file: OverridesText,
  report: Report,
): DescribedResources {
  const read = readOverrides(file, report);
  const { graph, overrides, problems } = applyOverrides(before, source, read.overrides, file.file);
  for (const { path, message } of problems) read.reportAt(path, message);
  return { source, graph, overrides: joinOverrides(known, overrides) };
}
