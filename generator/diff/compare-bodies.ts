/** Compares the request bodies of an operation. */
import { isFormMediaType } from '../read/openapi-context.ts';
import type { ReadBody, ReadBodyContent } from '../model/reading.ts';
import { type Anchor, keywordAnchor, type SchemaNode } from '../schema/view/schema-node.ts';
import type { ChangeKind, FactsOf } from './catalogue/change.ts';
import type { ChangeLog } from './change-log.ts';
import { anchorOf, type OperationPair, type OperationSide } from './operation-pair.ts';
import { compareParts, type Form } from './compare-parts.ts';
import { matchByName } from './schema/match-by-name.ts';

/** Compares the request body and its media types. */
export function compareBodies(pair: OperationPair, log: ChangeLog): void {
  const [old, fresh] = [pair.before.operation.body, pair.after.operation.body];
  const report = <Kind extends ChangeKind>(kind: Kind, facts: FactsOf<Kind>): void =>
    log.report(
      kind,
      facts,
      pair.requestDirection,
      old && bodyAnchor(pair.before),
      fresh && bodyAnchor(pair.after),
      pair.affected,
    );
  if (old === null && fresh !== null) report(fresh.required ? 'required-body-added' : 'body-added', {});
  if (old !== null && fresh === null) report('body-removed', {});
  if (old === null || fresh === null) return;
  if (!old.required && fresh.required) report('body-became-required', {});
  if (old.required && !fresh.required) report('body-became-optional', {});
  if (old.description !== fresh.description) report('documentation-changed', { part: 'description' });
  compareContents(old, fresh, pair, log, report);
}

function compareContents(
  before: ReadBody,
  after: ReadBody,
  pair: OperationPair,
  log: ChangeLog,
  report: <Kind extends ChangeKind>(kind: Kind, facts: FactsOf<Kind>) => void,
): void {
  const pairing = matchByName(before.content, after.content, ({ mediaType }) => mediaType.toLowerCase());
  for (const { mediaType } of pairing.removed) report('body-media-type-removed', { mediaType });
  for (const { mediaType } of pairing.added) report('body-media-type-added', { mediaType });
  for (const [old, fresh] of pairing.kept) {
    log.compareSchemas(
      schemaOf(pair.before, old),
      schemaOf(pair.after, fresh),
      pair.requestDirection,
      pair.affected,
    );
    if (isFormMediaType(fresh.mediaType))
      compareParts(formOf(pair.before, old), formOf(pair.after, fresh), pair, log);
  }
}

function bodyAnchor(side: OperationSide): Anchor {
  const { label, place } = keywordAnchor(anchorOf(side), 'requestBody');
  return { label: `${label}.body`, place };
}

function formOf(owner: OperationSide, content: ReadBodyContent): Form {
  return { owner, label: bodyAnchor(owner).label, content };
}

function schemaOf({ description, operation }: OperationSide, { check }: ReadBodyContent): SchemaNode[] {
  const node = check === null ? null : description.checked(check, `${operation.id}.body`);
  return node === null ? [] : [node];
}
