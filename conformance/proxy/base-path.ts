/**
 * Takes off the part of a path that lies before the contract.
 */

/** Finds where the contract begins in a path. */
export interface BasePaths {
  /** Answers the rest of a path, with its query; `null` where the path lies elsewhere. */
  strip(path: string): string | null;
}

/** Says what is wrong with a base path, `null` when nothing is. */
export function faultOfBasePath(text: string): string | null {
  if (!text.startsWith('/')) return 'begins with a slash';
  if (/[?#\s]/.test(text)) return 'is a path without a query';
  const isOdd = text.split('/').some((segment) => /[{}]/.test(segment) && !isTemplate(segment));
  return isOdd ? 'has names in braces that fill a segment: /w/{world}' : null;
}

/**
 * Reads base paths such as `/api` and `/w/{world}`, in which a name in braces stands for any one segment.
 *
 * Shape: of several that fit the longest is taken off; without any the contract begins at the root.
 */
export function readBasePaths(texts: readonly string[]): BasePaths {
  const templates = (texts.length === 0 ? ['/'] : texts)
    .map((text) => text.split('/').filter((segment) => segment !== ''))
    .toSorted((one, other) => other.length - one.length);
  return {
    strip(path) {
      for (const template of templates) {
        const rest = stripOne(path, template);
        if (rest !== null) return rest;
      }
      return null;
    },
  };
}

function stripOne(path: string, template: readonly string[]): string | null {
  let at = 0;
  for (const segment of template) {
    if (path[at] !== '/') return null;
    const end = endOfSegment(path, at + 1);
    const actual = path.slice(at + 1, end);
    if (isTemplate(segment) ? actual === '' : actual !== segment) return null;
    at = end;
  }
  const rest = path.slice(at);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function endOfSegment(path: string, from: number): number {
  for (let at = from; at < path.length; at++) {
    if (path[at] === '/' || path[at] === '?') return at;
  }
  return path.length;
}

function isTemplate(segment: string): boolean {
  return /^\{[^{}]+\}$/.test(segment);
}
