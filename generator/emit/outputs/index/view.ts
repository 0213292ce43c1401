/** Describes `index.ts`. */
import { flag, header, list, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

const exported = { name: text('Name to re-export') } as const;

export const indexOutput = {
  path: 'index.ts',
  about: 'One file that re-exports types, events and handlers',
  imports: ['events.ts', 'server.ts', 'types.ts'],
  isConverted: true,
  fields: {
    header,
    hasTypes: flag('Whether `types.ts` exports anything'),
    types: list('What `types.ts` exports, sorted', exported),
    hasEnums: flag('Whether `types.ts` exports objects of enums'),
    enums: list('Those objects, each with the type of the same name, sorted', exported),
    hasEventTypes: flag('Whether `events.ts` exports types that it declares'),
    eventTypes: list('Types that `events.ts` exports, sorted', exported),
    hasEventValues: flag('Whether `events.ts` exports values'),
    eventValues: list('Values that `events.ts` exports, sorted', exported),
    hasServer: flag('Whether there is a `server.ts`'),
    serverTypes: list('What `server.ts` exports, sorted', exported),
  },
} as const satisfies DescribedOutput;

export type IndexView = ViewOf<typeof indexOutput.fields>;
