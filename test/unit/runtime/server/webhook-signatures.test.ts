/** Signatures of webhooks, against those that `node:crypto` computes. */
import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signWebhook, standardWebhooks } from '../../../../templates/runtime/server/webhook-signatures.ts';

const at = 1_760_000_000;
const body = '{"type":"paid","name":"Zoë"}';
const bytes = new TextEncoder().encode(body);
const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const valid = `v1,${createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')}`;
const sent = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': valid };
const now = () => at * 1_000;

async function statusOf(changes: Record<string, string>, secrets: string | string[] = secret, seconds = 0) {
  const verify = standardWebhooks({ secret: secrets, now: () => (at + seconds) * 1_000 });
  const verdict = await verify(new Headers({ ...sent, ...changes }), bytes);
  return verdict.ok ? 200 : verdict.status;
}

it('a webhook signed with the secret is accepted, with its id and time', async () => {
  const verdict = await standardWebhooks({ secret, now })(new Headers(sent), bytes);
  expect(verdict).toEqual({ ok: true, id: 'msg_1', sentAt: new Date(at * 1_000) });
});

it.each<[what: string, changes: Record<string, string>, status: number]>([
  ['no id', { 'webhook-id': '' }, 400],
  ['no timestamp', { 'webhook-timestamp': '' }, 400],
  ['no signature', { 'webhook-signature': '' }, 400],
  ['a date as timestamp', { 'webhook-timestamp': '2026-01-01' }, 400],
  ['another id', { 'webhook-id': 'msg_2' }, 401],
  ['another timestamp', { 'webhook-timestamp': String(at + 1) }, 401],
  ['a shorter signature', { 'webhook-signature': valid.slice(0, -1) }, 401],
  ['another version', { 'webhook-signature': valid.replace('v1', 'v2') }, 401],
  ['the right signature as v1a', { 'webhook-signature': valid.replace('v1', 'v1a') }, 401],
  ['the right signature after others', { 'webhook-signature': `v1a,!! v1,AAAA  ${valid}` }, 200],
  ['a thousand signatures', { 'webhook-signature': `${'x '.repeat(1_000)}${valid}` }, 400],
  ['an endless id', { 'webhook-id': 'x'.repeat(100_000) }, 400],
])('a webhook with %s is %#: status', async (_, changes, status) => {
  expect(await statusOf(changes)).toBe(status);
});

it('a webhook is accepted with the old and the new secret while they are replaced', async () => {
  expect([await statusOf({}, other), await statusOf({}, [other, secret])]).toEqual([401, 200]);
});

it.each([
  [-301, 401],
  [-300, 200],
  [300, 200],
  [301, 401],
])('a webhook that is %i seconds old is %i', async (seconds, status) => {
  expect(await statusOf({}, secret, seconds)).toBe(status);
});

it('a changed body is rejected', async () => {
  const verify = standardWebhooks({ secret, now });
  expect(await verify(new Headers(sent), bytes.subarray(1))).toMatchObject({ ok: false, status: 401 });
});

it.each(['', 'whsec_', 'whsec_!', 'whpk_AAAA', `whsk_${key.toString('base64')}`])(
  'the secret %j is rejected without being shown',
  (wrong) => {
    const create = () => standardWebhooks({ secret: wrong });
    expect(create).toThrow(/^(?!.*(!|AAAA|Bw)).*$/);
  },
);

it('no secret at all is rejected', () => {
  expect(() => standardWebhooks({ secret: [] })).toThrow('at least one secret');
});

describe('signing', () => {
  it('creates the same headers as the reference, one signature for each secret', async () => {
    const options = { id: 'msg_1', sentAt: new Date(at * 1_000) };
    expect(await signWebhook(body, { secret, ...options })).toEqual(sent);
    const both = await signWebhook(bytes, { secret: [other, secret], ...options });
    expect(both['webhook-signature'].split(' ')[1]).toBe(valid);
  });

  it('creates an id, and uses the current time', async () => {
    const headers = new Headers(await signWebhook(body, { secret }));
    expect(await standardWebhooks({ secret })(headers, bytes)).toMatchObject({ ok: true });
    expect(headers.get('webhook-id')).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  it('rejects an id with a full stop, which separates it from the time', async () => {
    await expect(signWebhook(body, { secret, id: 'a.1' })).rejects.toThrow('full stop');
  });
});

describe('Ed25519', () => {
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'jwk' }).x ?? '';
  const seed = pair.privateKey.export({ format: 'jwk' }).d ?? '';
  const publicKey = `whpk_${Buffer.from(raw, 'base64url').toString('base64')}`;
  const secretKey = `whsk_${Buffer.from(seed, 'base64url').toString('base64')}`;
  const content = Buffer.from(`msg_1.${at}.${body}`);
  const signature = `v1a,${sign(null, content, createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }))).toString('base64')}`;

  it('accepts a signature of the secret key with the public key', async () => {
    expect(await statusOf({ 'webhook-signature': `${valid} ${signature}` }, publicKey)).toBe(200);
  });

  it('rejects the same signature of another webhook', async () => {
    expect(await statusOf({ 'webhook-signature': signature, 'webhook-id': 'msg_2' }, publicKey)).toBe(401);
  });

  it('signs with a secret key, but not with a public key', async () => {
    const options = { id: 'msg_1', sentAt: new Date(at * 1_000) };
    const headers = await signWebhook(body, { secret: secretKey, ...options });
    expect(headers['webhook-signature']).toBe(signature);
    await expect(signWebhook(body, { secret: publicKey })).rejects.toThrow('cannot sign');
  });
});
