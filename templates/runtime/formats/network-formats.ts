/** Network names and addresses. Every regular expression takes linear time. */

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const AUTHORITY =
  /^(?:(?:[a-z0-9._~!$&'()*+,;=:-]|%[0-9a-f]{2})*@)?(\[[^\]]*\]|(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;
const PATH = /^(?:[a-z0-9._~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*$/i;
const QUERY = /^(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[a-z0-9._~!$&'()*+,;=:-]+$/i;
const IPV4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;

/** Returns whether the text is an absolute URI. Source: RFC 3986 `URI`. */
export function isUri(text: string): boolean {
  return SCHEME.test(text) && isUriReference(text);
}

/** Returns whether the text is a URI or a reference relative to one. Source: RFC 3986 `URI-reference`. */
export function isUriReference(text: string): boolean {
  const [beforeFragment, fragment] = splitOnce(text, '#');
  const [beforeQuery, query] = splitOnce(beforeFragment, '?');
  if (!QUERY.test(fragment) || !QUERY.test(query)) return false;
  const scheme = SCHEME.exec(beforeQuery);
  return isHierarchy(beforeQuery.slice(scheme?.[0].length ?? 0), scheme !== null);
}

/** Returns whether the text between scheme and query is valid. */
function isHierarchy(text: string, hasScheme: boolean): boolean {
  if (text.startsWith('//')) {
    const slash = text.indexOf('/', 2);
    const end = slash === -1 ? text.length : slash;
    return isAuthority(text.slice(2, end)) && PATH.test(text.slice(end));
  }
  // A colon in the first segment of a relative path would make it a scheme.
  return PATH.test(text) && (hasScheme || !(text.split('/', 1)[0] ?? '').includes(':'));
}

function isAuthority(text: string): boolean {
  const host = AUTHORITY.exec(text)?.[1];
  if (host === undefined) return false;
  if (!host.startsWith('[')) return true;
  const address = host.slice(1, -1);
  return isIpv6(address) || FUTURE_ADDRESS.test(address);
}

/** Returns whether the text is an IPv4 address in dotted decimals. Source: RFC 2673 section 3.2. */
export function isIpv4(text: string): boolean {
  return text.length <= 15 && IPV4.test(text);
}

/** Returns whether the text is an IPv6 address. Source: RFC 4291 section 2.2. */
export function isIpv6(text: string): boolean {
  if (text.length < 2 || text.length > 45) return false;
  const lastColon = text.lastIndexOf(':');
  const tail = text.slice(lastColon + 1);
  if (lastColon !== -1 && tail.includes('.'))
    return isIpv4(tail) && hasGroups(text.slice(0, lastColon + 1) + '0:0');
  return hasGroups(text);
}

function hasGroups(text: string): boolean {
  const gap = text.indexOf('::');
  if (gap === -1) return countGroups(text) === 8;
  if (text.includes('::', gap + 1)) return false;
  const before = gap === 0 ? 0 : countGroups(text.slice(0, gap));
  const after = gap + 2 === text.length ? 0 : countGroups(text.slice(gap + 2));
  return before + after < 8;
}

/** Counts groups of up to four hexadecimal digits; NaN if one is invalid. */
function countGroups(text: string): number {
  const groups = text.split(':');
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.length : NaN;
}

/** Returns whether the text is a host name. Source: RFC 1123 section 2.1; RFC 5891 section 4.2.3.1 for hyphens. */
export function isHostname(text: string): boolean {
  return text.length > 0 && text.length <= 253 && text.split('.').every(isLabel);
}

function isLabel(label: string): boolean {
  if (!LABEL.test(label)) return false;
  return label.slice(2, 4) !== '--' || label.slice(0, 2).toLowerCase() === 'xn';
}

/** Returns whether the text is a mail address. Source: RFC 5321 section 4.1.2. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 320) return false;
  const local = text.slice(0, at);
  return (DOT_ATOM.test(local) || QUOTED.test(local)) && isMailDomain(text.slice(at + 1));
}

function isMailDomain(domain: string): boolean {
  if (!domain.startsWith('[')) return isHostname(domain);
  const address = domain.slice(1, -1);
  if (!domain.endsWith(']')) return false;
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}

function splitOnce(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
