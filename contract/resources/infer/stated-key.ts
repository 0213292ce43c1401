/** Finds the key of a record that only the texts about its path name: "Subscription id to be deleted". */
import type { ResourceKey, Inference } from '../graph.ts';
import { lastParameter, type OperationFacts } from '../operation-facts.ts';
import { propertyNamed } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Units: at most 40 characters for what an id is of. */
const texts = [
  /^\W*(?:the |an? )?(?:unique )?([\w -]{1,40}?) (?:id|identifier)\b/i,
  /\b(?:id|identifier) of (?:the |an? )?([\w -]{1,40}?)(?= to | that | which | you |[^\w -]|$)/i,
];

/** Returns the property of a record that the texts of the last parameter of its path name as its id; `null` for none. */
export function statedKey(onItem: readonly OperationFacts[], item: SourceSchema | null): string | null {
  for (const facts of onItem) {
    const text = lastParameter(facts)?.text ?? '';
    for (const pattern of texts) {
      const property = propertyNamed(`${pattern.exec(text)?.[1] ?? ''} id`, item);
      if (property !== null && property.toLowerCase() !== 'id') return property;
    }
  }
  return null;
}

/** Returns the key that texts name, in the place of an uncertain one; `null` if they name none. */
export function inferStatedKey(
  onItem: readonly OperationFacts[],
  item: SourceSchema | null,
  { value }: Inference<ResourceKey>,
): Inference<ResourceKey> | null {
  const property = statedKey(onItem, item);
  if (property === null) return null;
  const evidence = [
    { text: `the texts about its path name \`${property}\``, pointer: item?.pointer ?? null },
  ];
  return { value: { ...value, property: pointerStep(property) }, confidence: 0.85, evidence };
}
