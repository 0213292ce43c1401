/**
 * Measures Backlot against its peers and prints one table of ratios, all from this run: `npm run bench [-- GROUP…]`.
 * Figures of a shared machine wobble; believe ratios, and run it twice.
 */
import { parseArgs } from 'node:util';
import { groups } from './groups.ts';
import { installPeers, peersMissing } from './support/peers.ts';
import type { Missing, Row } from './support/row.ts';
import { printTable } from './support/table.ts';

const usage = `Usage: npm run bench [-- [--install-peers] GROUP…]

Measures the groups, all of them where none is named, and prints one table.

${groups.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n')}

  --install-peers  first installs the peers that the project itself does not need, some 750 MB, into tools/bench/peers
  --help           prints this
`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'install-peers': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const unknown = positionals.filter((wanted) => !groups.some(({ name }) => name === wanted));
  if (unknown.length > 0) {
    process.stderr.write(`There is no group ${unknown.join(', ')}.\n\n${usage}`);
    return 2;
  }
  if (values['install-peers']) installPeers();
  process.stdout.write(`${printTable(await measure(positionals))}\n`);
  return 0;
}

async function measure(wanted: readonly string[]): Promise<readonly (Row | Missing)[]> {
  const rows: (Row | Missing)[] = [];
  for (const { name, bench } of groups) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`measuring ${name}…\n`);
    const measured = await bench();
    if (measured.some((row) => 'missing' in row && row.missing === peersMissing))
      process.stderr.write(`${peersMissing}\n`);
    rows.push(...measured);
  }
  return rows;
}
