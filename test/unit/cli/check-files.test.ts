import { agentPlatformContract as contract } from '../../../conformance/agent-platform/contract.ts';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeCases } from '../../../cli/output/check-cases.ts';
import { findConfig, findUnknown } from '../../../cli/check-config.ts';
import { writeReports, type ReportCall } from '../../../cli/output/check-reports.ts';
import { defaultConfig } from '../../../conformance/config/config.ts';
import { paintNothing } from '../../../conformance/report/report.ts';
import {
  makeCheck,
  makeFinding,
  makeReport,
  outcomesOf,
  plainOptions,
} from '../conformance/report/made-report.ts';
import { temporaryFolder } from '../../support/folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

describe('the reports of a run', () => {
  const report = makeReport({ outcomes: outcomesOf([makeFinding()]) });

  async function write(fields: Partial<ReportCall>): Promise<string> {
    const printed: string[] = [];
    await writeReports(report, plainOptions, {
      ...{ reports: [], isQuiet: false, paint: paintNothing, width: 100, summaryFile: undefined },
      print: (text) => void printed.push(text),
      ...fields,
    });
    return printed.join('');
  }

  it('are text by default', async () => {
    expect(await write({})).toMatch(/^Agents 1\.2\.0 at .*\nFAILED: 1 finding/s);
  });

  it('are only the verdict with --quiet', async () => {
    expect(await write({ isQuiet: true })).toMatch(/^FAILED: .*\.\n$/);
  });

  it.each(['junit', 'sarif', 'markdown', 'json', 'har'] as const)(
    'are only %s in the terminal on request',
    async (format) => {
      const text = await write({ reports: [{ format, file: null }] });
      expect(text).not.toContain('FAIL   C03');
      expect(text.length).toBeGreaterThan(100);
      expect(await write({ reports: [{ format, file: null }], isQuiet: true })).toBe(text);
    },
  );

  it('go to files in new folders, in addition to the text', async () => {
    const file = join(folder, 'a/b/report.xml');
    const text = await write({ reports: [{ format: 'junit', file }] });
    expect(text).toContain('FAILED');
    expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml/);
  });

  it('are annotations after the text, and a summary appended to its file', async () => {
    const summaryFile = join(folder, 'summary.md');
    writeFileSync(summaryFile, 'before\n');
    const text = await write({ reports: [{ format: 'github', file: null }], summaryFile });
    expect(text).toMatch(/FAILED: [^\n]*\n::error title=/);
    expect(readFileSync(summaryFile, 'utf8')).toMatch(/^before\n## ❌/);
  });
});

describe('the cases of a run', () => {
  it('are files for each new finding, with an executable script', () => {
    const [known, fresh] = [makeFinding(), makeFinding()];
    const report = makeReport({ outcomes: outcomesOf([known, fresh]) });
    const baseline = { file: 'b', known: new Set([known.fingerprint]), vanished: [] };
    const paths = writeCases(report, { contract, baseline, folder: join(folder, 'out') });
    expect([...paths]).toEqual([
      [fresh.fingerprint, join(folder, `out/cases/C03-${fresh.fingerprint}.json`)],
    ]);
    expect(readdirSync(join(folder, 'out/cases'))).toHaveLength(2);
    expect(statSync(join(folder, `out/cases/C03-${fresh.fingerprint}.sh`)).mode & 0o111).not.toBe(0);
  });

  it('are not written without findings', () => {
    writeCases(makeReport(), { contract, baseline: null, folder: join(folder, 'out') });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the settings of a run', () => {
  const write = (text: string): string => {
    const file = join(folder, 'conformance.yaml');
    writeFileSync(file, text);
    return file;
  };

  it('on the command line override those of the file', () => {
    const configFile = write('seed: 1\ncases: 2\nbudget: { requests: 3, seconds: 4 }\n');
    const found = findConfig({ configFile, settings: { seed: 7, budget: { requests: 8 } } }, {}, contract);
    expect(found).toMatchObject({
      ok: true,
      config: { seed: 7, cases: 2, budget: { requests: 8, seconds: 4 } },
    });
  });

  it('resolve the driver relative to their file', () => {
    const configFile = write('driver: ./drivers/mine.ts\n');
    expect(findConfig({ configFile, settings: {} }, {}, contract)).toMatchObject({
      config: { driver: join(folder, 'drivers/mine.ts') },
    });
    expect(findConfig({ configFile, settings: { driver: 'none' } }, {}, contract)).toMatchObject({
      config: { driver: null },
    });
  });

  it('are rejected with file, line and column of each error', () => {
    const configFile = write('seed: soon\nlevle: far\n');
    expect(findConfig({ configFile, settings: {} }, {}, contract)).toEqual({
      ok: false,
      problems: [
        `${configFile}:1:7: seed must be an integer of at least 0.`,
        `${configFile}:2:1: Unknown property levle. Did you mean level?`,
      ],
    });
  });

  it.each([
    [{ only: ['C03'], subjects: ['getAgent', 'agents', 'pack:agents'] }, null],
    [{ only: ['C'], subjects: [] }, null],
    [{ only: ['ODD05'], subjects: [] }, null],
    [{ only: ['C33'], subjects: [] }, 'There is no check C33. Did you mean C03?'],
    [
      { only: [], subjects: ['getagent'] },
      'There is no operation, resource or group of checks getagent. Did you mean getAgent?',
    ],
    [
      { only: [], subjects: ['agent'] },
      'There is no operation, resource or group of checks agent. Did you mean agents?',
    ],
    [
      { only: [], subjects: ['zzzzzzzzzz'] },
      'There is no operation, resource or group of checks zzzzzzzzzz. Run backlot check --list for the groups.',
    ],
  ])('reject unknown names: %j', (wanted, problem) => {
    expect(
      findUnknown(
        { ...defaultConfig, ...wanted },
        [makeCheck({ former: [{ id: 'ODD05', subject: null }] })],
        {
          contract,
          groups: ['agents'],
        },
      ),
    ).toBe(problem);
  });
});
