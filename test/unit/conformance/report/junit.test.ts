import { describe, expect, it } from 'vitest';
import { writeJunit } from '../../../../conformance/report/junit.ts';
import { fullReport } from './full-report.ts';
import { hostile, makeFinding, makeHostileReport, makeReport, plainOptions } from './made-report.ts';
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

describe('JUnit', () => {
  it.each([
    ['a report with every verdict', fullReport],
    ['a report with only hostile texts', makeHostileReport()],
    ['an empty report', makeReport()],
  ])('is well-formed and has the format that readers accept: %s', (_, each) => {
    assertShape(readXml(writeJunit(each, plainOptions)));
  });

  it('reports a warning as a failure in a strict run', () => {
    const root = readXml(writeJunit({ ...fullReport, isStrict: true }, plainOptions));
    expect(root.attributes['failures']).toBe('6');
  });

  it('reports a failure for each obsolete baseline entry', () => {
    const vanished = [makeFinding({ message: hostile })];
    const baseline = { file: 'b.json', known: new Set<string>(), vanished };
    const root = readXml(writeJunit(makeReport(), { ...plainOptions, baseline }));
    assertShape(root);
    expect(findAll(root, 'failure').map(({ attributes }) => attributes['type'])).toEqual(['vanished']);
  });
});
