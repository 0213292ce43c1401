import { expect, it } from 'vitest';
import { callTool } from '../../../../../mock/agent-platform/domain/executions/playback/tool-calls.ts';

const step = { name: 'read_cart', parameters: { prices: true } };
const offered = [
  { name: 'show_cart', origin: 'webmcp' as const, pageOrigin: 'https://shop.test' },
  { name: 'read_cart', annotations: { readOnlyHint: true } },
];

it.each([
  ['the tool of the step if none is offered', step, [], { ...step }],
  [
    'the tool of the same name as described in the request',
    step,
    offered,
    { ...step, origin: 'sdk', annotations: { readOnlyHint: true } },
  ],
  [
    'the first offered tool, without the parameters of another',
    { ...step, name: 'look', preferOffered: true },
    offered,
    { ...offered[0], alias: 'look', parameters: {} },
  ],
  [
    'its own tool rather than the first',
    { ...step, preferOffered: true },
    offered,
    { ...step, origin: 'sdk', annotations: { readOnlyHint: true } },
  ],
  ['its own tool if it does not prefer others', { name: 'look' }, offered, { name: 'look', parameters: {} }],
])('callTool calls %s', (_, called, tools, expected) => {
  expect(callTool(called, tools)).toEqual(expected);
});
