/** The identity providers that a world trusts besides the mock's own. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { IssuerTrust, KeyProblem, PublicJwk } from '../../../kernel/signing.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import { ownIssuer, serviceAudiences } from './assertion.ts';

/** A provider added by a user. Shape: `id` is its name; `audiences` is `null` for the service's own URLs. */
export interface TrustedIssuerRecord {
  readonly id: string;
  readonly issuer: string;
  readonly audiences: readonly string[] | null;
  readonly keys: readonly PublicJwk[];
}

export const trustedIssuers = defineCollection<TrustedIssuerRecord>('trustedIssuer');

export const ownIssuerName = 'backlot';

/** The reason why a provider can't be put or deleted. */
export type IssuerError =
  | { readonly code: 'ISSUER_NOT_FOUND'; readonly name: string }
  | { readonly code: 'ISSUER_BUILT_IN'; readonly name: string }
  | { readonly code: 'ISSUER_KEYS_AMBIGUOUS' }
  | (KeyProblem & { readonly path: string });

/** Trusts a provider. Errors: ISSUER_BUILT_IN. */
export function putIssuer(
  tx: Transaction,
  record: TrustedIssuerRecord,
): Result<TrustedIssuerRecord, IssuerError> {
  return record.id === ownIssuerName
    ? err({ code: 'ISSUER_BUILT_IN', name: record.id })
    : ok(tx.put(trustedIssuers, record));
}

/** Stops trusting a provider. Errors: ISSUER_BUILT_IN, ISSUER_NOT_FOUND. */
export function deleteIssuer(
  tx: Transaction,
  name: string,
): Result<null, Extract<IssuerError, { code: 'ISSUER_BUILT_IN' | 'ISSUER_NOT_FOUND' }>> {
  if (name === ownIssuerName) return err({ code: 'ISSUER_BUILT_IN', name });
  return tx.delete(trustedIssuers, name) ? ok(null) : err({ code: 'ISSUER_NOT_FOUND', name });
}

/** Returns the trust settings of a provider for a service at a URL. */
export function trustOf(record: TrustedIssuerRecord, baseUrl: string): IssuerTrust {
  const { issuer, audiences, keys } = record;
  return { issuer, audiences: audiences ?? serviceAudiences(baseUrl), keys };
}

/** Returns the trust settings of the mock's own provider and of those added by users. */
export function trustedBy(view: View, ownKey: PublicJwk, baseUrl: string): readonly IssuerTrust[] {
  const own = { issuer: ownIssuer, audiences: serviceAudiences(baseUrl), keys: [ownKey] };
  return [own, ...view.scan(trustedIssuers).map((record) => trustOf(record, baseUrl))];
}
