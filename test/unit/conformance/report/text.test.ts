import { describe, expect, it } from 'vitest';
import { paintNothing, type TextOptions } from '../../../../conformance/report/report.ts';
import { NOT_REACHED } from '../../../../conformance/model/run-report.ts';
import { RETURNS_501 } from '../../../../conformance/model/operations.ts';
import { writeText } from '../../../../conformance/report/text.ts';
import {
  hostile,
  makeFinding,
  makeHostileReport,
  makeOutcome,
  makeReport,
  outcomesOf,
  plainOptions,
  makeCheck,
} from './made-report.ts';

const options: TextOptions = { ...plainOptions, paint: paintNothing, width: 100 };

describe('the text report', () => {
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

  it('shows a request of another account that two checks have sent once', () => {
    const message = 'getAgent with the credential of another account returned 200.';
    const found = [
      makeFinding({ check: 'LAW16', at: 'status', message }),
      makeFinding({ check: 'LAW36', at: 'status', message, verdict: 'warn' }),
    ];
    const outcomes = found.map((finding) => makeOutcome({ check: finding.check, findings: [finding] }));
    const checks = [makeCheck({ id: 'LAW16', family: 'law' }), makeCheck({ id: 'LAW36', family: 'access' })];
    const text = writeText(makeReport({ checks, outcomes }), options);
    expect(text.split(message)).toHaveLength(2);
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
