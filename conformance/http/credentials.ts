/** Where requests have their credential: the headers, cookies and query parameters of the security schemes. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { SchemeSpec } from '../../templates/runtime/server/security.ts';
import type { HeaderList, RequestPlan } from '../model/exchange.ts';

/** The parts of a request that have its credential. */
export interface CredentialFields {
  readonly headers: HeaderList;
  readonly query: readonly (readonly [name: string, value: string])[];
}

const BEARER: SchemeSpec = { name: '', kind: 'bearer' };

/**
 * Returns the credential fields of a request with a profile, with placeholders such as `${profile.full}` for values.
 *
 * Shape: those of the first alternative of the operation; alternatives for which the profile has its own credential
 * come first.
 */
export function credentialFields(
  contract: Contract,
  { operation: id, method, path, profile }: Pick<RequestPlan, 'operation' | 'method' | 'path' | 'profile'>,
  profiles: readonly string[] = [],
): CredentialFields {
  if (profile === null) return { headers: [], query: [] };
  const operations = operationsOf(contract);
  const operation = id === null ? operations.match(method, path) : operations.byId(id);
  const alternatives = (operation?.security ?? [])
    .map(({ schemes }) => schemes.map(({ name }) => schemeNamed(contract, name)))
    .filter((schemes) => schemes.length > 0);
  const named = alternatives.find((schemes) =>
    schemes.every(({ name }) => profiles.includes(profileOfScheme(profile, name))),
  );
  const schemes = named ?? alternatives[0] ?? contract.service.securitySchemes.slice(0, 1);
  const isOwn = named !== undefined || schemes.length > 1;
  const fields = (schemes.length === 0 ? [BEARER] : schemes).map((scheme) =>
    fieldsOf(scheme, isOwn ? profileOfScheme(profile, scheme.name) : profile),
  );
  const cookies = fields.flatMap(({ cookie }) => cookie ?? []);
  return {
    headers: [
      ...fields.flatMap(({ header }) => (header === undefined ? [] : [header])),
      ...(cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const]),
    ],
    query: fields.flatMap(({ query }) => (query === undefined ? [] : [query])),
  };
}

/** Adds query parameters to a path. */
export function withQueryFields(path: string, query: CredentialFields['query']): string {
  if (query.length === 0) return path;
  const added = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${added}`;
}

/** Returns the name of the credential that a profile has for one scheme: `full_apiKey`. */
export function profileOfScheme(profile: string, scheme: string): string {
  return `${profile}_${scheme.replaceAll(/\W/g, '_')}`;
}

function schemeNamed({ service }: Contract, name: string): SchemeSpec {
  return service.securitySchemes.find((scheme) => scheme.name === name) ?? { ...BEARER, name };
}

interface SchemeFields {
  readonly header?: readonly [name: string, value: string];
  readonly query?: readonly [name: string, value: string];
  readonly cookie?: string;
}

function fieldsOf(scheme: SchemeSpec, profile: string): SchemeFields {
  const value = `\${profile.${profile}}`;
  if (scheme.kind === 'basic') return { header: ['authorization', `Basic \${basic.${profile}}`] };
  if (scheme.kind !== 'key') return { header: ['authorization', `Bearer ${value}`] };
  if (scheme.in === 'header') return { header: [scheme.parameter.toLowerCase(), value] };
  return scheme.in === 'query'
    ? { query: [scheme.parameter, value] }
    : { cookie: `${scheme.parameter}=${value}` };
}
