/** Compares who may call an operation, and the declarations of security schemes. */
import type { SecurityAlternative, SecurityScheme } from '../model/contract-model.ts';
import { type Anchor, keywordAnchor } from '../schema/view/schema-node.ts';
import type { ChangeLog, Sides } from './change-log.ts';
import { anchorOf, type OperationPair } from './operation-pair.ts';
import type { Description } from './description.ts';
import { quote } from './catalogue/row.ts';
import { canonical } from '../schema/fingerprint.ts';
import { matchByName, type Pairing } from './schema/match-by-name.ts';

/** Compares the security alternatives of an operation: every client that could call it must still be able to. */
export function compareSecurity(pair: OperationPair, log: ChangeLog): void {
  const names = newNames(log.sides);
  const before = alternativesOf(pair.before.operation.security).map((alternative) =>
    alternative.map(({ name, scopes }) => ({ name: names.get(name) ?? name, scopes })),
  );
  const after = alternativesOf(pair.after.operation.security);
  const anchors = [
    keywordAnchor(anchorOf(pair.before), 'security'),
    keywordAnchor(anchorOf(pair.after), 'security'),
  ] as const;
  const report = (...[kind, facts]: Finding): void =>
    log.report(kind, facts as never, pair.requestDirection, ...anchors, pair.affected);
  for (const finding of findSecurityChanges(before, after)) report(...finding);
}

type Finding =
  | ['authentication-required', { readonly alternatives: string }]
  | ['authentication-lifted', object]
  | ['scope-required' | 'scope-lifted', { readonly scheme: string; readonly scope: string }]
  | ['security-alternative-removed' | 'security-alternative-added', { readonly alternative: string }];

type Alternatives = readonly SecurityAlternative[];

function findSecurityChanges(before: Alternatives, after: Alternatives): Finding[] {
  const lost = before.filter((held) => !after.some((required) => satisfies(held, required)));
  const won = after.filter((required) => !before.some((held) => satisfies(required, held)));
  if (lost.some(isOpen))
    return [['authentication-required', { alternatives: after.map(nameOf).join(' or ') }]];
  if (won.some(isOpen)) return [['authentication-lifted', {}]];
  return [
    ...lost.flatMap((held): Finding[] => {
      const same = after.find((required) => schemesOf(required) === schemesOf(held));
      if (same === undefined) return [['security-alternative-removed', { alternative: nameOf(held) }]];
      return missingScopes(held, same).map((facts): Finding => ['scope-required', facts]);
    }),
    ...won.flatMap((required): Finding[] => {
      const same = before.find((held) => schemesOf(held) === schemesOf(required));
      if (same === undefined) return [['security-alternative-added', { alternative: nameOf(required) }]];
      return missingScopes(required, same).map((facts): Finding => ['scope-lifted', facts]);
    }),
  ];
}

/** Returns whether the credentials of one alternative also satisfy another one. */
function satisfies(held: SecurityAlternative, required: SecurityAlternative): boolean {
  return required.every(({ name, scopes }) => {
    const same = held.find((each) => each.name === name);
    return same !== undefined && scopes.every((scope) => same.scopes.includes(scope));
  });
}

function missingScopes(
  held: SecurityAlternative,
  required: SecurityAlternative,
): { scheme: string; scope: string }[] {
  return required.flatMap(({ name, scopes }) => {
    const own = held.find((each) => each.name === name)?.scopes ?? [];
    return scopes.filter((scope) => !own.includes(scope)).map((scope) => ({ scheme: name, scope }));
  });
}

/** Returns the alternatives; a missing requirement is one alternative without schemes. */
function alternativesOf(security: Alternatives): Alternatives {
  return security.length === 0 ? [[]] : security;
}

function isOpen(alternative: SecurityAlternative): boolean {
  return alternative.length === 0;
}

function schemesOf(alternative: SecurityAlternative): string {
  return canonical(alternative.map(({ name }) => name).sort());
}

function nameOf(alternative: SecurityAlternative): string {
  if (isOpen(alternative)) return 'no credentials';
  return alternative
    .map(({ name, scopes }) =>
      scopes.length === 0 ? quote(name) : `${quote(name)} with ${scopes.map(quote).join(', ')}`,
    )
    .join(' and ');
}

export function compareSecuritySchemes(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = pairSchemes(log.sides);
  const report = log.report.bind(log);
  for (const scheme of pairing.removed) {
    report(
      'security-scheme-removed',
      {},
      'call',
      schemeAnchor(scheme, before),
      null,
      usersOf(scheme, before),
    );
  }
  for (const scheme of pairing.added)
    report('security-scheme-added', {}, 'call', null, schemeAnchor(scheme, after), usersOf(scheme, after));
  for (const [old, fresh] of pairing.renamed) {
    const anchors = [schemeAnchor(old, before), schemeAnchor(fresh, after)] as const;
    report(
      'security-scheme-renamed',
      { from: old.name, to: fresh.name },
      'call',
      ...anchors,
      usersOf(fresh, after),
    );
  }
  for (const [old, fresh] of pairing.kept) {
    const anchors = [schemeAnchor(old, before), schemeAnchor(fresh, after)] as const;
    for (const property of changedProperties(old, fresh))
      report('security-scheme-changed', { property }, 'request', ...anchors, usersOf(fresh, after));
  }
}

/** Properties that describe how credentials are sent; the operations that use a scheme report its other changes. */
const sentBy = ['type', 'in', 'name', 'scheme', 'openIdConnectUrl'] as const;

function changedProperties(before: SecurityScheme, after: SecurityScheme): string[] {
  return sentBy.filter(
    (property) =>
      canonical(before.declaration[property] ?? null) !== canonical(after.declaration[property] ?? null),
  );
}

function pairSchemes({ before, after }: Sides): Pairing<SecurityScheme> {
  return matchByName(
    before.securitySchemes,
    after.securitySchemes,
    ({ name }) => name,
    ({ declaration }) => canonical(declaration),
  );
}

/** Returns the new names of renamed schemes. */
function newNames(sides: Sides): ReadonlyMap<string, string> {
  return new Map(pairSchemes(sides).renamed.map(([old, fresh]) => [old.name, fresh.name]));
}

function schemeAnchor({ name }: SecurityScheme, { documents }: Description): Anchor {
  const place = { file: documents[0] ?? '', pointer: '#/' };
  return {
    label: name,
    place: keywordAnchor({ label: name, place }, 'components', 'securitySchemes', name).place,
  };
}

function usersOf(
  { name }: SecurityScheme,
  { operations }: Description,
): { operations: string[]; events: string[] } {
  const users = operations.filter(({ security }) =>
    security.some((each) => each.some((required) => required.name === name)),
  );
  return { operations: users.map(({ id }) => id).sort(), events: [] };
}
