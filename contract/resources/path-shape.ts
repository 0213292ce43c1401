/** Reads path templates: which segments are fixed, and which parameters follow them. */
import { memoizeByText } from '../memoize.ts';
import { isVerb, singularName, wordsOf } from './words.ts';

/** A path, as resources see it. */
export interface PathShape {
  readonly segments: readonly PathSegment[];
  /** Whether the path ends in a parameter, and so names one record. */
  readonly isItem: boolean;
  /** The parameters at the end. Shape: empty if the path ends in a fixed segment. */
  readonly keys: readonly string[];
  /** The path without the parameters at the end. */
  readonly collection: string;
  /** The last fixed segment; empty if there is none. */
  readonly name: string;
  /** The verb at the end, after a colon, a dot or `#operation=`: `cancel` of `/orders/{id}:cancel` and of `/orders.cancel`; `null` for none. */
  readonly verb: string | null;
}

/** A segment: fixed text, or a parameter. */
export interface PathSegment {
  readonly text: string;
  /** The names in braces. Shape: empty for fixed text. */
  readonly parameters: readonly string[];
}

/**
 * Reads a path template. Shape: formats such as `.json`, `.{format}` and `/json`, fragments, slashes at the end and a
 * segment `-` do not count.
 */
export const readPath = memoizeByText((path): PathShape => {
  const bare = path
    .replace(/[#?].*/s, '')
    .replace(/\.(?:json|xml|\{[^{}]*(?:format|ext|extension|content_?type)\})$/i, '')
    .replace(/(?<=.)\/json$/, '')
    .replace(/(?<!\/)\/+$/, '');
  const last = /[}\w]:([A-Za-z][\w-]*)$/.exec(bare)?.[1] ?? dottedVerb(bare);
  const plain = last === null ? bare : bare.slice(0, -last.length - 1);
  // Why: a fragment distinguishes operations that differ only in their queries.
  const verb = last ?? /#(?:operation|action)=([A-Za-z][\w-]*)/i.exec(path)?.[1] ?? null;
  const segments = plain
    .split('/')
    // Why: a `-` stands for a name that does not matter.
    .filter((segment) => segment !== '' && segment !== '-')
    .flatMap(readSegment);
  const end = segments.findLastIndex(({ parameters }) => parameters.length === 0);
  const keys = segments.slice(end + 1).flatMap(({ parameters }) => parameters);
  return {
    segments,
    isItem: keys.length > 0,
    keys,
    collection: `/${segments
      .slice(0, end + 1)
      .map(({ text }) => text)
      .join('/')}`,
    name: withoutVersions(segments.slice(0, end + 1)).at(-1)?.text ?? '',
    verb,
  };
});

/** Returns the verb at the end of `/orders.cancel`; `null` for none. */
function dottedVerb(path: string): string | null {
  const last = /\/(?:[A-Za-z]+\.)+([A-Za-z]+)$/.exec(path)?.[1];
  return last !== undefined && (isVerb(last) || /^(?:list|info|create|delete)/.test(last)) ? last : null;
}

/** Splits `users({id})` and `users('{id}')` into the collection and the key. */
function readSegment(segment: string): PathSegment[] {
  const [, name = '', key = ''] = /^([^{(]+)\((.+)\)$/.exec(segment) ?? [];
  const texts = key.includes('{') ? [name, key] : [segment];
  return texts.map((text) => ({
    text,
    parameters: Array.from(text.matchAll(/\{[+*.;/?]?([^{}*]+)\*?\}/g), ([, parameter = '']) => parameter),
  }));
}

/**
 * Returns the text of a path with a placeholder for each parameter, so that names do not matter, and without versions.
 * Why: some services give each operation a version of its own.
 */
export const templateOf = memoizeByText((path) => {
  const named = withoutVersions(readPath(path).segments);
  return `/${named.map(({ text, parameters }) => (parameters.length === 0 ? text : '{}')).join('/')}`;
});

/** Returns segments without versions at their beginning or behind a name, such as those of `/v1/orders/v2/{id}`. */
function withoutVersions(segments: readonly PathSegment[]): readonly PathSegment[] {
  if (segments.length === 1) return segments;
  return segments.filter(
    ({ text }, index) => !/^v\d+(?:\.\d+)?$/i.test(text) || (segments[index - 1]?.parameters.length ?? 0) > 0,
  );
}

/** Returns whether a segment is a version of an API, and so no name: `v1`, `v2.0` or `v1beta1`. */
export function isVersion(segment: string): boolean {
  return /^v\d+(?:\.\d+)?(?:(?:alpha|beta|rc)\d*)?$/i.test(segment);
}

/** Returns a template without its last segment; empty for the root. */
export function parentOf(template: string): string {
  return template.slice(0, Math.max(0, template.lastIndexOf('/')));
}

/**
 * Returns a name of a path parameter that includes its resource: `board_id` for `{id}` of `/boards/{id}/lists`, and
 * any other name as it is.
 */
export function parentName(path: string, parameter: string): string {
  const suffix = /^(id|key|uuid|sid|gid|slug|name)(?:[_-]?or[_-]?\w+)?$/i.exec(parameter)?.[1];
  if (suffix === undefined) return parameter;
  const segments = path.split('/');
  const before = segments[segments.findIndex((each) => each.startsWith(`{${parameter}}`)) - 1];
  return before === undefined || before === '' || before.startsWith('{')
    ? parameter
    : `${wordsOf(singularName(before)).join('_')}_${suffix}`;
}

const PARAMETERS = /\{([^{}]+)\}/g;

/** Returns the names of the parameters of a path, in their order. */
export function parametersIn(path: string): readonly string[] {
  return Array.from(path.matchAll(PARAMETERS), ([, name = '']) => name);
}

/** Returns the parameter that a path ends in; `null` for none. */
export function lastParameter(path: string): string | null {
  return /\{([^{}]+)\}\/?$/.exec(path)?.[1] ?? null;
}

/** Returns a path with the texts of its parameters. */
export function fillPath(path: string, textOf: (parameter: string) => string): string {
  return path.replaceAll(PARAMETERS, (_, name: string) => encodeURIComponent(textOf(name)));
}

/** A path of one segment below a record: `/boards/{id}/members`. Shape: `parameter` has the key of the record. */
export interface PathBelow {
  readonly itemPath: string;
  readonly parameter: string;
  readonly segment: string;
}

/** Reads a path of one segment below a record. Shape: empty texts for another path. */
export function readBelow(path: string): PathBelow {
  const [, itemPath = '', parameter = '', segment = ''] = /^(.*\{([^{}]+)\})\/([^/{}]+)$/.exec(path) ?? [];
  return { itemPath, parameter, segment };
}
