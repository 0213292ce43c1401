/**
 * Why a sandbox deployment is not destroyed, resumed or made.
 */

/** Everything that a mutation of a deployment is refused for. */
export type SandboxError =
  | { readonly code: 'DEPLOYMENT_NOT_FOUND'; readonly deploymentId: string }
  | { readonly code: 'SPEND_BUDGET_EXHAUSTED' }
  | { readonly code: 'QUOTA_EXHAUSTED' }
  | { readonly code: 'VERSION_STALE' }
  | { readonly code: 'ADMISSION_BLOCKED'; readonly reason: 'credential' | 'source' | 'profile' }
  | { readonly code: 'NOT_SUSPENDED'; readonly status: string }
  | { readonly code: 'KEY_REUSED' }
  | { readonly code: 'DEPLOYMENT_ID_TAKEN'; readonly deploymentId: string }
  | { readonly code: 'DEPLOYMENT_ID_FIXED'; readonly deploymentId: string };

/** The errors of some codes. */
export type SandboxErrorOf<Code extends SandboxError['code']> = Extract<
  SandboxError,
  { readonly code: Code }
>;
