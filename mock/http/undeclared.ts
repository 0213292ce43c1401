/**
 * The mark on answers that no operation of the contract declares. A client that depends on one depends on the mock,
 * so each says in a header what made it.
 */

/** Name of the header, as it appears on the wire in lower case. */
export const UNDECLARED_HEADER = 'backlot-outside-contract';

/** Why an answer is outside the contract. */
export type UndeclaredReason =
  | 'unknown-world'
  | 'unknown-route'
  | 'method-not-allowed'
  | 'options'
  | 'contract-document'
  | 'landing-page'
  | 'favicon'
  | 'jwks'
  | 'preference-refused'
  | 'unauthorized'
  | 'insufficient-scope'
  | 'body-too-large'
  | 'request-refused'
  | 'sampled'
  | 'injected-fault'
  | 'control-access'
  | 'host-refused'
  | 'origin-refused'
  | 'reply-violation'
  | 'internal-error';
