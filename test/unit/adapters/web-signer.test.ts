import { expect, test } from 'vitest';
import { createWebSigner } from '../../../mock/adapters/web-signer.ts';

const signer = createWebSigner();

// Source: RFC 4231 section 4.3.
const jefe = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

test('signs with HMAC-SHA256, in lower-case hexadecimal', async () => {
  expect(await signer.sign('Jefe', 'what do ya want for nothing?')).toBe(jefe);
});

test.each([
  ['the signature', 'Jefe', 'what do ya want for nothing?', jefe, true],
  ['another secret', 'Jeff', 'what do ya want for nothing?', jefe, false],
  ['another text', 'Jefe', 'what do ya want for nothing', jefe, false],
  ['upper case', 'Jefe', 'what do ya want for nothing?', jefe.toUpperCase(), false],
  ['a part of it', 'Jefe', 'what do ya want for nothing?', jefe.slice(0, 62), false],
  ['a signature and more', 'Jefe', 'what do ya want for nothing?', `${jefe}00`, false],
  ['half a byte', 'Jefe', 'what do ya want for nothing?', jefe.slice(0, 63), false],
  ['nothing', 'Jefe', 'what do ya want for nothing?', '', false],
])('checks the signature: %s', async (_, secret, text, signature, verdict) => {
  expect(await signer.verify(secret, text, signature)).toBe(verdict);
});
