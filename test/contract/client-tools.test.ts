/**
 * Tools that a request offers: which of them a scenario calls, with which input, and where the output is used.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';
import { eventOf } from '../support/run-events.ts';

const runs = useMock();

const ajv = new Ajv2020({ strict: false });
const parametersSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 3 },
    nights: { type: 'integer', minimum: 2, maximum: 14 },
    guests: { type: 'array', items: { $ref: '#/$defs/guest' }, minItems: 2 },
  },
  required: ['city', 'nights', 'guests'],
  additionalProperties: false,
  $defs: { guest: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};
const clientTools = [
  { name: 'show_map', parametersSchema: { type: 'object', properties: { zoom: { enum: [3, 5] } } } },
  { name: 'book_room', parametersSchema },
];
const ask = (content: string) => ({ clientTools, messages: [{ role: 'user', content }] });

describe('the tools of a request', () => {
  it('are called with a sample of their schema', async () => {
    const paused = await runs.run('local-tool', ask('Book a room, #tool:book_room please'));
    const { toolName, parameters } = eventOf(paused.events, 'await');
    expect(toolName).toBe('book_room');
    expect(ajv.validate(parametersSchema, parameters), JSON.stringify(parameters)).toBe(true);
  });

  it('are called by name without a selected scenario', async () => {
    const { body } = await runs.post('/v1/agents/agent_support/execute', {
      ...ask('#tool:show_map'),
      streamResponse: false,
    });
    const { toolName, parameters } = eventOf((body as ExecutionResult).events, 'await');
    expect({ toolName, parameters }).toEqual({ toolName: 'show_map', parameters: { zoom: 3 } });
  });

  it('fill the placeholder of the tool that they replace with their output', async () => {
    const paused = await runs.run('local-tool', ask('Hello'));
    expect(eventOf(paused.events, 'await').toolName).toBe('show_map');
    const { body } = await runs.resume(paused, { show_map: { shown: true } });
    const { finalOutput } = eventOf(body.events, 'execution_complete');
    expect(finalOutput).toContain('{"shown":true}');
    expect(finalOutput).not.toContain('{{');
  });
});

describe('a placeholder that can never have a value', () => {
  const put = (steps: unknown) => runs.put('/_mock/scenarios/broken', { description: 'Broken.', steps });

  it.each([
    [[{ say: 'It is {{output.find_order}}' }], 'steps.0.say'],
    [[{ say: 'You said {{lastMesage}}' }], 'steps.0.say'],
    [[{ tool: { name: 'a', parameters: { b: ['{{output.a}}'] } } }], 'steps.0.tool.parameters.b.0'],
    [[{ approve: { name: 'a', denied: [{ say: '{{output.a}}' }] } }], 'steps.0.approve.denied.0.say'],
    [
      [{ tool: { name: 'a' } }, { subagent: { name: 'b', steps: [{ say: '{{output.a}}' }] } }],
      'steps.1.subagent.steps.0.say',
    ],
    [[{ step: { name: 'a', skip: 'never' } }, { say: '{{output.a}}' }], 'steps.1.say'],
  ])('is rejected with its path: %j', async (steps, path) => {
    const response = await put(steps);
    expect(response.status).toBe(400);
    expect(response.body.details?.map((detail) => detail.path)).toEqual([path]);
  });

  it.each([
    [[{ tool: { name: 'a' } }, { say: '{{output.a}} {{lastMessage}} {{input.order}}' }]],
    [[{ await: [{ crawl: {} }] }, { say: '{{output.crawl_site}}' }]],
    [[{ step: { name: 'A step', output: 'a' } }, { say: '{{output.a}}' }]],
    [[{ await: [{ elicitation: { name: 'a', message: 'Yes?', result: '{{output.a}}' } }] }]],
    [
      [
        { subagent: { name: 'b', steps: [{ tool: { name: 'a' } }, { say: '{{output.a}}' }] } },
        { say: '{{output.b}}' },
      ],
    ],
  ])('is not detected in %j', async (steps) => {
    expect((await put(steps)).status).toBe(200);
  });
});
