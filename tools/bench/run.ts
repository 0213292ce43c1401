/**
 * Measures Backlot against its peers and prints one table of ratios: `npm run bench [-- GROUP…]`.
 * Timings on shared machines vary; compare ratios, and run it twice.
 */
import { readCall, exitWithUsage } from '../read-call.ts';
import { benchBundle } from './rows/bundle.ts';
import { benchConsole } from './rows/console.ts';
import { benchEmbed } from './rows/embed.ts';
import { benchEvents } from './rows/events.ts';
import { benchFork } from './rows/fork.ts';
import { benchGenerator } from './rows/generator.ts';
import { benchHttp } from './rows/http.ts';
import { benchLogs } from './rows/logs.ts';
import { benchProxy } from './rows/proxy.ts';
import { benchReplicas } from './rows/replicas.ts';
import { benchStart } from './rows/start.ts';
import { benchStreams } from './rows/streams.ts';
import { benchTypes } from './rows/types.ts';
import { installPeers, peersMissing } from './support/peers.ts';
import { runProfiled } from './support/profile.ts';
import { printTable, type Bench, type TableRow } from './support/table.ts';

/** The groups of rows, in the order of the table. */
const groups: readonly (readonly [name: string, description: string, bench: Bench])[] = [
  ['http', 'reads and creates, against a bare server and the peers', benchHttp],
  ['streams', 'live and completed executions, against res.write', benchStreams],
  ['proxy', 'reads, creates and streams through the proxy, against a bare one', benchProxy],
  ['start', 'spawn to first response, against a bare server and Prism', benchStart],
  ['events', "validation of a stream event, against Ajv's oneOf", benchEvents],
  ['fork', 'a fork of a large world, against one of an empty world', benchFork],
  ['logs', 'commits to the SQLite log, against the log in memory', benchLogs],
  ['replicas', 'an event on one mock read on another, against a bare stream of Redis', benchReplicas],
  ['generator', 'code for large descriptions, against @hey-api/openapi-ts', benchGenerator],
  ['embed', 'a mock in the process of a test, against a bare server and MSW; worlds', benchEmbed],
  ['types', "tsc of large generated clients, against the peers' output", benchTypes],
  ['console', 'the console with 10,000 executions and 200 events a second, in Chromium', benchConsole],
  ['bundle', 'bundles of one operation, against openapi-fetch and @hey-api/openapi-ts', benchBundle],
];

const usage = `Usage: npm run bench [-- [--install-peers] [--profile] GROUP…]

Measures the groups, or all of them, and prints one table.

${groups.map(([name, description]) => `  ${name.padEnd(12)}${description}`).join('\n')}

  --install-peers  first install the peers that the project itself does not need, some 1.2 GB, into tools/bench/peers
  --profile        write a CPU profile and folded stacks of every process to .cache/profiles, and print where the time
                   goes; profiling slows everything down, so the ratios are not comparable
  --help           print this text
`;

const { values, positionals } = readCall(usage, {
  'install-peers': { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
});
const unknown = positionals.filter((each) => !groups.some(([name]) => name === each));
if (unknown.length > 0) exitWithUsage(usage, `There is no group ${unknown.join(', ')}.`);
if (values['install-peers']) installPeers();
if (values.profile) process.exit(runProfiled(positionals));

const rows: TableRow[] = [];
for (const [name, , bench] of groups) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  process.stderr.write(`measuring ${name}…\n`);
  const measured = await bench();
  if (measured.some((row) => 'missing' in row && row.missing === peersMissing))
    process.stderr.write(`${peersMissing}\n`);
  rows.push(...measured);
}
process.stdout.write(`${printTable(rows)}\n`);
