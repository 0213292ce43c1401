/** Lists the credentials that a description asks for, and the environment variables that are suggested for them. */
import type { Contract } from '../../contract/contract.ts';
import type { SchemeSpec } from '../../templates/runtime/server/security.ts';
import { profileOfScheme } from '../http/credentials.ts';
import { variableOf } from '../replay/curl-script.ts';

/** A credential of one of two accounts. */
export interface NeededCredential {
  readonly account: 'full' | 'other';
  /** `full`, or with several schemes `full_apiKey`. */
  readonly profile: string;
  /** `BACKLOT_FULL` */
  readonly variable: string;
  /** What it is, and where it is sent. */
  readonly text: string;
}

/** Lists the credentials of the security schemes that operations need. Shape: empty if none does. */
export function listCredentials({ service }: Contract): readonly NeededCredential[] {
  const names = new Set(
    service.operations.flatMap(({ security }) =>
      security.flatMap(({ schemes }) => schemes.map(({ name }) => name)),
    ),
  );
  const schemes = service.securitySchemes.filter(({ name }) => names.has(name));
  return (['full', 'other'] as const).flatMap((account) =>
    schemes.map((scheme) => {
      const profile = schemes.length === 1 ? account : profileOfScheme(account, scheme.name);
      return { account, profile, variable: variableOf(profile), text: textOf(scheme) };
    }),
  );
}

function textOf(scheme: SchemeSpec): string {
  switch (scheme.kind) {
    case 'bearer':
      return `a token, sent as Authorization: Bearer (${scheme.name})`;
    case 'basic':
      return `user:password, sent as Authorization: Basic (${scheme.name})`;
    case 'key':
      return `a key, sent as the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${scheme.parameter} (${scheme.name})`;
    case 'other':
      return `a token of the scheme ${scheme.name}, sent as Authorization: Bearer`;
  }
}
