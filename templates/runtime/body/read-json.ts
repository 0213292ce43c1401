/** Parses and validates JSON of untrusted clients. */
import { findForbiddenName } from '../forbidden-names.ts';
import { joinPath } from '../instance-path.ts';
import { describeJsonFault, isDeeperThan } from '../json-text.ts';
import { badEncoding, type ReadBody, rejectPart } from './read-problems.ts';
import { decodeUtf8 } from '../request-texts.ts';
import type { SchemaCheck } from '../schema-check.ts';

/** Reads a body of JSON. Units: `deepest` in levels. */
export function readJson(bytes: Uint8Array, check: SchemaCheck | null, deepest: number): ReadBody {
  const text = decodeUtf8(bytes);
  return text === null ? badEncoding() : readJsonValue(text, check, deepest);
}

/** Parses and validates a JSON text; `path` is its path in the body. */
export function readJsonValue(text: string, check: SchemaCheck | null, deepest: number, path = ''): ReadBody {
  if (isDeeperThan(text, deepest))
    return rejectPart('depth', path, 'INVALID_VALUE', `nests deeper than ${deepest} levels`);
  const parsed = parseJson(text);
  if (!parsed.ok) return rejectPart('malformed-json', path, 'INVALID_VALUE', describeJsonFault(text));
  const forbidden = findForbiddenName(parsed.value, text);
  if (forbidden !== null)
    return rejectPart('proto', joinPath(path, forbidden), 'INVALID_VALUE', 'is not an allowed name');
  if (check === null || check.check(parsed.value)) return { kind: 'value', value: parsed.value };
  return { kind: 'mismatch', check, value: parsed.value, length: text.length, path };
}

/** Parses JSON. */
export function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
