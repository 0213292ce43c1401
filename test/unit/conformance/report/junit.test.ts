import { describe, expect, it } from 'vitest';
import { writeJunit } from '../../../../conformance/report/junit.ts';
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
import { findAll, readXml, type XmlNode } from './read-xml.ts';

/** Elements of the JUnit format that all readers accept: the children and the attributes of each. */
const shape: Readonly<
  Record<string, { readonly children: readonly string[]; readonly attributes: readonly string[] }>
> = {
  testsuites: {
    children: ['testsuite'],
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'],
  },
  testsuite: {
    children: ['properties', 'testcase'],
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
  },
  testcase: {
    children: ['properties', 'skipped', 'error', 'failure', 'system-out'],
    attributes: ['name', 'classname', 'time'],
  },
  properties: { children: ['property'], attributes: [] },
  property: { children: [], attributes: ['name', 'value'] },
  skipped: { children: [], attributes: ['message'] },
  failure: { children: [], attributes: ['message', 'type'] },
  error: { children: [], attributes: ['message', 'type'] },
  'system-out': { children: [], attributes: [] },
};

function assertShape(node: XmlNode): void {
  const row = shape[node.name];
  expect(row, node.name).toBeDefined();
  expect(Object.keys(node.attributes)).toEqual(row!.attributes);
  const names = node.children.map((child) => child.name);
  expect(row!.children).toEqual(expect.arrayContaining(names));
  expect(names.map((name) => row!.children.indexOf(name))).toEqual(
    names.map((name) => row!.children.indexOf(name)).toSorted((one, other) => one - other),
  );
  node.children.forEach(assertShape);
}

const findings = [
  makeFinding(),
  makeFinding({ message: 'another one' }),
  makeFinding({ check: 'C08', verdict: 'warn', facts: [], assumption: 'A-004' }),
  makeFinding({ check: 'AGENT03', subject: 'pack:agents', verdict: 'error' }),
];
const report = makeReport({
  checks: [makeCheck(), makeCheck({ id: 'C08', facts: [], assumption: 'A-004', severity: 'warn' })],
  outcomes: [
    ...outcomesOf(findings),
    makeOutcome({ check: 'S17', verdict: 'skip', reason: 'It needs a driver.' }),
  ],
});

describe('JUnit', () => {
  it.each([
    ['a report with every verdict', report],
    ['a report with only hostile texts', makeHostileReport()],
    ['an empty report', makeReport()],
  ])('is well-formed and has the format that readers accept: %s', (_, each) => {
    assertShape(readXml(writeJunit(each, plainOptions)));
  });

  it('contains a suite for each subject and a case for each check', () => {
    const root = readXml(writeJunit(report, plainOptions));
    expect(
      root.children.map((suite) => [
        suite.attributes['name'],
        findAll(suite, 'testcase').map((each) => each.attributes['name']),
      ]),
    ).toEqual([
      ['getAgent', ['C03 The body fits its schema.', 'C08 The body fits its schema.', 'S17']],
      ['pack:agents', ['AGENT03']],
    ]);
  });

  it('contains correct counts', () => {
    const root = readXml(writeJunit(report, plainOptions));
    expect(root.attributes).toMatchObject({ tests: '4', failures: '1', errors: '1', skipped: '1' });
    for (const suite of root.children)
      for (const [counted, element] of [
        ['tests', 'testcase'],
        ['failures', 'failure'],
        ['errors', 'error'],
        ['skipped', 'skipped'],
      ] as const)
        expect(findAll(suite, element)).toHaveLength(Number(suite.attributes[counted]));
  });

  it('combines all findings of a case into one failure', () => {
    const [failure] = findAll(readXml(writeJunit(report, plainOptions)), 'failure');
    expect(failure!.attributes['message']).toBe('must be a string, not 7 … and 1 more');
    expect(failure!.text).toContain('another one');
  });

  it('includes a warning in the output of a passing case', () => {
    const [, , warned] = findAll(readXml(writeJunit(report, plainOptions)), 'testcase');
    expect(findAll(warned!, 'failure')).toEqual([]);
    const outputs = findAll(readXml(writeJunit(report, plainOptions)), 'system-out');
    expect(outputs.map(({ text }) => text)).toEqual([expect.stringMatching(/^warn: must be a string/)]);
  });

  it('reports a warning as a failure in a strict run', () => {
    const root = readXml(writeJunit({ ...report, isStrict: true }, plainOptions));
    expect(root.attributes['failures']).toBe('2');
  });

  it('marks findings in the baseline as known', () => {
    const baseline = {
      file: 'b.json',
      known: new Set(findings.map(({ fingerprint }) => fingerprint)),
      vanished: [],
    };
    const root = readXml(writeJunit(report, { ...plainOptions, baseline }));
    expect(root.attributes).toMatchObject({ failures: '0', errors: '0' });
    expect(findAll(root, 'system-out')[0]!.text).toMatch(/^known: /);
  });

  it('reports a failure for each obsolete baseline entry', () => {
    const vanished = [{ ...findings[0]!, message: hostile }];
    const baseline = { file: 'b.json', known: new Set<string>(), vanished };
    const root = readXml(writeJunit(makeReport(), { ...plainOptions, baseline }));
    assertShape(root);
    expect(findAll(root, 'failure').map(({ attributes }) => attributes['type'])).toEqual(['vanished']);
  });

  it('includes the facts and the assumption of a case', () => {
    const cases = findAll(readXml(writeJunit(report, plainOptions)), 'testcase');
    const properties = cases.map((each) =>
      findAll(each, 'property').map(({ attributes }) => `${attributes['name']} ${attributes['value']}`),
    );
    expect(properties.slice(0, 2)).toEqual([
      ['fact F-0-001', 'severity fail'],
      ['assumption A-004', 'severity warn'],
    ]);
  });

  it('includes the reason of a skipped case', () => {
    const [skipped] = findAll(readXml(writeJunit(report, plainOptions)), 'skipped');
    expect(skipped!.attributes['message']).toBe('It needs a driver.');
  });
});
