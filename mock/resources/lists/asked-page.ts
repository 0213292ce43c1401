/** The page of a list that a query asks for, where its parameters may name pages in several forms. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { queryParameters } from '../../../contract/resources/bodies/search-bodies.ts';
import { LIKELY } from '../../../contract/resources/graph.ts';
import { inferPaging, pagingParameters } from '../../../contract/resources/pagination/infer-paging.ts';
import { sentencesOf } from '../../../contract/statements/sentences.ts';
import type { SourceParameter } from '../../../contract/resources/source.ts';
import type { ResourceCall } from '../call.ts';
import { pickFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { ResourceRecord } from '../record.ts';
import type { ListPage } from './figures.ts';
import { pageOf } from './page.ts';
import { sizeByDefault } from './page-size.ts';

/** Returns the page of records that a query asks for. */
export function pageIn({ plan, request }: ResourceCall, all: readonly ResourceRecord[]): ListPage {
  const paging = plan.role.paging?.value ?? null;
  const size = paging === null ? 0 : sizeByDefault(plan);
  const filters = filtersOf(plan);
  return pageOf(
    all,
    isWhole(plan, request.query) ? null : paging,
    pickFields(request.query, (name) => !filters.has(name)),
    size,
  );
}

/** How lists are asked for as a whole, by the text of the parameter that names a page. */
interface WholeLists {
  readonly parameter: string;
  readonly limit: SourceParameter | undefined;
  readonly isWithoutPage: boolean;
  readonly isPageZero: boolean;
}

/** Reads how a list is asked for as a whole: "Omit it or specify 0 to view all results"; `null` for no pages by number. */
const wholeLists = memoizeByObject(({ source, role }: OperationPlan): WholeLists | null => {
  const find = (wanted: string | null | undefined): SourceParameter | undefined =>
    source.parameters.find(({ name, in: place }) => place === 'query' && name === wanted);
  const paging = role.paging?.value;
  const parameter = find(paging?.position);
  if (paging?.style !== 'page' || parameter === undefined) return null;
  const stated = sentencesOf(parameter.text).filter(
    (each) => /\b(?:all|unpaginated)\b/i.test(each) && !/\bfirst\b|\bpage 1\b|\bdefaults?\b/i.test(each),
  );
  const omitted = /\b(?:omit(?:ted)?|without|not (?:set|sent|given|specified|provided))\b/i;
  return {
    parameter: parameter.name,
    limit: find(paging.size),
    isWithoutPage: stated.some((each) => omitted.test(each)),
    isPageZero: stated.some((each) => /\b0\b/.test(each)),
  };
});

/** Returns whether a query asks for a list as a whole. Why not with a size: that asks for a page. */
function isWhole(plan: OperationPlan, query: Readonly<Record<string, unknown>>): boolean {
  const whole = wholeLists(plan);
  if (whole === null) return false;
  const { parameter, limit, isWithoutPage, isPageZero } = whole;
  const [page, size] = [query[parameter], query[limit?.name ?? '']];
  if (page !== undefined) return isPageZero && Number(page) <= 0;
  return isWithoutPage && (size === undefined || size === limit?.schema.defaultValue);
}

/** Returns the parameters that compare a property, which are no positions whatever their names. */
const filtersOf = memoizeByObject(({ role }: OperationPlan): ReadonlySet<string> => {
  const filters = role.query.filter(({ use }) => use.value.kind === 'filter' && use.confidence >= LIKELY);
  return new Set(filters.map(({ parameter }) => parameter));
});

/** Returns a call whose pages are those that its query asks for, where a list has them in two forms: `page` or `offset`. */
export function withAskedPaging(call: ResourceCall): ResourceCall {
  const { plan, request } = call;
  const { paging } = plan.role;
  const names = paging === null ? new Set() : pagingParameters(paging.value);
  // Why: a query also has the defaults of its parameters.
  const sent = queryParameters(plan.source.parameters, plan.shown).filter(
    ({ name, schema }) => request.query[name] !== undefined && request.query[name] !== schema.defaultValue,
  );
  if (paging === null || sent.some(({ name }) => names.has(name))) return call;
  const success = plan.source.responses.find(({ status }) => status === plan.success?.status) ?? null;
  const filters = filtersOf(plan);
  const others = sent.filter(({ name }) => !filters.has(name));
  const other = inferPaging(others, success, plan.envelope ?? '');
  return other === null ? call : { ...call, plan: { ...plan, role: { ...plan.role, paging: other } } };
}
