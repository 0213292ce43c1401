/** Facts about path and query parameters. */
import { childNode } from '../contract/document.ts';
import { findOperation, findParameter } from '../contract/operations.ts';
import type { Fact } from '../../../contract/contract.ts';
import { checkType } from './types.ts';
import { fails, holds, type Resolution, type ResolveContext } from './resolution.ts';

/** Resolves `METHOD path?query.name`: the parameter exists as stated. */
export function resolveParameter(match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const { operation: key = '', place = '', name = '' } = match.groups ?? {};
  const operation = findOperation(context.contract.openapi, key);
  if (operation === null) return fails(`${key} is not in the contract`);
  const parameter = findParameter(operation, place, name);
  if (parameter === null) return fails(`has no ${place} parameter ${name}`, operation.node.pointer);
  const required = parameter.value['required'] === true;
  if (required !== (fact.details.get('required') === 'yes'))
    return fails(`the parameter ${name} is ${required ? '' : 'not '}required`, parameter.pointer);
  const schema = childNode(parameter, 'schema');
  if (schema === null) return fails(`the parameter ${name} has no schema`, parameter.pointer);
  // A query cannot contain null; an empty value means null.
  const nullable = fact.details.get('nullable') === 'yes';
  if (nullable && parameter.value['allowEmptyValue'] !== true)
    return fails(`the parameter ${name} may be null, so it needs allowEmptyValue`, parameter.pointer);
  const problem = checkType(schema, schema.value, fact, null);
  return problem === null
    ? holds([parameter.pointer], [parameterKey(operation.key, place, name)])
    : fails(`the parameter ${name} ${problem}`, parameter.pointer);
}

/** Returns the key under which a parameter is accounted for. */
export function parameterKey(operation: string, place: string, name: string): string {
  return `${operation}?${place}.${place === 'header' ? name.toLowerCase() : name}`;
}
