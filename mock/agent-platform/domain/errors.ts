/**
 * Errors of the domain as values: a closed union with one variant for each code. The error tables of the handlers map
 * them to responses.
 */
import type { PageError } from '../../records/page.ts';

export type DomainError =
  | { readonly code: 'AGENT_NOT_FOUND'; readonly agentId: string }
  | { readonly code: 'CAPABILITY_NOT_FOUND'; readonly capabilityId: string }
  | { readonly code: 'TOOL_NAME_TAKEN'; readonly toolName: string }
  | { readonly code: 'CAPABILITIES_REPEAT'; readonly toolName: string }
  | PageError
  | { readonly code: 'TIME_INVALID'; readonly parameter: string }
  | { readonly code: 'SCOPE_MISSING' }
  | { readonly code: 'EXECUTION_NOT_FOUND'; readonly executionId: string }
  | { readonly code: 'TOOL_CALL_NOT_FOUND'; readonly toolCallId: string }
  | { readonly code: 'SCENARIO_UNKNOWN'; readonly scenario: string; readonly known: readonly string[] }
  | {
      readonly code: 'NOT_PAUSED';
      readonly executionId: string;
      readonly waitsFor: 'approval' | 'tool-output';
    }
  | { readonly code: 'APPROVAL_MISMATCH'; readonly approvalId: string; readonly pending: string }
  | { readonly code: 'APPROVAL_EXPIRED'; readonly approvalId: string }
  | { readonly code: 'APPROVAL_ALREADY_RESOLVED'; readonly approvalId: string }
  | {
      readonly code: 'OUTPUT_MISSING';
      readonly awaited: readonly { readonly toolCallId: string; readonly toolName: string }[];
    };

export type DomainErrorOf<Code extends DomainError['code']> = Extract<DomainError, { readonly code: Code }>;

/** The reason why an approval could not be resolved. */
export type ApprovalError = DomainErrorOf<
  | 'EXECUTION_NOT_FOUND'
  | 'NOT_PAUSED'
  | 'APPROVAL_MISMATCH'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_ALREADY_RESOLVED'
>;

/** The reason why outputs of local tools were rejected. */
export type OutputError = DomainErrorOf<'EXECUTION_NOT_FOUND' | 'NOT_PAUSED' | 'OUTPUT_MISSING'>;

export type AgentError =
  | { readonly code: 'FEATURE_UNAVAILABLE' }
  | { readonly code: 'FEATURE_HIDDEN' }
  | { readonly code: 'VERSION_NOT_FOUND'; readonly versionId: string }
  | { readonly code: 'VERSION_FOREIGN'; readonly versionId: string }
  | { readonly code: 'NEVER_PUBLISHED'; readonly agentId: string }
  | { readonly code: 'CREDENTIAL_NOT_FOUND'; readonly agentId: string }
  | { readonly code: 'VOICE_UNSUPPORTED'; readonly agentId: string }
  | { readonly code: 'TEXT_EMPTY' }
  | { readonly code: 'NOT_EXTERNAL'; readonly agentId: string }
  | { readonly code: 'CARD_ADDRESS_MISSING'; readonly agentId: string }
  | { readonly code: 'CARD_NOT_SERVED'; readonly name: string }
  | { readonly code: 'CARD_HEADER_INVALID'; readonly name: string };

export type AgentErrorOf<Code extends AgentError['code']> = Extract<AgentError, { readonly code: Code }>;
