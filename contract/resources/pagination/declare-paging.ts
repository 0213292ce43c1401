/** Replaces what is inferred about the pages of lists by the rules that a description has for them. */
import type { Inference, OperationRole, Paging, ResourceGraph, Role } from '../graph.ts';
import { pagingParameters } from './infer-paging.ts';
import { readFacts } from '../operation-facts.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import {
  readPaginationRule,
  schemaAt,
  type BodyPath,
  type ListPagination,
  type PaginationRule,
} from './rule.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** The rules for an operation, of which the first that fits applies; `false` if it has no pages. */
export type DeclaredRules = readonly PaginationRule[] | false;

/**
 * Returns a graph with the declared paging of lists, and with their items where the rules name them. Shape: a rule that
 * does not fit its operation has no effect.
 */
export function declarePaging(
  graph: ResourceGraph,
  source: readonly SourceOperation[],
  rulesOf: (operation: string) => DeclaredRules,
): ResourceGraph {
  const byId = new Map(source.map((operation) => [operation.id, operation]));
  const kinds = new Map(graph.resources.map(({ name, kind }) => [name, kind]));
  const operations = graph.operations.map((role) => {
    const operation = byId.get(role.id);
    const kind = kinds.get(role.resource ?? '');
    // Why: a body without known names is taken for a record.
    const isListing =
      listing.has(role.role.value) || (role.role.value === 'singleton-read' && kind === 'collection');
    const rules = isListing ? rulesOf(role.id) : [];
    if (rules === false) return { ...role, paging: null };
    return operation === undefined || rules.length === 0 ? role : withRules(role, operation, rules);
  });
  return { ...graph, operations };
}

const listing: ReadonlySet<Role> = new Set(['list', 'search']);

function withRules(
  role: OperationRole,
  operation: SourceOperation,
  rules: readonly PaginationRule[],
): OperationRole {
  for (const rule of rules) {
    const pagination = readPaginationRule(rule, operation);
    if ('problems' in pagination) continue;
    const value = pagingOf(rule, pagination, role.paging?.value ?? null, readFacts(operation).body);
    if (value === null) return role;
    const names = pagingParameters(value);
    return {
      ...role,
      role: listing.has(role.role.value) ? role.role : inferenceOf('list', operation),
      paging: inferenceOf(value, operation),
      envelope: inferenceOf(pointerTo(pagination.items), operation),
      query: role.query.filter(({ parameter }) => !names.has(parameter)),
    };
  }
  return role;
}

function inferenceOf<Value>(value: Value, { pointer }: SourceOperation): Inference<Value> {
  return { value, confidence: 1, evidence: [{ text: '`x-pagination` declares it', pointer }] };
}

const styles = { cursor: 'token', page: 'page', offset: 'offset', last: 'after' } as const;

/** Returns the paging that a rule describes; `null` if no parameter selects a page. */
function pagingOf(
  rule: PaginationRule,
  { form, parameter, next, more, total, first, size }: ListPagination,
  inferred: Paging | null,
  body: SourceSchema | null,
): Paging | null {
  const key = (['cursor', 'page', 'offset', 'last'] as const).find((each) => rule[each] !== undefined);
  const style = key === undefined ? inferred?.style : styles[key];
  const position = parameter ?? inferred?.position ?? null;
  if (style === undefined || position === null) return null;
  const isSame = inferred?.position === position;
  // Why: the mock writes a flag, so what is empty on the last page is where the next one is named.
  const isFlag = more !== null && body !== null && schemaAt(body, more)?.types?.has('boolean') === true;
  const named = next ?? (isFlag ? null : more);
  return {
    style,
    position,
    size: size ?? inferred?.size ?? null,
    next:
      form === 'link'
        ? { in: 'header' }
        : named !== null
          ? { in: 'body', pointer: pointerTo(named) }
          : isSame
            ? inferred.next
            : null,
    hasMore: isFlag ? pointerTo(more) : (inferred?.hasMore ?? null),
    total: total === null ? (inferred?.total ?? null) : pointerTo(total),
    first,
  };
}

function pointerTo(path: BodyPath): string {
  return path.map(pointerStep).join('');
}
