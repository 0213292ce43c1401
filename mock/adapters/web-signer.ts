/** Signatures with Web Crypto, which is available on every host: Node, browsers, workers. */
import type { Signer } from '../kernel/signing.ts';

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
const hexForm = /^(?:[0-9a-f]{2})+$/;

export function createWebSigner(): Signer {
  const encoder = new TextEncoder();
  const importKey = (secret: string) =>
    crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify']);
  return {
    async sign(secret, text) {
      const signature = await crypto.subtle.sign(
        algorithm.name,
        await importKey(secret),
        encoder.encode(text),
      );
      return hex(new Uint8Array(signature));
    },

    async verify(secret, text, signature) {
      const bytes = bytesOf(signature);
      if (bytes === null) return false;
      return crypto.subtle.verify(algorithm.name, await importKey(secret), bytes, encoder.encode(text));
    },
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!hexForm.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(2 * place, 2 * place + 2), 16),
  );
}
