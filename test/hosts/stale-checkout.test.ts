/** `backlot mock` in a copy of the checkout, whose contract is edited without generating the code again. */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from './support/until.ts';
import { useFolder } from '../support/folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copied = [
  'cli',
  'conformance',
  'contract',
  'control',
  'generated',
  'generator',
  'mock',
  'package.json',
  'spec',
  'templates',
];
const checkout = useFolder();

beforeAll(() => {
  for (const name of copied) cpSync(path.join(root, name), path.join(checkout, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
});

/** Starts the mock, and returns its warnings at the time when it is stopped. */
async function warningsOfStart(isExpected: boolean): Promise<string> {
  const child = spawn(process.execPath, ['cli/main.ts', 'mock', '--port', '0', '--quiet'], { cwd: checkout });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  let warnings = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (warnings += text));
  await until(() => child.exitCode !== null || (isExpected ? warnings !== '' : said !== ''));
  child.kill('SIGTERM');
  await closed;
  return warnings;
}

describe('the mock of a checkout', () => {
  test('does not warn if the code was generated from the contract, with any line endings', async () => {
    const file = path.join(checkout, 'spec/openapi.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect(await warningsOfStart(false)).toBe('');
  });

  test('warns if the contract has changed since the code was generated', async () => {
    appendFileSync(path.join(checkout, 'spec/schemas/Agent.yaml'), '# edited\n');
    expect(await warningsOfStart(true)).toBe(
      'spec/ has changed since generated/ was written. Run npm run generate.\n',
    );
  });
});
