/** `--only`: each file is generated with its imports, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCall } from '../../../cli/generate-call.ts';
import {
  RUNTIME,
  templatedNames,
  validatorNames,
  withNeeded,
} from '../../../generator/emit/outputs/file-names.ts';
import { compileFiles } from '../../golden/support/compile.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { optionsOf } from '../../golden/support/golden-case.ts';
import { generate } from '../../../generator/pipeline.ts';

const service = path.resolve(import.meta.dirname, '../../../generated/service');

function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(service, file), 'utf8');
  const paths = [...text.matchAll(/(?:from |import\()'(\.[^']*)'/g)].map(([, target = '']) => target);
  return paths.map((target) =>
    target.startsWith('../../templates/runtime/') ? RUNTIME : target.slice('./'.length),
  );
}

const existing = readdirSync(service);
/** The files that our own target has. It has no webhooks, and converts no values. */
const files = [...templatedNames, ...validatorNames].filter((file) => existing.includes(file));

it.each(files)('%s is generated with everything it imports', (file) => {
  const given = withNeeded([file]);
  for (const wanted of given.filter((name) => files.includes(name)))
    expect(given).toEqual(expect.arrayContaining([...importsOf(wanted)]));
});

it('types import only those of JSON', () => {
  expect(withNeeded(['types.ts'])).toEqual(['types.ts', 'json-types.ts']);
});

it('an optional file is generated when it is requested', () => {
  const call = readCall(['--openapi', 'a.yaml', '--out', 'o', '--only', 'samples']);
  expect(call).toMatchObject({ documents: { extras: ['samples'] } });
});

it('a file alone compiles', async () => {
  const folder = path.resolve(import.meta.dirname, '../../golden/client');
  const all = new Map<string, string>();
  for (const name of ['events', 'client', 'server', 'validators']) {
    const sink = createMemorySink();
    await generate({ ...optionsOf(folder), only: withNeeded([`${name}.ts`]) }, sink, 'write');
    expect([...sink.files.keys()]).toContain(`out/${name}.ts`);
    for (const [file, text] of sink.files) all.set(`${name}/${file}`, text);
  }
  expect(compileFiles(all)).toEqual([]);
});
