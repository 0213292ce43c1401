/**
 * All formats, including rarely used ones that need more code than all others together.
 * Compiled schemas import this module only if they assert a rare format.
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

/** Every asserted format; `hostname` also validates encoded labels of other scripts. */
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

/** Returns whether the text is an ECMA-262 regular expression. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
