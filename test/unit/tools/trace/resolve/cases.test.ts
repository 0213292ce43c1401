/** Every file in `cases/` has a contract, and facts that it states or does not state, with the reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../../../tools/trace/contract/document.ts';
import { collectMarks } from '../../../../../tools/trace/contract/marks.ts';
import { groupFacts } from '../../../../../tools/trace/resolve/resolution.ts';
import type { FactKind } from '../../../../../contract/contract.ts';
import { resolveFact } from '../../../../../tools/trace/resolve/resolve.ts';
import { contractOf, factsOf } from '../small-contract.ts';

/** Shape: `facts` are rows of kind, subject and text, of which the last is resolved; `problem` absent if the contract states it. */
interface Case {
  readonly name?: string;
  readonly openapi?: JsonObject;
  /** The operation POST /v1/things/{id}. */
  readonly operation?: JsonObject;
  /** The property `a` of the schema `Thing`, and the schema `Words`. */
  readonly property?: JsonObject;
  readonly required?: true;
  readonly facts: readonly (readonly [FactKind, string, string])[];
  readonly problem?: string;
  readonly claims?: readonly string[];
}

interface CaseFile {
  readonly openapi: JsonObject;
  readonly asyncapi?: JsonObject;
  readonly cases: readonly Case[];
}

const folder = join(import.meta.dirname, 'cases');

/** Applies the changes of a case to the document of its file. */
function documentOf(base: JsonObject, { openapi = base, operation, property, required }: Case): JsonObject {
  if (operation !== undefined) return { ...openapi, paths: { '/v1/things/{id}': { post: operation } } };
  if (property === undefined) return openapi;
  const { schemas } = openapi['components'] as { readonly schemas: JsonObject };
  const thing = { type: 'object', required: required ? ['a'] : [], properties: { a: property } };
  return { ...openapi, components: { schemas: { Words: property, ...schemas, Thing: thing } } };
}

describe.each(readdirSync(folder))('a fact in %s', (file) => {
  const { openapi, asyncapi, cases } = parse(readFileSync(join(folder, file), 'utf8')) as CaseFile;

  it.each(cases.map((row) => [row.name ?? row.facts.at(-1)!.join(' '), row] as const))('%s', (_, row) => {
    const contract = contractOf(documentOf(openapi, row), asyncapi);
    const facts = factsOf(row.facts);
    const context = { contract, marks: collectMarks(contract), groups: groupFacts(facts) };
    const resolution = resolveFact(facts.at(-1)!, context);
    expect(resolution.ok ? undefined : resolution.problem).toBe(row.problem);
    if (row.claims !== undefined) expect(resolution.ok && resolution.claims).toEqual(row.claims);
  });
});
