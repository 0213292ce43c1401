/**
 * Writes `generated/agent-platform/scenarios.ts`, the built-in scenarios of `mock/agent-platform/scenarios/` for mocks that
 * cannot read files. The tag `!medium` stands for a file that every world serves, as base64. Run by `npm run generate`;
 * `--check` only compares.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse, type ScalarTag } from 'yaml';
import { findMedium } from '../../mock/agent-platform/domain/assets/media/built-in-media.ts';
import { writeFiles } from '../write-files.ts';

const folder = join(import.meta.dirname, '../../mock/agent-platform/scenarios');
const target = 'generated/agent-platform/scenarios.ts';

/** The order in which they are listed; the first one is the default. */
const order = `
  text reasoning tools approval approval-end-user approval-timeout local-tool page-tool elicitation crawl durable-poll
  subagent subagent-approval flow flow-error flow-aborted step-endings artifacts media roles state sources
  fallback fallback-message fallback-flow fallback-exhausted compaction compaction-outcomes custom
  recoverable-error error fatal-error blocked aborted length content-filter max-turns slow everything`
  .trim()
  .split(/\s+/);

const medium: ScalarTag = {
  tag: '!medium',
  resolve(name, report) {
    const file = findMedium(name);
    if (file === undefined) report(`There is no medium ${name}.`);
    return file?.body ?? '';
  },
};

async function readScenario(name: string): Promise<object> {
  const text = await readFile(join(folder, `${name}.yaml`), 'utf8');
  return { name, ...(parse(text, { customTags: [medium] }) as object) };
}

/** Returns the text of the file. Errors: throws if a scenario has no place in the order, or no file. */
export async function scenariosText(): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'));
  const unlisted = files.map((file) => basename(file, '.yaml')).filter((name) => !order.includes(name));
  if (unlisted.length > 0)
    throw new Error(`Add to the order in tools/build/scenarios.ts: ${unlisted.join(', ')}.`);
  const scenarios = await Promise.all(order.map(readScenario));
  return `/** The built-in scenarios of the mock. Written by tools/build/scenarios.ts; do not edit. */
export const scenarios = ${JSON.stringify(scenarios, null, 2)} as const;
`;
}

if (import.meta.main) await writeFiles(new Map([[target, await scenariosText()]]));
