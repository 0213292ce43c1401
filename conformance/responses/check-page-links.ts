/** C17: the links to other pages of a list repeat the query of the page. Source: RFC 8288. */
import { LIKELY } from '../../contract/resources/graph.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import { repeatsQuery } from '../../contract/statements/lists.ts';
import { toText } from '../../templates/runtime/json/value.ts';
import type { RequestPlan } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';

/**
 * Compares the query of a list with that of its links `next` and `prev`. Shape: nothing without such a link, and for links
 * with a token, which may stand for the whole query, unless a text states what they repeat.
 */
export function checkPageLinks(
  operation: ContractOperation,
  { path }: Pick<RequestPlan, 'path'>,
  link: string | null,
): readonly CheckResult[] {
  const role = operation.contract.resources.operations.find(({ id }) => id === operation.id);
  if (link === null || role?.paging == null || role.paging.confidence < LIKELY) return [];
  const { style, position } = role.paging.value;
  const all = linksIn(link, path);
  const isStated = all.length > 0 && repeatsQuery(operation);
  const isNumbered = style === 'page' || style === 'offset';
  const links = all.filter(
    ({ query }) => isStated || (isNumbered && position !== null && query.has(position)),
  );
  if (links.length === 0) return [];
  const sent = new URL(path, BASE).searchParams;
  const narrowing = role.query.flatMap(({ parameter, use }) =>
    use.value.kind === 'filter' || use.value.kind === 'search' ? [parameter] : [],
  );
  // Why only these unless a text states more: a service may omit an order that it has anyway.
  const names = operation.parameters.flatMap(({ name, in: place, default: initial }) => {
    const isInitial = initial !== undefined && sent.get(name) === toText(initial);
    const isCompared = place === 'query' && name !== position && (isStated || narrowing.includes(name));
    return isCompared && sent.get(name) && !isInitial ? [name] : [];
  });
  const problems = links.flatMap(({ relation, query }): readonly Problem[] => {
    const lost = names.find((name) => textOf(query, name) !== textOf(sent, name));
    const message = `The link ${relation} of ${operation.id} does not repeat the parameter ${lost}.`;
    const at = 'header Link';
    return lost === undefined ? [] : [{ message, at, ...(isStated ? { severity: 'fail' as const } : {}) }];
  });
  return [{ check: 'C17', problems }];
}

const BASE = 'http://localhost';

interface PageLink {
  readonly relation: string;
  readonly query: URLSearchParams;
}

/** Lists the links to the next and the previous page in a header. */
function linksIn(header: string, path: string): readonly PageLink[] {
  return header.split(/,\s*(?=<)/).flatMap((each): readonly PageLink[] => {
    const [, address = '', rest = ''] = /^\s*<([^>]*)>(.*)$/.exec(each) ?? [];
    const relation = /\brel\s*=\s*"?(next|prev)\b/i.exec(rest)?.[1];
    const base = BASE + path;
    if (relation === undefined || !URL.canParse(address, base)) return [];
    return [{ relation: relation.toLowerCase(), query: new URL(address, base).searchParams }];
  });
}

/** Returns the values of a parameter as one text. Why sorted: a service may write them in another order. */
function textOf(query: URLSearchParams, name: string): string {
  return query
    .getAll(name)
    .flatMap((each) => each.split(','))
    .toSorted()
    .join();
}
