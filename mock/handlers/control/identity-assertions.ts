/**
 * Identity assertions as the provider that a world trusts signs them, good ones and wrong ones.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { issuerSeed, writeAssertion } from '../../domain/registration/assertion.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { JwtIssuer } from '../../kernel/jwt.ts';
import { carryOut } from '../carry-out.ts';
import { readInstant } from './instants.ts';

/** Handles the making of assertions. */
export function createAssertionHandlers(
  issuer: JwtIssuer,
): Pick<Handlers<ServiceContext>, 'createIdentityAssertion'> {
  return {
    async createIdentityAssertion({ body }, { world, baseUrl }) {
      const made = await carryOut(world, (draft) => draft.nextId('jti'));
      const { issuedAt, jti = made, ...wish } = body;
      const at = issuedAt === undefined ? undefined : readInstant(issuedAt, 'issuedAt');
      const claims = writeAssertion({ ...wish, jti, issuedAt: at }, baseUrl, world.now);
      const assertion = await issuer.sign(issuerSeed(world.origin.seed), claims);
      return { status: 201, body: { assertion } };
    },
  };
}
