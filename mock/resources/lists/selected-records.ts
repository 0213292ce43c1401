/** The records below a path that a query selects, and what changes all of them: `PATCH /orders?status=open`. */
import type { SourceOperation } from '../../../contract/resources/source.ts';
import { sentencesOf } from '../../../contract/statements/sentences.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { View } from '../../kernel/store/view.ts';
import { assertParents, type ResourceCall } from '../call.ts';
import { pickFields } from '../fields.ts';
import { respond } from '../handlers/respond.ts';
import { isBelow, pathTexts } from '../locate.ts';
import { listRecords, type ResourceRecord } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { shownIn } from '../values/shown.ts';
import { changedFields } from '../write/new-fields.ts';
import { changeRecord } from '../write/store-record.ts';
import { mergePatch, nullable } from '../write/write-record.ts';
import { fillKnown } from './figures.ts';
import { selectionRules } from './list-rules.ts';
import { selectRecords } from './select.ts';

/** Returns the records below a path that fit a query. */
export function selectedBelow(
  view: View,
  { plan, request }: Pick<ResourceCall, 'plan' | 'request'>,
  query: Readonly<Record<string, unknown>>,
): readonly ResourceRecord[] {
  const { resource, source } = plan;
  const parents = pathTexts(plan, request);
  const below = listRecords(view, resource.resource.name).filter((each) => isBelow(resource, each, parents));
  const isOfAll = wildcardsOf(source);
  return selectRecords(
    below,
    selectionRules(plan),
    pickFields(query, (name, value) => !isOfAll(name, value)),
  );
}

/** Changes the records of a collection that a query selects; `null` for an operation that selects none. */
export async function changeSelected(call: ResourceCall): Promise<HandlerResponse | null> {
  const { plan, request, context } = call;
  const { resource, role, spec, responseSchema } = plan;
  if (spec.path !== resource.resource.path || role.query.length === 0) return null;
  await assertParents(call, pathTexts(plan, request));
  const { schema, sample, key } = resource;
  const fields = pickFields(changedFields(call), (name) => name !== key);
  const sent = fitFields(schema, fields, sample, plan.written);
  const records = await context.world.run((tx) =>
    selectedBelow(tx, call, request.query).map((record) =>
      changeRecord(tx, resource, record, mergePatch(record.value, sent, nullable(schema))),
    ),
  );
  const { length: total } = records;
  const form = { ...plan, shown: plan.shown?.items ?? plan.shown };
  const shown = records.map(({ value }) => shownIn(form, value));
  const { body, ...response } = respond(plan, shown);
  const page = { records, start: 0, size: total, total, hasMore: false };
  return body === undefined
    ? response
    : { ...response, body: fillKnown(body as JsonValue, page, null, responseSchema) };
}

/** Values that may stand for all records. Why only these: any word may be quoted beside "all". */
const forAll = /^(?:[~*_-]|_?all|any)$/i;

/**
 * Returns a function that returns whether a value of a parameter stands for all records, as texts name it: "Specify `~` as
 * the project to list the tasks of all projects".
 */
export function wildcardsOf({
  text,
  parameters,
}: Pick<SourceOperation, 'text' | 'parameters'>): (name: string, value: unknown) => boolean {
  return (name, value) => {
    if (typeof value !== 'string' || !forAll.test(value)) return false;
    const own = parameters.find((each) => each.name === name)?.text ?? '';
    return [...sentencesOf(text), ...sentencesOf(own)].some(
      (each) =>
        ['`', '"', "'"].some((quote) => each.includes(quote + value + quote)) &&
        /\b(?:all|any|every|each|across)\b/i.test(each.replaceAll(/[`"'][^`"']*[`"']/g, '')),
    );
  };
}
