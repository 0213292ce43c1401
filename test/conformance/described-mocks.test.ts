/** The mock of a description follows it, so the checks of that description fail nothing. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkDescribedMock } from './support/described-mock.ts';

const folders = ['../resources/descriptions', '../../tools/comparison/descriptions'].map((folder) =>
  join(import.meta.dirname, folder),
);

const descriptions = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.resources.yaml'))
    .map((name) => [name, join(folder, name)] as const),
);

/** Failures that are right, since the mock does less than the description or its overrides demand, or no value fits. */
const right: Readonly<Record<string, readonly string[]>> = {
  'statuses.yaml': ['C03 getOdd', 'C01 deleteNote'],
};

it.each(descriptions)(
  'the checks of a description report no failure of the mock of %s',
  async (name, path) => {
    const { outcomes, stopped } = await checkDescribedMock(path);
    const failures = outcomes.flatMap(({ findings }) => findings).filter(({ verdict }) => verdict === 'fail');
    const other = failures.filter(({ check, subject }) => !right[name]?.includes(`${check} ${subject}`));
    expect(stopped).toBeNull();
    expect(other.map(({ check, subject, message }) => `${check} ${subject}: ${message}`)).toEqual([]);
  },
);
