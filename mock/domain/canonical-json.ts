/**
 * One text for all JSON documents that mean the same.
 */
import { isMap } from './json.ts';

/** Writes a value with the members of its objects in order of their names. Source: RFC 8785 section 3.2.3. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join()}}`;
}
