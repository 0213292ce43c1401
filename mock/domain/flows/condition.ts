/**
 * The conditions of conditional steps: a variable, or a comparison of a variable with a value.
 */
import { isMap } from '../json.ts';
import type { Json, JsonMap } from '../json.ts';

const comparison =
  /^([\w.-]{1,200})\s{0,8}(==|!=|>=|<=|>|<)\s{0,8}('[^']*'|"[^"]*"|-?\d{1,15}(?:\.\d{1,15})?|true|false)$/;
const variable = /^[\w.-]{1,200}$/;

/** Returns whether a condition is met. One that is written in any other way is met, so that its step shows. */
export function isHeld(condition: string, variables: JsonMap): boolean {
  const text = condition.trim();
  if (variable.test(text)) return isTruthy(valueOf(text, variables));
  const parts = comparison.exec(text);
  if (parts === null) return true;
  const [, path = '', operator = '', literal = ''] = parts;
  return compare(valueOf(path, variables), operator, readLiteral(literal));
}

function valueOf(path: string, variables: JsonMap): Json {
  return path
    .split('.')
    .reduce<Json>(
      (value, name) => (isMap(value) && Object.hasOwn(value, name) ? value[name] : null),
      variables,
    );
}

function readLiteral(text: string): Json {
  return /^['"]/.test(text) ? text.slice(1, -1) : (words.get(text) ?? Number(text));
}

const words = new Map<string, Json>([
  ['true', true],
  ['false', false],
]);

function compare(value: Json, operator: string, other: Json): boolean {
  if (operator === '==') return value === other;
  if (operator === '!=') return value !== other;
  if (typeof value !== 'number' || typeof other !== 'number') return false;
  if (operator === '>') return value > other;
  if (operator === '<') return value < other;
  return operator === '>=' ? value >= other : value <= other;
}

function isTruthy(value: Json): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}
