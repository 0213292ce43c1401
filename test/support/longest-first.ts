/** Starts the files that take longest first, so that none of them is still running when all others have ended. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, because they compute or because they wait, the longest first. */
const longest = [
  'conformance/selftest',
  'conformance/own-mock',
  'package/package',
  'golden/golden',
  'logs/team',
  'hosts/test-frameworks',
  'docs/ci-page',
  'conformance/prism-agreement',
  'unit/generator/layout.slow',
  'unit/generator/multipart.slow',
  'contract/changed-contract',
  'hosts/command',
  'conformance-proxy/command',
  'unit/cli/check-hostile.slow',
  'unit/generator/watch.slow',
  'conformance/service-names',
  'logs/team-failures',
  'conformance/described-mocks',
  'hosts/data-folder',
  'unit/generator/nasty-documents.slow',
  'unit/generator/own-templates.slow',
  'unit/generator/cache/cached-run.slow',
  'unit/generator/user-files.slow',
  'conformance-proxy/large-bodies',
  'unit/tools/corpus.slow',
  'logs/team-operations',
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
