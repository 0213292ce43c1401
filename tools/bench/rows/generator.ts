/**
 * The cost of generating code, on the first and on later runs, compared with @hey-api/openapi-ts. GitHub's description
 * comes with the peers; `BENCH_STRIPE=FILE` is a copy of Stripe's, which is not in a package.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { startWatching } from '../support/generator-watch.ts';
import { heyApi, heyApiEntry, runHeyApi, type HeyApiPreset } from '../support/hey-api.ts';
import type { MeasuredRun } from '../support/measured-run.ts';
import { costRow, measurePair, pairCosts, type Pair } from '../support/pair.ts';
import { githubDescription, peersMissing } from '../support/peers.ts';
import { measureRuns, runSound, type RunPair } from '../support/run-pair.ts';
import type { Bench, Missing, Row } from '../support/table.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const program = join(import.meta.dirname, '../../../dist/cli/main.js');
const rounds = 3;

/**
 * What both make: types and a client. Ours adds events, the manifest, and with the index the server interfaces; the
 * handler that calls them needs validators.
 */
const withoutValidators = 'types,events,client,api,manifest,index';

/** Measures every available description. */
export const benchGenerator: Bench = async () => {
  const described: readonly (readonly [string, string | null])[] = [
    ['GitHub', githubDescription()],
    ['Stripe', process.env['BENCH_STRIPE'] ?? null],
  ];
  const rows: (Row | Missing)[] = [];
  for (const [name, file] of described) {
    const entry = heyApiEntry();
    if (file !== null && entry !== null) rows.push(...(await benchDescription(name, file, entry)));
    else {
      const missing = name === 'Stripe' ? 'set BENCH_STRIPE=FILE' : peersMissing;
      rows.push({ what: `generate ${name}`, against: heyApi, missing });
    }
  }
  return rows;
};

function benchDescription(name: string, file: string, entry: string): Promise<Row[]> {
  return inTemporaryFolder(async (folder) => {
    const document = join(folder, `api${extname(basename(file))}`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(document, text);
    const ours = createOurs(folder, document);
    const theirs = (preset: HeyApiPreset): Promise<MeasuredRun> => runHeyApi(folder, document, entry, preset);
    const first = await measureRuns(
      rounds,
      () => ours.fresh(withoutValidators),
      () => theirs('client'),
    );
    const whole = await measureRuns(
      rounds,
      () => ours.fresh(null),
      () => theirs('valid'),
    );
    const edit = editor(document, text);
    const again = await measureRuns(
      rounds,
      () => ours.again(null),
      () => ours.fresh(null),
    );
    await ours.again(withoutValidators);
    const changed = await measureRuns(
      rounds,
      () => edit(() => ours.again(withoutValidators)),
      () => theirs('client'),
    );
    const allChanged = await measureRuns(
      rounds,
      () => edit(() => ours.again(null)),
      () => theirs('valid'),
    );
    const watching = await startWatching(program, document, join(folder, 'ours'), join(folder, 'cache'));
    let saved: Pair;
    try {
      saved = await measurePair(
        rounds,
        () => edit(() => watching.saved()),
        async () => (await theirs('client')).seconds,
      );
    } finally {
      await watching.stop();
    }
    return [
      timeRow(`generate ${name} without validators`, heyApi, first, 0.6),
      costRow('  peak memory', heyApi, first.memory, 0.75, 'MB'),
      // A small difference between two long wall times is not significant.
      costRow(
        '  what validators add',
        `${heyApi}, zod`,
        added(whole.cpu, first.cpu),
        null,
        's of processor time',
      ),
      timeRow('  again, nothing changed', 'our first time', again, 0.05),
      timeRow('  again, one line changed', heyApi, changed, 0.4),
      timeRow('  again, one line changed, with validators', `${heyApi}, zod`, allChanged, 0.5),
      costRow('  --watch, save to output, with validators', heyApi, saved, 0.5, 's'),
    ];
  });
}

/** The ratio is that of wall time; processor time shows how much of it other programs used. */
function timeRow(what: string, against: string, { time, cpu }: RunPair, goal: number): Row {
  const row = costRow(what, against, time, goal, 's');
  const ofProcessor = `${cpu.ours.toFixed(2)} against ${cpu.theirs.toFixed(2)} s of processor time`;
  return { ...row, figures: `${row.figures}, ${ofProcessor}` };
}

function added(whole: Pair, part: Pair): Pair {
  return pairCosts(whole.ours - part.ours, whole.theirs - part.theirs);
}

interface Ours {
  /** Runs without the output and the cache of earlier runs. */
  fresh(only: string | null): Promise<MeasuredRun>;
  again(only: string | null): Promise<MeasuredRun>;
}

function createOurs(folder: string, document: string): Ours {
  const out = join(folder, 'ours');
  const cache = join(folder, 'cache');
  const again = (only: string | null): Promise<MeasuredRun> => {
    const args = [program, 'generate', '--openapi', document, '--out', out, '--cache', cache];
    return runSound([...args, ...(only === null ? [] : ['--only', only])], folder);
  };
  return {
    again,
    fresh(only) {
      for (const made of [out, cache]) rmSync(made, { recursive: true, force: true });
      return again(only);
    },
  };
}

/** Returns what changes one description in the middle of a document, and then runs something. */
function editor(document: string, text: string): <T>(run: () => Promise<T>) => Promise<T> {
  const pattern = /(description"?: *"?)([A-Z][a-z]+ )/g;
  const places = [...text.matchAll(pattern)];
  const place = places[places.length >> 1];
  if (place === undefined) throw new Error('There is no description to change.');
  const at = place.index + (place[1] ?? '').length;
  let count = 0;
  return (run) => {
    count++;
    writeFileSync(document, `${text.slice(0, at)}Edit ${count}. ${text.slice(at)}`);
    return run();
  };
}
