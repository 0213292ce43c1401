/**
 * Applies `readOnly` and `writeOnly`: a property only exists in the direction in which it is sent. A schema that differs
 * between the directions gets a second declaration for requests, called `…Writable`; all others are unchanged.
 * Source: OpenAPI 3.0.3, Schema Object, fixed fields; JSON Schema 2020-12 Validation, 9.4.
 */
import { createCheckNames } from '../model/check-names.ts';
import type { CheckDecl, ContractModel, JsonSchema, Operation, SchemaDecl } from '../model/contract-model.ts';
import {
  findDependents,
  isMarked,
  inOneDirection,
  type Declared,
  type Rename,
} from '../schema/one-direction.ts';

/** Splits the schemas that differ between requests and responses. */
export function splitDirections(contract: ContractModel): ContractModel {
  const schemas = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  if (
    !contract.schemas.some(({ schema }) => isMarked(schema)) &&
    !contract.checks.some(({ schema }) => isMarked(schema))
  )
    return contract;
  const relaxed = new Set([...findDependents(schemas, 'readOnly'), ...findDependents(schemas, 'writeOnly')]);
  const names = createCheckNames(contract.checks.map(({ name }) => name));
  const writable = new Map<string, string>();
  for (const { name, usedBy } of contract.schemas)
    if (usedBy === 'both' && relaxed.has(name)) writable.set(name, freeName(`${name}Writable`, schemas));
  const toRequest: Rename = (name) => writable.get(name) ?? name;
  const requestParts = new Set(contract.operations.flatMap(requestChecks));
  const rewrite = (schema: JsonSchema, usedBy: SchemaDecl['usedBy']): JsonSchema => {
    if (usedBy === 'request') return inOneDirection(schema, 'readOnly', toRequest, schemas);
    return usedBy === 'response' ? inOneDirection(schema, 'writeOnly', (name) => name, schemas) : schema;
  };
  const declare = (declaration: SchemaDecl): SchemaDecl[] => {
    const { name, schema, usedBy, discriminator } = declaration;
    const other = writable.get(name);
    if (other === undefined) return [{ ...declaration, schema: rewrite(schema, usedBy) }];
    const cases = discriminator?.cases.map((one) => ({ ...one, schema: toRequest(one.schema) }));
    const split = discriminator === null ? null : { ...discriminator, cases: cases ?? [] };
    const second = { name: other, schema: rewrite(schema, 'request'), discriminator: split, event: null };
    return [
      { ...declaration, schema: rewrite(schema, 'response'), usedBy: 'response' },
      { ...declaration, ...second, usedBy: 'request' },
    ];
  };
  const declarations = contract.schemas.flatMap(declare);
  const declared = new Map(declarations.map(({ name, schema }) => [name, schema]));
  const renamed = new Map<string, string>();
  const checks = contract.checks.flatMap((check): CheckDecl[] => {
    if (check.component === null)
      return [
        { ...check, schema: rewrite(check.schema, requestParts.has(check.name) ? 'request' : 'response') },
      ];
    const own = { ...check, schema: declared.get(check.component) ?? check.schema };
    const component = writable.get(check.component);
    if (component === undefined) return [own];
    const name = names.claim(`${check.name}Writable`);
    renamed.set(check.name, name);
    return [own, { ...check, name, component, schema: declared.get(component) ?? check.schema }];
  });
  const operations = contract.operations.map((operation) => renameChecks(operation, renamed));
  return { ...contract, schemas: declarations, checks, operations };
}

function requestChecks({ parameters, body }: Operation): string[] {
  const bodies = (body?.content ?? []).flatMap(({ check, form, items }) => [check, form, items]);
  return [...parameters.map(({ check }) => check), ...bodies.filter((check) => check !== null)];
}

function renameChecks(operation: Operation, renamed: ReadonlyMap<string, string>): Operation {
  const nameOf = (check: string): string => renamed.get(check) ?? check;
  const { body, parameters } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({ ...parameter, check: nameOf(parameter.check) })),
    body:
      body === null
        ? null
        : {
            ...body,
            content: body.content.map((content) => ({
              ...content,
              check: content.check === null ? null : nameOf(content.check),
              form: content.form === null ? null : nameOf(content.form),
              items: content.items === null ? null : nameOf(content.items),
            })),
          },
  };
}

function freeName(wanted: string, taken: Declared): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  return name;
}
