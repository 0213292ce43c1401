/**
 * Writes the union of the events of executions into `spec/schemas/ExecutionStreamEvent.yaml`: one member for each message
 * of the channel `executionEvents` of `spec/asyncapi.yaml`. Run by `npm run generate`; `--check` only compares.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { writeFiles } from '../write-files.ts';

const unionFile = 'spec/schemas/ExecutionStreamEvent.yaml';
const MARK =
  '# The messages of the channel executionEvents in asyncapi.yaml, written by `npm run generate`.\n';

interface Channels {
  readonly channels: {
    readonly executionEvents: {
      readonly messages: Readonly<Record<string, { readonly payload: { readonly $ref: string } }>>;
    };
  };
}

/** Returns the text of the file. Shape: `union` is the text before, `asyncapi` that of `spec/asyncapi.yaml`. */
export function withUnion(union: string, asyncapi: string): string {
  const { channels } = parse(asyncapi) as Channels;
  const events = Object.entries(channels.executionEvents.messages).map(
    ([name, { payload }]) => [name, `../${payload.$ref}`] as const,
  );
  const [head = ''] = union.split(MARK);
  return `${head}${MARK}oneOf:
${events.map(([, file]) => `  - $ref: ${file}\n`).join('')}discriminator:
  propertyName: type
  mapping:
${events.map(([name, file]) => `    ${name}: ${file}\n`).join('')}`;
}

if (import.meta.main) {
  const [union, asyncapi] = await Promise.all([
    readFile(unionFile, 'utf8'),
    readFile('spec/asyncapi.yaml', 'utf8'),
  ]);
  await writeFiles(new Map([[unionFile, withUnion(union, asyncapi)]]));
}
