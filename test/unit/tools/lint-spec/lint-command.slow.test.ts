import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printFindings, type Finding } from '../../../../tools/lint-spec/finding.ts';
import { readReports, runAsyncapiParser, runRedocly } from '../../../../tools/lint-spec/run-linters.ts';

const project = join(import.meta.dirname, '../../../..');
const broken = 'test/unit/tools/lint-spec/fixtures/broken';

describe('the report of the linters', () => {
  const finding = (file: string, line: number): Finding => ({
    file,
    line,
    column: 3,
    severity: 'error',
    rule: 'struct',
    message: 'It is wrong.',
  });

  it('is sorted by file and line, and counts the findings', () => {
    expect(
      printFindings([finding('b.yaml', 1), finding('a.yaml', 12), finding('a.yaml', 2)]).split('\n'),
    ).toEqual([
      'a.yaml:2:3 error It is wrong. (struct)',
      'a.yaml:12:3 error It is wrong. (struct)',
      'b.yaml:1:3 error It is wrong. (struct)',
      '3 findings',
    ]);
  });

  it('is empty without findings', () => {
    expect(printFindings([])).toBe('');
  });
});

describe('Redocly', () => {
  it('is parsed from consecutive reports', () => {
    const report = JSON.stringify({ problems: [] }, null, 2);
    expect(readReports(`${report}${report}\n${report}\n`)).toHaveLength(3);
    expect(readReports('')).toEqual([]);
  });

  it('reports the position of a violated plugin rule', async () => {
    const findings = await runRedocly(project, [`${broken}/openapi.yaml`]);
    expect(findings).toContainEqual({
      file: `${broken}/openapi.yaml`,
      line: 5,
      column: 3,
      severity: 'error',
      rule: 'contract/extensions',
      message: '`x-nonsense` is not an extension of this contract. Describe it in extensions.schema.json.',
    });
  });

  it('reports why it cannot run', async () => {
    await expect(runRedocly(project, ['no-such-document.yaml'])).rejects.toThrow('no-such-document.yaml');
  });
});

it('the AsyncAPI parser reports the position of a problem that Redocly does not check', async () => {
  const findings = await runAsyncapiParser(project, `${broken}/asyncapi.yaml`);
  expect(findings).toContainEqual({
    file: `${broken}/asyncapi.yaml`,
    line: 8,
    column: 16,
    severity: 'error',
    rule: 'asyncapi3-channel-parameters',
    message: 'Not all channel\'s parameters are described with "parameters" object. Missed: id.',
  });
});
