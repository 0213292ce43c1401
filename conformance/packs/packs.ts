/**
 * Every pack, in the order in which their stories are told.
 */
import { agentsPack } from './agents/agents-pack.ts';
import { executionsPack } from './executions/executions-pack.ts';
import { sandboxPack } from './sandbox/sandbox-pack.ts';
import type { Pack } from './pack.ts';

/** Every pack; a new one is one row here. */
export const packs: readonly Pack[] = [agentsPack, executionsPack, sandboxPack];
