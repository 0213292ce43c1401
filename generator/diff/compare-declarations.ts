/** Compares what a description declares apart from its operations: named schemas and servers. */
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
  const report = log.reporterOf(
    () => 'call',
    anchorOf,
    () => nowhere,
  );
  for (const schema of pairing.removed) report('schema-removed', {}, schema, null);
  for (const schema of pairing.added) report('schema-added', {}, null, schema);
  for (const [old, fresh] of pairing.renamed)
    report('schema-renamed', { from: old.name, to: fresh.name }, old, fresh);
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

export function compareServers(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = matchByName(before.servers, after.servers, ({ url }) => url);
  const report = log.reporterOf(
    () => 'call',
    ({ url, place }: ReadServer): Anchor => ({ label: url, place }),
    () => nowhere,
  );
  for (const server of pairing.removed) report('server-removed', {}, server, null);
  for (const server of pairing.added) report('server-added', {}, null, server);
}
