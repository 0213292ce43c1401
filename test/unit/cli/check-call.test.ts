import { describe, expect, it } from 'vitest';
import { readCall, usage, type CheckCall } from '../../../cli/check-call.ts';

function call(...args: readonly string[]): CheckCall {
  const read = readCall(args);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

describe('a call of check', () => {
  it('names an address, without a slash at its end', () => {
    expect(call('http://127.0.0.1:4010/base/')).toMatchObject({
      task: 'check',
      baseUrl: 'http://127.0.0.1:4010/base',
      settings: {},
      wishes: [],
      out: 'backlot-report',
    });
  });

  it('says settings, which are absent where it does not', () => {
    const { settings } = call(
      ...'http://a.test --level stateful --seed 7 --cases 0 --only C03,AGENT --only S --strict'.split(' '),
      ...'--operation getAgent --operation agents --driver d.ts --requests 5 --per-second 2 --seconds 9'.split(
        ' ',
      ),
    );
    expect(settings).toEqual({
      level: 'stateful',
      seed: 7,
      cases: 0,
      only: ['C03', 'AGENT', 'S'],
      subjects: ['getAgent', 'agents'],
      strict: true,
      driver: 'd.ts',
      budget: { requests: 5, perSecond: 2, seconds: 9 },
    });
  });

  it('asks for reports, to the terminal or to files', () => {
    const { wishes } = call('http://a.test', '--report', 'text', '--report', 'junit=out/a=b.xml');
    expect(wishes).toEqual([
      { format: 'text', file: null },
      { format: 'junit', file: 'out/a=b.xml' },
    ]);
  });

  it.each([
    [['--list'], 'list', ''],
    [['--explain', 'C03'], 'explain', 'C03'],
    [['--replay', 'a.json'], 'replay', 'a.json'],
    [['-h'], 'help', ''],
    [['--list', '-h'], 'help', ''],
  ] as const)('needs no address for %j', (args, task, subject) => {
    expect(call(...args)).toMatchObject({ task, subject, baseUrl: null });
  });

  it.each([
    [[], 'Name the address of the implementation'],
    [['http://a.test', 'http://b.test'], 'One address is checked at a time, not also http://b.test'],
    [['localhost:4010'], 'localhost:4010 is no address. Write it with its scheme'],
    [['ftp://a.test'], 'ftp://a.test is no address'],
    [['http://a.test?x=1'], 'An address takes no query'],
    [
      ['http://a.test', '--level', 'far'],
      '--level is one of passive, stateless, stateful, destructive, not "far".',
    ],
    [['http://a.test', '--seed', '-1'], 'seed'],
    [['http://a.test', '--seed', 'soon'], '--seed takes a whole number from 0 on, not soon.'],
    [['http://a.test', '--requests', '0'], '--requests takes a whole number from 1 on, not 0.'],
    [
      ['http://a.test', '--report', 'pdf'],
      '--format is one of text, junit, sarif, markdown, json, har, github, not "pdf".',
    ],
    [['http://a.test', '--report', 'json='], '--format json= lacks the name of a file.'],
    [['http://a.test', '--update-baseline'], '--update-baseline needs --baseline FILE.'],
    [['http://a.test', '--wrong'], 'There is no option --wrong.'],
  ])('is refused: %j', (args, problem) => {
    expect(readCall(args)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('does not repeat a password that stands in an address', () => {
    const { problem } = readCall(['http://me:s3cret@a.test']) as { readonly problem: string };
    expect(problem).toContain('takes no name and no password');
    expect(problem).not.toContain('s3cret');
  });

  it('has help that names every option', () => {
    const options =
      'config level seed cases only operation strict driver requests per-second seconds report out';
    const more = 'baseline update-baseline replay list explain quiet no-color help';
    for (const name of `${options} ${more}`.split(' ')) expect(usage).toContain(`--${name}`);
  });
});
