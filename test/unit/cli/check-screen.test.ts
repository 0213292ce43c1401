import { agentPlatformContract as contract } from '../../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import { printCheck, printList, printListJson, unknownCheck } from '../../../cli/output/check-list.ts';
import { choosePaint } from '../../../cli/output/paint.ts';
import { openProgress } from '../../../cli/output/progress.ts';
import { paintNothing } from '../../../conformance/report/report.ts';
import { makeCheck } from '../conformance/report/made-report.ts';

it.each([
  [false, true, {}, true],
  [false, false, {}, false],
  [true, true, {}, false],
  [true, true, { FORCE_COLOR: '1' }, false],
  [false, true, { NO_COLOR: '1' }, false],
  [false, true, { NO_COLOR: '' }, true],
  [false, false, { FORCE_COLOR: '1' }, true],
  [false, true, { FORCE_COLOR: '0' }, false],
  [false, true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('colours are chosen: --no-color %s, terminal %s, %j', (isPlain, isTTY, env, expected) => {
  expect(choosePaint(isPlain, { isTTY }, env)('bad', 'x').includes('\u001b[')).toBe(expected);
});

describe('progress', () => {
  const at = (elapsedMs: number, subject = 'getAgent') => ({
    subject,
    requests: 1_234,
    findings: 1,
    elapsedMs,
  });

  function watch(isTTY: boolean, isQuiet = false) {
    const written: string[] = [];
    const screen = { isTTY, columns: 40, write: (text: string) => written.push(text) };
    return { written, progress: openProgress(screen, isQuiet) };
  }

  it('is one line on a terminal that is updated at intervals and removed at the end', () => {
    const { written, progress } = watch(true);
    progress.show(at(0));
    progress.show(at(50));
    progress.show(at(150));
    progress.clear();
    progress.clear();
    expect(written).toEqual([
      '\r\u001b[2KgetAgent · 1,234 requests · 1 finding …',
      '\r\u001b[2KgetAgent · 1,234 requests · 1 finding …',
      '\r\u001b[2K',
    ]);
  });

  const finding = {
    fingerprint: '1',
    verdict: 'fail',
    check: 'C03',
    subject: 'getAgent',
    message: 'x',
  } as const;

  it('prints each finding once as soon as it is made', () => {
    const { written, progress } = watch(true);
    progress.add(finding);
    progress.add(finding);
    progress.add({ ...finding, fingerprint: '2', verdict: 'warn' });
    expect(written).toEqual(['\r\u001b[2KC03 getAgent: x\n']);
  });

  it('prints no findings before the report if the output is not a terminal', () => {
    const { written, progress } = watch(false);
    progress.add(finding);
    expect(written).toEqual([]);
  });

  it('is a line at intervals if the output is not a terminal', () => {
    const { written, progress } = watch(false);
    for (let ms = 0; ms <= 31_000; ms += 1_000) progress.show(at(ms));
    progress.clear();
    expect(written).toEqual([
      'getAgent · 1,234 requests · 1 finding · 15 s\n',
      'getAgent · 1,234 requests · 1 finding · 30 s\n',
    ]);
  });

  it('is not printed with --quiet', () => {
    const { written, progress } = watch(true, true);
    progress.show(at(0));
    progress.clear();
    expect(written).toEqual([]);
  });
});

describe('the list of checks', () => {
  const checks = [
    makeCheck(),
    makeCheck({ id: 'AGENT03', severity: 'warn', level: 'stateful', title: 'Gone.' }),
  ];

  it('has a line per check, in columns', () => {
    expect(printList(checks, paintNothing)).toBe(
      'C03      fail  passive   The body fits its schema.\nAGENT03  warn  stateful  Gone.\n',
    );
  });

  it('contains the groups of scenario checks', () => {
    const grouped = [makeCheck(), makeCheck({ id: 'AGENT03', group: 'agents' })];
    expect(printList(grouped, paintNothing)).toContain(
      '\nGroups of scenario checks, for --operation\n  agents  AGENT\n',
    );
  });

  it('is JSON on request', () => {
    expect(JSON.parse(printListJson(checks))).toEqual(checks);
  });

  it.each([
    ['AGNET03', 'There is no check AGNET03. Did you mean AGENT03?'],
    ['xyzzy', 'There is no check xyzzy. Run backlot check --list for all checks.'],
  ])('suggests a check for %s', (wanted, expected) => {
    expect(unknownCheck(wanted, checks)).toBe(expected);
  });
});

describe('the explanation of a check', () => {
  const options = { contract, paint: paintNothing, width: 60 };

  it('has the description, rationale, level, and facts with their texts', () => {
    expect(printCheck([makeCheck({ facts: ['F-0-002'] })], 'c03', options)).toEqual({
      text: `C03  The body fits its schema.

What it does
  Reads every body.

Why
  Clients read what is declared.

When
  At the level passive and above; a finding fails the run,
  unless it is shown as a warning.

Based on the facts
  F-0-002  server:production: base address is the
    placeholder {base_url} (production)
`,
    });
  });

  it('has the text and the reason of an assumption', () => {
    const check = makeCheck({
      facts: [],
      assumption: 'A-004',
      severity: 'warn',
      basis: { kind: 'assumption', id: 'A-004' },
    });
    const { text } = printCheck([check], 'C03', options) as { readonly text: string };
    expect(text).toContain('Based on the assumption\n  A-004  Timestamps are written in UTC');
    expect(text).toContain('Reason of the assumption\n  ISO 8601 allows more than RFC 3339');
    expect(text).toContain('a finding is a warning.');
  });

  it('has the good practice', () => {
    const check = makeCheck({
      facts: [],
      basis: { kind: 'practice', description: 'Be kind.' },
      severity: 'warn',
    });
    expect(printCheck([check], 'C03', options)).toMatchObject({
      text: expect.stringContaining('Based on good practice\n  Be kind.') as string,
    });
  });

  it('is that of the check that replaces an earlier one', () => {
    const check = makeCheck({ former: [{ id: 'ODD05', subject: null }] });
    expect(printCheck([check], 'odd05', options)).toMatchObject({
      text: expect.stringContaining('It replaces ODD05.') as string,
    });
  });
});
