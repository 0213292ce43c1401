/**
 * Parses the text of a parameter as its documented type.
 */
import { findForbiddenName } from './forbidden-names.ts';
import { isDeeperThan } from './json-text.ts';
import type { ParameterKind } from './operation-spec.ts';
import { readScalar, wrongType, type TextReading } from './read-scalar.ts';

/** Parses text as a value of a kind: a scalar, or JSON that is not nested too deeply. */
export function readText(kind: ParameterKind, text: string): TextReading {
  return kind === 'json' ? readJsonText(text) : readScalar(kind, text);
}

const DEEPEST_PARAMETER = 64;

function readJsonText(text: string): TextReading {
  if (isDeeperThan(text, DEEPEST_PARAMETER)) return wrongType('must be JSON text');
  try {
    const value: unknown = JSON.parse(text);
    return findForbiddenName(value, text) === null ? { ok: true, value } : wrongType('must be JSON text');
  } catch {
    return wrongType('must be JSON text');
  }
}
