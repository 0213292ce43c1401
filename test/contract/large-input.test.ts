/**
 * Input of the largest size that a request may have: responses stay small, and each text is read a bounded number of
 * times. A step that reads a text once for each of its characters would take hours here.
 */
import { describe, expect, it } from 'vitest';
import { maxDeltas } from '../../mock/agent-platform/domain/executions/playback/usage.ts';
import { maxQuoteLength } from '../../mock/agent-platform/domain/executions/playback/texts.ts';
import { useMock } from '../support/mock-client.ts';
import { itemsOf, type JsonBody } from '../support/api-response.ts';

/** Units: characters; a body may have 1,048,576 bytes. */
const large = 1_000_000;

const service = useMock();

const run = (content: string, scenario = 'text') =>
  service.post(
    '/v1/agents/agent_support/execute',
    { messages: [{ role: 'user', content }], streamResponse: false },
    { prefer: `scenario=${scenario}` },
  );

describe('a message of a megabyte', () => {
  it.each([
    ['text', 'a '],
    ['text', 'x'],
    ['text', '{{lastMessage}}'],
    ['reasoning', 'a '],
    ['tools', 'a '],
    ['subagent', 'a '],
    ['everything', '{{lastMessage}} '],
  ])('is echoed by scenario %s in few events when it repeats %j', async (scenario, part) => {
    const { status, body, text } = await run(part.repeat(large / part.length), scenario);
    expect(status).toBe(200);
    expect(itemsOf(body['events']).length).toBeLessThan(8_000);
    expect(text.length).toBeLessThan(large);
  });

  it('is truncated in the echo, with an ellipsis for the rest', async () => {
    const { text } = await run('y'.repeat(large));
    expect(text).toContain(`You said: ${'y'.repeat(maxQuoteLength)}…`);
    expect(text).not.toContain('y'.repeat(maxQuoteLength + 1));
  });
});

it('a text of a scenario is streamed in a bounded number of deltas, regardless of its length', async () => {
  await service.put('/_mock/scenarios/long', {
    name: 'long',
    description: 'Long',
    steps: [{ say: 'a '.repeat(large) }],
  });
  const { body } = await run('Hello', 'long');
  const deltas = itemsOf(body['events']).filter(({ type }) => type === 'text_delta');
  expect(deltas.length).toBeLessThanOrEqual(maxDeltas);
  expect(deltas.map(({ delta }) => delta).join('')).toBe('a '.repeat(large));
});

describe('an inline flow', () => {
  const dispatch = (count: number) => {
    const steps = Array.from({ length: count }, (_, index) => ({ id: `s${index}`, type: 'api-call' }));
    const body = { flow: { name: 'Long', steps }, streamResponse: false };
    return service.post('/v1/dispatch', body, { prefer: 'pace=instant' });
  };

  it('runs with 200 steps', async () => {
    const { status, body } = await dispatch(200);
    expect(status).toBe(200);
    expect(body['status']).toBe('completed');
  });

  it('is rejected with more than 200 steps', async () => {
    const { status, body } = await dispatch(201);
    expect(status).toBe(400);
    expect(body['details']).toMatchObject([{ path: 'flow.steps' }]);
  });
});

it('the name of a tool that a message requests is truncated to 100 characters', async () => {
  const { body, text } = await run(`#tool:${'x'.repeat(900_000)}`, 'local-tool');
  expect(body['pausedReason']).toMatchObject({ toolName: 'x'.repeat(100) });
  expect(text.length).toBeLessThan(large);
});

describe('the output of a local tool', () => {
  const resume = async (output: unknown) => {
    const paused = await run('Hello', 'local-tool');
    return service.post('/v1/agents/agent_support/resume', {
      executionId: paused.body['executionId'],
      toolOutputs: { read_cart: output },
      streamResponse: false,
    });
  };

  it('is quoted in few events when it is a megabyte long', async () => {
    const { status, body, text } = await resume('a '.repeat(large / 2 - 500));
    expect(status).toBe(200);
    expect(itemsOf(body['events']).length).toBeLessThan(maxDeltas + 50);
    expect(text.length).toBeLessThan(2 * large);
  });

  it('is data: placeholders in it are not replaced', async () => {
    const output = { note: '{{lastMessage}}' };
    const { body } = await resume(output);
    const complete = itemsOf(body['events']).find(({ type }) => type === 'tool_complete');
    expect(complete?.['result']).toEqual(output);
  });
});

it.each(['x', 'a', 'ax', 'x ', '\u0301', '7'])(
  'the speech for a megabyte of text of %j ends after one minute',
  async (part) => {
    const { status, body, text } = await service.post('/v1/agents/agent_support/voice', {
      text: part.repeat(Math.floor(large / part.length / 2)),
    });
    expect(status).toBe(200);
    expect(body['durationMs']).toBeLessThanOrEqual(60_000);
    expect(text.length).toBeLessThan(1_400_000);
  },
);

describe('the export of an agent with a configuration of a megabyte', () => {
  const exported = async (config: JsonBody) => {
    const created = await service.post('/v1/agents', { name: 'Large', config });
    expect(created.status).toBe(201);
    return service.get(`/v1/agents/${String(created.body['id'])}/export-runtime`);
  };

  it.each([
    ['of schemes', 'a.'],
    ['of addresses', 'a://'],
    ['of question marks', '?'],
    ['of queries', '?a&'],
  ])('reads a text %s once', async (_, part) => {
    const { status, text } = await exported({ link: `a://${part.repeat(900_000 / part.length)}` });
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(large);
  });

  it('has short names for secrets, regardless of the length of the names around them', async () => {
    const headers = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`h${index}`, 's']));
    const { status, text } = await exported({ ['n'.repeat(500_000)]: { headers } });
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(5 * large);
  });
});

it('the URL of an agent card is read once, regardless of the number of dots at its end', async () => {
  const agentCardUrl = `http://${'.'.repeat(900_000)}x`;
  const body = { name: 'Far', agentType: 'external', externalConfig: { agentCardUrl } };
  const created = await service.post('/v1/agents', body);
  const refreshed = await service.post(`/v1/agents/${String(created.body['id'])}/refresh-agent-card`, {});
  expect(refreshed.status).toBe(502);
});
