/**
 * The token audience policy of an agent, which the service only shows.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { setTokenPolicy } from '../../domain/agents/token-audience.ts';
import type { ServiceContext } from '../../http/context.ts';
import { tokenPolicyBody } from '../service/agent-body.ts';
import { agentRefusal } from '../service/agent-refusals.ts';

/** Handles the operation on policies. */
export const tokenAudiencePolicyHandlers: Pick<Handlers<ServiceContext>, 'setTokenAudiencePolicy'> = {
  async setTokenAudiencePolicy({ path, body }, { world }) {
    const set = await world.dispatch((draft) => setTokenPolicy(draft, path.id, body.entries));
    return set.ok ? { status: 200, body: tokenPolicyBody(path.id, set.value) } : agentRefusal(set.error);
  },
};
