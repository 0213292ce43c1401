import type { Scenario } from '../domain/scenario.ts';

/** A run that uses up its turns before it is done. */
export const maxTurns: Scenario = {
  name: 'max-turns',
  description: 'Calls one tool after the other until it may not call any more.',
  steps: [
    { say: 'I check every page of the list.' },
    { tool: { name: 'read_page', parameters: { page: 1 }, result: { orders: 50, more: true }, takes: 300 } },
    { say: 'Page 2.' },
    { tool: { name: 'read_page', parameters: { page: 2 }, result: { orders: 50, more: true }, takes: 300 } },
    { say: 'Page 3.' },
    { tool: { name: 'read_page', parameters: { page: 3 }, result: { orders: 50, more: true }, takes: 300 } },
    { finish: { stopReason: 'max_tool_calls' } },
  ],
};
