/**
 * The approval rules of an agent, `config.tools.approval`: which tool calls wait for somebody, for whom, and how long.
 */
import { isMap } from '../../json.ts';
import type { Json } from '../../json.ts';
import type { Approver } from '../../scenarios/scenario.ts';

/**
 * The rules.
 *
 * Shape: `require` is true for every tool, else the names or ids of tools; `reason` is the text of the agent's author,
 * null for none; with `requestReason` false the request for an approval has no reason.
 * Units: `timeout` in milliseconds of the world's time, null for the default.
 */
export interface ApprovalRules {
  readonly require: true | readonly string[];
  readonly approver: Approver;
  readonly timeout: number | null;
  readonly requestReason: boolean;
  readonly reason: string | null;
}

/** What the names of tools begin with that a page offers. */
const pagePrefix = 'webmcp:';

/** Who answers an approval when neither the agent nor the scenario names anybody. Source: F-4.6-030. */
export const defaultApprover: Approver = 'owner';

/** Reads `config.tools.approval`. Shape: null when it is absent or requires nothing. */
export function readApprovalRules(value: Json): ApprovalRules | null {
  if (!isMap(value)) return null;
  const { require, approver, timeout, requestReason, reason } = value;
  const names = Array.isArray(require) ? require.filter((name) => typeof name === 'string') : [];
  if (require !== true && names.length === 0) return null;
  return {
    require: require === true ? true : names,
    approver: approver === 'end-user' ? 'end-user' : defaultApprover,
    timeout: typeof timeout === 'number' && timeout >= 1 && Number.isFinite(timeout) ? timeout : null,
    requestReason: requestReason !== false,
    reason: typeof reason === 'string' && reason !== '' ? reason : null,
  };
}

/** Returns whether a call of a tool needs an approval. */
export function requiresApproval(
  rules: ApprovalRules | null,
  tool: { readonly name: string; readonly toolId?: string | null | undefined },
): boolean {
  if (rules === null) return false;
  if (rules.require === true) return true;
  const { name } = tool;
  if (rules.require.includes(name) || rules.require.includes(`${pagePrefix}${name}`)) return true;
  return tool.toolId != null && rules.require.includes(tool.toolId);
}
