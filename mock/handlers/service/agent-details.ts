/**
 * The operations on one agent beside its record: its definition for export, its voice, its token audience policy.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent } from '../../domain/agents/agent.ts';
import { base64 } from '../../domain/base64.ts';
import { exportRuntime } from '../../domain/agents/runtime-export.ts';
import { speak } from '../../domain/assets/speech.ts';
import { readTokenPolicy } from '../../domain/agents/token-audience.ts';
import { voiceOf } from '../../domain/agents/voice.ts';
import type { ServiceContext } from '../../http/context.ts';
import { tokenPolicyBody } from './agent-body.ts';
import { agentRefusal } from './agent-refusals.ts';
import { ownerOf } from './caller.ts';

type DetailOperation = 'exportAgentRuntime' | 'synthesizeAgentVoice' | 'getTokenAudiencePolicy';

/** Handles these operations. */
export const agentDetailHandlers: Pick<Handlers<ServiceContext>, DetailOperation> = {
  exportAgentRuntime({ path }, { world, caller }) {
    return world.query((view) => {
      const found = findAgent(view, ownerOf(caller).workspaceId, path.id);
      return found.ok ? { status: 200, body: exportRuntime(view, found.value) } : agentRefusal(found.error);
    });
  },

  synthesizeAgentVoice({ path, body }, { world, caller }) {
    const agent = world.query((view) => findAgent(view, ownerOf(caller).workspaceId, path.id));
    if (!agent.ok) return agentRefusal(agent.error);
    const voice = voiceOf(agent.value);
    if (!voice.ok) return agentRefusal(voice.error);
    if (body.text.trim() === '') return agentRefusal({ code: 'TEXT_EMPTY' });
    const { wav, durationMs } = speak(body.text, voice.value);
    return { status: 200, body: { audio: base64(wav), mediaType: 'audio/wav', durationMs } };
  },

  getTokenAudiencePolicy({ path }, { world, caller }) {
    return world.query((view) => {
      const agent = findAgent(view, ownerOf(caller).workspaceId, path.id);
      if (!agent.ok) return agentRefusal(agent.error);
      const policy = readTokenPolicy(view, agent.value);
      return policy.ok
        ? { status: 200, body: tokenPolicyBody(path.id, policy.value) }
        : agentRefusal(policy.error);
    });
  },
};
