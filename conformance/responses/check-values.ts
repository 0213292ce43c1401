/** Checks values that the source describes for every record: identifiers and times are strings, ids are unique. */
import type { CheckResult, Problem } from '../model/finding.ts';
import type { ResponseTraits } from './response-traits.ts';
import { isFields } from '../model/json-fields.ts';

/** Properties with values of customers and other services, which may have any form. */
export const foreign: ReadonlySet<string> = new Set([
  'arguments',
  'attributes',
  'body',
  'card',
  'config',
  'details',
  'input',
  'inputSchema',
  'metadata',
  'output',
  'parameters',
  'parametersSchema',
  'payloadSchema',
  'props',
  'requestedSchema',
  'result',
  'schema',
  'state',
  'value',
]);

/** Lists whose items may have the same id: the events of one block share it. */
const repeating = new Set(['events']);

/** The deepest objects that are checked, and the most. */
const MAX_DEPTH = 8;
const MAX_OBJECTS = 5_000;

/** Checks the identifiers and times of a JSON body. Shape: C11 and C12; nothing if it has none. */
export function checkValues(
  value: unknown,
  { areIdsStrings }: Pick<ResponseTraits, 'areIdsStrings'>,
): readonly CheckResult[] {
  const walk: Walk = { objects: 0, named: 0, lists: 0, types: [], repeats: [] };
  checkNode(walk, value, '', 0);
  return [
    ...(areIdsStrings && walk.named > 0 ? [{ check: 'C11', problems: walk.types }] : []),
    ...(walk.lists > 0 ? [{ check: 'C12', problems: walk.repeats }] : []),
  ];
}

interface Walk {
  objects: number;
  named: number;
  lists: number;
  readonly types: Problem[];
  readonly repeats: Problem[];
}

function checkNode(walk: Walk, value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH || walk.objects > MAX_OBJECTS) return;
  if (Array.isArray(value)) {
    checkRepeats(walk, value, path);
    for (const item of value as readonly unknown[]) checkNode(walk, item, `${path}[]`, depth + 1);
    return;
  }
  if (!isFields(value)) return;
  walk.objects += 1;
  for (const [name, inner] of Object.entries(value)) {
    if (foreign.has(name)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (/^id$|[a-z]Id$|[a-z]At$/.test(name)) checkType(walk, inner, at);
    checkNode(walk, inner, at, depth + 1);
  }
}

function checkType(walk: Walk, value: unknown, at: string): void {
  walk.named += 1;
  // Why: another record may be absent, but a record has its own id.
  const isAbsent = value === null && /(?:^|\.)id$/.test(at);
  if (!isAbsent && (typeof value === 'string' || typeof value === 'object')) return;
  const message = `${at} is ${isAbsent ? 'null' : `a ${typeof value}`} instead of a string.`;
  if (walk.types.some((problem) => problem.message === message)) return;
  walk.types.push({ message, at: `body.${at}`, ...(isAbsent && { severity: 'warn', facts: [] }) });
}

/** Names of lists that are sets: of scopes, types, and what an authorization server supports. */
const sets = /(?:scopes|types|ids|roles|permissions|methods|_supported)$/i;

function checkRepeats(walk: Walk, items: readonly unknown[], path: string): void {
  if (repeating.has(path.split('.').at(-1) ?? '')) return;
  const ids = items.flatMap((item) => (isFields(item) && typeof item['id'] === 'string' ? [item['id']] : []));
  const texts = sets.test(path) ? items.filter((item) => typeof item === 'string') : [];
  for (const [what, values] of [
    ['a record', ids],
    ['a value', texts],
  ] as const) {
    if (values.length < 2) continue;
    walk.lists += 1;
    const message = `${path === '' ? 'The list' : path} has ${what} twice.`;
    if (new Set(values).size < values.length) walk.repeats.push({ message, at: `body.${path}` });
  }
}
