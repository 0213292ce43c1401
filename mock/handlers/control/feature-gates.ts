/**
 * The switches of a world.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { featureGates, setGates } from '../../domain/identity/feature-gates.ts';
import type { ServiceContext } from '../../http/context.ts';
import { setTokenPolicy } from '../../domain/agents/token-audience.ts';
import { tokenPolicyBody } from '../service/agent-body.ts';
import { agentErrorResponse } from '../service/agent-errors.ts';

/** Handles the switches; that a switch and its value exist, the contract has checked. */
export const featureGateHandlers: Pick<Handlers<ServiceContext>, 'getFeatureGates' | 'setFeatureGates'> = {
  getFeatureGates(_, { world }) {
    return { status: 200, body: world.query((view) => view.setting(featureGates)) };
  },

  async setFeatureGates({ body }, { world }) {
    return { status: 200, body: await world.run((tx) => setGates(tx, body)) };
  },
};

/** Handles the operation on policies. */
export const tokenAudiencePolicyHandlers: Pick<Handlers<ServiceContext>, 'setTokenAudiencePolicy'> = {
  async setTokenAudiencePolicy({ path, body }, { world }) {
    const set = await world.dispatch((tx) => setTokenPolicy(tx, path.id, body.entries));
    return set.ok
      ? { status: 200, body: tokenPolicyBody(path.id, set.value) }
      : agentErrorResponse(set.error);
  },
};
