/**
 * Signs and verifies webhooks by Standard Webhooks, with Web Crypto.
 *
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
 */
import type { RequestHeaders } from '../http.ts';

/** The id and time of a verified webhook; else why it is rejected. */
export type WebhookVerdict =
  | { readonly ok: true; readonly id: string | null; readonly sentAt: Date | null }
  | { readonly ok: false; readonly status: 400 | 401; readonly message: string };

/** Verifies that a webhook is from its sender. Shape: `body` has the bytes as received. */
export type VerifyWebhook = (
  headers: Pick<RequestHeaders, 'get'>,
  body: Uint8Array,
) => WebhookVerdict | Promise<WebhookVerdict>;

/** The options of a verification. */
export interface StandardWebhooksOptions {
  /** The secret of the sender, `whsec_…`, or its public key, `whpk_…`; during a rotation, the old and the new one. */
  readonly secret: string | readonly string[];
  /** Units: seconds between the time of the webhook and that of the receiver; default 300. */
  readonly tolerance?: number;
  /** Units: milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;
}

/** The headers of a signed webhook. */
export interface WebhookHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** What is signed besides the body. */
export interface SignWebhookOptions {
  /** The secret, `whsec_…`, or the secret key, `whsk_…`; several give several signatures. */
  readonly secret: string | readonly string[];
  /** A random id when absent. */
  readonly id?: string;
  /** Now when absent. */
  readonly sentAt?: Date;
}

/** Units: characters of a header; signatures of a webhook. */
const MAX_FIELD_LENGTH = 4_096;
const MAX_SIGNATURES = 16;
const TOLERANCE = 300;

/**
 * Creates the verification of webhooks that are signed by Standard Webhooks.
 *
 * Shape: 400 for missing and malformed headers, 401 if no secret matches the signature, and for a time out of
 * tolerance.
 * Errors: throws for a secret that is not base64, and for a secret key.
 */
export function standardWebhooks({
  secret,
  tolerance = TOLERANCE,
  now = Date.now,
}: StandardWebhooksOptions): VerifyWebhook {
  const keys = readKeys(secret);
  if (keys.some(({ kind }) => kind === 'private'))
    throw new TypeError('A secret key whsk_ signs; a receiver has the public key whpk_.');
  return async (headers, body) => {
    const signed = readSignedFields(headers);
    if ('message' in signed) return signed;
    const { id, timestamp, signatures } = signed;
    const sentAt = new Date(Number(timestamp) * 1_000);
    if (Math.abs(now() - sentAt.getTime()) > tolerance * 1_000)
      return wrong(401, `The webhook-timestamp is more than ${tolerance} seconds from now.`);
    const content = contentOf(id, timestamp, body);
    for (const key of keys) if (await isSignedBy(key, content, signatures)) return { ok: true, id, sentAt };
    return wrong(401, 'No signature in webhook-signature matches this body and a secret of the receiver.');
  };
}

/**
 * Signs a webhook; returns the headers to send with this body.
 *
 * Errors: rejects for a secret that is not base64, a public key, and an id with a full stop.
 */
export async function signWebhook(
  body: string | Uint8Array,
  { secret, id = randomId(), sentAt = new Date() }: SignWebhookOptions,
): Promise<WebhookHeaders> {
  if (id === '' || id.includes('.'))
    throw new TypeError('The id of a webhook must not be empty or contain a full stop.');
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = contentOf(id, timestamp, bytes);
  const signatures = await Promise.all(readKeys(secret).map((key) => signatureOf(key, content)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function randomId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `msg_${digits.join('')}`;
}

type SignatureBytes = ReturnType<typeof decodeBase64>;

/** A secret or key, by its purpose. */
interface SignatureKey {
  readonly kind: 'hmac' | 'public' | 'private';
  readonly bytes: SignatureBytes;
}

const KEY_KINDS: readonly (readonly [
  prefix: string,
  kind: SignatureKey['kind'],
  lengths: readonly number[],
])[] = [
  ['whpk_', 'public', [32]],
  // Some libraries append the public key.
  ['whsk_', 'private', [32, 64]],
  ['whsec_', 'hmac', []],
  ['', 'hmac', []],
];

/** Returns whether a text is a secret that can sign. */
export function isSigningSecret(text: string): boolean {
  try {
    return readKeys(text).every(({ kind }) => kind !== 'public');
  } catch {
    return false;
  }
}

/** Reads secrets. Errors: throws without quoting the secret. */
function readKeys(secret: string | readonly string[]): readonly SignatureKey[] {
  const texts = [secret].flat();
  if (texts.length === 0) throw new TypeError('A webhook needs at least one secret.');
  return texts.map((text) => {
    const [prefix, kind, lengths] = KEY_KINDS.find(([start]) => text.startsWith(start)) ?? ['', 'hmac', []];
    const bytes = tryDecodeBase64(text.slice(prefix.length));
    const fits = bytes !== null && (lengths.length === 0 ? bytes.length > 0 : lengths.includes(bytes.length));
    if (!fits)
      throw new TypeError(`The secret of a webhook is ${prefix === '' ? 'whsec_' : prefix} and base64.`);
    return { kind, bytes };
  });
}

/** The headers of a webhook, before its signatures are compared. */
interface SignedFields {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

function readSignedFields(headers: Pick<RequestHeaders, 'get'>): SignedFields | ReturnType<typeof wrong> {
  const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  if (id === '' || timestamp === '' || signature === '')
    return wrong(400, 'The headers webhook-id, webhook-timestamp and webhook-signature are required.');
  if (id.length + timestamp.length + signature.length > MAX_FIELD_LENGTH)
    return wrong(400, `The headers of the webhook are longer than ${MAX_FIELD_LENGTH} characters.`);
  if (!/^\d{1,11}$/.test(timestamp)) return wrong(400, 'The webhook-timestamp is not a number of seconds.');
  const signatures = signature.split(' ').filter((text) => text !== '');
  if (signatures.length > MAX_SIGNATURES)
    return wrong(400, `The webhook has more than ${MAX_SIGNATURES} signatures.`);
  return { id, timestamp, signatures };
}

function wrong(status: 400 | 401, message: string) {
  return { ok: false, status, message } as const;
}

function contentOf(id: string, timestamp: string, body: Uint8Array) {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  return content;
}

async function isSignedBy(
  key: SignatureKey,
  content: SignatureBytes,
  signatures: readonly string[],
): Promise<boolean> {
  if (key.kind === 'hmac') {
    const expected = await signatureOf(key, content);
    return signatures.filter((signature) => isEqualText(signature, expected)).length > 0;
  }
  const usable = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify']);
  for (const signature of signatures) {
    const bytes = signature.startsWith('v1a,') ? tryDecodeBase64(signature.slice('v1a,'.length)) : null;
    if (bytes !== null && (await crypto.subtle.verify('Ed25519', usable, bytes, content))) return true;
  }
  return false;
}

/** The start of an Ed25519 key in PKCS #8, before its 32 bytes. Source: RFC 8410, section 7. */
const PKCS8_START = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

async function signatureOf({ kind, bytes }: SignatureKey, content: SignatureBytes): Promise<string> {
  if (kind === 'public') throw new TypeError('A public key whpk_ cannot sign.');
  if (kind === 'hmac') {
    const hash = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, hash, false, ['sign']);
    return `v1,${encodeBase64(await crypto.subtle.sign('HMAC', key, content))}`;
  }
  const encoded = new Uint8Array([...PKCS8_START, ...bytes.subarray(0, 32)]);
  const key = await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', false, ['sign']);
  return `v1a,${encodeBase64(await crypto.subtle.sign('Ed25519', key, content))}`;
}

/** Compares texts in a time that depends only on their lengths. */
function isEqualText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

function encodeBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function tryDecodeBase64(text: string): SignatureBytes | null {
  try {
    return decodeBase64(text);
  } catch {
    return null;
  }
}

function decodeBase64(text: string) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
