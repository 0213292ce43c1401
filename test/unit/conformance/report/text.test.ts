import { describe, expect, it } from 'vitest';
import { paintNothing, type TextOptions } from '../../../../conformance/report/report.ts';
import { NOT_REACHED } from '../../../../conformance/model/run-report.ts';
import { RETURNS_501 } from '../../../../conformance/model/operations.ts';
import { writeText } from '../../../../conformance/report/text.ts';
import {
  hostile,
  makeCheck,
  makeFinding,
  makeHostileReport,
  makeOutcome,
  makeReport,
  outcomesOf,
  plainOptions,
} from './made-report.ts';

const options: TextOptions = { ...plainOptions, paint: paintNothing, width: 100 };

describe('the text report', () => {
  it('includes the message, place, source and replay command of a finding', () => {
    const finding = makeFinding({ count: 4, facts: ['F-0-002'], assumption: null });
    const cases = new Map([[finding.fingerprint, 'out/cases/C03 1.json']]);
    const text = writeText(makeReport({ outcomes: outcomesOf([finding]) }), { ...options, cases });
    expect(text).toBe(`Agents 1.2.0 at http://127.0.0.1:4010
level stateful · seed 1 · driver the mock · 1,234 requests in 12.3 s

FAIL   C03  The body fits its schema.  1 finding

  getAgent  (seen 4 times)
    must be a string, not 7
    response   body.id
    contract   getAgent 200 /paths/~1v1~1agents~1{id}/get/responses/200
    fact       F-0-002 server:production: base address is the placeholder {base_url} (production)
    case       minimal (seed 1, path 3:0)
    sent       GET /v1/agents/agent_1 as full → 200
    repeat     npx backlot check http://127.0.0.1:4010 --replay 'out/cases/C03 1.json'

Checks: 1 failed
FAILED: 1 finding in 1 place, 1 check run with 1,234 requests.
`);
  });

  it('has no driver if there is none', () => {
    expect(writeText(makeReport({ driver: 'none' }), options)).toContain(
      '\nlevel stateful · seed 1 · 1,234 requests',
    );
  });

  it('omits a case that repeats the request, and keeps a command on one line', () => {
    const file = `out/${'long/'.repeat(30)}case.json`;
    const finding = makeFinding({ origin: { label: 'GET /v1/agents/agent_1' } });
    const cases = new Map([[finding.fingerprint, file]]);
    const text = writeText(makeReport({ outcomes: outcomesOf([finding]) }), { ...options, cases });
    expect(text).not.toContain('    case ');
    expect(text).toContain(`backlot check http://127.0.0.1:4010 --replay ${file}\n`);
  });

  it('repeats a finding with the options of the run', () => {
    const finding = makeFinding();
    const cases = new Map([[finding.fingerprint, 'case.json']]);
    const repeatOptions = ['--openapi', 'openapi.yaml', '--credential', '"$BACKLOT_FULL"'];
    const report = makeReport({ outcomes: outcomesOf([finding]) });
    expect(writeText(report, { ...options, cases, repeatOptions })).toContain(
      'npx backlot check --openapi openapi.yaml --credential "$BACKLOT_FULL" http://127.0.0.1:4010 --replay case.json\n',
    );
  });

  it('includes the text of an assumption', () => {
    const finding = makeFinding({ verdict: 'warn', facts: [], assumption: 'A-004' });
    const text = writeText(makeReport({ outcomes: outcomesOf([finding]) }), options);
    expect(text).toContain('assumed    A-004 Timestamps are written in UTC with milliseconds');
    expect(text).toContain('\nPASSED: 1 warning, ');
  });

  it('lists the most severe findings first', () => {
    const checks = ['warn', 'flaky', 'fail', 'error'] as const;
    const found = checks.map((verdict) => makeFinding({ verdict, check: verdict.toUpperCase() }));
    const text = writeText(
      makeReport({
        checks: checks.map((id) => makeCheck({ id: id.toUpperCase() })),
        outcomes: outcomesOf(found),
      }),
      options,
    );
    expect([...text.matchAll(/^([A-Z]+) +\1 /gm)].map(([, word]) => word)).toEqual([
      'FAIL',
      'ERROR',
      'FLAKY',
      'WARN',
    ]);
  });

  it('shortens long lists and counts the rest', () => {
    const found = Array.from({ length: 25 }, (_, index) =>
      makeFinding({ message: `message ${index}`, place: `spec/place-${index}.yaml` }),
    );
    const text = writeText(makeReport({ outcomes: outcomesOf(found) }), options);
    expect(text.match(/message \d+/g)).toHaveLength(10);
    expect(text).toContain('… and 15 more');
  });

  it('shows findings that probably have one cause as one', () => {
    const found = ['getAgent', 'updateAgent'].map((subject, index) =>
      makeFinding({
        subject,
        at: `body.data.${index}.name`,
        message: `body.data.${index}.name is required.`,
      }),
    );
    const other = makeFinding({ place: 'spec/schemas/Flow.yaml#/properties/name' });
    const text = writeText(makeReport({ outcomes: outcomesOf([...found, other]) }), options);
    expect(text).toContain('also       updateAgent body.data.1.name');
    expect(text).toContain('3 findings in 2 places, probably of 2 causes');
  });

  it('groups skipped checks by reason', () => {
    const outcomes = ['S1', 'S2', 'S3'].map((check, index) =>
      makeOutcome({ check, verdict: 'skip', reason: index === 1 ? 'Other.' : 'It needs a driver.' }),
    );
    expect(writeText(makeReport({ outcomes }), options)).toContain(`Skipped  3 checks
     2   It needs a driver. (S1, S3)
     1   Other. (S2)
`);
  });

  it('includes the coverage', () => {
    const coverage = [
      { what: 'operations', seen: 42, of: 43, missing: ['cancelBatch'] },
      { what: 'facts', seen: 7, of: 7, missing: [] },
    ];
    expect(writeText(makeReport({ coverage }), options)).toContain(`Seen
  operations  42 of 43   not cancelBatch
  facts         7 of 7
`);
  });

  it('reports that a run ended early', () => {
    const text = writeText(makeReport({ stopped: 'The budget is spent.' }), options);
    expect(text).toContain('The run ended early: The budget is spent.');
    expect(text).toMatch(/The run ended early\.\n$/);
  });

  it('lists the checks that a run did not reach', () => {
    const outcomes = ['getAgent', 'pack:agents'].map((subject) =>
      makeOutcome({ subject, verdict: 'skip', reason: NOT_REACHED, count: 0 }),
    );
    expect(writeText(makeReport({ outcomes, stopped: 'x' }), options)).toContain(
      '\nNot checked, because the run ended early: 2 checks of getAgent, agents.\n',
    );
  });

  it('lists the checks that the configuration excludes', () => {
    const unselected = { checks: 66, subjects: ['isolation', 'parents'] };
    expect(writeText(makeReport({ unselected }), options)).toContain(
      '\n66 checks are not selected: isolation, parents.\n',
    );
  });

  it('begins with the number of operations that return 501, and how to check the others', () => {
    const outcomes = [
      ...['getAgent', 'listAgents'].map((subject) =>
        makeOutcome({ subject, verdict: 'skip', reason: RETURNS_501, count: 0 }),
      ),
      makeOutcome({ subject: 'createAgent' }),
    ];
    const text = writeText(makeReport({ outcomes }), options);
    expect(text).toContain('\n2 operations return 501; check the others with --operation createAgent\n');
    expect(text).toContain('\nNot implemented: getAgent, listAgents.\n');
    expect(text).not.toContain('Skipped');
  });

  it('prints the notices of a run', () => {
    expect(writeText(makeReport({ notices: ['Rename it.'] }), options)).toContain('\nRename it.\n');
  });

  it('shows findings in the baseline as known, and explains how to remove obsolete ones', () => {
    const finding = makeFinding();
    const vanished = [{ ...makeFinding(), message: 'was wrong once' }];
    const baseline = { file: 'known.json', known: new Set([finding.fingerprint]), vanished };
    const text = writeText(makeReport({ outcomes: outcomesOf([finding]) }), { ...options, baseline });
    expect(text).toContain('KNOWN  C03');
    expect(text).toContain('was wrong once');
    expect(text).toContain('--update-baseline');
    expect(text).toContain('FAILED: 1 vanished finding, 1 known, ');
  });

  it('contains no control characters for hostile texts', () => {
    const text = writeText(makeHostileReport(), options);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('␛[31m');
  });

  it('contains no line that CI interprets as a command', () => {
    const message = `::error::x ${'y '.repeat(60)}${'::set-output name=a::b '.repeat(30)}##[group]z`;
    const found = makeFinding({ message, subject: hostile });
    const text = writeText(makeReport({ outcomes: outcomesOf([found]) }), options);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain('##[');
  });

  it('uses colours only with a paint function', () => {
    const painted = writeText(makeReport(), { ...options, paint: (meaning, text) => `<${meaning}>${text}` });
    expect(painted).toContain('<good>NOTHING CHECKED');
  });
});
