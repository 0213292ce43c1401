/** Starts the files that take longest first, so that none of them is still running when all others have ended. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, because they compute or because they wait, the longest first. */
const longest = [
  'conformance/selftest',
  'package/package',
  'conformance/own-mock',
  'logs/team',
  'hosts/command',
  'conformance/any-contract',
  'golden/golden',
  'unit/generator/own-templates.slow',
  'unit/generator/cache/cached-run.slow',
  'unit/generator/user-files.slow',
  'hosts/every-host',
  'unit/generator/watch.slow',
  'unit/cli/check-hostile.slow',
  'conformance/prism-agreement',
  'contract/changed-contract',
  'unit/conformance/checks/scenarios/accepted.slow',
  'unit/generator/nasty-documents.slow',
  'unit/generator/multipart.slow',
  'unit/generator/layout.slow',
  'unit/generator/conversions.slow',
  'logs/team-failures',
  'logs/team-operations',
  'laws/architecture',
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
