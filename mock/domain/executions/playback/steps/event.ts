/**
 * Any event of the contract: for events that no other kind of step emits yet.
 */
import { emit } from '../compose.ts';
import type { TimelessEvent } from '../run.ts';
import type { Expanders } from './expander.ts';

/** The step that emits an event as it stands in the scenario. */
export const event: Expanders<'event'> = {
  event(composition, { type, executionId: _, seq: __, ...properties }) {
    emit(composition, { ...properties, type } as unknown as TimelessEvent);
  },
};
