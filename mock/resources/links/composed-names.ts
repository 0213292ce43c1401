/** Names that are made of the keys in the path of a record: `full_name` is `owner/name` for `/repos/{owner}/{name}`. */
import { parametersIn, parentName } from '../../../contract/resources/path-shape.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ResourcePlan } from '../plan/plan.ts';

const composed = /^(?:full_?(?:name|path|slug)|path_with_namespace|name_with_(?:owner|namespace))$/i;

/** Two names with a slash between them, as an example or a description shows them. */
const PAIR = /(?:^|["'`])[\w.-]+\/[\w.-]+(?:["'`]|$)/;

/** Returns the name that a property composes; undefined for another property, or where a parent is unknown. */
export function composedName(
  name: string,
  { types, text }: SourceSchema,
  { resource: { itemPath }, keyParameter, sample }: ResourcePlan,
  { parents, key }: { readonly parents: Readonly<Record<string, string>>; readonly key: string },
): string | undefined {
  if (itemPath === null || !composed.test(name) || types?.has('string') !== true) return undefined;
  if (!isPair(sample[name]) && !PAIR.test(text)) return undefined;
  const [above = '', own = ''] = parametersIn(itemPath).slice(-2);
  const parent = parents[parentName(itemPath, above)];
  return parent === undefined || own !== keyParameter ? undefined : `${parent}/${key}`;
}

function isPair(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && PAIR.test(value);
}
