/** Small operations and checks for the tests of the runtime. */
import type {
  BodySpec,
  OperationSpec,
  ParameterSpec,
  ResponseSpec,
} from '../../../templates/runtime/operation-spec.ts';
import type { SchemaError } from '../../../templates/runtime/problem.ts';
import {
  schemaCheck,
  type Check,
  type SchemaCheck,
  type Validator,
} from '../../../templates/runtime/schema-check.ts';

/** Creates a check that fails with one error if the predicate returns false. */
export function checkThat(
  accepts: (value: unknown) => boolean,
  error: Partial<SchemaError> = {},
): Check<unknown> {
  const validate: Validator = (value) => {
    const isValid = accepts(value);
    validate.errors = isValid
      ? null
      : [{ instancePath: '', keyword: 'type', params: { type: 'string' }, ...error }];
    return isValid;
  };
  const findErrors = (_name: string, value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
  return schemaCheck('subject', 'spec/small.yaml#/subject', validate, () => Promise.resolve(findErrors));
}

export const anything = checkThat(() => true);

/** Creates an optional query parameter that accepts any string. */
export function parameter(name: string, changes: Partial<ParameterSpec> = {}): ParameterSpec {
  return {
    ...{
      name,
      in: 'query',
      required: false,
      kind: 'string',
      nullable: false,
      repeated: false,
      check: anything,
    },
    ...changes,
  };
}

export function jsonBody(changes: Partial<BodySpec> = {}, check: SchemaCheck = anything): BodySpec {
  return { required: true, content: [{ mediaType: 'application/json', check }], ...changes };
}

/** Creates a JSON response with status 200. */
export function response(changes: Partial<ResponseSpec> = {}): ResponseSpec {
  return {
    ...{
      status: 200,
      mediaType: 'application/json',
      kind: 'json',
      check: anything,
      headers: [],
      examples: [],
    },
    ...changes,
  };
}

/** Creates an operation without parameters that returns any JSON. */
export function operation(changes: Partial<OperationSpec> = {}): OperationSpec {
  return {
    ...{ id: 'getThing', method: 'GET', path: '/v1/things/{id}', tag: null, parameters: [], body: null },
    ...{ responses: [response()], security: [], stream: null, extensions: {} },
    ...changes,
  };
}
