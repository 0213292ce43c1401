/**
 * Compares what a description declares apart from its operations: named schemas and servers.
 */
import { referenceTo } from '../schema/keywords.ts';
import type { Anchor } from '../schema/view/schema-node.ts';
import type { ContractChange } from './catalogue/change.ts';
import type { ChangeLog } from './change-log.ts';
import type { RepairedSchema, ReadServer } from '../model/reading.ts';
import { fingerprint, isSpecific } from '../schema/fingerprint.ts';
import { matchByName } from './schema/match-by-name.ts';

const nowhere: ContractChange['affected'] = { operations: [], events: [] };

/** Compares the names of schemas, and the schemas themselves if no operation or event uses them. */
export function compareDeclarations(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = matchByName(before.schemas, after.schemas, ({ name }) => name, shapeOf);
  for (const schema of pairing.removed)
    log.report('schema-removed', {}, 'call', anchorOf(schema), null, nowhere);
  for (const schema of pairing.added) log.report('schema-added', {}, 'call', null, anchorOf(schema), nowhere);
  for (const [old, fresh] of pairing.renamed) {
    const facts = { from: old.name, to: fresh.name };
    log.report('schema-renamed', facts, 'call', anchorOf(old), anchorOf(fresh), nowhere);
  }
  for (const [old, fresh] of [...pairing.kept, ...pairing.renamed]) {
    if (before.used.has(old.name) || after.used.has(fresh.name)) continue;
    const [was, is] = [before.source.declared(old.name), after.source.declared(fresh.name)];
    if (was !== null && is !== null) log.compareSchemas([was], [is], 'nowhere', nowhere);
  }
}

function shapeOf({ name, schema }: RepairedSchema): string | null {
  return isSpecific(schema) ? fingerprint(schema, referenceTo(name)) : null;
}

function anchorOf({ name, place }: RepairedSchema): Anchor {
  return { label: name, place };
}

/** Compares the server addresses. */
export function compareServers(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = matchByName(
    before.servers,
    after.servers,
    ({ url }) => url,
    () => null,
  );
  const anchor = ({ url, place }: ReadServer): Anchor => ({ label: url, place });
  for (const server of pairing.removed)
    log.report('server-removed', {}, 'call', anchor(server), null, nowhere);
  for (const server of pairing.added) log.report('server-added', {}, 'call', null, anchor(server), nowhere);
}
