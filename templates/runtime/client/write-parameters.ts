/**
 * Writes the parameters of a request so that a server reads the same values: the counterpart of `read-parameters.ts`.
 */
import type { Call, RequestParts, Values, WrittenFields } from './call.ts';
import { RequestError } from './errors.ts';

/**
 * Writes all parameters that have a value.
 *
 * Errors: throws RequestError for a path parameter that is missing or would change the path, and for values that
 * can't be serialized.
 */
export function writeParameters({ id, path, parameters = [] }: Call, request: RequestParts): WrittenFields {
  const fields: WrittenFields = { path, query: [], headers: [], cookies: [] };
  for (const rule of parameters) {
    const { name, convert = (value: unknown) => value } = rule;
    const value = ownValue(request[rule.in.group], name);
    rejecting(id, name, () => rule.in.write(rule, convert(value), fields));
  }
  // The path parameters without a rule.
  fields.path = fields.path.replaceAll(PLACEHOLDER, (_, name: string) =>
    rejecting(id, name, () => requiredText(encodeURIComponent(plainText(ownValue(request.path, name))))),
  );
  // Why: `.` and `..` change the path, however they are encoded.
  const dots = /\/(\.\.?)(?![^/?])/.exec(fields.path)?.[1];
  if (dots !== undefined) throw unwritable(id, 'the path', `it contains "${dots}"`);
  return fields;
}

/** A path parameter in the template of a path. */
export const PLACEHOLDER = /\{([^{}]+)\}/g;

function ownValue(values: Values = {}, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns the text of a path parameter. Errors: throws RangeError if it is empty. */
export function requiredText(text: string): string {
  if (text === '') throw new RangeError('it is empty');
  return text;
}

/** Writes a scalar. Errors: throws RangeError for anything else. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      throw new RangeError('it is required');
    case 'number':
      if (!Number.isFinite(value)) break;
      // Without an exponent or a negative zero, since the server's runtime accepts only digits as an integer.
      return Number.isSafeInteger(value) ? String(value + 0) : JSON.stringify(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
  }
  throw new RangeError('it is not a string, number or boolean');
}

/** Writes a part of a request. Errors: throws RequestError if `write` throws RangeError or URIError. */
export function rejecting<Written>(operationId: string, part: string, write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError || error instanceof URIError)
      throw unwritable(operationId, part, error.message);
    throw error;
  }
}

function unwritable(operationId: string, part: string, problem: string): RequestError {
  return new RequestError(operationId, `${operationId}: ${part} can't be written: ${problem}`);
}
