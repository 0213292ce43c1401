/** Checks that every validator is a Standard Schema, with the types of the specification and libraries that use it. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { initTRPC, TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { AgentCreate } from '../../../generated/service/types.ts';
import {
  checks,
  preload,
  validateExecutionStreamEvent,
  validateSchema,
} from '../../../generated/service/validators.ts';

const agentCreate: StandardSchemaV1<AgentCreate, AgentCreate> = validateSchema.AgentCreate;

describe('a validator as a Standard Schema', () => {
  test('every check has the property', () => {
    const schemas: readonly StandardSchemaV1[] = Object.values(checks);
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas)
      expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'backlot' });
  });

  test('a valid value is returned immediately and unchanged', () => {
    const value = { name: 'Concierge' };
    const result = agentCreate['~standard'].validate(value);
    expect(result).toEqual({ value });
    expect('value' in result && result.value).toBe(value);
  });

  test('an invalid value gets every issue, with property names and numbers of items as path', async () => {
    const value = { messages: [{ role: 'user', content: 'Hi' }, { role: 7 }], streamResponse: 'yes' };
    const { issues } = await validateSchema.ExecuteRequest['~standard'].validate(value);
    expect(issues).toEqual([
      { path: ['messages', 1, 'content'], message: 'is required' },
      { path: ['messages', 1, 'role'], message: 'must be a string, not a number' },
      { path: ['messages', 1, 'role'], message: 'must be one of user, assistant, system' },
      { path: ['streamResponse'], message: 'must be true or false, not a string' },
    ]);
  });

  test('after preload, an invalid value gets its issues immediately', async () => {
    await preload();
    expect(agentCreate['~standard'].validate({})).toEqual({
      issues: [{ message: 'is required', path: ['name'] }],
    });
    expect(validateExecutionStreamEvent['~standard'].validate({ type: 'text_delta' })).toMatchObject({
      issues: [{ path: ['executionId'] }, { path: ['seq'] }, { path: ['id'] }, { path: ['delta'] }],
    });
    expect(validateExecutionStreamEvent['~standard'].validate({ type: 'no' })).toMatchObject({
      issues: [{ path: ['type'] }],
    });
  });

  test('values of hostile shapes get issues', async () => {
    for (const value of [null, [], 'x', 7, JSON.parse('{"__proto__":{"name":"x"}}')]) {
      const result = await agentCreate['~standard'].validate(value);
      expect(result.issues?.length).toBeGreaterThan(0);
    }
  });
});

test('a form library shows the issues at their fields', async () => {
  const resolve = standardSchemaResolver(validateSchema.AgentCreate);
  const options = { fields: {}, shouldUseNativeValidation: false };
  const refused = await resolve({ name: '' }, undefined, options);
  expect(refused.errors).toMatchObject({ name: { message: 'must not be empty' } });
  const accepted = await resolve({ name: 'Concierge' }, undefined, options);
  expect(accepted).toEqual({ errors: {}, values: { name: 'Concierge' } });
});

test('tRPC infers and validates the input of a procedure', async () => {
  const t = initTRPC.create();
  const router = t.router({
    create: t.procedure.input(validateSchema.AgentCreate).mutation(({ input }) => input.name.toUpperCase()),
  });
  const caller = t.createCallerFactory(router)({});
  expect(await caller.create({ name: 'Concierge' })).toBe('CONCIERGE');
  const refused = await caller.create({ name: '' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TRPCError);
  expect((refused as TRPCError).code).toBe('BAD_REQUEST');
  // @ts-expect-error: the name is required
  await expect(caller.create({})).rejects.toBeInstanceOf(TRPCError);
});
