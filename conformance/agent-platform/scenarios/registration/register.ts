/**
 * Registers, claims and tries keys for scenario checks. The source specifies few properties and no status of these
 * responses, so success is any 2XX, and a key is recognized by its form.
 */
import { citeFacts } from '../define-check.ts';
import { createHash } from 'node:crypto';
import type { RegistrationRequest } from '../../../../generated/service/types.ts';
import type { TestEnvironment } from '../../../model/test-environment.ts';
import type { SignAssertionOptions } from '../../driver/abilities.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';
import { isSuccess, requireSuccess } from '../call-response.ts';
import { textOf } from '../read-value.ts';
import { registrationsPerHour } from '../../responses/registration-counter.ts';
import { msPerHour } from '../../../../templates/runtime/conversion/durations.ts';
import { parseJson } from '../../../model/json-fields.ts';

/** A registration that is not yet claimed. Shape: `email` is unused. */
export interface PreClaimAccount {
  readonly key: string;
  readonly claimToken: string;
  readonly email: string;
  /** The response. */
  readonly body: unknown;
}

/** The latest registration of each test environment. Why: an address may register only five times an hour. */
const latest = new WeakMap<TestEnvironment, PreClaimAccount>();

/** Returns the latest registration, or a new one. Skips the check if that fails. */
export async function knownAccount(context: CheckContext): Promise<PreClaimAccount> {
  return latest.get(context.environment) ?? registerAnonymously(context);
}

/** The maximum number of registrations that a check needs. */
const NEEDED = 3;

/** Registrations in each test environment since the clock was last advanced for them. */
const counts = new WeakMap<TestEnvironment, number>();

/**
 * Advances the clock by an hour if a check would reach the limit on registrations. Why before the check: a signed
 * assertion would be too old afterwards.
 */
export async function avoidLimit({ environment, abilities }: CheckContext): Promise<void> {
  if ((counts.get(environment) ?? 0) + NEEDED <= registrationsPerHour || !('advance' in abilities)) return;
  await abilities.advance(msPerHour);
  counts.delete(environment);
}

export async function askOnce(context: CheckContext): Promise<ReceivedResponse> {
  const response = await register(context, { type: 'anonymous', requested_credential_type: 'api_key' });
  const account = accountIn(response.body);
  if (account !== null) latest.set(context.environment, account);
  return response;
}

/** Requests a pre-claim key, an hour later if there were too many and the driver can advance the clock. */
export async function requestWhenAllowed(context: CheckContext): Promise<ReceivedResponse> {
  const response = await askOnce(context);
  if (response.status !== 429 || !('advance' in context.abilities)) return response;
  await context.abilities.advance(msPerHour);
  counts.delete(context.environment);
  return askOnce(context);
}

/** Requests a pre-claim key. Skips the check if there were too many registrations. */
export async function askAnonymously(context: CheckContext): Promise<ReceivedResponse> {
  const response = await requestWhenAllowed(context);
  skipWhereLimited(context, response);
  return response;
}

/** Registers anonymously, or returns an earlier registration beyond the limit. Skips the check if that fails. */
export async function registerAnonymously(context: CheckContext): Promise<PreClaimAccount> {
  const response = await requestWhenAllowed(context);
  const account =
    accountIn(response.body) ?? (response.status === 429 ? latest.get(context.environment) : undefined);
  if (account !== undefined) return account;
  skipWhereLimited(context, response);
  return context.skip(
    `An anonymous registration returned ${response.status} without a key and a claim token.`,
  );
}

function accountIn(body: unknown): PreClaimAccount | null {
  const key = keyIn(body);
  const claimToken = textOf(body, 'claim_token');
  if (key === null || claimToken === null) return null;
  return { key, claimToken, email: `claim-${digestOf(claimToken)}@example.org`, body };
}

/** Finds the key in a response by its form at any depth, since the source does not specify the property. */
export function keyIn(body: unknown): string | null {
  if (typeof body === 'string') return /^rt_(live|test)_\S+$/.test(body) ? body : null;
  if (typeof body !== 'object' || body === null) return null;
  for (const property of Object.values(body)) {
    const key = keyIn(property);
    if (key !== null) return key;
  }
  return null;
}

/** Requests a code and reads it; an invented one without a driver. Skips the check if none is sent. */
export async function receiveCode(
  context: CheckContext,
  { claimToken, email }: PreClaimAccount,
): Promise<string> {
  requireSuccess(context, await askForCode(context, claimToken, email), 'Requesting a code');
  if (!('readCode' in context.abilities)) return '271828';
  const code = await context.abilities.readCode(email);
  if (code === null) return context.skip('A code was requested, and none was sent.');
  context.keepSecret('oneTimeCode', code);
  return code;
}

/** Requests a code by mail. */
export function askForCode(
  context: CheckContext,
  claimToken: string,
  email: string,
): Promise<ReceivedResponse> {
  return context.call('requestClaimCode', { body: { claim_token: claimToken, email }, profile: null });
}

export async function claim(
  context: CheckContext,
  { claimToken }: PreClaimAccount,
  otp: string,
): Promise<ReceivedResponse> {
  const body = { claim_token: claimToken, otp };
  const response = await context.call('completeClaim', { body, profile: null });
  const key = keyIn(response.body);
  if (key !== null) context.keepSecret('claimedKey', key);
  return response;
}

/** Returns another code than this one. */
export function wrongCode(code: string, turn = 1): string {
  return String((Number(code) + turn) % 10 ** code.length).padStart(code.length, '0');
}

/** Tries wrong codes. Fails the check if one of them is accepted. */
export async function tryWrongCodes(
  context: CheckContext,
  preClaim: PreClaimAccount,
  code: string,
  times: number,
): Promise<void> {
  for (let turn = 1; turn <= times; turn++) {
    const response = await claim(context, preClaim, wrongCode(code, turn));
    context.expect(
      !isSuccess(response),
      citeFacts(['F-5-066'], `A wrong code returned ${response.status}.`, 'status'),
    );
  }
}

/** Returns the status of a request with a key. Shape: 401 only for an invalid key. */
export async function statusWith(context: CheckContext, key: string, name: string): Promise<number> {
  return (await context.call('listAgents', { profile: context.profileOf(key, name) })).status;
}

export async function expectInvalid(context: CheckContext, key: string, when: string): Promise<void> {
  const status = await statusWith(context, key, 'preClaimKey');
  context.expect(status === 401, `The pre-claim key returned ${status} instead of 401 ${when}.`, 'status');
}

/** Expects that a key is not rejected as invalid. */
export async function expectValid(context: CheckContext, key: string, when: string): Promise<void> {
  const status = await statusWith(context, key, 'preClaimKey');
  context.expect(status !== 401, `The pre-claim key returned 401 ${when}.`, 'status');
}

/** A signed assertion and its subject. */
export interface Assertion {
  readonly jwt: string;
  readonly email: string;
}

/** Signs an assertion about a new person, unless `email` is given; `options` are further claims. */
export async function signFor(
  context: CheckContext,
  { email, ...options }: Partial<SignAssertionOptions> = {},
): Promise<Assertion> {
  const sign = (one: SignAssertionOptions): Promise<string> => context.abilities.signAssertion(one);
  // Why: every assertion has a unique id, so its digest is an unused address.
  const person = email ?? `person-${digestOf(await sign({ email: 'nobody@example.org' }))}@example.org`;
  const jwt = await sign({ email: person, ...options });
  context.keepSecret('assertion', jwt);
  return { jwt, email: person };
}

/** Registers by an assertion. Skips the check if there were too many registrations. */
export async function registerBy(context: CheckContext, { jwt }: Assertion): Promise<ReceivedResponse> {
  const response = await register(context, {
    type: 'identity_assertion',
    assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
    assertion: jwt,
    requested_credential_type: 'api_key',
  });
  skipWhereLimited(context, response);
  return response;
}

/** Returns the claims of a JWT; an empty object for an invalid one. */
export function claimsOf(jwt: string): unknown {
  return parseJson(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString(), {});
}

async function register(context: CheckContext, body: RegistrationRequest): Promise<ReceivedResponse> {
  counts.set(context.environment, (counts.get(context.environment) ?? 0) + 1);
  const response = await context.call('registerAgent', { body, profile: null });
  const secrets = { registeredKey: keyIn(response.body), claimToken: textOf(response.body, 'claim_token') };
  for (const [name, value] of Object.entries(secrets)) if (value !== null) context.keepSecret(name, value);
  return response;
}

function skipWhereLimited(context: CheckContext, { status }: ReceivedResponse): void {
  if (status === 429) context.skip('There were too many registrations from this address in the last hour.');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
