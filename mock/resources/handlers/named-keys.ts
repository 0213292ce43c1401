/** The keys of new records that a response names beside them: `order_id`, or `order_ids`. */
import { singularName, wordsOf } from '../../../contract/resources/words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { isFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** Units: levels of objects around a record. */
const MAX_DEPTH = 3;

/**
 * Returns a response that names the keys of the records which it confirms, and of what they are below. Shape: `sent` is
 * what a request says of one record, which a response may repeat beside it.
 */
export function withNamedKeys(
  response: HandlerResponse,
  { envelope, resource: { resource, key: property } }: OperationPlan,
  created: readonly ResourceRecord[],
  sent: RecordFields = {},
): HandlerResponse {
  const recordName = singularName(resource.name.split('/').at(-1) ?? '');
  const keys = created.map(({ key }) => key);
  const [only] = created;
  const beside = new Map<string, JsonValue | undefined>(
    only === undefined || created.length > 1
      ? []
      : [...Object.entries(sent), ...Object.entries(only.parents), [property ?? '', only.key]],
  );
  const keyFor = (name: string, shown: JsonValue): JsonValue => {
    const sentList = beside.get(name);
    if (sentList !== undefined && typeof sentList === typeof shown && !isFields(sentList)) return sentList;
    const words = wordsOf(name);
    const isOfRecord = words.length > 1 && singularName(words.slice(0, -1).join(' ')) === recordName;
    if (!isOfRecord || !/^(?:id|key)s?$/.test(words.at(-1) ?? '')) return shown;
    if (!Array.isArray(shown)) return typeof shown === 'string' ? (keys[0] ?? shown) : shown;
    return keys.map((key) => (typeof shown[0] === 'number' ? Number(key) : key));
  };
  const rename = (value: JsonValue, pointer: string, depth: number): JsonValue => {
    if (!isFields(value) || depth === 0 || (pointer === envelope && pointer !== '')) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const inner = isFields(part) ? rename(part, pointer + pointerStep(name), depth - 1) : part;
        return [name, keyFor(name, inner)];
      }),
    );
  };
  const { body } = response;
  if (envelope === '' || !isFields(body) || keys.length === 0) return response;
  return { ...response, body: rename(body, '', MAX_DEPTH) };
}
