/** A credential that calls to a described API may send. */
import type { Contract } from '../../../contract/contract.ts';
import type { ShownCredential } from '../../plugin.ts';
import type { KnownCredentials } from '../definition/known-credentials.ts';

/** Returns a credential of the first scheme that operations need; `null` if they need none. */
export function credentialOf(
  { securitySchemes, operations }: Pick<Contract['service'], 'securitySchemes' | 'operations'>,
  known: KnownCredentials | undefined,
): ShownCredential | null {
  const needed = new Set(
    operations.flatMap(({ security }) => security.flatMap(({ schemes }) => schemes.map(({ name }) => name))),
  );
  const scheme = securitySchemes.find(({ name }) => needed.has(name));
  if (scheme === undefined) return null;
  const token = known?.find((each) => each.token !== undefined)?.token ?? 'test';
  const { user = 'test', password = 'test' } = known?.find((each) => each.user !== undefined) ?? {};
  if (scheme.kind === 'key') return { in: scheme.in, name: scheme.parameter, prefix: '', example: token };
  const header = { in: 'header', name: 'Authorization' } as const;
  return scheme.kind === 'basic'
    ? { ...header, prefix: 'Basic ', example: btoa(`${user}:${password}`) }
    : { ...header, prefix: 'Bearer ', example: token };
}
