/**
 * All formats, with those that few schemas use and that need more code than the others together.
 * Compiled schemas import this module only when they assert one of them.
 */
import { formats } from './formats.ts';
import {
  isEncodedHostname,
  isIdnEmail,
  isIdnHostname,
  isIri,
  isIriReference,
  isUriTemplate,
} from './international-names.ts';

/** Every asserted format; a `hostname` is looked into where it encodes another script. */
export const allFormats = {
  ...formats,
  hostname: isEncodedHostname,
  'idn-email': isIdnEmail,
  'idn-hostname': isIdnHostname,
  iri: isIri,
  'iri-reference': isIriReference,
  regex: isPattern,
  'uri-template': isUriTemplate,
};

/** Returns whether the text is a regular expression of ECMA-262. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
