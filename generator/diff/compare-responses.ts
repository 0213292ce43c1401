/** Compares the responses of an operation: statuses, headers, bodies, streams. */
import type { ResponseStatus } from '../model/contract-model.ts';
import type { ReadContent, ReadResponse } from '../model/reading.ts';
import type { Anchor, SchemaNode } from '../schema/view/schema-node.ts';
import type { ChangeKind, FactsOf } from './catalogue/change.ts';
import type { ChangeLog } from './change-log.ts';
import type { OperationPair, OperationSide } from './operation-pair.ts';
import { compareHeaders, type HeaderSet } from './compare-headers.ts';
import { compareStreams } from './compare-streams.ts';
import { matchByName } from './schema/match-by-name.ts';

/** Compares every response with that of the same status, or with the one that covered the status before. */
export function compareResponses(pair: OperationPair, log: ChangeLog): void {
  const [old, fresh] = [responsesOf(pair.before), responsesOf(pair.after)];
  const pairing = matchByName(old, fresh, ({ response }) => String(response.status));
  const report = reporter(pair, log);
  for (const side of pairing.added) {
    const status = String(side.response.status);
    const covering = coverOf(side.response.status, old);
    if (covering === null)
      report('status-added', { status }, operationAnchor(pair.before), operationAnchor(side.owner, side));
    else {
      const facts = { status, coveredBy: String(covering.response.status) };
      report(
        'status-specified',
        facts,
        operationAnchor(covering.owner, covering),
        operationAnchor(side.owner, side),
      );
      compareContents(covering, side, pair, log, report);
    }
  }
  for (const side of pairing.removed) {
    const status = String(side.response.status);
    const covering = coverOf(side.response.status, fresh);
    const anchor = operationAnchor(side.owner, side);
    if (covering === null) {
      report(/^2/.test(status) ? 'success-status-removed' : 'status-removed', { status }, anchor, null);
    } else {
      report(
        'status-unspecified',
        { status, coveredBy: String(covering.response.status) },
        anchor,
        operationAnchor(covering.owner, covering),
      );
      compareContents(side, covering, pair, log, report);
    }
  }
  for (const [before, after] of pairing.kept) {
    if (before.response.description !== after.response.description)
      report('documentation-changed', { part: 'description' }, anchorOf(before), anchorOf(after));
    compareHeaders(headersOf(before), headersOf(after), {
      direction: pair.responseDirection,
      affected: pair.affected,
      log,
    });
    compareContents(before, after, pair, log, report);
  }
}

interface ResponseSide {
  readonly owner: OperationSide;
  readonly response: ReadResponse;
}

type Report = <Kind extends ChangeKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  before: Anchor | null,
  after: Anchor | null,
) => void;

function reporter({ responseDirection: direction, affected }: OperationPair, log: ChangeLog): Report {
  return (kind, facts, before, after) => log.report(kind, facts, direction, before, after, affected);
}

/** Finds the response that covers a status without its own entry: its range, else the default. */
function coverOf(status: ResponseStatus, responses: readonly ResponseSide[]): ResponseSide | null {
  const range = `${String(status).charAt(0)}XX`;
  const candidates = status === 'default' ? [] : [range, 'default'].filter((each) => each !== status);
  for (const wanted of candidates) {
    const match = responses.find(({ response }) => response.status === wanted);
    if (match !== undefined) return match;
  }
  return null;
}

function compareContents(
  before: ResponseSide,
  after: ResponseSide,
  pair: OperationPair,
  log: ChangeLog,
  report: Report,
): void {
  const pairing = matchByName(before.response.content, after.response.content, ({ mediaType }) =>
    mediaType.toLowerCase(),
  );
  const [was, is] = [anchorOf(before), anchorOf(after)];
  const wasEmpty = before.response.content.length === 0;
  const isEmpty = after.response.content.length === 0;
  for (const { mediaType } of pairing.removed)
    report(isEmpty ? 'reply-body-removed' : 'reply-media-type-removed', { mediaType }, was, is);
  for (const { mediaType } of pairing.added)
    report(wasEmpty ? 'reply-body-added' : 'reply-media-type-added', { mediaType }, was, is);
  for (const [old, fresh] of pairing.kept) {
    if (old.kind === 'eventStream' && fresh.kind === 'eventStream')
      compareStreams(old.check, fresh.check, pair, log);
    else
      log.compareSchemas(
        schemaOf(before, old),
        schemaOf(after, fresh),
        pair.responseDirection,
        pair.affected,
      );
  }
}

function headersOf({ owner, response }: ResponseSide): HeaderSet {
  return { owner, anchor: anchorOf({ owner, response }), headers: response.headers };
}

function responsesOf(owner: OperationSide): ResponseSide[] {
  return owner.operation.responses.map((response) => ({ owner, response }));
}

function anchorOf({ owner, response }: ResponseSide): Anchor {
  return { label: `${owner.operation.id}.${response.status}`, place: response.place };
}

/** Returns the operation's label, with the position of the response if there is one. */
function operationAnchor({ operation }: OperationSide, side: ResponseSide | null = null): Anchor {
  return { label: operation.id, place: side?.response.place ?? operation.place };
}

function schemaOf(side: ResponseSide, content: ReadContent): SchemaNode[] {
  const node =
    content.check === null ? null : side.owner.description.checked(content.check, anchorOf(side).label);
  return node === null ? [] : [node];
}
