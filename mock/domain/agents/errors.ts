/**
 * Errors of agents beyond their record: features, versions, cards, voices, token policies.
 */

/** An error of this area. */
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

/** The errors of some codes. */
export type AgentErrorOf<Code extends AgentError['code']> = Extract<AgentError, { readonly code: Code }>;
