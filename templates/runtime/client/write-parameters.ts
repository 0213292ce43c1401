/**
 * Writes the parameters of a request so that a server reads the same values: the counterpart of `read-parameters.ts`.
 */
import type { Call, RequestParts, Values, WrittenFields } from './call.ts';
import { messageOf, RequestError } from './errors.ts';

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
  if (dots !== undefined) rejecting(id, 'the path', () => rejected(`it contains "${dots}"`));
  return fields;
}

/** A path parameter in the template of a path. */
export const PLACEHOLDER = /\{([^{}]+)\}/g;

function ownValue(values: Values = {}, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns the text of a path parameter. Errors: throws RangeError if it is empty. */
export function requiredText(text: string): string {
  return text === '' ? rejected('it is empty') : text;
}

/** Writes a scalar. Errors: throws RangeError for anything else. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      return rejected('it is required');
    case 'number':
      if (!Number.isFinite(value)) break;
      // Why: as JSON has no negative zero.
      return JSON.stringify(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
  }
  return rejected('it is not a string, number or boolean');
}

/** Errors: throws RangeError with the reason why a value can't be written. */
export function rejected(reason: string): never {
  throw new RangeError(reason);
}

/** Writes a part of a request. Errors: throws RequestError for an error of `write`. */
export function rejecting<Written>(operationId: string, part: string, write: () => Written): Written {
  try {
    return write();
  } catch (cause) {
    throw new RequestError(operationId, `${operationId}: ${part} can't be written: ${messageOf(cause)}`, {
      cause,
    });
  }
}
