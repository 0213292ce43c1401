/** C20: compares the types of properties in the responses of all operations, after the run. */
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeComparison, ExchangeRule, RunningExchangeRule } from '../model/exchange-rule.ts';
import type { Problem } from '../model/finding.ts';
import { isFields, textOf } from '../model/json-fields.ts';
import { foreign } from './check-values.ts';
import type { ResponseTraits } from './response-traits.ts';

/** Where a type was seen. */
interface Use {
  readonly exchange: Exchange;
  readonly at: string;
}

/** The first use of a type by each operation. */
type Uses = Map<string, Use>;

/** The fewest operations that agree on another type. */
const MIN_OPERATIONS = 2;

const MIN_ID_LENGTH = 8;
const MAX_DEPTH = 6;
const MAX_KEYS = 20_000;
const MAX_OBJECTS = 500;

/** Creates the rule that collects the types of properties and compares them. */
export function createTypeTracker(traits: ResponseTraits): ExchangeRule {
  return { open: () => openTracker(traits) };
}

function openTracker({ foreignOperations, records: { ids } }: ResponseTraits): RunningExchangeRule {
  const types = new Map<string, Map<string, Uses>>();
  const first = new Map<string, Exchange>();
  const remember = (key: string, type: string, subject: string, exchange: Exchange, at: string): void => {
    const byType = types.get(key) ?? new Map<string, Uses>();
    if (types.size < MAX_KEYS) types.set(key, byType);
    const uses: Uses = byType.get(type) ?? new Map<string, Use>();
    byType.set(type, uses);
    if (!uses.has(subject)) uses.set(subject, { exchange, at });
  };
  return {
    take({ exchange, operation: { id } }) {
      const { response } = exchange;
      if (response?.body.kind !== 'json' || response.status >= 300 || foreignOperations.has(id)) return [];
      if (!first.has(id)) first.set(id, exchange);
      const budget = { left: MAX_OBJECTS };
      for (const { key, type, at } of typesIn(response.body.value, ids, budget))
        remember(key, type, id, exchange, at);
      return [];
    },
    compare() {
      const results = resultsOf([...types.values()]);
      const others = [...first].filter(([subject]) => !results.some((result) => result.subject === subject));
      const passed = others.map(([subject, exchange]) => ({ check: 'C20', subject, problems: [], exchange }));
      return [...results, ...passed];
    },
  };
}

/** Returns a result for each operation that alone uses a type where several agree on another one. */
function resultsOf(properties: readonly ReadonlyMap<string, Uses>[]): readonly ExchangeComparison[] {
  const results = new Map<string, ExchangeComparison & { readonly problems: Problem[] }>();
  for (const byType of properties) {
    const [common, ...others] = [...byType].toSorted(([, one], [, other]) => other.size - one.size);
    if (common === undefined || common[1].size < MIN_OPERATIONS) continue;
    for (const [type, uses] of others) {
      const [[subject, { exchange, at }] = [null, { exchange: null, at: '' }]] = uses;
      // Why: an operation that uses both types has a property of several types.
      if (subject === null || exchange === null || uses.size > 1 || common[1].has(subject)) continue;
      const result = results.get(subject) ?? { check: 'C20', subject, exchange, problems: [] };
      const message = `${at} is a ${type} in ${subject}, and a ${common[0]} in other operations.`;
      if (!result.problems.some((problem) => problem.message === message))
        result.problems.push({ message, at: `body.${at}` });
      results.set(subject, result);
    }
  }
  return [...results.values()];
}

function* typesIn(
  value: unknown,
  ids: readonly string[],
  budget: { left: number },
  path = '',
  depth = 0,
): Iterable<{ readonly key: string; readonly type: string; readonly at: string }> {
  if (depth > MAX_DEPTH || budget.left <= 0) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) yield* typesIn(item, ids, budget, `${path}[]`, depth + 1);
    return;
  }
  if (!isFields(value)) return;
  budget.left -= 1;
  const id = textOf(value, ...ids);
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const key = keyOf(name, value['type'] === undefined ? id : null);
    if (inner !== null && key !== null) yield { key, type: Array.isArray(inner) ? 'list' : typeof inner, at };
    // Why: events have schemas of their own.
    if (!foreign.has(name) && name !== 'events') yield* typesIn(inner, ids, budget, at, depth + 1);
  }
}

/** Returns what the type of a property is compared by: a name of several words, or a name within a record. */
function keyOf(name: string, id: string | null): string | null {
  if (/cost|price|amount/i.test(name)) return null;
  if (/[a-z][A-Z]/.test(name)) return name;
  return id === null || id.length < MIN_ID_LENGTH ? null : `${id} ${name}`;
}
