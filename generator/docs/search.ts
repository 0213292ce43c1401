/** The search index of the pages: operations, schemas, events, error codes and chapters. No network is needed. */
import type { JsonValue } from '../model/contract-model.ts';
import { isObject, objectAt, textAt } from '../json/json.ts';
import { anchorOf, type DocPage, type Site } from './site.ts';

/** Prints the script that passes the index to `search.js`. */
export function printSearchIndex(site: Site, pages: readonly DocPage[]): string {
  const { contract, tagPages } = site;
  const entries: JsonValue[] = [];
  const add = (title: string, kind: string, url: string, words: string): number =>
    entries.push({ title, kind, url, words: words.slice(0, 300) });
  for (const { title, path } of pages) add(title, 'page', path, '');
  for (const { id, tag, method, path, summary } of contract.operations) {
    const page = tagPages.get(tag ?? '') ?? 'index.html';
    add(summary ?? id, `${method.toUpperCase()} ${path}`, `${page}#${anchorOf(id)}`, id);
  }
  const errorsFile =
    site.guidePages.find(({ title }) => title.toLowerCase() === 'errors')?.file ?? 'index.html';
  const codes = new Set(
    contract.operations.flatMap(({ extensions }) => Object.keys(objectAt(extensions, 'x-error-codes'))),
  );
  for (const code of codes) add(code, 'error code', errorsFile, '');
  for (const { events, name } of contract.streams)
    for (const { type, schema } of events) add(type, 'event', `streams.html#${anchorOf(name)}`, schema);
  for (const { name, schema } of contract.schemas)
    add(
      name,
      'schema',
      `schemas.html#${anchorOf(name)}`,
      isObject(schema) ? (textAt(schema, 'description') ?? '') : '',
    );
  return `globalThis.searchEntries = ${JSON.stringify(entries).replaceAll('<', String.raw`\u003c`)};\n`;
}
