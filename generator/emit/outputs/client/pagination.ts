/**
 * Finds the lists that a client can paginate: those that the description or the configuration declares, and those whose
 * parameters and response agree.
 */
import { inferPaginationRule } from '../../../../contract/resources/pagination/infer-rule.ts';
import {
  findRuleProblems,
  readPaginationRule,
  type BodyPath,
  type ListPagination,
  type PaginationRule,
} from '../../../../contract/resources/pagination/rule.ts';
import type { SourceOperation } from '../../../../contract/resources/source.ts';
import { describeResourceSource } from '../../../describe/resource-source.ts';
import { referredName } from '../../../schema/keywords.ts';
import type {
  ContractModel,
  JsonObject,
  JsonValue,
  Operation,
  Place,
} from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import type { PaginationKind } from '../../../naming/client-names.ts';
import { isArray, propertyOf, propertyPlace, textAt } from '../../../json/json.ts';
import { createSchemaReader, type SchemaReader } from '../../../schema/schema-reader.ts';
import { isJsonMediaType, isMediaRange } from '../../../../templates/runtime/media-type.ts';
import { readPolling } from './polling.ts';

export interface OperationPagination {
  readonly kind: PaginationKind;
  /** The function of the runtime that creates the form of its pages; `null` for polls. */
  readonly form: PageFormName | null;
  /** Whether pages are selected by a property of the body. */
  readonly isInBody: boolean;
  /** The pagination rule for the runtime. */
  readonly rule: JsonObject;
  /** Path to the list of items, empty for a bare list, and the name of their schema; `null` for an inline schema. */
  readonly items: string;
  readonly itemSchema: string | null;
  /** Name of the check of a page. */
  readonly page: string;
}

/** The forms of the runtime, and the files that they are in. */
export const pageForms = {
  byCursor: 'by-parameter',
  byPage: 'by-parameter',
  byOffset: 'by-parameter',
  byLastItem: 'by-parameter',
  byAddress: 'by-address',
  byLink: 'by-address',
  inBody: 'by-parameter',
} as const;

export type PageFormName = keyof typeof pageForms;

const formNames: Record<ListPagination['form'], PageFormName> = {
  cursor: 'byCursor',
  page: 'byPage',
  offset: 'byOffset',
  last: 'byLastItem',
  address: 'byAddress',
  link: 'byLink',
};

const EXTENSION = 'x-pagination';

interface Findings {
  readonly paginations: ReadonlyMap<string, OperationPagination>;
  readonly replay: (report: Report) => void;
}

/** Why: the files of a client are emitted one by one, and all of them need the same paginations. */
const findings = new WeakMap<ContractModel, Findings>();

/**
 * Finds the pagination of every operation that has one, by id.
 *
 * Errors: CLIENT_HINT_UNUSABLE for an extension that names something that does not exist, PAGINATION_RULE_INVALID,
 * PAGINATION_RULE_UNUSED, PAGINATION_INFERRED (reported).
 */
export function findPaginations(
  contract: ContractModel,
  report: Report,
): ReadonlyMap<string, OperationPagination> {
  const { paginations, replay } = findings.get(contract) ?? findAll(contract);
  replay(report);
  return paginations;
}

function findAll(contract: ContractModel): Findings {
  const reports: ((report: Report) => void)[] = [];
  const record: Report = (...reported) => {
    reports.push((report) => {
      report(...reported);
    });
  };
  const paginations = new PaginationFinder(contract, record).find();
  const all = {
    paginations,
    replay: (report: Report): void => {
      for (const each of reports) each(report);
    },
  };
  findings.set(contract, all);
  return all;
}

/** A rule for all operations that match it. */
interface SharedRule {
  readonly rule: PaginationRule;
  /** Where it was written; `null` for the configuration. */
  readonly place: Place | null;
  isUsed: boolean;
}

class PaginationFinder {
  readonly #contract: ContractModel;
  readonly #report: Report;
  readonly #reader: SchemaReader;
  readonly #sources: ReadonlyMap<string, SourceOperation>;
  readonly #shared: readonly SharedRule[];
  /** The operations with the same inferred rule. */
  readonly #inferred = new Map<string, Operation[]>();

  constructor(contract: ContractModel, report: Report) {
    this.#contract = contract;
    this.#report = report;
    this.#reader = createSchemaReader(contract);
    const { operations } = describeResourceSource(contract);
    this.#sources = new Map(operations.map((operation) => [operation.id, operation]));
    this.#shared = this.#sharedRules();
  }

  find(): ReadonlyMap<string, OperationPagination> {
    const paginations = new Map(
      this.#contract.operations.flatMap((operation) => {
        const pagination = this.#paginationOf(operation);
        return pagination === null ? [] : [[operation.id, pagination] as const];
      }),
    );
    for (const { rule, place, isUsed } of this.#shared)
      if (!isUsed) this.#report('PAGINATION_RULE_UNUSED', place, { rule: ruleText(rule) });
    for (const [rule, [first, ...others]] of this.#inferred)
      if (first !== undefined)
        this.#report('PAGINATION_INFERRED', first.place, {
          rule,
          operation: first.id,
          others: others.length,
        });
    return paginations;
  }

  /** Returns the rules of the configuration, and then those of the root of the description. */
  #sharedRules(): readonly SharedRule[] {
    const { documents, extensions, paginationRules } = this.#contract;
    const written = propertyOf(extensions, EXTENSION) ?? [];
    const root = { file: documents[0] ?? '', pointer: `#/${EXTENSION}` };
    const own = isArray(written)
      ? written.map((rule, index) => ({ rule, place: propertyPlace(root, String(index)) }))
      : [{ rule: written, place: root }];
    return [...paginationRules.map((rule) => ({ rule, place: null })), ...own].flatMap(({ rule, place }) => {
      const problems = findRuleProblems(rule);
      for (const problem of problems)
        this.#report('PAGINATION_RULE_INVALID', place, { rule: ruleText(rule), problem });
      return problems.length > 0 ? [] : [{ rule: rule as PaginationRule, place, isUsed: false }];
    });
  }

  #paginationOf(operation: Operation): OperationPagination | null {
    const { extensions, id } = operation;
    const page = pageOf(operation);
    const source = this.#sources.get(id);
    if (page === null || source === undefined) return null;
    if (Object.hasOwn(extensions, 'x-polling')) {
      const rule = readPolling(operation, this.#reader.ofCheck(page), this.#reader, this.#report);
      return rule === null ? null : this.#poll(rule, page);
    }
    const own = propertyOf(extensions, EXTENSION);
    if (own === false) return null;
    const pagination =
      own === undefined ? this.#undeclared(operation, source) : this.#declared(own, operation, source);
    // Why: a type cannot refer to a list below a property whose name has a dot.
    if (pagination === null || pagination.items.some((name) => name.includes('.'))) return null;
    const items = pagination.items.join('.');
    const form = formNames[pagination.form];
    const { isInBody } = pagination;
    return {
      kind: 'pages',
      form,
      isInBody,
      rule: runtimeRule(pagination),
      page,
      ...this.#itemsOf(items, page),
    };
  }

  #poll(rule: JsonObject, page: string): OperationPagination {
    const items = textAt(rule, 'items') ?? '';
    return { kind: 'poll', form: null, isInBody: false, rule, page, ...this.#itemsOf(items, page) };
  }

  #itemsOf(items: string, page: string): Pick<OperationPagination, 'items' | 'itemSchema'> {
    const schema = this.#reader.ofCheck(page);
    const list = items === '' ? schema : this.#reader.at(schema, items);
    const item = list === null ? null : this.#reader.itemsOf(list);
    return { items, itemSchema: item === null ? null : referredName(item) };
  }

  #declared(own: JsonValue, operation: Operation, source: SourceOperation): ListPagination | null {
    const reject = ([problem]: readonly string[]): null => {
      const details = { operation: operation.id, extension: EXTENSION, problem: problem ?? '' };
      this.#report('CLIENT_HINT_UNUSABLE', propertyPlace(operation.place, EXTENSION), details);
      return null;
    };
    const problems = findRuleProblems(own);
    if (problems.length > 0) return reject(problems);
    const pagination = readPaginationRule(own as PaginationRule, source);
    return 'problems' in pagination ? reject(pagination.problems) : pagination;
  }

  #undeclared(operation: Operation, source: SourceOperation): ListPagination | null {
    if (operation.method !== 'get' && operation.method !== 'post') return null;
    for (const shared of this.#shared) {
      const pagination = readPaginationRule(shared.rule, source);
      if ('problems' in pagination || (operation.method === 'post' && !pagination.isInBody)) continue;
      shared.isUsed = true;
      return pagination;
    }
    const rule = inferPaginationRule(source);
    const pagination = rule === null ? null : readPaginationRule(rule, source);
    if (rule === null || pagination === null || 'problems' in pagination) return null;
    const text = ruleText(rule);
    this.#inferred.set(text, [...(this.#inferred.get(text) ?? []), operation]);
    return pagination;
  }
}

/** Returns the check of a list's documented page: the first success in JSON, which the client prefers; `null` without one. */
function pageOf({ responses }: Operation): string | null {
  const successes = responses.filter(({ status }) => String(status).startsWith('2'));
  const bodies = successes.flatMap(({ content }) => content).filter((body) => body.kind === 'json');
  const page =
    bodies.find(({ mediaType }) => isJsonMediaType(mediaType)) ??
    bodies.find(({ mediaType }) => isMediaRange(mediaType));
  return page?.check ?? null;
}

/** Returns what the form of the runtime needs to know. */
function runtimeRule(pagination: ListPagination): JsonObject {
  const { form, parameter, next, id, more, total, pages, first, size, most } = pagination;
  const isCounted = form === 'page' || form === 'offset';
  const rule: Record<string, JsonValue | null> = {
    ...(form === 'address' || form === 'link' ? {} : { [form]: parameter }),
    ...(form === 'cursor' || form === 'address' ? { next: pathValue(next) } : {}),
    items: pathValue(pagination.items),
    ...(form === 'last' ? { id: pathValue(id) } : {}),
    ...(form === 'address' || form === 'link' ? {} : { more: pathValue(more) }),
    ...(isCounted ? { first, total: pathValue(total) } : {}),
    ...(form === 'page' ? { pages: pathValue(pages) } : {}),
    // Why: the size of a page is compared with that of the request only if its maximum is known.
    ...((isCounted || form === 'last') && most !== null ? { size, most } : {}),
  };
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null));
}

/** Returns a path as the runtime reads it. */
function pathValue(path: BodyPath | null): JsonValue | null {
  if (path === null) return null;
  return path.some((name) => name.includes('.')) ? [...path] : path.join('.');
}

/** Prints a rule as YAML in one line. */
function ruleText(rule: unknown): string {
  if (typeof rule !== 'object' || rule === null) return JSON.stringify(rule);
  const parts = Object.entries(rule as JsonObject).map(([key, value]) =>
    typeof value === 'string' && /^[\w./@$-]+$/.test(value)
      ? `${key}: ${value}`
      : `${key}: ${JSON.stringify(value)}`,
  );
  return `{ ${parts.join(', ')} }`;
}
