/** Searches whose response has a list for each kind of record: `{ books: { items, total }, authors: … }`. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { findList } from '../../../contract/resources/bodies/find-list.ts';
import type { QueryUse } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isPlural, isSameName, recordName } from '../../../contract/resources/words.ts';
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, textOf, withPart } from '../fields.ts';
import type { OperationPlan, ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { listRecords, type RecordFields } from '../record.ts';
import { respond } from '../handlers/respond.ts';
import { shownIn } from '../values/shown.ts';
import type { ListPage } from './figures.ts';
import { selectRecords } from './select.ts';

/** One of the lists of a response. Shape: `list` leads from the property to the records. */
export interface KindList {
  readonly property: string;
  readonly schema: SourceSchema;
  readonly list: string;
  readonly item: SourceSchema;
  readonly resource: ResourcePlan;
}

/** How the page of each list is written: by the handler of lists. */
export interface PageWriter {
  readonly page: (call: ResourceCall, all: ListPage['records']) => ListPage;
  readonly figures: (call: ResourceCall, body: JsonValue, page: ListPage, kind: KindList) => JsonValue;
}

/** Returns the lists of a search that finds records of several kinds; empty for any other operation. */
export const listsFound = memoizeByObject(async (plan: OperationPlan, plans: ResourcePlans) => {
  if (plan.role.role.value !== 'search' || plan.envelope !== null) return [];
  const kinds: KindList[] = [];
  for (const [property, schema] of plan.responseSchema?.properties ?? []) {
    const list = isPlural(property) ? findList(schema, property) : null;
    const name = list?.item.name ?? null;
    const known = plans.resources.find(
      ({ itemPath, schema: own, name: other }) =>
        itemPath !== null &&
        (isSameName(other.split('/').at(-1) ?? '', property) ||
          (name !== null && own !== null && recordName(own) === recordName(name))),
    );
    const resource = known === undefined ? null : await plans.resource(known.name);
    if (list !== null && resource !== null)
      kinds.push({ property, schema, list: list.envelope.value, item: list.item, resource });
  }
  return kinds.length > 1 ? kinds : [];
});

/** Responds with what a search finds of each kind that it asks for; without the lists of the others, where that is allowed. */
export function listSeveral(
  call: ResourceCall,
  lists: readonly KindList[],
  write: PageWriter,
): HandlerResponse {
  const { plan } = call;
  const body = plan.responseSchema;
  const sample = isFields(plan.sample?.body) ? plan.sample.body : {};
  const isKind = (name: string): boolean =>
    isPlural(name) && body?.properties.get(name)?.types?.has('object') === true;
  const kinds = kindsAsked(call, Object.keys(sample).filter(isKind));
  const isShown = (name: string): boolean =>
    !isKind(name) || kinds === null || kinds.has(name) || body?.required.has(name) === true;
  const shown = Object.entries(sample).flatMap(([name, value]): [string, JsonValue][] => {
    const kind = lists.find(({ property }) => property === name);
    if (!isShown(name)) return [];
    return [[name, kind === undefined ? value : matchesOf(call, kind, kinds?.has(name) !== false, write)]];
  });
  return respond({ ...plan, envelope: '' }, Object.fromEntries(shown));
}

/** Returns the lists that a query names by the kinds of their records: `type=book,author`; `null` for all. */
function kindsAsked({ request }: ResourceCall, lists: readonly string[]): ReadonlySet<string> | null {
  const query: Readonly<Record<string, unknown>> = request.query;
  for (const [name, value] of Object.entries(query)) {
    if (!/^(?:types?|kinds?|entity_?types?|resource_?types?|scopes?)$/i.test(name) || value === undefined)
      continue;
    const kinds = [value].flat().flatMap((each) => textOf(each).split(','));
    return new Set(lists.filter((each) => kinds.some((kind) => isSameName(kind, each))));
  }
  return null;
}

function matchesOf(call: ResourceCall, kind: KindList, isAsked: boolean, write: PageWriter): JsonValue {
  const { plan, request, context } = call;
  const { resource, property, list } = kind;
  const all = isAsked ? context.world.query((view) => listRecords(view, resource.resource.name)) : [];
  const uses: readonly QueryUse[] = plan.role.query.filter(({ use }) => use.value.kind === 'search');
  const rules = { uses, schema: resource.schema };
  const page = write.page(call, selectRecords(all, rules, request.query));
  const sample = valueAt(plan.sample?.body, pointerStep(property)) as JsonValue | undefined;
  const [first] = [valueAt(sample, list)].flat() as JsonValue[];
  const form = { shown: kind.item, shownSample: isFields(first) ? first : {}, resource };
  const items = page.records.map(({ value }): RecordFields => shownIn(form, value));
  return write.figures(call, withPart(sample ?? {}, list, items), page, kind);
}
