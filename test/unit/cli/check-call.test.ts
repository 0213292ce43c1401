import { describe, expect, it, vi } from 'vitest';
import { readCall, type CheckCall } from '../../../cli/check-call.ts';

function call(...args: readonly string[]): CheckCall {
  const read = readCall(args);
  if (typeof read === 'number') throw new Error('The call is invalid.');
  return read;
}

/** Returns the output for invalid arguments. */
function errorOf(args: readonly string[]): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(readCall(args)).toBe(2);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('the arguments of check', () => {
  it('drop a slash at the end of the URL', () => {
    expect(call('http://127.0.0.1:4010/base/')).toMatchObject({
      task: 'check',
      baseUrl: 'http://127.0.0.1:4010/base',
      settings: {},
      reports: [],
      out: 'backlot-report',
    });
  });

  it('contain only the given settings', () => {
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

  it('include everything for a replay, without secrets', () => {
    const { repeatOptions } = call(
      ...'http://a.test --openapi a.yaml --overlay 1.yaml --overlay 2.yaml --allow-remote --seed 7'.split(
        ' ',
      ),
      ...['--config', 'my config.yaml', '--credential', 'hush', '--credential', 'other=hush2'],
    );
    expect(repeatOptions.join(' ')).toBe(
      `--openapi a.yaml --overlay 1.yaml --overlay 2.yaml --allow-remote --config 'my config.yaml' --credential "$BACKLOT_FULL" --credential other="$BACKLOT_OTHER"`,
    );
    expect(call('http://a.test', '--openapi', 'https://me:hush@a.test/api.yaml').repeatOptions).toEqual([
      '--openapi',
      '"$BACKLOT_OPENAPI"',
    ]);
  });

  it('request reports for the terminal or for files', () => {
    const { reports } = call('http://a.test', '--report', 'text', '--report', 'junit=out/a=b.xml');
    expect(reports).toEqual([
      { format: 'text', file: null },
      { format: 'junit', file: 'out/a=b.xml' },
    ]);
  });

  it.each([
    [['--list'], 'list', ''],
    [['--explain', 'C03'], 'explain', 'C03'],
    [['--replay', 'a.json'], 'replay', 'a.json'],
  ] as const)('need no URL for %j', (args, task, subject) => {
    expect(call(...args)).toMatchObject({ task, subject, baseUrl: null });
  });

  it.each([
    [[], 'Name the URL of the implementation'],
    [['http://a.test', 'http://b.test'], 'Only one URL is allowed; also got http://b.test'],
    [['localhost:4010'], 'localhost:4010 is not a URL with a scheme'],
    [['ftp://a.test'], 'ftp://a.test is not a URL'],
    [['http://a.test?x=1'], 'The URL must not have a query'],
    [
      ['http://a.test', '--level', 'far'],
      '--level is one of passive, stateless, stateful, destructive, not "far".',
    ],
    [['http://a.test', '--seed', '-1'], 'seed'],
    [['http://a.test', '--seed', 'soon'], '--seed takes an integer of at least 0, not soon.'],
    [['http://a.test', '--requests', '0'], '--requests takes an integer of at least 1, not 0.'],
    [
      ['http://a.test', '--report', 'pdf'],
      '--format is one of text, junit, sarif, markdown, json, har, wfc, github, not "pdf".',
    ],
    [['http://a.test', '--report', 'json='], '--format json= needs a file name.'],
    [['http://a.test', '--update-baseline'], '--update-baseline needs --baseline FILE.'],
    [['http://a.test', '--wrong'], 'There is no option --wrong.'],
  ])('rejects %j', (args, problem) => {
    expect(errorOf(args)).toContain(problem);
  });

  it('are not repeated if the URL contains a password', () => {
    const problem = errorOf(['http://me:s3cret@a.test']);
    expect(problem).toContain('must not contain credentials');
    expect(problem).not.toContain('s3cret');
  });
});
