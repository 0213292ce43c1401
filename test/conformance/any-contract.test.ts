/** Checks of a service that is only known by its description; `selftest.test.ts` has a fault for each of them. */
import { expect, it } from 'vitest';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import { emptyPlugin } from '../../conformance/plugin.ts';
import { createJobChecker } from '../../conformance/proxy/check-jobs.ts';
import { paintNothing } from '../../conformance/report/report.ts';
import { writeText } from '../../conformance/report/text.ts';
import { checkNotes, findingsOf, notes as contract, type Fault } from './support/notes.ts';

it('every check that the description has something for is passed by a service that follows it', async () => {
  const { report } = await checkNotes();
  const passed = report.outcomes.flatMap(({ verdict, check }) => (verdict === 'pass' ? [check] : []));
  // Why without C10: it measures times.
  expect(
    [...new Set(passed)]
      .filter((id) => id !== 'C10')
      .sort()
      .join(' ')
      .replaceAll('LAW', 'L'),
  ).toBe(
    'A01 A02 A03 C01 C02 C03 C04 C06 C12 C13 C14 C15 C16 C21 C22 C23 ' +
      'L01 L02 L03 L04 L05 L06 L07 L11 L13 L14 L15 L16 L17 L18 L19 L20 L21 L23 L24 L25 L26 L27 L28 L29 ' +
      'L30 L31 L33 L36 L39 L40 L41 L43 L44 N01 N02 N03 P01 P02 S01 S02 S03 S04 S07 S08 S21',
  );
});

const brokenName: Fault = ({ operation }, usual) => {
  const reply = usual();
  return operation === 'getNotebook' && reply.status === 200
    ? { ...reply, body: { ...(reply.body as object), name: 7 } }
    : reply;
};

it.each<readonly [string, Fault, string]>([
  [
    'finds what it does not have',
    ({ operation }, usual) => (operation === 'updateNote' ? { ...usual(), status: 200 } : usual()),
    'fail N03 updateNote status',
  ],
  ['returns a property of another type', brokenName, 'fail C03 getNotebook body.name'],
  [
    'returns a success that it does not declare',
    ({ operation }, usual) => (operation === 'createNotebook' ? { ...usual(), status: 200 } : usual()),
    'fail C01 createNotebook status',
  ],
  [
    'fails',
    ({ operation }, usual) => (operation === 'deleteNote' ? { status: 500 } : usual()),
    'fail C06 deleteNote status',
  ],
])('a service is reported that %s, by its description alone', async (_, fault, finding) => {
  const { report } = await checkNotes(fault);
  expect(findingsOf(report)).toContain(finding);
  const text = writeText(report, {
    contract,
    baseline: null,
    cases: new Map(),
    locate: () => null,
    paint: paintNothing,
    width: 100,
  });
  // Why: only the Agent Platform has facts and assumptions.
  expect(text).not.toMatch(/\b[FA]-\d/);
  const places = report.outcomes.flatMap(({ findings }) => findings.map(({ place }) => place));
  expect(places.filter((place) => place?.startsWith('notes.yaml#/') !== true)).toEqual([]);
});

it('the checks of any API rest on no fact', () => {
  const checks = listChecks(contract, emptyPlugin);
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(({ facts, assumption }) => facts.length > 0 || assumption !== null)).toEqual([]);
  expect(checks.map(({ basis }) => basis.kind)).not.toContain('facts');
});

it('the proxy reports what a client and a service do wrong', async () => {
  const checker = createJobChecker({ contract, traffic: emptyPlugin, basePaths: [] });
  const json = (value: unknown) => ({
    kind: 'whole' as const,
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  });
  const headers = ['Content-Type', 'application/json', 'X-Key', 'key-of-ada'];
  const request = { number: 1, at: 0, method: 'POST', path: '/notebooks', headers, isChecked: false };
  const reports = await checker.take({
    kind: 'exchange',
    request: { ...request, body: json({ name: 7 }) },
    response: { status: 201, headers: headers.slice(0, 2), body: json({ id: 1, name: 'Plans' }) },
    durationMs: 1,
  });
  const found = reports.flatMap((report) => (report.kind === 'finding' ? [report.finding] : []));
  expect(found.map(({ verdict, check: id, at }) => `${verdict} ${id} ${at}`)).toEqual([
    'fail Q03 body.code',
    'fail Q03 body.name',
    'fail C03 body.id',
  ]);
});
