/**
 * The voice of an agent, as its configuration has it.
 */
import { ok, refuse } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import type { AgentRecord } from './agent.ts';
import type { AgentRefusal } from './errors.ts';
import { isMap } from '../json.ts';

/**
 * Gives what tells one voice from another: its provider and its id there.
 *
 * Errors: VOICE_UNSUPPORTED when `config.voice` is no object, or says that it is not enabled.
 */
export function voiceOf(agent: AgentRecord): Result<string, AgentRefusal<'VOICE_UNSUPPORTED'>> {
  const voice = agent.config?.['voice'];
  if (!isMap(voice) || voice['enabled'] === false)
    return refuse({ code: 'VOICE_UNSUPPORTED', agentId: agent.id });
  return ok([voice['provider'], voice['voiceId']].filter((part) => typeof part === 'string').join('/'));
}
