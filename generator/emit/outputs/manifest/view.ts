/** Describes `manifest.ts`. */
import { header, list, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

const entry = { entry: text('The entry, as an object literal') } as const;

export const manifestOutput = {
  path: 'manifest.ts',
  about: 'The contents of the contract, for tests and tools',
  imports: [],
  fields: {
    header,
    title: text('Title of the description, as a literal'),
    version: text('Its version, as a literal'),
    versions: text('The specification version of each kind of document, as a literal'),
    documents: text('Paths of the documents, as a literal list'),
    servers: text('The addresses of the service, as a list of literals'),
    counts: text('Numbers of operations, statuses, schemas, channels, messages and events, as a literal'),
    operations: list('The operations, in the order of the description', entry),
    channels: list('The channels', entry),
    streams: list('The streams', entry),
    schemas: list('The schemas', { name: text('Name of the schema, as a literal') }),
    extensions: text('The extensions at the root of the documents, as a literal'),
  },
} as const satisfies DescribedOutput;

export type ManifestView = ViewOf<typeof manifestOutput.fields>;
