/** The order by a property that the text of a list states: "Boats are paginated and sorted by name". */
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';

/** An order. Shape: `property` is a JSON Pointer. */
export interface Order {
  readonly property: string;
  readonly isDescending: boolean;
  /** Its values in ascending order; absent for that of numbers and texts. */
  readonly ranks?: readonly JsonValue[] | undefined;
}

const STATED = /\b(?:sorted|ordered)(?: alphabetically)? by (?:the |their |its )?[`"']?(\w{1,60})/i;

/** Sentences about an order that a request may ask for, and not about the one that a list always has. */
const ASKED = /\b(?:can|could|may|might|optional(?:ly)?|if|whether|when|option|parameter|allows?|to be)\b/i;

/** Returns the order that a text states. Shape: empty for none, and for one that no property has. */
export function statedOrders(text: string, schema: SourceSchema | null): readonly Order[] {
  const sentence = text.split(/[.;\n]/).find((each) => STATED.test(each) && !ASKED.test(each)) ?? '';
  const property = propertyNamed(STATED.exec(sentence)?.[1] ?? '', schema);
  const types = property === null ? undefined : schema?.properties.get(property)?.types;
  const isOrdered = ['string', 'integer', 'number'].some((type) => types?.has(type) === true);
  if (property === null || !isOrdered) return [];
  return [{ property: pointerStep(property), isDescending: /\bdesc|\breverse/i.test(sentence) }];
}
