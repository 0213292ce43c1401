/**
 * Compares operations: matches them, then compares their paths and parts.
 */
import type { Affected } from './catalogue/change.ts';
import { anchorOf, type OperationPair, type OperationSide } from './operation-pair.ts';
import type { ChangeLog } from './change-log.ts';
import { compareBodies } from './compare-bodies.ts';
import { compareErrorCodes } from './compare-error-codes.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import type { Description } from './description.ts';
import { canonical, fingerprint } from '../schema/fingerprint.ts';
import { matchByName } from './schema/match-by-name.ts';
import type { ReadOperation } from '../model/reading.ts';

/** Compares the operations that clients call. */
export function compareOperations(log: ChangeLog): void {
  const { before, after } = log.sides;
  const byAddress = matchByName(
    sidesOf(before, before.operations),
    sidesOf(after, after.operations),
    addressOf,
    () => null,
  );
  const byId = matchByName(byAddress.removed, byAddress.added, ({ operation }) => operation.id, shapeOf);
  for (const side of byId.removed) {
    log.report(
      'operation-removed',
      { address: wordsOf(side) },
      'call',
      anchorOf(side),
      null,
      affectedBy(side),
    );
  }
  for (const side of byId.added) {
    log.report('operation-added', { address: wordsOf(side) }, 'call', null, anchorOf(side), affectedBy(side));
  }
  for (const [old, fresh] of [...byAddress.kept, ...byId.kept, ...byId.renamed]) {
    const pair: OperationPair = {
      before: old,
      after: fresh,
      asked: 'request',
      direction: 'response',
      affected: affectedBy(fresh),
    };
    compareAddress(pair, log);
    compareOperation(pair, log);
  }
}

/** Compares webhooks and callbacks. The service sends these requests, so clients read requests and write responses. */
export function compareIncoming(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = matchByName(
    sidesOf(before, before.incoming),
    sidesOf(after, after.incoming),
    ({ operation }) => `${operation.method} ${operation.id}`,
    () => null,
  );
  for (const side of pairing.removed) {
    log.report(
      'incoming-removed',
      { address: wordsOf(side) },
      'call',
      anchorOf(side),
      null,
      affectedBy(side),
    );
  }
  for (const side of pairing.added) {
    log.report('incoming-added', { address: wordsOf(side) }, 'call', null, anchorOf(side), affectedBy(side));
  }
  for (const [old, fresh] of pairing.kept) {
    const pair: OperationPair = {
      before: old,
      after: fresh,
      asked: 'event',
      direction: 'request',
      affected: affectedBy(fresh),
    };
    compareOperation(pair, log);
  }
}

function compareOperation(pair: OperationPair, log: ChangeLog): void {
  const [old, fresh] = [pair.before.operation, pair.after.operation];
  const report = (kind: 'operation-deprecated' | 'operation-restored'): void =>
    log.report(kind, {}, 'call', anchorOf(pair.before), anchorOf(pair.after), pair.affected);
  if (!old.deprecated && fresh.deprecated) report('operation-deprecated');
  if (old.deprecated && !fresh.deprecated) report('operation-restored');
  for (const part of ['summary', 'description'] as const) {
    if (old[part] === fresh[part]) continue;
    const anchors = [anchorOf(pair.before), anchorOf(pair.after)] as const;
    log.report('documentation-changed', { part }, 'call', ...anchors, pair.affected);
  }
  compareParameters(pair, log);
  compareBodies(pair, log);
  compareResponses(pair, log);
  compareErrorCodes(pair, log);
  if (pair.asked === 'request') compareSecurity(pair, log);
}

function compareAddress(pair: OperationPair, log: ChangeLog): void {
  const { before, after, affected } = pair;
  const anchors = [anchorOf(before), anchorOf(after)] as const;
  const isMoved = addressOf(before) !== addressOf(after);
  const { id: from } = before.operation;
  const { id: to } = after.operation;
  if (isMoved) {
    log.report(
      'operation-moved',
      { from: wordsOf(before), to: wordsOf(after) },
      'call',
      ...anchors,
      affected,
    );
  }
  if (from !== to) log.report('operation-renamed', { from, to }, 'call', ...anchors, affected);
}

function sidesOf(description: Description, operations: readonly ReadOperation[]): OperationSide[] {
  return operations.map((operation) => ({ description, operation }));
}

function affectedBy({ operation }: OperationSide): Affected {
  return { operations: [operation.id], events: [] };
}

function wordsOf({ operation }: OperationSide): string {
  return `${operation.method.toUpperCase()} ${operation.path}`;
}

/** Returns method and path in a form in which the names of path parameters do not matter. */
function addressOf({ operation }: OperationSide): string {
  return `${operation.method} ${operation.path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
}

/** Returns a text form of the request and responses of an operation; `null` when it is too small to identify it. */
function shapeOf({ operation, description }: OperationSide): string | null {
  const { parameters, body, responses, method } = operation;
  const schemaOf = (check: string | null): string =>
    check === null ? '' : fingerprint(description.schemaOf(check));
  const hasContent = body !== null || responses.some(({ content }) => content.length > 0);
  if (!hasContent) return null;
  return canonical([
    method,
    parameters.map(({ name, in: where, required, check }) => [name, where, required, schemaOf(check)]),
    body?.content.map(({ mediaType, check }) => [mediaType, schemaOf(check)]) ?? null,
    responses.map(({ status, content }) => [
      status,
      content.map(({ mediaType, check }) => [mediaType, schemaOf(check)]),
    ]),
  ]);
}
