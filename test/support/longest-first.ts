/** Starts the files that take longest first, so that none of them is still running when all others have ended. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than half a minute on one core, the longest first. */
const longest = [
  'conformance/selftest',
  'golden/golden',
  'conformance/own-mock',
  'conformance/harmless',
  'unit/conformance/checks/scenarios/accepted.slow',
  'package/package',
  'unit/generator/multipart.slow',
  'unit/generator/layout.slow',
  'unit/generator/conversions.slow',
  'laws/architecture',
  'contract/changed-contract',
];

export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Keeps the files of a project together: a worker that changes the project loads all modules again. */
function rankOf({ moduleId, project }: TestSpecification): number {
  if (project.name !== 'process') return longest.length + 1;
  const rank = longest.findIndex((file) => moduleId.endsWith(`/test/${file}.test.ts`));
  return rank === -1 ? longest.length : rank;
}
