/** The challenge of a 401: the first common form that matches the header that the operation declares. */
import type { HttpRequest } from '../http.ts';
import type { OperationSpec } from '../operation-spec.ts';
import { declaredResponses } from './declared-responses.ts';
import type { SchemeSpec } from './security.ts';

/**
 * Returns the value of `WWW-Authenticate` for an operation.
 *
 * Shape: includes `resourceMetadata` if it is set. Otherwise it lists the kinds of credentials that the operation
 * accepts, or, if the declared header does not allow that, the metadata at the host of the request.
 * Source: RFC 9110 15.5.2: a 401 has at least one challenge. RFC 9728 5.1: `resource_metadata`.
 */
export function challengeFor(
  operation: OperationSpec,
  request: HttpRequest,
  schemes: ReadonlyMap<string, SchemeSpec>,
  resourceMetadata: string | undefined,
): string {
  const plain = challengesOf(operation, schemes);
  const forms = [
    ...(resourceMetadata === undefined ? [] : [withMetadata(plain, resourceMetadata)]),
    plain.join(', '),
    ...plain,
    withMetadata(plain, resourceMetadata ?? metadataAt(request)),
  ];
  const declared = declaredResponses(operation, 401)
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name.toLowerCase() === 'www-authenticate');
  const fitting = forms.find((form) => declared?.check.check(form) !== false);
  return fitting ?? plain.join(', ');
}

/** Returns a challenge for each kind of credential. Shape: not empty. */
function challengesOf(
  { security }: OperationSpec,
  schemes: ReadonlyMap<string, SchemeSpec>,
): readonly string[] {
  const kinds = security.flatMap((alternative) =>
    alternative.schemes.map(({ name }) => schemes.get(name)?.kind ?? 'other'),
  );
  const challenges = [...new Set(kinds)].flatMap((kind) => challengeOf[kind]);
  return challenges.length === 0 ? [BEARER] : challenges;
}

const BEARER = 'Bearer';

const challengeOf: { readonly [Kind in SchemeSpec['kind']]: readonly string[] } = {
  bearer: [BEARER],
  basic: ['Basic realm="service", charset="UTF-8"'],
  key: [],
  other: [],
};

/** Adds the URL of the metadata to the challenge of bearer tokens, which comes first. */
function withMetadata(challenges: readonly string[], address: string): string {
  const others = challenges.filter((challenge) => challenge !== BEARER);
  return [`${BEARER} resource_metadata="${address}"`, ...others].join(', ');
}

/**
 * Returns the default URL of the metadata. Why `http`: a server does not see the protocol of a proxy in front of it.
 */
function metadataAt({ headers }: HttpRequest): string {
  const host = headers.get('host') ?? '';
  return `http://${HOST.test(host) ? host : 'localhost'}/.well-known/oauth-protected-resource`;
}

/** A name or an address with an optional port. Why: the client sends the field, and it could contain anything. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
