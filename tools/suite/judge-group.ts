/**
 * Takes a schema the way of every description, from a file on the disk to compiled checks, and tries the checks.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../generator/diagnostics.ts';
import { loadChecks } from '../../generator/emit/validators/load-checks.ts';
import type { Sink } from '../../generator/output/sink.ts';
import { generate } from '../../generator/pipeline.ts';
import { mapSubschemas } from '../../generator/schema/walk.ts';
import type { JsonSchema } from '../../generator/source/documents.ts';
import type { SuiteGroup, SuitePart } from './suite-files.ts';

/** What became of one group. */
export interface GroupVerdict {
  /** Tests whose verdict is right. */
  readonly right: number;
  /** Tests whose verdict is wrong, by what they say. */
  readonly wrong: readonly string[];
  /** What was said about the schema: what could not be read, or is not checked; empty when all of it is. */
  readonly reasons: readonly string[];
}

const NOTES = new Set(['OPERATION_ID_MISSING', 'SAMPLE_MISSING', 'EXAMPLE_REFUSED']);

/**
 * Judges the tests of a group.
 *
 * Shape: a schema that is refused altogether has only wrong tests, and a reason.
 */
export async function judgeGroup({ schema, tests }: SuiteGroup, part: SuitePart): Promise<GroupVerdict> {
  // What a format means is left to the implementation, and here it is asserted; the required tests are about the rest.
  const { accepts, diagnostics } = await compileSchema(part === 'format' ? schema : withoutFormats(schema));
  const reasons = diagnostics
    .filter(({ code, severity }) => !NOTES.has(code) && severity !== 'info')
    .map(({ code, message }) => `${code}: ${message}`);
  const wrong = tests.filter(({ data, valid }) => accepts === null || judge(accepts, data) !== valid);
  return {
    right: tests.length - wrong.length,
    wrong: wrong.map(({ description, valid }) => `${description} (${valid ? 'valid' : 'invalid'})`),
    reasons: [...new Set(reasons)],
  };
}

function judge(accepts: (value: unknown) => boolean, value: unknown): boolean | null {
  try {
    return accepts(value);
  } catch {
    return null;
  }
}

interface Compiled {
  /** `null` when the schema was refused. */
  readonly accepts: ((value: unknown) => boolean) | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The schema lies in a file of its own, so that its references start at its root. */
async function compileSchema(schema: JsonSchema): Promise<Compiled> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-suite-'));
  try {
    const isFile = typeof schema === 'object';
    if (isFile) writeFileSync(join(folder, 'subject.json'), JSON.stringify(schema));
    const content = {
      'application/json': { schema: { allOf: [isFile ? { $ref: './subject.json' } : schema] } },
    };
    const operation = { operationId: 'subject', requestBody: { content }, responses: {} };
    const document = {
      openapi: '3.1.0',
      info: { title: 'S', version: '1' },
      paths: { '/': { post: operation } },
    };
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const sink = createMemorySink();
    const target = {
      name: 'suite',
      openapi: 'openapi.json',
      asyncapi: [],
      out: 'out',
      lint: null,
      extras: [],
    };
    const options = {
      folder,
      targets: [target],
      runtime: 'runtime',
      docs: 'docs',
      only: ['validators-code.ts'],
    };
    const { diagnostics } = await generate(options, sink, 'write');
    const code = sink.files.get('out/validators-code.ts');
    if (code === undefined) return { accepts: null, diagnostics };
    const accepts = loadChecks(code.replaceAll(/^import .*;$/gm, ''));
    return { accepts: (value) => accepts('subjectBody', value), diagnostics };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutFormats(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { format: _, ...rest } = mapSubschemas(schema, withoutFormats);
  return rest;
}

/** Files in memory, by path. */
export interface MemorySink extends Sink {
  readonly files: ReadonlyMap<string, string>;
}

/** Starts empty. */
export function createMemorySink(): MemorySink {
  const files = new Map<string, string>();
  return {
    files,
    read: (file) => Promise.resolve(files.get(file) ?? null),
    list: () => Promise.resolve([]),
    commit: (changes) => {
      for (const { file, text } of changes) if (text !== null) files.set(file, text);
      return Promise.resolve();
    },
  };
}
