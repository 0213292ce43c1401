import { describe, expect, it } from 'vitest';
import { callTool } from '../../../../../mock/domain/executions/playback/tool-calls.ts';

const step = { name: 'read_cart', parameters: { prices: true } };
const offered = [
  { name: 'show_cart', origin: 'webmcp' as const, pageOrigin: 'https://shop.test' },
  { name: 'read_cart', annotations: { readOnlyHint: true } },
];

describe('callTool', () => {
  it.each([
    ['what the step says when nothing is offered', step, [], { ...step }],
    [
      'what the request says of the tool of that name',
      step,
      offered,
      { ...step, origin: 'sdk', annotations: { readOnlyHint: true } },
    ],
    [
      'the first offered tool, without parameters made for another',
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
    [
      'its own tool when it does not prefer others',
      { name: 'look' },
      offered,
      { name: 'look', parameters: {} },
    ],
  ])('calls %s', (_, called, tools, expected) => {
    expect(callTool(called, tools)).toEqual(expected);
  });
});
