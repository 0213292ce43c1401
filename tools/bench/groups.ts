/**
 * The groups of rows that the bench can measure. A new file of rows is one more line here.
 */
import { benchEvents } from './rows/events.ts';
import { benchFork } from './rows/fork.ts';
import { benchGenerator } from './rows/generator.ts';
import { benchHttp } from './rows/http.ts';
import { benchMaps } from './rows/maps.ts';
import { benchProxy } from './rows/proxy.ts';
import { benchSize } from './rows/size.ts';
import { benchStart } from './rows/start.ts';
import { benchStreams } from './rows/streams.ts';
import type { Bench } from './support/row.ts';

/** One group: what it measures, in a line for `--help`, and how. */
export interface Group {
  readonly name: string;
  readonly about: string;
  readonly bench: Bench;
}

/** Every group, in the order of the table. */
export const groups: readonly Group[] = [
  { name: 'http', about: 'reads and creates, against a bare server and the peers', bench: benchHttp },
  { name: 'streams', about: 'live and ended runs, against res.write', bench: benchStreams },
  {
    name: 'proxy',
    about: 'reads, creates and streams through the proxy, against a bare one',
    bench: benchProxy,
  },
  { name: 'start', about: 'spawn to first answer, against a bare server and Prism', bench: benchStart },
  { name: 'events', about: "the check of a stream event, against Ajv's oneOf", bench: benchEvents },
  { name: 'fork', about: 'a fork of a big world, against one of an empty world', bench: benchFork },
  { name: 'size', about: 'pages and reads of a million records, against a thousand', bench: benchSize },
  {
    name: 'generator',
    about: 'code for large descriptions, against @hey-api/openapi-ts',
    bench: benchGenerator,
  },
  { name: 'maps', about: 'the trees of the kernel, against immutable', bench: benchMaps },
];
