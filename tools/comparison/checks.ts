/**
 * Runs the tools that check a service on the tracker: without a fault, with each fault, and with each liberty.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../templates/runtime/json/value.ts';
import { median } from '../bench/support/pair.ts';
import { writeTable } from '../table.ts';
import { checkers, type Checker, type RunCheck } from './detection/checkers.ts';
import { faults, liberties, type Variant } from './detection/faults.ts';
import { startTracker, trackerDocument as document, type RunningTracker } from './detection/tracker.ts';
import { isInstalled, modulesOf } from './install.ts';

export interface CheckerResult {
  readonly checker: Checker;
  /** Why the tool was not run; `null` if it was. */
  readonly failure: string | null;
  /** Shape: the findings on the service without a fault. */
  readonly falseAlarms: readonly string[];
  /** Shape: new findings by the name of the fault or liberty, empty where there are none. */
  readonly noticed: ReadonlyMap<string, readonly string[]>;
  /** Units: requests and seconds of a run, medians. */
  readonly requests: number;
  readonly seconds: number;
}

interface Round {
  readonly findings: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}

interface DescribedPath {
  readonly parameters?: readonly unknown[];
}

interface DescribedPaths {
  readonly paths: Readonly<Record<string, DescribedPath>>;
}

const nothing = { falseAlarms: [], noticed: new Map<string, readonly string[]>(), requests: 0, seconds: 0 };

/** Tries the tools one after the other. Shape: `folder` has the installed ones; with `only`, earlier results of the others. */
export async function tryCheckers(
  folder: string,
  only: string | undefined,
): Promise<readonly CheckerResult[]> {
  const results: CheckerResult[] = [];
  mkdirSync(join(folder, 'work'), { recursive: true });
  for (const checker of checkers) {
    if ((only ?? checker.name) !== checker.name) {
      results.push(...readResult(checker, folder));
      continue;
    }
    const result = await tryChecker(checker, folder).catch((error: unknown) => ({
      ...nothing,
      checker,
      failure: messageOf(error).split('\n')[0] ?? '',
    }));
    results.push(result);
    writeFileSync(resultFile(checker, folder), JSON.stringify({ ...result, noticed: [...result.noticed] }));
    process.stderr.write(`${checker.name}: ${result.failure ?? countOf(result, faults)}\n`);
  }
  return results;
}

function resultFile({ name }: Checker, folder: string): string {
  return join(folder, 'work', `${name.replaceAll(/\W+/g, '-')}.json`);
}

/** Reads the result of an earlier run. Shape: empty without one. */
function readResult(checker: Checker, folder: string): readonly CheckerResult[] {
  const file = resultFile(checker, folder);
  if (!existsSync(file)) return [];
  const result = JSON.parse(readFileSync(file, 'utf8')) as Omit<CheckerResult, 'noticed'> & {
    readonly noticed: readonly (readonly [string, readonly string[]])[];
  };
  return [{ ...result, checker, noticed: new Map(result.noticed) }];
}

async function tryChecker(checker: Checker, folder: string): Promise<CheckerResult> {
  const { program } = checker;
  if (program !== null && spawnSync('which', [program]).status !== 0)
    return { ...nothing, checker, failure: `\`${program}\` is not on the PATH` };
  if (!isInstalled(checker, folder)) return { ...nothing, checker, failure: 'not installed' };
  const tracker = await startTracker();
  const work = join(folder, 'work', checker.name.replaceAll(/\W+/g, '-'));
  mkdirSync(work, { recursive: true });
  const file = join(work, 'tracker.json');
  writeFileSync(file, JSON.stringify(writeDescription(tracker.url)));
  try {
    const { run, end } = await checker.prepare({
      modules: modulesOf(checker, folder),
      work,
      file,
      url: tracker.url,
    });
    try {
      return await compareVariants(checker, tracker, run);
    } finally {
      await end?.();
    }
  } finally {
    await tracker.close();
  }
}

/** Runs a tool twice without a fault, for findings that come and go. */
async function compareVariants(
  checker: Checker,
  tracker: RunningTracker,
  run: RunCheck,
): Promise<CheckerResult> {
  const clean = { name: '', changes: {} };
  const rounds = [await playRound(tracker, run, clean), await playRound(tracker, run, clean)];
  const falseAlarms = new Set(rounds.flatMap(({ findings }) => findings));
  const noticed = new Map<string, readonly string[]>();
  for (const variant of [...faults, ...liberties]) {
    const round = await playRound(tracker, run, variant);
    rounds.push(round);
    noticed.set(
      variant.name,
      round.findings.filter((finding) => !falseAlarms.has(finding)),
    );
  }
  return {
    checker,
    failure: null,
    falseAlarms: [...falseAlarms],
    noticed,
    requests: median(rounds.map(({ requests }) => requests)),
    seconds: median(rounds.map(({ seconds }) => seconds)),
  };
}

async function playRound(tracker: RunningTracker, run: RunCheck, { changes }: Variant): Promise<Round> {
  tracker.reset(changes);
  const before = tracker.requests();
  const began = performance.now();
  const findings = await run();
  const seconds = (performance.now() - began) / 1000;
  return { findings, requests: tracker.requests() - before, seconds };
}

export function printChecks(results: readonly CheckerResult[]): string {
  const tried = results.filter(({ failure }) => failure === null);
  const heads = tried.map(({ checker }) => checker.name);
  const rows = ({ name }: Variant): string[] => [
    name,
    ...tried.map(({ noticed }) => ((noticed.get(name) ?? []).length > 0 ? 'x' : '')),
  ];
  return [
    writeTable(
      ['tool', 'packages', 'run with'],
      results.map(({ checker, failure }) => [
        checker.name,
        checker.packages.length > 0
          ? checker.packages.join(', ')
          : checker.program === null
            ? 'this checkout'
            : '',
        failure === null ? `\`${checker.command}\`` : `not run: ${failure}`,
      ]),
    ),
    '\n',
    writeTable(
      ['result', ...heads],
      [
        ['faults caught', ...tried.map((result) => countOf(result, faults))],
        ['faults missed', ...tried.map((result) => String(faults.length - countNoticed(result, faults)))],
        ['findings without a fault', ...tried.map(({ falseAlarms }) => String(falseAlarms.length))],
        ['liberties with a finding', ...tried.map((result) => countOf(result, liberties))],
        ['requests of a run', ...tried.map(({ requests }) => requests.toFixed(0))],
        ['seconds of a run', ...tried.map(({ seconds }) => seconds.toFixed(1))],
      ],
    ),
    '\n',
    writeTable(['fault', ...heads], faults.map(rows)),
    '\n',
    writeTable(['liberty', ...heads], liberties.map(rows)),
  ].join('');
}

/** Prints the findings by which a tool detected each fault or liberty. */
export function printFindings({ checker, falseAlarms, noticed }: CheckerResult): string {
  return [['no fault', falseAlarms] as const, ...noticed]
    .flatMap(([name, findings]) =>
      findings.map((finding) => `${checker.name}, ${name}: ${finding.replaceAll(/\s+/g, ' ')}\n`),
    )
    .join('');
}

function countNoticed({ noticed }: CheckerResult, variants: readonly Variant[]): number {
  return variants.filter(({ name }) => (noticed.get(name) ?? []).length > 0).length;
}

function countOf(result: CheckerResult, variants: readonly Variant[]): string {
  return `${countNoticed(result, variants)}/${variants.length}`;
}

/** Returns the description with a server, without references and parameters of paths: not every tool reads them. */
function writeDescription(url: string): unknown {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string') return inline(find(document, $ref.split('/').slice(1)));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  const { paths, ...rest } = inline({ ...document, servers: [{ url }] }) as DescribedPaths;
  const operationsOf = ({ parameters = [], ...operations }: DescribedPath): unknown =>
    Object.fromEntries(
      Object.entries(operations as Record<string, DescribedPath>).map(([method, operation]) => [
        method,
        { ...operation, parameters: [...parameters, ...(operation.parameters ?? [])] },
      ]),
    );
  return {
    ...rest,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, operationsOf(item)])),
  };
}

function find(document: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (value as Record<string, unknown>)[key], document);
}
