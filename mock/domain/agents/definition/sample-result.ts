/**
 * What a tool of an agent returns. No schema says so, so that the result follows from what the tool is called.
 */
import type { JsonMap } from '../../scenarios/scenario.ts';
import type { AgentTool } from './agent-tools.ts';

/** Returns a plausible result of a tool, the same in every run. */
export function sampleResult({ name, kind }: Pick<AgentTool, 'name' | 'kind'>): JsonMap {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter(isWord);
  const thing = words.at(-1) ?? 'item';
  if (kind === 'flow') return { success: true, response: `The flow ${name} has run.` };
  if (words.length > 1 && reading.has(words[0] ?? ''))
    return { total: 1, items: [{ id: `${thing}_1042`, name: capitalized(words.slice(1).join(' ')) }] };
  return { status: 'done', id: `${thing}_1042` };
}

const reading: ReadonlySet<string> = new Set(
  'check count describe fetch find get list lookup query read retrieve search show track view'.split(' '),
);

function isWord(word: string): boolean {
  return word !== '' && word !== 'tool';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
