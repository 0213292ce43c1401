/** Describes the resources of a contract: what is inferred, and what a file overrides. */
import type { ResourceGraph } from '../../contract/resources/graph.ts';
import {
  applyOverrides,
  joinOverrides,
  type ResourceOverrides,
} from '../../contract/resources/overrides/apply-overrides.ts';
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
  const source = describeResourceSource(model);
  let described: DescribedResources = { source, graph: describeResourceGraph(model, source), overrides: {} };
  for (const text of [...textsOf(model), ...(file === null ? [] : [file])])
    described = withOverrides(described, text, report);
  return described;
}

/** Returns the `x-backlot` of a description, which have the keys of a file. */
function textsOf({ extensions, operations, documents }: ContractModel): readonly OverridesText[] {
  const own = extensions[EXTENSION];
  const ofOperations = operations.flatMap(({ method, path, extensions: { [EXTENSION]: behavior } }) =>
    behavior === undefined ? [] : [[`${method.toUpperCase()} ${path}`, behavior] as const],
  );
  const file = `${documents[0] ?? 'the description'} (${EXTENSION})`;
  return [
    ...(own === undefined ? [] : [{ file, text: JSON.stringify(own) }]),
    ...(ofOperations.length === 0
      ? []
      : [{ file, text: JSON.stringify({ operations: Object.fromEntries(ofOperations) }) }]),
  ];
}

const EXTENSION = 'x-backlot';

function withOverrides(
  { source, graph: before, overrides: known }: DescribedResources,
  file: OverridesText,
  report: Report,
): DescribedResources {
  const { overrides, positionOf } = readOverrides(file, report);
  const { graph, problems } = applyOverrides(before, source, overrides, file.file);
  for (const { path, message } of problems)
    report('RESOURCES_INVALID', { file: file.file, pointer: '#/' }, { problem: message }, positionOf(path));
  return { source, graph, overrides: joinOverrides(known, overrides) };
}
