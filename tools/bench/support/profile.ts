/**
 * CPU profiles of a bench run: every Node process of the run writes one, and each is also written as folded stacks,
 * which flame graph tools read.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A profile as V8 writes it. Units: `timeDeltas` are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/profiles');

/** Units: functions that the summary of a profile lists, and the seconds of samples below which it is left out. */
const MAX_FUNCTIONS = 15;
const SHORTEST_PROFILE = 1;

/** Runs the bench again with profiles, and prints where the time went. Returns the exit code. */
export function runProfiled(groups: readonly string[]): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const { status } = spawnSync(process.execPath, [join(root, 'tools/bench/run.ts'), ...groups], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${flags.join(' ')}` },
  });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
    writeFileSync(file.replace(/\.cpuprofile$/, '.folded'), foldStacks(profile));
    process.stdout.write(summarize(relative(root, file), profile));
  }
  return status ?? 1;
}

/** Converts a profile to one line per stack: the frames from the outermost to the innermost, and microseconds. */
export function foldStacks(profile: CpuProfile): string {
  const stacks = stacksOf(profile);
  const times = new Map<string, number>();
  for (const [place, id] of profile.samples.entries()) {
    const stack = stacks.get(id) ?? '(unknown)';
    times.set(stack, (times.get(stack) ?? 0) + (profile.timeDeltas[place] ?? 0));
  }
  return [...times].map(([stack, time]) => `${stack} ${time}\n`).join('');
}

function stacksOf({ nodes }: CpuProfile): ReadonlyMap<number, string> {
  const stacks = new Map<number, string>();
  // A node precedes its children.
  for (const { id, callFrame, children = [] } of nodes) {
    const parent = stacks.get(id);
    const stack = parent === undefined ? labelOf(callFrame) : `${parent};${labelOf(callFrame)}`;
    stacks.set(id, stack);
    for (const child of children) stacks.set(child, stack);
  }
  return stacks;
}

function labelOf({ functionName, url, lineNumber }: ProfileNode['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.replace(/^file:\/\//, '').replace(`${root}/`, '');
  return `${name} ${file}:${lineNumber + 1}`.replaceAll(';', ',');
}

function summarize(name: string, { nodes, samples, timeDeltas }: CpuProfile): string {
  const labels = new Map(nodes.map(({ id, callFrame }) => [id, labelOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [place, id] of samples.entries()) {
    const label = labels.get(id) ?? '(unknown)';
    const time = timeDeltas[place] ?? 0;
    if (label === '(idle)') continue;
    total += time;
    times.set(label, (times.get(label) ?? 0) + time);
  }
  if (total < SHORTEST_PROFILE * 1e6) return '';
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, MAX_FUNCTIONS);
  const lines = most.map(
    ([label, time]) => `  ${((100 * time) / total).toFixed(1).padStart(5)} %  ${label}\n`,
  );
  return `\n${name}, ${(total / 1e6).toFixed(1)} s of processor time\n${lines.join('')}`;
}
