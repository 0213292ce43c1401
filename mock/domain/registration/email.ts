/**
 * Addresses of mail.
 */

const emailForm = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** Tells whether a text can be an address. Strict enough to catch a slip, and no more: only a mail proves an address. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailForm.test(text);
}
