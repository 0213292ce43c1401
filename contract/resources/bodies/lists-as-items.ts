/**
 * Reads a list as one that is described as a single item of it: the response of `GET /boats`, which lists boats in pages,
 * has the schema of a boat.
 */
import { hasId } from './envelope.ts';
import { findList } from './find-list.ts';
import { requestSchemaOf, responseSchemaOf } from '../operation-facts.ts';
import { parentOf, readPath, templateOf } from '../path-shape.ts';
import { listOf } from '../records/state-values.ts';
import { isVariant } from '../schema-likeness.ts';
import { successesOf } from '../successes.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../source.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';
import { isPageParameter, isPlural } from '../words.ts';

/** Returns a source whose lists have lists as their schemas; the same source where there is nothing to change. */
export function withLists(source: ResourceSource): ResourceSource {
  const byTemplate = Map.groupBy(source.operations, ({ path }) => templateOf(path));
  const collections = new Set([...byTemplate.keys()].map(parentOf));
  const isMistaken = (operation: SourceOperation): boolean => {
    const template = templateOf(operation.path);
    const others = byTemplate.get(template)?.filter((each) => each !== operation) ?? [];
    const hasItems = collections.has(template) && byTemplate.has(`${template}/{}`);
    const items = hasItems ? (byTemplate.get(`${template}/{}`) ?? []) : [];
    return isItemOfList(operation, [...others, ...items]);
  };
  const mistaken = new Set(source.operations.filter(isMistaken));
  if (mistaken.size === 0) return source;
  const operations = source.operations.map((each) => (mistaken.has(each) ? withList(each) : each));
  return { ...source, operations };
}

/** Returns whether an operation lists records, by its text or its pages, and shows one of those that others create or read. */
function isItemOfList(operation: SourceOperation, others: readonly SourceOperation[]): boolean {
  const { method, path, parameters } = operation;
  const { isItem, name } = readPath(path);
  if (method !== 'GET' || isItem || !isPlural(name)) return false;
  const body = responseSchemaOf(operation);
  if (body === null || body.items !== null || body.properties.size === 0 || !hasId(body)) return false;
  if (findList(body, name) !== null) return false;
  const pages = parameters.filter((each) => each.in === 'query' && isPageParameter(each.name));
  return (pages.length > 1 || LISTS.test(operation.text)) && others.some((other) => showsRecord(other, body));
}

/** Texts of lists: "Lists all boats", "Get a list of boats", "Get the boats of the harbor". */
const LISTS =
  /^(?:lists?\b|(?:gets?|returns?|retrieves?|fetch(?:es)?|shows?) (?:all|an? (?:[a-z]+ )?list|the list|every)\b)/i;

/** Returns whether an operation creates or reads a record that looks like a body. */
function showsRecord(operation: SourceOperation, body: SourceSchema): boolean {
  const creates = operation.method === 'POST' && requestSchemaOf(operation) !== null;
  const isRead = operation.method === 'GET' && readPath(operation.path).isItem;
  const shown = creates || isRead ? responseSchemaOf(operation) : null;
  return shown !== null && shown.items === null && shown.properties.size > 0 && isVariant(shown, body);
}

function withList(operation: SourceOperation): SourceOperation {
  const successes = new Set(successesOf(operation.responses));
  const responses = operation.responses.map((response) => {
    const { schema } = response;
    if (!successes.has(response) || schema === null) return response;
    return { ...response, schema: listOf(schema), hasItemSchema: true as const };
  });
  return { ...operation, responses };
}

/** Returns a check of a list by that of its items, which also accepts one of them. */
export function listCheck(item: SchemaCheck): SchemaCheck {
  const { name, pointer } = item;
  return {
    name,
    pointer,
    check: (value) => (Array.isArray(value) ? value.every((each) => item.check(each)) : item.check(value)),
    firstProblem(value, prefix = '') {
      if (!Array.isArray(value)) return item.firstProblem(value, prefix);
      const index = value.findIndex((each) => !item.check(each));
      return index < 0 ? null : item.firstProblem(value[index], inside(prefix, index));
    },
    async explain(value, prefix = '') {
      if (!Array.isArray(value)) return item.explain(value, prefix);
      const index = value.findIndex((each) => !item.check(each));
      return index < 0 ? [] : item.explain(value[index], inside(prefix, index));
    },
  };
}

function inside(prefix: string, index: number): string {
  return prefix === '' ? String(index) : `${prefix}.${index}`;
}
