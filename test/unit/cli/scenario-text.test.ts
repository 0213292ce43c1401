import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../cli/scenarios/scenario-text.ts';

const good = `# A comment may say what the file is for.
description: Greets the visitor.
steps:
  - think: The visitor has just arrived.
  - say: |
      Hello.
      What can I do for you?
`;

/** Nine levels of nine aliases: 400 million items. */
const aliasBomb = Array.from({ length: 9 }, (_, level) =>
  level === 0
    ? 'l0: &l0 [x]'
    : `l${level}: &l${level} [${Array(9)
        .fill(`*l${level - 1}`)
        .join(', ')}]`,
).join('\n');

describe('the text of a scenario', () => {
  it('may be YAML, with the name of its file', async () => {
    expect(await parseScenario(good, 'greeting')).toEqual({
      ok: true,
      value: {
        name: 'greeting',
        description: 'Greets the visitor.',
        steps: [{ think: 'The visitor has just arrived.' }, { say: 'Hello.\nWhat can I do for you?\n' }],
      },
    });
  });

  it('may be JSON, with its own name', async () => {
    const text = JSON.stringify(
      { name: 'own', description: 'x', kind: 'flow', steps: [{ say: 'y' }] },
      null,
      2,
    );
    expect(await parseScenario(text, 'file')).toMatchObject({
      ok: true,
      value: { name: 'own', kind: 'flow' },
    });
  });

  it.each([
    [
      'an unknown property of a step',
      good.replace('- say:', '- sya:'),
      5,
      5,
      'steps.1.sya is not a known field',
    ],
    ['a wrong value', good.replace('The visitor has just arrived.', '7'), 4, 5, 'steps.0.think'],
    ['a missing member', `${good}  - tool: {}\n`, 8, 5, 'steps.2.tool.name is required'],
    ['a missing member of the whole', 'steps:\n  - say: x\n', 1, 1, 'description is required'],
    ['a text that is no YAML', 'description: [\nsteps: []', 2, 1, ''],
    ['an empty text', '', 1, 1, 'body must be an object'],
    ['a list', '- say: x', 1, 1, 'body must be an object'],
    ['aliases that multiply', aliasBomb, 1, 1, 'alias'],
    ['two members that are one', 'description: a\ndescription: b\nsteps:\n  - say: x\n', 2, 1, 'unique'],
  ])('is rejected for %s, with the position', async (_, text, line, column, message) => {
    const parsed = await parseScenario(text, 'greeting');
    expect(parsed.ok).toBe(false);
    const [first] = parsed.ok ? [] : parsed.error;
    expect(first).toMatchObject({ line, column });
    expect(first?.message).toContain(message);
  });

  it('is rejected with all errors', async () => {
    const parsed = await parseScenario('steps:\n  - sya: x\n  - wait: soon\n', 'greeting');
    expect(parsed.ok ? [] : parsed.error.map(({ line }) => line).sort()).toEqual([1, 2, 3]);
  });
});
