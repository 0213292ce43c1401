/**
 * Measures Backlot against its peers and prints one table of ratios, all from this run: `npm run bench [-- GROUP…]`.
 * Figures of a shared machine wobble; believe ratios, and run it twice.
 */
import { benchHttp } from './rows/http.ts';
import { benchStart } from './rows/start.ts';
import type { Bench, Missing, Row } from './support/row.ts';
import { printTable } from './support/table.ts';

const groups: Readonly<Record<string, Bench>> = { http: benchHttp, start: benchStart };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));

if (unknown.length > 0) {
  process.stderr.write(
    `There is no group ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  const rows: (Row | Missing)[] = [];
  for (const [name, bench] of Object.entries(groups)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`measuring ${name}…\n`);
    rows.push(...(await bench()));
  }
  process.stdout.write(`${printTable(rows)}\n`);
}
