/** What a description states about a list, whatever is asked for: its order, its defaults, and the errors of conditions. */
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { memoizeByObject } from '../../../contract/memoize.ts';
import { statedOrder } from '../../../contract/resources/bodies/find-list.ts';
import type { QueryUse } from '../../../contract/resources/graph.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { chronologicalKey } from './key-order.ts';
import { defaultsOf, defaultViews, timesOrNone, type DefaultView } from './shown-by-default.ts';

/** An order. Shape: `property` is a JSON Pointer. */
export interface Order {
  readonly property: string;
  readonly isDescending: boolean;
  /** Its values in ascending order; absent for that of numbers and texts. */
  readonly ranks?: readonly JsonValue[] | undefined;
}

/** The order of lists that begin with the record that was created last. */
export const newest: Order = { property: '', isDescending: true };

/** The order of lists that begin with the record that was created first. */
export const oldest: Order = { property: '', isDescending: false };

/** How a list selects and sorts. */
export interface ListRules {
  readonly uses: readonly QueryUse[];
  readonly schema: SourceSchema | null;
  /** The values of parameters that were not sent. */
  readonly defaults?: RequestValues['query'];
  /** What the list leaves out by default. */
  readonly views?: readonly DefaultView[];
  /** The parameters that also select records without the property. */
  readonly optional?: ReadonlySet<string>;
  /** The property whose order is that of the creation, such as a key; `null` for none. */
  readonly chronological?: string | null;
  /** The orders of a list that is not asked for another one. */
  readonly orders?: readonly Order[];
  /** Whether it rejects conditions about what no record has. */
  readonly isStrict?: boolean;
}

/** Returns the rules of a list. */
export const listRules = memoizeByObject(({ source, role, resource }: OperationPlan): ListRules => {
  const { query: uses } = role;
  const { schema, keyPointer } = resource;
  const size = source.parameters.find(({ name }) => name === role.paging?.value.size);
  const text = `${source.text}\n${size?.text ?? ''}`;
  return {
    uses,
    schema,
    defaults: defaultsOf(source, schema),
    views: defaultViews(source, uses, schema),
    optional: timesOrNone(source, uses),
    chronological: chronologicalKey(source, keyPointer),
    orders: statedOrders(text, schema),
    isStrict: REJECTED.test(text),
  };
});

/** Returns the rules by which an operation selects what it deletes or changes. */
export const selectionRules = memoizeByObject(
  ({ source, role, resource: { schema } }: OperationPlan): ListRules => ({
    uses: role.query,
    schema,
    defaults: defaultsOf(source, schema),
  }),
);

/** Descriptions of lists that reject conditions about what no record has. */
const REJECTED =
  /\b(?:field|property|attribute|filter|clause|condition)\b[^.\n]{0,60}\b(?:not valid|invalid|unknown|not supported|unsupported)\b[^.\n]{0,80}\berror\b/i;

const STATED = /\b(?:sorted|ordered)(?: alphabetically)? by (?:the |their |its )?[`"']?(\w{1,60})/i;

/** Sentences about an order that a request may ask for, and not about the one that a list always has. */
const ASKED = /\b(?:can|could|may|might|optional(?:ly)?|if|whether|when|option|parameter|allows?|to be)\b/i;

/** Returns the order that a text states, such as "sorted by name". Shape: empty for none, and for one that no property has. */
function statedOrders(text: string, schema: SourceSchema | null): readonly Order[] {
  const sentence = text.split(/[.;\n]/).find((each) => STATED.test(each) && !ASKED.test(each)) ?? '';
  const property = propertyNamed(STATED.exec(sentence)?.[1] ?? '', schema);
  const types = property === null ? undefined : schema?.properties.get(property)?.types;
  const isOrdered = ['string', 'integer', 'number'].some((type) => types?.has(type) === true);
  if (property !== null && isOrdered)
    return [{ property: pointerStep(property), isDescending: /\bdesc|\breverse/i.test(sentence) }];
  return statedOrder(text) === 'newest-first' ? [newest] : [];
}
