/**
 * Gives names of their own to types that are lists of themselves, which no member of an interface can be.
 * Every other circle goes through a member of an object, and there the compiler needs no help.
 */
import { arrayAt, isObject, textAt } from '../../contract/node.ts';
import { subschemasOf } from '../../schema/walk.ts';
import { componentNameOf } from '../../contract/parts.ts';
import type { JsonObject, JsonSchema, SchemaDecl } from '../../contract/contract.ts';

/** Starts the names; no type of the description is called that way, since those end in no underscore. */
const PREFIX = 'Circular_';

/** Finds the names of the declarations that are part of themselves without an object in between. */
export function findListCircles(declarations: readonly SchemaDecl[]): ReadonlySet<string> {
  const targets = new Map(declarations.map(({ name, schema }) => [name, targetsOf(schema)]));
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [key, found] of targets) if (!found.some((target) => targets.has(target))) targets.delete(key);
  }
  return new Set([...targets.keys()].filter((key) => leadsBack(key, targets)));
}

function leadsBack(start: string, targets: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const target of targets.get(key) ?? []) {
      if (target === start) return true;
      if (!seen.has(target)) open.push(target);
      seen.add(target);
    }
  }
  return false;
}

/** What a type consists of before the first member of an object. */
function targetsOf(schema: JsonSchema): string[] {
  if (!isObject(schema)) return [];
  const reference = textAt(schema, '$ref');
  const target = reference === null ? null : componentNameOf(reference);
  const own = target === null ? [] : [target];
  const { properties: _, patternProperties: _p, additionalProperties: _a, ...rest } = schema;
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayAt(schema, keyword));
  const parts = subschemasOf(rest).filter((part) => !alternatives.includes(part));
  const members = alternatives.filter((part): part is JsonObject => isObject(part));
  return [...own, ...[...parts, ...members].flatMap(targetsOf)];
}

/** A member of the interface of schemas: its comment and key, and its type. */
const MEMBER = /^(?<head>(?:.*\n)*? {8}(?:[\w$]+|"(?:[^"\\]|\\.)*"): )(?<type>[^\n][\s\S]*);\n$/;

/**
 * Moves the type of a printed member out of the interface.
 *
 * Shape: `member` is what stays, `alias` what stands beside the interface.
 * Errors: throws when the printer of types writes a member in another way.
 */
export function moveOut(
  key: string,
  printed: string,
  circles: ReadonlySet<string>,
): { readonly member: string; readonly alias: string } {
  const names = new Map([...circles].map((each, index) => [each, `${PREFIX}${index + 1}`]));
  const { head, type } = MEMBER.exec(printed)?.groups ?? {};
  const name = names.get(key);
  if (head === undefined || type === undefined || name === undefined)
    throw new Error(`The printer of types writes ${JSON.stringify(printed.slice(0, 80))}`);
  const own = [...names].reduce(
    (text, [each, alias]) => text.replaceAll(`components["schemas"][${JSON.stringify(each)}]`, alias),
    type,
  );
  return { member: `${head}${name};\n`, alias: `type ${name} = ${own};\n` };
}
