/**
 * Applies `readOnly` and `writeOnly`: a property that is required takes effect only in the direction it is sent in. A schema
 * that needs two readings for that gets a second declaration for requests, called `…Writable`; all others stay as they are.
 * Source: OpenAPI 3.0.3, Schema Object, fixed fields; JSON Schema 2020-12 Validation, 9.4.
 */
import { createCheckNames } from './check-names.ts';
import type { CheckDecl, Contract, JsonObject, JsonSchema, Operation, SchemaDecl } from './contract.ts';
import { arrayAt, isArray, isObject, propertyOf, objectAt, textAt, textsAt } from './node.ts';
import { componentNameOf } from './parts.ts';
import { referenceTo } from './repair.ts';
import { mapSubschemas, referencesOf } from '../schema/walk.ts';

/** What marks the properties that are not sent in a direction. */
type Mark = 'readOnly' | 'writeOnly';

/** Gives a schema of another declaration its name. */
type Rename = (name: string) => string;

/** Splits the schemas of a contract that requests and responses read differently. */
export function splitDirections(contract: Contract): Contract {
  const schemas = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  if (
    !contract.schemas.some(({ schema }) => isMarked(schema)) &&
    !contract.checks.some(({ schema }) => isMarked(schema))
  )
    return contract;
  const relaxed = new Set([...dependents(schemas, 'readOnly'), ...dependents(schemas, 'writeOnly')]);
  const names = createCheckNames(contract.checks.map(({ name }) => name));
  const writable = new Map<string, string>();
  for (const { name, usedBy } of contract.schemas)
    if (usedBy === 'both' && relaxed.has(name)) writable.set(name, freeName(`${name}Writable`, schemas));
  const toRequest: Rename = (name) => writable.get(name) ?? name;
  const requestParts = new Set(contract.operations.flatMap(requestChecks));
  const rewrite = (schema: JsonSchema, isRequest: boolean): JsonSchema =>
    isRequest
      ? rewriteSchema(schema, 'readOnly', toRequest, schemas)
      : rewriteSchema(schema, 'writeOnly', (name) => name, schemas);
  const declare = (declaration: SchemaDecl): SchemaDecl[] => {
    const { name, schema, usedBy, discriminator } = declaration;
    const other = writable.get(name);
    const own = { ...declaration, schema: rewrite(schema, usedBy === 'request') };
    if (other === undefined) return [own];
    const cases = discriminator?.cases.map((one) => ({ ...one, schema: toRequest(one.schema) }));
    const split = discriminator === null ? null : { ...discriminator, cases: cases ?? [] };
    const second = { name: other, schema: rewrite(schema, true), discriminator: split, event: null };
    return [
      { ...own, usedBy: 'response' },
      { ...declaration, ...second, usedBy: 'request' },
    ];
  };
  const declarations = contract.schemas.flatMap(declare);
  const declared = new Map(declarations.map(({ name, schema }) => [name, schema]));
  const renamed = new Map<string, string>();
  const checks = contract.checks.flatMap((check): CheckDecl[] => {
    if (check.component === null)
      return [{ ...check, schema: rewrite(check.schema, requestParts.has(check.name)) }];
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

function isMarked(schema: JsonSchema): boolean {
  const pending = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next)) continue;
    if (next['readOnly'] === true || next['writeOnly'] === true) return true;
    mapSubschemas(next, (inside) => {
      pending.push(inside);
      return inside;
    });
  }
  return false;
}

type Declared = ReadonlyMap<string, JsonSchema>;

/** Lists the declarations that lose a required property, and all that lead to one of them. */
function dependents(schemas: Declared, mark: Mark): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [name, schema] of schemas) {
    for (const reference of referencesOf(schema)) {
      const target = componentNameOf(reference);
      if (target !== null) users.set(target, [...(users.get(target) ?? []), name]);
    }
  }
  const found = new Set<string>();
  for (const [name, schema] of schemas) {
    const rewritten = rewriteSchema(schema, mark, (each) => each, schemas);
    if (JSON.stringify(rewritten) !== JSON.stringify(schema)) found.add(name);
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

/** Rewrites a schema: what carries the mark is no longer required, and references lead to other declarations. */
function rewriteSchema(
  schema: JsonSchema,
  mark: Mark,
  rename: Rename,
  declared: Declared,
  owners: readonly JsonSchema[] = [],
): JsonSchema {
  if (!isObject(schema)) return schema;
  const all = [...owners, schema];
  const members = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayAt(schema, keyword));
  const { required, ...inner } = mapSubschemas(schema, (inside) =>
    rewriteSchema(inside, mark, rename, declared, members.includes(inside) ? all : []),
  );
  const kept = textsAt({ required: required ?? [] }, 'required').filter(
    (name) => !hasMark(all, name, mark, declared),
  );
  const isSame = required === undefined || (isArray(required) && kept.length === required.length);
  return {
    ...(isSame ? mapSame(schema, inner) : inner),
    ...(isSame || kept.length === 0 ? {} : { required: kept }),
    ...renameReferences(inner, rename),
  };
}

/** Keeps the order of keywords where none is lost, so that what stays the same is written the same. */
function mapSame(schema: JsonObject, inner: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner[key] ?? value]));
}

function renameReferences(schema: JsonObject, rename: Rename): JsonObject {
  const target = componentNameOf(textAt(schema, '$ref') ?? '');
  const mapping = objectAt(objectAt(schema, 'discriminator'), 'mapping');
  const entries = Object.entries(mapping).map(([value, reference]) => {
    const name = typeof reference === 'string' ? componentNameOf(reference) : null;
    return [value, name === null ? reference : referenceTo(rename(name))] as const;
  });
  const discriminator = { ...objectAt(schema, 'discriminator'), mapping: Object.fromEntries(entries) };
  return {
    ...(target === null ? {} : { $ref: referenceTo(rename(target)) }),
    ...(entries.length === 0 ? {} : { discriminator }),
  };
}

/** Returns whether a property carries a mark, wherever the schemas that hold together describe it. */
function hasMark(owners: readonly JsonSchema[], name: string, mark: Mark, declared: Declared): boolean {
  return withParts(owners, declared).some((schema) => {
    const property = propertyOf(objectAt(schema, 'properties'), name);
    return (
      isObject(property) &&
      withParts([property, ...nonNull(property)], declared).some((part) => part[mark] === true)
    );
  });
}

/** OpenAPI 3.0 says `nullable` beside other keywords, which is read as a union with `null`. */
function nonNull(property: JsonObject): readonly JsonSchema[] {
  const members = arrayAt(property, 'anyOf').filter(isObject);
  const others = members.filter((member) => member['type'] !== 'null');
  return others.length === 1 && members.length === 2 ? others : [];
}

/** Lists schemas with all that `$ref` and `allOf` add to them, each once. */
function withParts(schemas: readonly JsonSchema[], declared: Declared): readonly JsonObject[] {
  const parts = new Set<JsonObject>(schemas.filter(isObject));
  for (const part of parts) {
    const target = componentNameOf(textAt(part, '$ref') ?? '');
    const referred = target === null ? undefined : declared.get(target);
    if (isObject(referred)) parts.add(referred);
    for (const member of arrayAt(part, 'allOf')) if (isObject(member)) parts.add(member);
  }
  return [...parts];
}

function requestChecks({ parameters, body }: Operation): string[] {
  const bodies = (body?.content ?? []).flatMap(({ check, form }) => [check, form]);
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
            })),
          },
  };
}

function freeName(wanted: string, taken: Declared): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  return name;
}
