/**
 * What the domain needs of cryptography to sign texts. The adapter that implements it runs in every host.
 */

/** Signs texts, so that whoever shows one with its signature proves that it came from here. */
export interface Signer {
  /** Returns the HMAC-SHA256 of a text. Shape: 64 lower-case hexadecimal digits. */
  sign(secret: string, text: string): Promise<string>;
  /** Returns whether a signature is that of a text; takes the same time for every wrong one of the right length. */
  verify(secret: string, text: string, signature: string): Promise<boolean>;
}
