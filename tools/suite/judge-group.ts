/**
 * Runs a schema through the whole generator, from a file to compiled validators, and runs the tests on them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../generator/diagnostics/diagnostics.ts';
import { loadChecks } from '../../generator/emit/validators/load-checks.ts';
import { generate } from '../../generator/pipeline.ts';
import { mapSubschemas } from '../../generator/schema/walk.ts';
import type { JsonSchema } from '../../generator/json/documents.ts';
import { createMemorySink } from '../memory-sink.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import type { SuiteGroup, SuitePart } from './suite-files.ts';

/** The result of one group. */
export interface GroupVerdict {
  /** Number of tests with the right verdict. */
  readonly right: number;
  /** Descriptions of tests with a wrong verdict. */
  readonly wrong: readonly string[];
  /** Diagnostics of the schema; empty if all of it is supported. */
  readonly reasons: readonly string[];
}

const NOTES = new Set(['OPERATION_ID_MISSING', 'SAMPLE_MISSING', 'EXAMPLE_REFUSED']);

/** Validates the tests of a group. Shape: a schema that is rejected has only wrong tests, and a reason. */
export async function judgeGroup({ schema, tests }: SuiteGroup, part: SuitePart): Promise<GroupVerdict> {
  // The suite leaves formats to the implementation, and we assert them, so the required tests run without formats.
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
  /** `null` if the schema was rejected. */
  readonly accepts: ((value: unknown) => boolean) | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a schema from its own file, so that its references are relative to its root. */
function compileSchema(schema: JsonSchema): Promise<Compiled> {
  return inTemporaryFolder(async (folder) => {
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
    const { accepts } = loadChecks(code);
    return { accepts: (value) => accepts('subjectBody', value), diagnostics };
  });
}

function withoutFormats(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { format: _, ...rest } = mapSubschemas(schema, withoutFormats);
  return rest;
}
