/**
 * Every file in `cases/` has descriptions, the roles of their operations, and the inferred resources. Anything that is
 * not listed is not inferred.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OperationRole, Paging, QueryEffect, Resource } from '../../../../contract/resources/graph.ts';
import { infer, roleText, type Written } from './describe-api.ts';

/**
 * The inference for an operation. Shape: `is` is `role resource`; `uses` by query parameter, such as `filter equal
 * /id`.
 */
interface Inferred {
  readonly is: string;
  readonly envelope?: string;
  readonly requestEnvelope?: string;
  readonly paging?: object;
  readonly uses?: Readonly<Record<string, string>>;
}

interface Case {
  readonly name: string;
  readonly operations: Readonly<Record<string, Written & Inferred>>;
  readonly resources: readonly object[];
}

const folder = path.join(import.meta.dirname, 'cases');

describe.each(readdirSync(folder))('the inferences in %s', (file) => {
  const cases = parse(readFileSync(path.join(folder, file), 'utf8')) as readonly Case[];

  it.each(cases)('$name', async ({ operations, resources }) => {
    const { graph, roles } = await infer(operations);
    for (const [name, { is, envelope, requestEnvelope, paging, uses }] of Object.entries(operations)) {
      const expected = { is, envelope, requestEnvelope, paging, uses };
      expect({ name, ...printOperation(roles.get(name)!) }).toEqual({ name, ...expected });
    }
    expect(graph.resources.map(printResource)).toEqual(resources);
  });
});

function printOperation({ envelope, requestEnvelope, paging, query, ...role }: OperationRole): object {
  const uses = query.flatMap(({ parameter, use }) =>
    use.value.kind === 'none' ? [] : [[parameter, printUse(use.value)]],
  );
  return {
    is: roleText(role as OperationRole),
    envelope: envelope?.value || undefined,
    requestEnvelope: requestEnvelope?.value || undefined,
    paging: paging === null ? undefined : printPaging(paging.value),
    uses: uses.length === 0 ? undefined : Object.fromEntries(uses),
  };
}

function printPaging({ next, first, ...rest }: Paging): object {
  const usual = rest.style === 'page' ? 1 : 0;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    ...(next !== null && { next: next.in === 'header' ? 'Link' : next.pointer }),
    ...(first !== usual && { first }),
  };
}

function printUse(use: QueryEffect): string {
  return use.kind === 'filter' ? `filter ${use.compare} ${use.property}` : use.kind;
}

function printResource({ name, kind, path: at, itemPath, key, schema, parents }: Resource): object {
  const { parameters = [], property = null } = key?.value ?? {};
  const known = parents.flatMap(({ resource }) => resource ?? []);
  return {
    name,
    kind,
    ...(at !== `/${name}` && { path: at }),
    ...(itemPath !== null && { item: itemPath }),
    ...(parameters.length > 1 && { parameters }),
    ...(property !== null && { key: property }),
    ...(key?.confidence === 1 && { isDeclared: true }),
    ...(schema !== null && { schema }),
    ...(known.length > 0 && { parents: known }),
  };
}
