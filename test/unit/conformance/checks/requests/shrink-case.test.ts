/** A failing case is reduced and stays the same kind of case. */
import { isObject } from '../../../../../templates/runtime/json/value.ts';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../../../../../conformance/agent-platform/requests/request-traits.ts';
import type { Case } from '../../../../../conformance/requests/case.ts';
import { expectSuccess } from '../../../../../conformance/requests/expected-response.ts';
import { withJson } from '../../../../../conformance/requests/request-form.ts';
import { shrinkCase, type Failure } from '../../../../../conformance/requests/shrink-case.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { operationById, type OperationId } from '../../../../../conformance/agent-platform/contract.ts';
import type { JsonValue } from '../../../../../templates/runtime/operation-spec.ts';
import { baseUrl } from './support.ts';

type Properties = Readonly<Record<string, JsonValue>>;

function caseOf(id: OperationId, body: Properties, keeps: Case['keeps']): Case {
  const operation = operationById(id);
  if (operation === undefined) throw new Error(id);
  const parameters = { any: { id: 'agent_1' } };
  const subject = baseOf(operation, { ...defaultConfig.environment, baseUrl, parameters });
  const provenance = { severity: 'fail' as const, facts: [], assumption: null, place: null };
  return {
    form: withJson(subject.base, body),
    expectation: expectSuccess(subject, 'A body', provenance),
    before: [],
    keeps,
  };
}

/** Shrinks a case while its body fails. Shape: the smallest body, its description and the number of requests. */
async function shrink(start: Case, fails: (body: Properties) => boolean) {
  let sent = 0;
  const failureOf = (made: Case): Failure => ({
    case: made,
    exchange: {
      ...{ number: 1, at: 0, failure: null, durationMs: 1 },
      request: { operation: null, method: 'POST', path: '/', headers: [], body: null, profile: null },
      response: { status: 500, headers: {}, body: { kind: 'none' } },
    },
    problems: [{ message: 'broken', at: 'status', severity: 'fail' }],
  });
  const smallest = await shrinkCase(failureOf(start), (made) => {
    sent += 1;
    const { body } = made.form;
    const isFailing = body.kind === 'json' && isObject(body.value) && fails(body.value);
    return Promise.resolve(isFailing ? failureOf(made) : null);
  });
  const { body } = smallest.case.form;
  return {
    body: body.kind === 'json' ? body.value : undefined,
    description: smallest.case.expectation.description,
    sent,
  };
}

const large = {
  name: 'An agent',
  description: 'A text',
  maxTurns: 3,
  config: { temperature: 1, tools: ['a', 'b'] },
  capabilities: [{ toolName: 'a' }, { toolName: 'b' }],
};

describe('shrinking a case', () => {
  it('drops the parts that the defect does not need', async () => {
    const { body, description } = await shrink(
      caseOf('createAgent', large, 'right'),
      ({ maxTurns }) => maxTurns === 3,
    );
    expect(body).toEqual({ name: 'An agent', maxTurns: 3 });
    expect(description).toBe('A body with name, maxTurns');
  });

  it('shrinks properties and lists', async () => {
    const { body } = await shrink(caseOf('createAgent', large, 'right'), ({ config }) =>
      JSON.stringify(config ?? null).includes('"b"'),
    );
    expect(body).toEqual({ name: 'An agent', config: { tools: ['b'] } });
  });

  it('keeps required properties', async () => {
    const { body } = await shrink(caseOf('createAgent', large, 'right'), () => true);
    expect(body).toEqual({ name: 'An agent' });
  });

  it('keeps the case invalid at the same place', async () => {
    const { body } = await shrink(caseOf('createAgent', { ...large, maxTurns: 'x' }, 'wrong'), () => true);
    expect(body).toEqual({ name: 'An agent', maxTurns: 'x' });
  });

  it('leaves a fixed case unchanged', async () => {
    const { body, sent } = await shrink(caseOf('createAgent', large, null), () => true);
    expect([body, sent]).toEqual([large, 0]);
  });

  it('sends at most thirty requests', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, count) => [`member${count}`, count]));
    const { sent } = await shrink(caseOf('createAgent', { ...large, config: many }, 'right'), () => false);
    expect(sent).toBe(30);
  });
});
