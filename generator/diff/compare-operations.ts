/** Compares operations: matches them, then compares their paths and parts. */
import type { Affected } from './catalogue/change.ts';
import { anchorOf, type OperationPair, type OperationSide } from './operation-pair.ts';
import type { ChangeLog, PartReporter } from './change-log.ts';
import { compareBodies } from './compare-bodies.ts';
import { compareErrorCodes } from './compare-error-codes.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import type { Description } from './description.ts';
import { canonical, fingerprint } from '../schema/fingerprint.ts';
import { matchByName } from './schema/match-by-name.ts';
import type { ReadOperation } from '../model/reading.ts';

export function compareOperations(log: ChangeLog): void {
  const { before, after } = log.sides;
  const byAddress = matchByName(
    sidesOf(before, before.operations),
    sidesOf(after, after.operations),
    addressOf,
  );
  const byId = matchByName(byAddress.removed, byAddress.added, ({ operation }) => operation.id, shapeOf);
  const report = log.reporterOf(() => 'call', anchorOf, affectedBy);
  for (const side of byId.removed) report('operation-removed', { address: wordsOf(side) }, side, null);
  for (const side of byId.added) report('operation-added', { address: wordsOf(side) }, null, side);
  for (const [old, fresh] of [...byAddress.kept, ...byId.kept, ...byId.renamed]) {
    const pair: OperationPair = {
      before: old,
      after: fresh,
      requestDirection: 'request',
      responseDirection: 'response',
      affected: affectedBy(fresh),
    };
    compareAddress(old, fresh, report);
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
  );
  const report = log.reporterOf(() => 'call', anchorOf, affectedBy);
  for (const side of pairing.removed) report('incoming-removed', { address: wordsOf(side) }, side, null);
  for (const side of pairing.added) report('incoming-added', { address: wordsOf(side) }, null, side);
  for (const [old, fresh] of pairing.kept) {
    const pair: OperationPair = {
      before: old,
      after: fresh,
      requestDirection: 'event',
      responseDirection: 'request',
      affected: affectedBy(fresh),
    };
    compareOperation(pair, log);
  }
}

function compareOperation(pair: OperationPair, log: ChangeLog): void {
  const { before, after } = pair;
  const [old, fresh] = [before.operation, after.operation];
  const report = log.reporterOf<OperationSide>(
    () => 'call',
    anchorOf,
    () => pair.affected,
  );
  if (!old.deprecated && fresh.deprecated) report('operation-deprecated', {}, before, after);
  if (old.deprecated && !fresh.deprecated) report('operation-restored', {}, before, after);
  for (const part of ['summary', 'description'] as const)
    if (old[part] !== fresh[part]) report('documentation-changed', { part }, before, after);
  compareParameters(pair, log);
  compareBodies(pair, log);
  compareResponses(pair, log);
  compareErrorCodes(pair, log);
  if (pair.requestDirection === 'request') compareSecurity(pair, log);
}

function compareAddress(
  before: OperationSide,
  after: OperationSide,
  report: PartReporter<OperationSide>,
): void {
  const { id: from } = before.operation;
  const { id: to } = after.operation;
  if (addressOf(before) !== addressOf(after))
    report('operation-moved', { from: wordsOf(before), to: wordsOf(after) }, before, after);
  if (from !== to) report('operation-renamed', { from, to }, before, after);
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
