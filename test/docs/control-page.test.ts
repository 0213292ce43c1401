/** The calls on the control API page work when pasted. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as engineOperations } from '../../generated/control/operations.ts';
import { featureGateValues } from '../../mock/agent-platform/domain/identity/feature-gates.ts';
import { blocksOf, readPage } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useServedMock } from '../support/served-mock.ts';
import { useFolder } from '../support/folder.ts';

const page = 'docs/control-api.md';
const usual = 'http://127.0.0.1:4010';
const blocks = blocksOf(page);

const served = useServedMock();
const folder = useFolder();

const here = (code: string) => code.replaceAll(usual, served.url);

describe('the calls', () => {
  it.each(blocks.filter(({ kind }) => kind === 'sh'))('at line $line succeed', async ({ code }) => {
    const strict = here(code).replaceAll(
      'curl -s',
      'curl --silent --show-error --fail-with-body --max-time 10',
    );
    expect(await runProgram('sh', ['-e', '-c', strict], { TMPDIR: folder })).toMatchObject({ code: 0 });
  });

  it.each(blocks.filter(({ kind }) => kind === 'sh live'))('at line $line stream', async ({ code }) => {
    const child = spawn('sh', ['-c', `exec ${here(code)}`]);
    const text = await new Promise<string>((resolve, reject) => {
      let soFar = '';
      child.on('error', reject);
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        soFar += part;
        if (soFar.includes('\n\n')) resolve(soFar);
      });
      callUntilHeard(() => soFar === '').catch(reject);
    });
    child.kill();
    expect(text).toMatch(/^event: request\ndata: \{"type":"request"/);
  });

  it('are all tested', () => {
    expect(blocks.map(({ kind }) => kind).filter((kind) => !['sh', 'sh live'].includes(kind))).toEqual([]);
    expect(blocks.length).toBeGreaterThan(5);
  });
});

it('every feature gate is listed with its values', () => {
  const rows = new Map(
    [...readPage(page).matchAll(/^\| `(\w+)` +\| ([^|]*) \|/gm)].map(({ 1: name = '', 2: values = '' }) => [
      name,
      [...values.matchAll(/`([^`]+)`/g)].map(([, value]) => value),
    ]),
  );
  for (const [name, values] of Object.entries(featureGateValues))
    expect([name, rows.get(name)]).toEqual([name, [...values]]);
});

/** Calls the service until the reader receives an event, because the time of its connection is unknown. */
async function callUntilHeard(isSilent: () => boolean): Promise<void> {
  for (let call = 0; call < 500 && isSilent(); call++) {
    await (await fetch(`${served.url}/v1/agents`)).text();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the page', () => {
  const text = readPage(page);

  it.each([...new Set([...engineOperations, ...platformOperations].map(({ path }) => path))])(
    'mentions %s',
    (path) => {
      const form = path.replaceAll(/\{\w+\}/g, '[^/\\s]+');
      expect(text).toMatch(new RegExp(`${form}(?![\\w/-])`));
    },
  );
});
