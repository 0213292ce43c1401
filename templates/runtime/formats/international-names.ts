/**
 * Domain names and addresses in every script. Source: RFC 5890 to 5893 for names, RFC 6531 for mail, RFC 3987 for IRIs.
 * Uses the Unicode tables of the JavaScript engine; joining and direction, which these lack, are derived from scripts.
 */
import { isEmail, isHostname, isUri, isUriReference } from './network-formats.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';

/** Units: characters of a name in ASCII, its longest form. */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

const DOTS = /[.\u3002\uff0e\uff61]/;
/* eslint-disable no-control-regex -- the range is ASCII. */
const ASCII = /^[\x00-\x7f]*$/;
const BEYOND_ASCII = /[^\x00-\x7f]/gu;
/* eslint-enable no-control-regex */
const PLAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Code points that are valid anywhere in a label. Source: RFC 5892 section 2. */
const LETTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]$/u;
const ALWAYS = /^[-\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]$/u;
const NEVER =
  // eslint-disable-next-line no-misleading-character-class -- every mark is a code point of its own.
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u;

/** Characters with the combining class Virama, for which regular expressions have no property. */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}]$/u;
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Letters that join only with the preceding letter. */
const JOINS_BEFORE =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]/u;

/** Code points that are valid only in some contexts. Source: RFC 5892 appendix A. */
const inContext: ReadonlyMap<string, (before: string, after: string) => boolean> = new Map([
  ['\u00b7', (before, after) => before.endsWith('l') && after.startsWith('l')],
  ['\u0375', (_before, after) => /^\p{Script=Greek}/u.test(after)],
  ['\u05f3', (before) => /\p{Script=Hebrew}$/u.test(before)],
  ['\u05f4', (before) => /\p{Script=Hebrew}$/u.test(before)],
  [
    '\u30fb',
    (before, after) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(before + after),
  ],
  ['\u200d', (before) => VIRAMA.test(before)],
  ['\u200c', (before, after) => VIRAMA.test(before) || isBetweenJoined(before, after)],
]);

/** Returns whether the text is a host name in any script. */
export function isIdnHostname(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const labels = text.split(DOTS).map(readLabel);
  const names = labels.filter((label) => label !== null);
  if (names.length < labels.length || names.map(({ ascii }) => ascii).join('.').length > MAX_NAME_LENGTH)
    return false;
  return (
    !names.some(({ name }) => RIGHT_TO_LEFT.test(name)) || names.every(({ name }) => keepsDirection(name))
  );
}

/** Returns whether the text is an ASCII host name whose encoded labels are valid. Source: RFC 1123 and RFC 5890. */
export function isEncodedHostname(text: string): boolean {
  return isHostname(text) && (!/(?:^|\.)xn--/i.test(text) || isIdnHostname(text));
}

/** Returns whether the text is a mail address in any script; normalizes the domain to NFC first. */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0)).replaceAll(BEYOND_ASCII, 'a');
  const domain = text.slice(at + 1).normalize('NFC');
  return at > 0 && isEmail(`${local}@${!ASCII.test(domain) && isIdnHostname(domain) ? 'a' : domain}`);
}

/** Returns whether the text is an IRI. */
export function isIri(text: string): boolean {
  return isUri(toPlain(text));
}

/** Returns whether the text is an IRI or a reference relative to one. */
export function isIriReference(text: string): boolean {
  return isUriReference(toPlain(text));
}

const EXPRESSION =
  /^[+#./;?&=,!@|]?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*(?::[1-9]\d{0,3}|\*)?$/;
const VARIABLE =
  /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*(?::[1-9]\d{0,3}|\*)?$/;
const LITERAL = /^(?:[!#$&-;=?-[\]_a-z~]|%[0-9A-Fa-f]{2})*$/;

/** Returns whether the text is a URI template. Source: RFC 6570 section 2. */
export function isUriTemplate(text: string): boolean {
  return text.split('{').every((part, index) => {
    if (index === 0) return LITERAL.test(toPlain(part));
    const [expression = '', literal, ...more] = part.split('}');
    if (literal === undefined || more.length > 0) return false;
    const [first = '', ...rest] = expression.split(',');
    return (
      EXPRESSION.test(first) && rest.every((each) => VARIABLE.test(each)) && LITERAL.test(toPlain(literal))
    );
  });
}

/** Replaces characters that only an IRI allows with letters. Source: RFC 3987 `ucschar` and `iprivate`. */
function toPlain(text: string): string {
  const [before, query] = [text.split('?', 1)[0] ?? '', text.split('#', 1)[0] ?? ''];
  const rest = text.slice(query.length);
  const asked = query
    .slice(before.length)
    .replaceAll(/[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu, 'a');
  return `${query.slice(0, before.length)}${asked}${rest}`.replaceAll(
    /[\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{dfffd}\u{e1000}-\u{efffd}]/gu,
    'a',
  );
}

/** A label in Unicode and in ASCII. */
interface Label {
  readonly name: string;
  readonly ascii: string;
}

function readLabel(label: string): Label | null {
  if (!ASCII.test(label)) return toLabel(label);
  if (!PLAIN_LABEL.test(label)) return null;
  if (!label.toLowerCase().startsWith('xn--'))
    return label.slice(2, 4) === '--' ? null : { name: label, ascii: label };
  const name = decodePunycode(label.slice(4));
  const read = name === null || ASCII.test(name) ? null : toLabel(name);
  return read?.ascii === label.toLowerCase() ? read : null;
}

function toLabel(name: string): Label | null {
  if (name.length > MAX_LABEL_LENGTH || !isName(name)) return null;
  const ascii = `xn--${encodePunycode(name)}`;
  return ascii.length <= MAX_LABEL_LENGTH ? { name, ascii } : null;
}

function isName(name: string): boolean {
  if (name !== name.normalize('NFC') || /^(?:\p{M}|-)|-$/u.test(name) || name.slice(2, 4) === '--')
    return false;
  if (/[\u0660-\u0669]/.test(name) && /[\u06f0-\u06f9]/.test(name)) return false;
  const points = Array.from(name);
  return points.every((point, at) => {
    const context = inContext.get(point);
    if (context !== undefined) return context(points.slice(0, at).join(''), points.slice(at + 1).join(''));
    if (ALWAYS.test(point)) return true;
    return LETTERS.test(point) && !NEVER.test(point) && point === folded(point);
  });
}

function folded(point: string): string {
  return point.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function isBetweenJoined(before: string, after: string): boolean {
  const left = Array.from(before.replaceAll(/\p{Mn}/gu, '')).at(-1) ?? '';
  const [right = ''] = after.replaceAll(/\p{Mn}/gu, '');
  return JOINED.test(left) && !JOINS_BEFORE.test(left) && JOINED.test(right);
}

/** Right-to-left letters, and the digits of their scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u05ff\u0600-\u065f\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u0660-\u0669]/u;
const RTL_LETTER =
  /[\u05be-\u05ff\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns whether a label follows the Bidi rule. Source: RFC 5893 section 2. */
function keepsDirection(name: string): boolean {
  const kinds = Array.from(name).map(directionOf);
  const [first] = kinds;
  const last = kinds.filter((kind) => kind !== 'mark').at(-1);
  if (first === 'right')
    return (
      !kinds.includes('left') &&
      (last === 'right' || last === 'number' || last === 'arabic number') &&
      !(kinds.includes('number') && kinds.includes('arabic number'))
    );
  return (
    first === 'left' &&
    !kinds.includes('right') &&
    !kinds.includes('arabic number') &&
    (last === 'left' || last === 'number')
  );
}

type Direction = 'left' | 'right' | 'number' | 'arabic number' | 'mark' | 'neutral';

function directionOf(point: string): Direction {
  if (/\p{Mn}/u.test(point)) return 'mark';
  if (/[0-9\u06f0-\u06f9]/.test(point)) return 'number';
  if (/[\u0660-\u0669]/.test(point)) return 'arabic number';
  if (RTL_LETTER.test(point)) return 'right';
  return /[\p{L}\p{Mc}\p{Nd}]/u.test(point) ? 'left' : 'neutral';
}
