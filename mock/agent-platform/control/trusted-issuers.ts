/** The trusted identity providers of a world: listing, putting and deleting them. */
import type { TrustedIssuer, TrustedIssuerRequest } from '../../../generated/control-agent-platform/types.ts';
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import { issuerSeed, ownIssuer, writeAssertion } from '../domain/registration/assertion.ts';
import {
  deleteIssuer,
  ownIssuerName,
  putIssuer,
  trustOf,
  trustedIssuers,
  type IssuerError,
  type TrustedIssuerRecord,
} from '../domain/registration/trusted-issuer.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';
import type { JwtIssuer, PublicJwk } from '../../kernel/signing.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { readInstant } from '../../control/clock.ts';

type IssuerOperation = 'listTrustedIssuers' | 'putTrustedIssuer' | 'deleteTrustedIssuer';

const table = {
  ISSUER_NOT_FOUND: { status: 404, error: ({ name }) => `Trusted issuer ${name} does not exist` },
  ISSUER_BUILT_IN: {
    status: 409,
    error: ({ name }) => `${name} is the mock's own issuer; use another name`,
  },
  ISSUER_KEYS_AMBIGUOUS: invalid(() => ({
    message: 'Exactly one of jwks and publicKey is required',
    code: 'MISSING_REQUIRED_FIELD',
    path: 'jwks',
    suggestion:
      'Send {"issuer", "jwks": {"keys": […]}} or {"issuer", "publicKey": "-----BEGIN PUBLIC KEY-----…"}.',
  })),
  KEY_INVALID: invalid(({ reason, path }) => ({ message: reason, code: 'INVALID_VALUE', path })),
} as const satisfies ErrorTable<IssuerError>;

const errorResponse = createErrorResponses<IssuerError, typeof table>(table);

/** Handles the operations on trusted issuers; `issuer` reads keys. */
export function createIssuerHandlers(issuer: JwtIssuer): Pick<Handlers<ServiceContext>, IssuerOperation> {
  return {
    async listTrustedIssuers(_, { world, baseUrl }) {
      const ownKey = await issuer.publicKey(issuerSeed(world.origin.seed));
      const own = { id: ownIssuerName, issuer: ownIssuer, audiences: null, keys: [ownKey] };
      const others = world.query((view) => view.scan(trustedIssuers));
      return { status: 200, body: { issuers: [own, ...others].map((entry) => issuerBody(entry, baseUrl)) } };
    },

    async putTrustedIssuer({ path, body }, { world, baseUrl }) {
      const keys = await readKeys(issuer, body);
      if (!keys.ok) return errorResponse(keys.error);
      const audiences = typeof body.audience === 'string' ? [body.audience] : (body.audience ?? null);
      const record = { id: path.name, issuer: body.issuer, audiences, keys: keys.value };
      const put = await world.dispatch((tx) => putIssuer(tx, record));
      return put.ok ? { status: 200, body: issuerBody(put.value, baseUrl) } : errorResponse(put.error);
    },

    async deleteTrustedIssuer({ path }, { world }) {
      const deleted = await world.dispatch((tx) => deleteIssuer(tx, path.name));
      return deleted.ok ? { status: 204 } : errorResponse(deleted.error);
    },
  };
}

async function readKeys(
  issuer: JwtIssuer,
  { jwks, publicKey }: TrustedIssuerRequest,
): Promise<Result<readonly PublicJwk[], IssuerError>> {
  const sent = publicKey === undefined ? jwks?.keys : jwks === undefined ? [publicKey] : undefined;
  if (sent === undefined) return err({ code: 'ISSUER_KEYS_AMBIGUOUS' });
  const keys: PublicJwk[] = [];
  for (const [at, key] of sent.entries()) {
    const read = await issuer.readKey(key);
    if (!read.ok) return err({ ...read.error, path: jwks === undefined ? 'publicKey' : `jwks.keys[${at}]` });
    keys.push(read.value);
  }
  return ok(keys);
}

function issuerBody(record: TrustedIssuerRecord, baseUrl: string): TrustedIssuer {
  const { issuer, audiences, keys } = trustOf(record, baseUrl);
  return {
    name: record.id,
    issuer,
    audience: [...audiences],
    jwks: { keys: [...keys] },
    builtIn: record.id === ownIssuerName,
  };
}

export function createAssertionHandlers(
  issuer: JwtIssuer,
): Pick<Handlers<ServiceContext>, 'createIdentityAssertion'> {
  return {
    async createIdentityAssertion({ body }, { world, baseUrl }) {
      const made = await world.run((tx) => tx.nextId('jti'));
      const { issuedAt, jti = made, ...options } = body;
      const at = issuedAt === undefined ? undefined : readInstant(issuedAt, 'issuedAt');
      const claims = writeAssertion({ ...options, jti, issuedAt: at }, baseUrl, world.now);
      const assertion = await issuer.sign(issuerSeed(world.origin.seed), claims);
      return { status: 201, body: { assertion } };
    },
  };
}
