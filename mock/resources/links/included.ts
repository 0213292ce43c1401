/** The records beside those of a JSON:API response: those that a query includes by the names of relationships. */
import { ATTRIBUTES, RELATIONSHIPS } from '../../../contract/resources/schema-likeness.ts';
import { isSameName } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, textOf } from '../fields.ts';
import { findRecords, type RecordFields } from '../record.ts';
import { shownIn } from '../values/shown.ts';

/** The member of a response with what is included. */
const INCLUDED = 'included';

/** The maximum number of relationships that are followed. */
const MAX_NAMES = 50;

/** Returns a response with the records that are related to its own; unchanged where it shows none, or may not have them. */
export async function withIncluded(call: ResourceCall, response: HandlerResponse): Promise<HandlerResponse> {
  const { plan, request } = call;
  const body: unknown = response.body;
  const isDeclared = plan.source.parameters.some(
    ({ name, in: place }) => place === 'query' && name === 'include',
  );
  if (!isDeclared || !isFields(body) || !Array.isArray(body[INCLUDED])) return response;
  const sent = [(request.query as RecordFields)['include'] ?? []].flat();
  const paths = new Set(sent.flatMap((each) => textOf(each).split(',')).map((path) => path.trim()));
  const names = [...paths].slice(0, MAX_NAMES).flatMap((path) => path.split('.', 1));
  const own = [body['data']].flat().filter(isFields);
  if (own.some((record) => !isFields(record[ATTRIBUTES]))) return response;
  const links = own.flatMap((record) =>
    names.flatMap((name) => [valueAt(record[RELATIONSHIPS], `/${name}/data`) ?? []].flat()),
  );
  const related = new Map<string, JsonValue>();
  for (const link of links) {
    const record = await recordOf(call, link);
    if (record !== null) related.set(JSON.stringify([record['type'], record['id']]), record);
  }
  const whole = { ...body, [INCLUDED]: [...related.values()] };
  return plan.success?.check?.check(whole) === false ? response : { ...response, body: whole };
}

/** Returns the record that a link leads to as responses show it, by its type and its id; `null` for none. */
async function recordOf({ plans, context }: ResourceCall, link: unknown): Promise<RecordFields | null> {
  const { type, id } = isFields(link) ? link : {};
  if (typeof type !== 'string' || id === undefined) return null;
  const kind = plans.resources.find(
    (each) => each.itemPath !== null && isSameName(each.name.split('/').at(-1) ?? '', type),
  );
  const resource = kind === undefined ? null : await plans.resource(kind.name);
  if (kind === undefined || resource === null) return null;
  const [record] = findRecords(context.world.view, kind.name, textOf(id));
  if (record === undefined) return null;
  return { ...shownIn({ shown: null, shownSample: {}, resource }, record.value), type, id };
}
