/** The place of the cursor in the text of a scenario, for more places than a browser test can cover. */
import { expect, test } from 'vitest';
import { containerAt, offsetOf, readScenarioText, withPart } from '../../../console/scenario-text.ts';

/** Returns the path of the container at the `|` in a text. */
function pathAt(marked: string): string {
  return containerAt(readScenarioText(marked.replace('|', '')), marked.indexOf('|')).join('.');
}

test.each([
  ['desc|ription: a\nsteps:\n  - say: b\n', ''],
  ['description: a\nsteps:\n  - say: b\n|', ''],
  ['description: a\nsteps:\n  - say: b\n  |', 'steps'],
  ['description: a\nsteps:\n  - say: b\n    |', 'steps.0'],
  ['description: a\nsteps:\n  |', 'steps'],
  ['description: a\nsteps: []\n|', ''],
  ['description: a\nsteps: [|]\n', 'steps'],
  ['description: a\nsteps:\n| - say: b\n', 'steps'],
  ['description: a\nsteps:\n  - sa|y: b\n', 'steps.0'],
  ['description: a\nsteps:\n  - tool:\n      name: find\n  - s|ay: b\n', 'steps.1'],
  ['description: a\nsteps:\n  - tool:\n      |\n  - say: b\n', 'steps.0.tool'],
  ['description: a\nsteps:\n  - tool:\n      name: find\n      |\n  - say: b\n', 'steps.0.tool'],
  ['description: a\nsteps:\n  - tool: { name: find, | }\n', 'steps.0.tool'],
  ['description: a\nsteps:\n  - tool: { name: find, |', 'steps.0.tool'],
  ['{"steps": [{"say": "b"}, |{"say": "c"}]}', 'steps'],
  ['{"steps": [{"say": "b"}, {|"say": "c"}]}', 'steps.1'],
  ['{"steps": [{"say": "b"}]|}', ''],
  ['|', ''],
])('the container at the cursor in %j is %j', (marked, path) => {
  expect(pathAt(marked)).toBe(path);
});

test('a missing place is that of the innermost value around it', () => {
  const text = 'description: a\nsteps:\n  - tool:\n      name: find\n';
  const read = readScenarioText(text);
  expect(text.slice(offsetOf(read, 'steps.0.tool.result'))).toBe('tool:\n      name: find\n');
  expect(offsetOf(read, '')).toBe(0);
});

test('additions keep comments, and long strings of JSON on one line', () => {
  const yaml = readScenarioText('# Mine\ndescription: a # short\nsteps: []\n');
  expect(withPart(yaml, ['steps', '0'], { say: 'text' })).toBe(
    '# Mine\ndescription: a # short\nsteps: [ { say: text } ]\n',
  );
  const said = 'word '.repeat(60);
  const json = readScenarioText(JSON.stringify({ description: 'a', steps: [{ say: said }] }));
  expect(JSON.parse(withPart(json, ['steps', '1'], { wait: 1, note: 'a\nb' }))).toEqual({
    description: 'a',
    steps: [{ say: said }, { wait: 1, note: 'a\nb' }],
  });
});
