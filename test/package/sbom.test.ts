import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useFolder } from '../support/folder.ts';

interface Bill {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

interface LockEntry {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const folder = useFolder();
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockEntry> };

test('the bill of materials has all dependencies of the package, and no development dependencies', () => {
  const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
  const bill = printBill();
  expect(bill.metadata.component.name).toBe('backlot');
  expect(namesIn(bill)).toEqual(needed(Object.keys(dependencies)));
});

test('another package is named by its folder, with the versions of the lockfile', () => {
  mkdirSync(join(folder, 'small'));
  const manifest = {
    name: '@example/small',
    version: '1.0.0',
    license: 'MIT',
    dependencies: { ajv: '^8.0.0' },
  };
  writeFileSync(join(folder, 'small/package.json'), JSON.stringify(manifest));
  const bill = printBill(join(folder, 'small'));
  expect(bill.metadata.component.name).toBe('@example/small');
  expect(namesIn(bill)).toEqual(needed(['ajv']));
});

function printBill(...args: readonly string[]): Bill {
  return JSON.parse(
    execFileSync(process.execPath, ['tools/build/sbom.ts', ...args], { encoding: 'utf8' }),
  ) as Bill;
}

function namesIn({ components }: Bill): readonly string[] {
  return components.map(({ name, version }) => `${name}@${version}`).sort();
}

/** Returns the packages with all that they depend on; each version of one counts once. */
function needed(names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const pending = names.map((name) => `node_modules/${name}`);
  for (const key of pending) {
    const entry = packages[key];
    if (entry === undefined || found.has(key)) continue;
    found.add(key);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      pending.push(resolveFrom(key, name));
  }
  const all = [...found].map((key) => `${key.split('node_modules/').at(-1)}@${packages[key]?.version}`);
  return [...new Set(all)].sort();
}

/** Returns where a package finds another one, as Node does. */
function resolveFrom(key: string, name: string): string {
  const nested = `${key}/node_modules/${name}`;
  if (nested in packages) return nested;
  const end = key.lastIndexOf('/node_modules/');
  return end === -1 ? `node_modules/${name}` : resolveFrom(key.slice(0, end), name);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
