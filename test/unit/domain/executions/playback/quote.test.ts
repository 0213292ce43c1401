import { expect, it } from 'vitest';
import { quoteJson, quoteText } from '../../../../../mock/agent-platform/domain/executions/playback/texts.ts';

const source = {
  lastMessage: 'Hi {{output.x}}',
  outputs: { find_order: { id: 7 }, greet: 'Hello' },
  inputs: { city: 'Bergen', tags: ['a'] },
};

it.each([
  ['You said: {{lastMessage}}', 'You said: Hi {{output.x}}'],
  ['{{output.greet}}, {{output.find_order}}', 'Hello, {"id":7}'],
  ['{{input.city}} {{input.tags}}', 'Bergen ["a"]'],
  ['{{output.missing}} and {{input.missing}} stay', '{{output.missing}} and {{input.missing}} stay'],
  ['{{output.constructor}} stays', '{{output.constructor}} stays'],
  ['{{ lastMessage }} and {{eval(1)}} stay', '{{ lastMessage }} and {{eval(1)}} stay'],
])('quoteText %s', (text, quoted) => {
  expect(quoteText(text, source)).toBe(quoted);
});

it('quoteJson quotes only in the string values of a document', () => {
  expect(quoteJson({ '{{lastMessage}}': ['{{output.greet}}', 1, null] }, source)).toEqual({
    '{{lastMessage}}': ['Hello', 1, null],
  });
});
