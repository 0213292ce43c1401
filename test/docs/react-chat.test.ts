/** The chat in React that the chat page links to passes its own tests; `types.test.ts` compiles it. */
import { expect, it } from 'vitest';
import { runVitest } from './support/run-block.ts';

it('the example of a chat in React passes its tests', async () => {
  const ended = await runVitest([], { example: 'react-chat' });
  expect(ended.output).toMatch(/Tests {2}7 passed \(7\)/);
  expect(ended.output).not.toContain('stderr');
  expect(ended.code).toBe(0);
});
