/**
 * Small operations and checks for the tests of the runtime.
 */
import type {
  BodySpec,
  OperationSpec,
  ParameterSpec,
  ResponseSpec,
} from '../../../templates/runtime/operation-spec.ts';
import type { SchemaError } from '../../../templates/runtime/problem.ts';
import { schemaCheck, type SchemaCheck, type Validator } from '../../../templates/runtime/schema-check.ts';

/** Makes a check that fails with one error where the predicate says no. */
export function checkThat(
  accepts: (value: unknown) => boolean,
  error: Partial<SchemaError> = {},
): SchemaCheck {
  const validate: Validator = (value) => {
    const fits = accepts(value);
    validate.errors = fits
      ? null
      : [{ instancePath: '', keyword: 'type', params: { type: 'string' }, ...error }];
    return fits;
  };
  const findErrors = (_name: string, value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
  return schemaCheck('subject', 'spec/small.yaml#/subject', validate, () => Promise.resolve(findErrors));
}

/** Accepts everything. */
export const anything = checkThat(() => true);

/** Makes a parameter of the query that takes any string and may be left out. */
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

/** Makes a body of JSON that must be there. */
export function jsonBody(changes: Partial<BodySpec> = {}, check: SchemaCheck = anything): BodySpec {
  return { required: true, content: [{ mediaType: 'application/json', check }], ...changes };
}

/** Makes a response of JSON with status 200. */
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

/** Makes an operation that takes nothing and answers any JSON. */
export function operation(changes: Partial<OperationSpec> = {}): OperationSpec {
  return {
    ...{ id: 'getThing', method: 'GET', path: '/v1/things/{id}', tag: null, parameters: [], body: null },
    ...{ responses: [response()], security: [], stream: null, extensions: {} },
    ...changes,
  };
}
