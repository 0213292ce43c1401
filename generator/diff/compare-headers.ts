/** Compares the headers of a response, or of a part of a multipart form. */
import type { ReadHeader } from '../model/reading.ts';
import { type Anchor, keywordAnchor, type SchemaNode } from '../schema/view/schema-node.ts';
import type { Affected } from './catalogue/change.ts';
import type { ChangeLog } from './change-log.ts';
import type { Direction } from './catalogue/effect.ts';
import type { OperationSide } from './operation-pair.ts';
import { matchByName } from './schema/match-by-name.ts';

/** A set of headers, with the place of their owner. */
export interface HeaderSet {
  readonly owner: OperationSide;
  readonly anchor: Anchor;
  readonly headers: readonly ReadHeader[];
}

/** Where changes are reported, and who is affected. */
export interface HeaderReport {
  readonly direction: Direction;
  readonly affected: Affected;
  readonly log: ChangeLog;
}

/** Compares headers by name, without regard to case. */
export function compareHeaders(
  before: HeaderSet,
  after: HeaderSet,
  { direction, affected, log }: HeaderReport,
): void {
  const report = log.reporterOf(
    () => direction,
    anchorOf,
    () => affected,
  );
  const pairing = matchByName(headersOf(before), headersOf(after), ({ header }) => header.name.toLowerCase());
  for (const old of pairing.removed)
    report(old.header.required ? 'required-header-removed' : 'header-removed', {}, old, null);
  for (const fresh of pairing.added)
    report(fresh.header.required ? 'required-header-added' : 'header-added', {}, null, fresh);
  for (const [old, fresh] of pairing.kept) {
    if (!old.header.required && fresh.header.required) report('header-became-required', {}, old, fresh);
    if (old.header.required && !fresh.header.required) report('header-became-optional', {}, old, fresh);
    if (old.header.description !== fresh.header.description)
      report('documentation-changed', { part: 'description' }, old, fresh);
    log.compareSchemas(schemaOf(old), schemaOf(fresh), direction, affected);
  }
}

interface Header {
  readonly list: HeaderSet;
  readonly header: ReadHeader;
}

function headersOf(list: HeaderSet): Header[] {
  return list.headers.map((header) => ({ list, header }));
}

function anchorOf({ list, header }: Header): Anchor {
  const { label, place } = keywordAnchor(list.anchor, 'headers', header.name);
  return { label: `${label}.headers.${header.name}`, place };
}

function schemaOf(header: Header): SchemaNode[] {
  const node = header.list.owner.description.checked(header.header.check, anchorOf(header).label);
  return node === null ? [] : [node];
}
