/**
 * The switches of a world.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { featureGates, setGates } from '../../domain/identity/feature-gates.ts';
import type { ServiceContext } from '../../http/context.ts';
import { carryOut } from '../carry-out.ts';

/** Handles the switches; that a switch and its value exist, the contract has checked. */
export const featureGateHandlers: Pick<Handlers<ServiceContext>, 'getFeatureGates' | 'setFeatureGates'> = {
  getFeatureGates(_, { world }) {
    return { status: 200, body: world.query((view) => view.setting(featureGates)) };
  },

  async setFeatureGates({ body }, { world }) {
    return { status: 200, body: await carryOut(world, (draft) => setGates(draft, body)) };
  },
};
