import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { MAX_PROBLEMS, problemsFrom, type SchemaError } from '../../../templates/runtime/problem.ts';

type Params = Readonly<Record<string, unknown>>;

function error(keyword: string, params: Params = {}, instancePath = ''): SchemaError {
  return { keyword, params, instancePath };
}

interface Row {
  readonly keyword: string;
  readonly params: Params;
  readonly value?: unknown;
  readonly code: string;
  readonly message: string;
}

const { problems } = parse(readFileSync(join(import.meta.dirname, 'problems.yaml'), 'utf8')) as {
  readonly problems: readonly Row[];
};

describe('each keyword has its own code and message', () => {
  // @fact F-2.7-008 F-7-026
  test.each(problems)('$keyword $params of $value', ({ keyword, params, value, code, message }) => {
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
