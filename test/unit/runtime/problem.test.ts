import { describe, expect, test } from 'vitest';
import { MAX_PROBLEMS, problemsFrom, type SchemaError } from '../../../templates/runtime/problem.ts';

type Params = Readonly<Record<string, unknown>>;

function error(keyword: string, params: Params = {}, instancePath = ''): SchemaError {
  return { keyword, params, instancePath };
}

describe('each keyword has its own code and message', () => {
  const cases: readonly (readonly [
    keyword: string,
    params: Params,
    value: unknown,
    code: string,
    message: string,
  ])[] = [
    ['required', { missingProperty: 'name' }, {}, 'MISSING_REQUIRED_FIELD', 'name is required'],
    [
      'dependentRequired',
      { property: 'a', missingProperty: 'b' },
      { a: 1 },
      'MISSING_REQUIRED_FIELD',
      'b is required when a is present',
    ],
    [
      'additionalProperties',
      { additionalProperty: 'x' },
      { x: 1 },
      'UNKNOWN_FIELD',
      'x is not a known field',
    ],
    [
      'unevaluatedProperties',
      { unevaluatedProperty: 'x' },
      { x: 1 },
      'UNKNOWN_FIELD',
      'x is not a known field',
    ],
    ['propertyNames', { propertyName: 'X' }, { X: 1 }, 'INVALID_VALUE', 'X is not an allowed name'],
    ['type', { type: 'string' }, 7, 'INVALID_TYPE', 'body must be a string, not a number'],
    [
      'type',
      { type: 'integer' },
      1.5,
      'INVALID_TYPE',
      'body must be an integer, not a number with a fraction',
    ],
    ['type', { type: ['string', 'null'] }, [], 'INVALID_TYPE', 'body must be a string or null, not a list'],
    ['type', { type: 'string,null' }, true, 'INVALID_TYPE', 'body must be a string or null, not true'],
    ['type', { type: 'boolean' }, null, 'INVALID_TYPE', 'body must be true or false, not null'],
    [
      'enum',
      { allowedValues: ['a', 'b', null, 3] },
      'x',
      'INVALID_ENUM',
      'body must be one of a, b, null, 3',
    ],
    ['enum', { allowedValues: ['only'] }, 'x', 'INVALID_ENUM', 'body must be only'],
    ['const', { allowedValue: 'a' }, 'b', 'INVALID_ENUM', 'body must be a'],
    ['const', { allowedValue: { x: 1 } }, 'b', 'INVALID_ENUM', 'body must be {"x":1}'],
    [
      'taggedUnion',
      { tag: 'type', allowedTags: ['a', 'b'] },
      { type: 'c' },
      'INVALID_ENUM',
      'type must be one of a, b',
    ],
    [
      'taggedUnion',
      { tag: 'type', allowedTags: ['a', 'b'] },
      {},
      'MISSING_REQUIRED_FIELD',
      'type is required',
    ],
    ['format', { format: 'uri' }, 'x', 'INVALID_FORMAT', 'body must be an absolute URI'],
    ['format', { format: 'odd' }, 'x', 'INVALID_FORMAT', 'body must be of the format odd'],
    ['pattern', { pattern: '^a$' }, 'x', 'INVALID_FORMAT', 'body must match the pattern ^a$'],
    ['minLength', { limit: 1 }, '', 'TOO_SHORT', 'body must not be empty'],
    ['minLength', { limit: 3 }, 'a', 'TOO_SHORT', 'body must have at least 3 characters'],
    ['maxLength', { limit: 1 }, 'ab', 'TOO_LONG', 'body must have at most 1 character'],
    ['minItems', { limit: 2 }, [], 'TOO_FEW', 'body must have at least 2 items'],
    ['maxItems', { limit: 2 }, [1, 2, 3], 'TOO_MANY', 'body must have at most 2 items'],
    ['minProperties', { limit: 1 }, {}, 'TOO_FEW', 'body must have at least 1 field'],
    ['maxProperties', { limit: 1 }, {}, 'TOO_MANY', 'body must have at most 1 field'],
    ['minimum', { limit: 1 }, 0, 'TOO_SMALL', 'body must be at least 1'],
    ['exclusiveMinimum', { limit: 0 }, 0, 'TOO_SMALL', 'body must be more than 0'],
    ['maximum', { limit: 1 }, 2, 'TOO_LARGE', 'body must be at most 1'],
    ['exclusiveMaximum', { limit: 1 }, 1, 'TOO_LARGE', 'body must be less than 1'],
    ['multipleOf', { multipleOf: 0.5 }, 0.3, 'INVALID_VALUE', 'body must be a multiple of 0.5'],
    ['uniqueItems', {}, [1, 1], 'INVALID_VALUE', 'body must not contain the same item twice'],
    ['contains', { minContains: 1 }, [], 'INVALID_VALUE', 'body lacks a required item'],
    ['anyOf', {}, 1, 'INVALID_VALUE', 'body matches none of the allowed forms'],
    ['oneOf', { passingSchemas: null }, 1, 'INVALID_VALUE', 'body matches none of the allowed forms'],
    [
      'oneOf',
      { passingSchemas: [0, 1] },
      1,
      'INVALID_VALUE',
      'body matches more than one of the allowed forms',
    ],
    ['not', {}, 1, 'INVALID_VALUE', 'body has a form that is not allowed'],
    ['false schema', {}, 1, 'INVALID_VALUE', 'body is not allowed'],
    ['surprise', {}, 1, 'INVALID_VALUE', 'body is not valid'],
  ];
  // @fact F-2.7-008 F-7-026
  test.each(cases)('%s %j of %j', (keyword, params, value, code, message) => {
    expect(problemsFrom([error(keyword, params)], '', value)).toMatchObject([{ code, message }]);
  });
});

describe('paths', () => {
  test('are dotted, follow the prefix and start the message', () => {
    const errors = [error('type', { type: 'string' }, '/entries/0/resource')];
    const [problem] = problemsFrom(errors, 'body');
    expect(problem).toEqual({
      message: 'body.entries.0.resource must be a string',
      code: 'INVALID_TYPE',
      path: 'body.entries.0.resource',
    });
  });

  test('point to where a missing property should be', () => {
    const [problem] = problemsFrom([error('required', { missingProperty: 'id' }, '/a')]);
    expect(problem?.path).toBe('a.id');
  });
});

describe('suggestions', () => {
  test.each([
    [
      error('enum', { allowedValues: ['native', 'external'] }, '/agentType'),
      { agentType: 'nativ' },
      'Did you mean native?',
    ],
    [error('const', { allowedValue: 'api_key' }, '/t'), { t: 'apiKey' }, 'Did you mean api_key?'],
    [
      error('taggedUnion', { tag: 'type', allowedTags: ['text_delta', 'ping'] }),
      { type: 'text_detla' },
      'Did you mean text_delta?',
    ],
    [
      error('required', { missingProperty: 'agentType' }),
      { agent_type: 'x' },
      'Did you mean agentType instead of agent_type?',
    ],
    [
      error('taggedUnion', { tag: 'type', allowedTags: ['a'] }),
      { tpye: 'a' },
      'Did you mean type instead of tpye?',
    ],
  ])('%j', (schemaError, value, suggestion) => {
    expect(problemsFrom([schemaError], '', value)[0]?.suggestion).toBe(suggestion);
  });

  test.each([
    [error('enum', { allowedValues: ['native'] }, '/t'), { t: 'zebra' }],
    [error('enum', { allowedValues: ['native'] }, '/t'), { t: 7 }],
    [error('enum', { allowedValues: ['native'] }, '/t'), undefined],
    [error('required', { missingProperty: 'name' }), { zebra: 1 }],
    [error('required', { missingProperty: 'updatedAt' }), { createdAt: 1 }],
    [error('required', { missingProperty: 'toString' }), {}],
  ])('are omitted for %j', (schemaError, value) => {
    expect(problemsFrom([schemaError], '', value)[0]).not.toHaveProperty('suggestion');
  });
});

describe('unions', () => {
  const wrapper = error('anyOf', {}, '/u');
  test('of types are reported as one problem', () => {
    const errors = [error('type', { type: 'string' }, '/u'), error('type', { type: 'null' }, '/u'), wrapper];
    expect(problemsFrom(errors, '', { u: 1 })).toEqual([
      { message: 'u must be a string or null, not a number', code: 'INVALID_TYPE', path: 'u' },
    ]);
  });

  test('report only the errors of the intended branch', () => {
    const errors = [
      error('type', { type: 'null' }, '/u'),
      error('required', { missingProperty: 'id' }, '/u'),
      wrapper,
    ];
    expect(problemsFrom(errors, '', { u: {} }).map(({ message }) => message)).toEqual(['u.id is required']);
  });

  test('without branch errors are reported themselves', () => {
    expect(problemsFrom([wrapper]).map(({ message }) => message)).toEqual([
      'u matches none of the allowed forms',
    ]);
  });

  test('keep the errors of sibling properties', () => {
    const errors = [error('type', { type: 'string' }, '/up'), error('type', { type: 'null' }, '/u'), wrapper];
    expect(problemsFrom(errors).map(({ path }) => path)).toEqual(['up', 'u']);
  });
});

test('the wrapper error of a condition is not reported', () => {
  expect(problemsFrom([error('if', { failingKeyword: 'then' })])).toEqual([]);
});

test('duplicate problems are reported once', () => {
  const twice = error('required', { missingProperty: 'a' });
  expect(problemsFrom([twice, twice])).toHaveLength(1);
});

test('an invalid property name is reported once, with the allowed names', () => {
  const params = { allowedValues: ['agents', 'batch'] };
  const problems = problemsFrom(
    [
      { ...error('enum', params, '/gates'), propertyName: 'agnets' },
      error('propertyNames', { propertyName: 'agnets' }, '/gates'),
    ],
    '',
    { gates: { agnets: 'on' } },
  );
  expect(problems).toEqual([
    {
      code: 'INVALID_ENUM',
      path: 'gates.agnets',
      message: 'gates.agnets must be one of agents, batch',
      suggestion: 'Did you mean agents?',
    },
  ]);
});

describe('client input is truncated', () => {
  test('to a maximum number of problems', () => {
    const errors = Array.from({ length: 100_000 }, (_, n) =>
      error('type', { type: 'string' }, `/${String(n)}`),
    );
    expect(problemsFrom(errors)).toHaveLength(MAX_PROBLEMS);
  });

  test('to a maximum length', () => {
    const name = 'x'.repeat(1_000_000);
    for (const problem of problemsFrom([
      error('additionalProperties', { additionalProperty: name }),
      error('type', { type: 'string' }, `/${name}`),
      error('required', { missingProperty: 'a' }, `/${name}`),
      error('propertyNames', { propertyName: name }),
    ])) {
      expect(problem.path.length).toBeLessThanOrEqual(256);
      expect(problem.message.length).toBeLessThan(600);
    }
  });
});

test('inherited properties of the value are never read', () => {
  const value: unknown = JSON.parse('{"__proto__":{"agentType":"nativ"}}');
  const [problem] = problemsFrom([error('enum', { allowedValues: ['native'] }, '/agentType')], '', value);
  expect(problem).not.toHaveProperty('suggestion');
});
