/**
 * Reads what is written in the singular, or with a verb, as the list that shows it: `POST /halls/{id}/note` as that of
 * `/halls/{id}/notes`, `POST /halls/{id}/annotate` as that of `/halls/{id}/annotations`, `PUT /notes/{id}` for `/note/{id}`.
 */
import { findRecords } from '../bodies/find-list.ts';
import { responseSchemaOf } from '../operation-facts.ts';
import { parentOf, readPath, templateOf } from '../path-shape.ts';
import { stemOf } from '../records/action-effect.ts';
import { describeSame, isVariant } from '../schema-likeness.ts';
import type { SourceOperation } from '../source.ts';
import { isPlural, isSameName, isVerb, singularName } from '../words.ts';

/** An operation with its path as a template. */
interface Located {
  readonly operation: SourceOperation;
  readonly template: string;
}

/** Returns the paths in the plural. Shape: by the ids of their operations; empty for an API that has none. */
export function pluralForms(operations: readonly SourceOperation[]): ReadonlyMap<string, string> {
  const all = operations.map((operation): Located => ({ operation, template: templateOf(operation.path) }));
  const byTemplate = Map.groupBy(all, ({ template }) => template);
  const lists = [...byTemplate].flatMap(([template, group]) => {
    const [only, ...others] = group;
    const isList = only?.operation.method === 'GET' && others.length === 0 && isPlural(lastOf(template));
    return isList ? [{ operation: only.operation, template }] : [];
  });
  const listsBelow = Map.groupBy(lists, ({ template }) => parentOf(template));
  const pluralItems = new Map(
    [...byTemplate.keys()].flatMap((template): [string, string][] => {
      const inFront = template.endsWith('/{}') ? parentOf(template) : '';
      const name = lastOf(inFront);
      return isPlural(name) ? [[`${parentOf(inFront)}/${singularName(name)}`, template]] : [];
    }),
  );
  return new Map(
    all.flatMap(({ operation, template }): [string, string][] => {
      const name = template.endsWith('{}') ? null : listOf(operation, template);
      if (name !== null) return [[operation.id, withName(operation.path, name, -1)]];
      const item = template.endsWith('/{}') ? pluralItems.get(singularOf(parentOf(template))) : undefined;
      if (item === undefined || item === template || byTemplate.has(parentOf(template))) return [];
      const isTaken = byTemplate.get(item)?.some((each) => each.operation.method === operation.method);
      return isTaken === true ? [] : [[operation.id, withName(operation.path, lastOf(parentOf(item)), -2)]];
    }),
  );

  /** Returns the name of the list that shows what an operation posts; `null` for none. */
  function listOf(operation: SourceOperation, template: string): string | null {
    const isOnly = byTemplate.get(template)?.length === 1 && !byTemplate.has(`${template}/{}`);
    if (operation.method !== 'POST' || operation.bodies.length === 0 || !isOnly) return null;
    const beside = listsBelow.get(parentOf(template)) ?? [];
    const list = beside.find((each) => isWrittenAs(lastOf(template), each) && shows(operation, each));
    return list === undefined ? null : lastOf(list.template);
  }
}

/** Returns whether a name is the singular of a list, or the verb for what it has. Why no usual verb: that is an action. */
function isWrittenAs(name: string, { template }: Located): boolean {
  const list = lastOf(template);
  return name !== list && (isSameName(name, list) || (!isVerb(name) && isNounOf(singularName(list), name)));
}

/** Returns whether a noun is made from a verb: `annotation` of `annotate`. */
function isNounOf(noun: string, verb: string): boolean {
  const stem = stemOf(verb);
  return noun.startsWith(stem) && /^(?:ion|ment|ation)$/.test(noun.slice(verb.replace(/e$/, '').length));
}

/** Returns whether an operation returns what a list has, and no record that it is done to. */
function shows(operation: SourceOperation, { operation: list, template }: Located): boolean {
  const [own, body] = [responseSchemaOf(operation), responseSchemaOf(list)];
  const item = body === null ? null : (findRecords(body, readPath(template).name)?.item ?? null);
  if (own === null || item === null) return false;
  return describeSame(own, item) || (own.properties.size > 0 && isVariant(own, item));
}

function lastOf(template: string): string {
  return template.slice(template.lastIndexOf('/') + 1);
}

function singularOf(template: string): string {
  return `${parentOf(template)}/${singularName(lastOf(template))}`;
}

/** Returns a path with another name in the place of a segment. */
function withName(path: string, name: string, at: -1 | -2): string {
  return path.split('/').with(at, name).join('/');
}
