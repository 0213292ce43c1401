/**
 * What `backlot check` is called with: reads the arguments, and says what is wrong with them.
 */
import { levels, type Level } from '../conformance/check.ts';
import type { ConfigFile } from '../conformance/config/read-config.ts';
import { choiceProblem, parseArguments } from './arguments.ts';

export const usage = `Usage: backlot check <baseUrl> [options]

Holds whatever answers at an address to the contract, and tells where it leaves it and how to see that again.

  --config FILE         what a run must know, else conformance.yaml if it is there
  --level LEVEL         passive, stateless, stateful or destructive; how far the run goes
  --seed N              what random choices follow from
  --cases N             random cases for each check and operation
  --only ID[,ID]        only these checks, by id or by its letters: C03, AGENT
  --operation NAME      only this operation or pack; may be given several times
  --strict              warnings fail too
  --driver FILE         a module that prepares the implementation; none for none
  --requests N          requests in all
  --per-second N        requests a second
  --seconds N           seconds of the whole run
  --format FORMAT[=FILE]
                        text, junit, sarif, markdown, json, har or github; may be given several times; --report is the
                        same option
  --out DIR             where cases are written to, else backlot-report
  --baseline FILE       findings that are accepted; what is new or gone fails
  --update-baseline     write what was found to the baseline
  --replay FILE         send a case again: FIXED, FAILED or CHANGED
  --list                every check; with --format json as JSON
  --explain ID          what a check does, why, and what it rests on
  --quiet               no progress, and the verdict alone
  --no-color            no colours
  -h, --help            this text

Exit codes: 0 nothing found, 1 findings, 2 nothing could be checked, 130 interrupted before anything was found.
`;

/** The ways a run can be written. */
export const formats = ['text', 'junit', 'sarif', 'markdown', 'json', 'har', 'github'] as const;

/** One of `formats`. */
export type Format = (typeof formats)[number];

/** A report that was asked for. Shape: `file` is `null` for the terminal. */
export interface Wish {
  readonly format: Format;
  readonly file: string | null;
}

/** A call. Shape: `baseUrl` is `null` only where it is not needed. */
export interface CheckCall {
  readonly task: 'check' | 'replay' | 'list' | 'explain' | 'help';
  readonly baseUrl: string | null;
  readonly configFile: string | null;
  /** What was said on the command line, which counts more than the file. */
  readonly settings: ConfigFile;
  readonly wishes: readonly Wish[];
  readonly out: string;
  readonly baseline: string | null;
  readonly isUpdating: boolean;
  /** File of a case, or id of a check. */
  readonly subject: string;
  readonly isQuiet: boolean;
  readonly isPlain: boolean;
}

/** Reads a call. Errors: says in one line what is wrong. */
export function readCall(args: readonly string[]): CheckCall | { readonly problem: string } {
  try {
    return understand(args);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function understand(args: readonly string[]): CheckCall {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      level: { type: 'string' },
      seed: { type: 'string' },
      cases: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      operation: { type: 'string', multiple: true, default: [] },
      strict: { type: 'boolean', default: false },
      driver: { type: 'string' },
      requests: { type: 'string' },
      'per-second': { type: 'string' },
      seconds: { type: 'string' },
      report: { type: 'string', multiple: true, default: [] },
      format: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: 'backlot-report' },
      baseline: { type: 'string' },
      'update-baseline': { type: 'boolean', default: false },
      replay: { type: 'string' },
      list: { type: 'boolean', default: false },
      explain: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      'no-color': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [address, ...more] = positionals;
  const task = taskOf(values);
  if (more.length > 0) throw new Error(`One address is checked at a time, not also ${more.join(' ')}.`);
  if (task === 'check' && address === undefined)
    throw new Error('Name the address of the implementation: backlot check http://127.0.0.1:4010');
  if (values['update-baseline'] && values.baseline === undefined)
    throw new Error('--update-baseline needs --baseline FILE.');
  return {
    task,
    baseUrl: address === undefined ? null : readAddress(address),
    configFile: values.config ?? null,
    settings: readSettings(values),
    wishes: [...values.format, ...values.report].map(readWish),
    out: values.out,
    baseline: values.baseline ?? null,
    isUpdating: values['update-baseline'],
    subject: values.replay ?? values.explain ?? '',
    isQuiet: values.quiet,
    isPlain: values['no-color'],
  };
}

interface Values {
  readonly help: boolean;
  readonly list: boolean;
  readonly explain?: string | undefined;
  readonly replay?: string | undefined;
}

function taskOf({ help, list, explain, replay }: Values): CheckCall['task'] {
  if (help) return 'help';
  if (list) return 'list';
  if (explain !== undefined) return 'explain';
  return replay === undefined ? 'check' : 'replay';
}

interface SettingValues {
  readonly level?: string | undefined;
  readonly seed?: string | undefined;
  readonly cases?: string | undefined;
  readonly only: readonly string[];
  readonly operation: readonly string[];
  readonly strict: boolean;
  readonly driver?: string | undefined;
  readonly requests?: string | undefined;
  readonly 'per-second'?: string | undefined;
  readonly seconds?: string | undefined;
}

function readSettings(values: SettingValues): ConfigFile {
  const { level, seed, cases, only, operation, strict, driver, requests, seconds } = values;
  const perSecond = values['per-second'];
  const budget = {
    ...(requests === undefined ? {} : { requests: readWhole('requests', requests, 1) }),
    ...(perSecond === undefined ? {} : { perSecond: readWhole('per-second', perSecond, 1) }),
    ...(seconds === undefined ? {} : { seconds: readWhole('seconds', seconds, 1) }),
  };
  return {
    ...(level === undefined ? {} : { level: readLevel(level) }),
    ...(seed === undefined ? {} : { seed: readWhole('seed', seed, 0) }),
    ...(cases === undefined ? {} : { cases: readWhole('cases', cases, 0) }),
    ...(only.length === 0 ? {} : { only: splitNames(only) }),
    ...(operation.length === 0 ? {} : { subjects: splitNames(operation) }),
    ...(strict ? { strict } : {}),
    ...(driver === undefined ? {} : { driver }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
}

function readLevel(text: string): Level {
  const level = levels.find((known) => known === text);
  if (level === undefined) throw new Error(choiceProblem('--level', text, levels));
  return level;
}

function readWhole(name: string, text: string, least: number): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`--${name} takes a whole number from ${least} on, not ${text}.`);
}

function splitNames(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(','))
    .flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function readWish(text: string): Wish {
  const [name = '', ...rest] = text.split('=');
  const format = formats.find((known) => known === name);
  if (format === undefined) throw new Error(choiceProblem('--format', name, formats));
  const file = rest.join('=');
  if (rest.length > 0 && file === '') throw new Error(`--format ${name}= lacks the name of a file.`);
  return { format, file: rest.length === 0 ? null : file };
}

/** Why: an address with a name and a password in it would be written into every report. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`${text} is no address. Write it with its scheme, such as http://127.0.0.1:4010.`);
  if (url.username !== '' || url.password !== '')
    throw new Error('An address takes no name and no password; credentials stand in conformance.yaml.');
  if (url.search !== '' || url.hash !== '') throw new Error('An address takes no query and no fragment.');
  return url.href.replace(/\/+$/, '');
}
