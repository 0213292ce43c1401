/** Reads the arguments of `backlot check`. */
import { levels } from '../conformance/model/check.ts';
import { isProfile } from '../conformance/config/config-names.ts';
import type { ConfigFile } from '../conformance/config/read-config.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import { defineCommand, flag, option, readChoice, readInteger, repeatable, UsageError } from './command.ts';
import { reportFormats, type RequestedReport } from './output/check-reports.ts';
import { writeRepeatOptions } from './output/repeat-options.ts';
import { descriptionOptions, readDescriptionCall } from './source-options.ts';

const command = defineCommand({
  name: 'check',
  positionals: '<baseUrl>',
  description:
    'Checks an implementation against the contract and reports each violation with steps to reproduce it. The contract is that of --openapi FILE, or else that of the Agent Platform.',
  options: {
    ...descriptionOptions,
    credential: repeatable(
      '[NAME=]VALUE',
      'credential: a token, a key, or user:password; other=VALUE for one of another account; repeatable',
    ),
    config: option('FILE', 'configuration (default conformance.yaml, if it exists)'),
    init: flag('write a commented configuration from the description and a first run that only reads'),
    force: flag('with --init: replace the configuration'),
    level: option(
      'LEVEL',
      'which requests are sent: passive, stateless, stateful or destructive (default: stateful with --openapi and a credential, destructive for the mock of the Agent Platform, else stateless)',
    ),
    seed: option('N', 'seed for random values'),
    cases: option('N', 'random requests per check and operation'),
    only: repeatable('ID[,ID]', 'only these checks, by id or prefix: C03, AGENT'),
    operation: repeatable('NAME', 'only this operation or group of scenario checks; repeatable'),
    strict: flag('treat warnings as failures'),
    driver: option('FILE', 'setup module, or none'),
    requests: option('N', 'maximum number of requests'),
    'per-second': option('N', 'maximum number of requests per second'),
    seconds: option('N', 'maximum duration of the run'),
    format: repeatable('FORMAT[=FILE]', 'text, junit, sarif, markdown, json, har, wfc or github; repeatable'),
    report: repeatable('FORMAT[=FILE]', 'same as --format'),
    out: { ...option('DIR', 'folder for cases (default backlot-report)'), default: 'backlot-report' },
    baseline: option('FILE', 'accepted findings; new and fixed ones fail'),
    'update-baseline': flag('write the findings to the baseline'),
    replay: option('FILE', 'send a case again and print FIXED, FAILED, CHANGED or INCONCLUSIVE'),
    har: option(
      'FILE',
      'check the recorded traffic of a HAR file and send nothing; baseUrl is then optional',
    ),
    list: flag('list the checks; with --format json as JSON'),
    explain: option('ID', 'print what a check does, why, and its basis'),
    quiet: flag('print only the verdict, no progress'),
    'no-color': flag('disable colours'),
  },
  exitCodes:
    '0 no findings, 1 findings, 2 invalid arguments, nothing to check, or the run ended early, 130 interrupted before anything was found.',
});

/** The options that determine what a replay sends and how it is checked, besides credentials. */
const repeatNames = [...Object.keys(descriptionOptions), 'config', 'level', 'driver'];

/** A call. Shape: `baseUrl` is `null` only where it is not needed. */
export interface CheckCall {
  readonly task: 'check' | 'init' | 'har' | 'replay' | 'list' | 'explain';
  readonly baseUrl: string | null;
  /** The description of the contract; `null` for that of the Agent Platform. */
  readonly description: ResourceSources | null;
  readonly configFile: string | null;
  /** Settings of the command line, which override the configuration file. */
  readonly settings: ConfigFile;
  /** The options that a replay of a case also needs, as shell words, without secrets. */
  readonly repeatOptions: readonly string[];
  readonly reports: readonly RequestedReport[];
  readonly out: string;
  readonly baseline: string | null;
  readonly isUpdating: boolean;
  /** File of a case or of traffic, or id of a check. */
  readonly subject: string;
  /** Whether --init may replace a configuration. */
  readonly isForced: boolean;
  readonly isQuiet: boolean;
  readonly isPlain: boolean;
}

/** Reads the arguments of `backlot check`. Shape: the exit code if help or an error was printed. */
export function readCall(args: readonly string[]): CheckCall | number {
  return command.read(args, toCall);
}

function toCall({ values, positionals }: Parameters<Parameters<typeof command.read>[1]>[0]): CheckCall {
  const [address, ...more] = positionals;
  const task = taskOf(values);
  if (more.length > 0) throw new UsageError(`Only one URL is allowed; also got ${more.join(' ')}.`);
  if ((task === 'check' || task === 'init') && address === undefined)
    throw new UsageError('Name the URL of the implementation: backlot check http://127.0.0.1:4010');
  if (values['update-baseline'] && values.baseline === undefined)
    throw new UsageError('--update-baseline needs --baseline FILE.');
  if (values.force && task !== 'init') throw new UsageError('--force needs --init.');
  const settings = readSettings(values);
  return {
    task,
    baseUrl: address === undefined ? null : readAddress(address),
    description: readDescriptionCall(values),
    configFile: values.config ?? null,
    settings,
    repeatOptions: writeRepeatOptions(values, repeatNames, Object.keys(settings.credentials ?? {})),
    reports: [...values.format, ...values.report].map(readReport),
    out: values.out,
    baseline: values.baseline ?? null,
    isUpdating: values['update-baseline'],
    subject: values.replay ?? values.har ?? values.explain ?? '',
    isForced: values.force,
    isQuiet: values.quiet,
    isPlain: values['no-color'],
  };
}

interface Values {
  readonly list: boolean;
  readonly init: boolean;
  readonly explain?: string | undefined;
  readonly replay?: string | undefined;
  readonly har?: string | undefined;
}

function taskOf({ list, init, explain, replay, har }: Values): CheckCall['task'] {
  if (list) return 'list';
  if (explain !== undefined) return 'explain';
  if (replay !== undefined) return 'replay';
  if (har !== undefined) return 'har';
  return init ? 'init' : 'check';
}

interface SettingValues {
  readonly level?: string | undefined;
  readonly seed?: string | undefined;
  readonly cases?: string | undefined;
  readonly only: readonly string[];
  readonly operation: readonly string[];
  readonly strict: boolean;
  readonly driver?: string | undefined;
  readonly credential: readonly string[];
  readonly requests?: string | undefined;
  readonly 'per-second'?: string | undefined;
  readonly seconds?: string | undefined;
}

function readSettings(values: SettingValues): ConfigFile {
  const { level, seed, cases, only, operation, strict, driver, credential, requests, seconds } = values;
  const perSecond = values['per-second'];
  const budget = {
    ...(requests === undefined ? {} : { requests: readInteger('--requests', requests, { min: 1 }) }),
    ...(perSecond === undefined ? {} : { perSecond: readInteger('--per-second', perSecond, { min: 1 }) }),
    ...(seconds === undefined ? {} : { seconds: readInteger('--seconds', seconds, { min: 1 }) }),
  };
  return {
    ...(level === undefined ? {} : { level: readChoice('--level', level, levels) }),
    ...(seed === undefined ? {} : { seed: readInteger('--seed', seed) }),
    ...(cases === undefined ? {} : { cases: readInteger('--cases', cases) }),
    ...(only.length === 0 ? {} : { only: splitNames(only) }),
    ...(operation.length === 0 ? {} : { subjects: splitNames(operation) }),
    ...(strict ? { strict } : {}),
    ...(driver === undefined ? {} : { driver }),
    ...(credential.length === 0 ? {} : { credentials: Object.fromEntries(credential.map(readCredential)) }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
}

/** Reads a credential. Shape: its profile, `full` unless it is named, and its value. */
function readCredential(text: string): readonly [profile: string, value: string] {
  const [, start = '', rest = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  // Why: a token may end with `=`.
  const [name, value] = isProfile(start) ? [start, rest] : ['full', text];
  if (value === '')
    throw new UsageError(
      '--credential is empty. If it is a variable, such as BACKLOT_FULL in the command of a finding, set it first.',
    );
  if (/[\r\n]/.test(value))
    throw new UsageError('--credential takes a value in one line, such as other=VALUE, or only the value.');
  return [name, value];
}

function splitNames(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(','))
    .flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function readReport(text: string): RequestedReport {
  const [name = '', ...rest] = text.split('=');
  const format = readChoice('--format', name, reportFormats);
  const file = rest.join('=');
  if (rest.length > 0 && file === '') throw new UsageError(`--format ${name}= needs a file name.`);
  return { format, file: rest.length === 0 ? null : file };
}

/** Rejects credentials in the URL, because reports contain it. Errors: throws UsageError. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${text} is not a URL with a scheme, such as http://127.0.0.1:4010.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The URL must not contain credentials; put them into conformance.yaml.');
  if (url.search !== '' || url.hash !== '')
    throw new UsageError('The URL must not have a query or fragment.');
  return url.href.replace(/(?<!\/)\/+$/, '');
}
