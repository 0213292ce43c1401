/**
 * AsyncAPI 2 documents generate the same code as the equivalent AsyncAPI 3 document, and diagnostics refer to the
 * original lines.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import { generate } from '../../../generator/pipeline.ts';
import { compileFiles } from '../../golden/support/compile.ts';
import { createMemorySink, type MemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

const lights = `asyncapi: 2.6.0
info: { title: Lights, version: 1.0.0 }
channels:
  lights/measured:
    subscribe:
      operationId: onMeasured
      message:
        oneOf:
          - $ref: '#/components/messages/measured'
          - $ref: '#/components/messages/failed'
components:
  messages:
    measured:
      payload: { $ref: '#/components/schemas/Measured' }
    failed:
      payload: { $ref: 'failed.yaml#/Failed' }
  schemas:
    Measured:
      type: object
      required: [type, lumens]
      properties: { type: { const: measured }, lumens: { type: integer, minimum: 0 } }
`;
const failed = `Failed:
  type: object
  required: [type]
  properties: { type: { const: failed }, reason: { type: string } }
`;

interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly sink: MemorySink;
}

async function generateFrom(files: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = await temporaryFolder(files);
  const sink = createMemorySink();
  const target = { name: 'case', openapi: null, asyncapi: ['a.yaml'], out: 'out', lint: null, extras: [] };
  const options = { folder, targets: [target], runtime: 'out/runtime', docs: 'docs', only: null };
  const { diagnostics } = await generate(options, sink, 'write');
  return { diagnostics, sink };
}

describe('an AsyncAPI 2 document', () => {
  it('generates event unions that compile, including those of referenced files', async () => {
    const { diagnostics, sink } = await generateFrom({ 'a.yaml': lights, 'failed.yaml': failed });
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'info DOCUMENT_CONVERTED',
    ]);
    const events = sink.files.get('out/events.ts');
    expect(events).toContain("'measured'");
    expect(events).toContain("'failed'");
    expect(sink.files.get('out/types.ts')).toContain('export type MeasuredEvent =');
    expect(compileFiles(sink.files)).toEqual([]);
  });

  it('takes the names of messages from their components, or else from their channels', async () => {
    const inline = `  users/{id}:
    subscribe: { message: { payload: { type: object, properties: { kind: { const: joined } } } } }
    publish: { message: { $ref: '#/components/messages/measured' } }
components:`;
    const { sink } = await generateFrom({
      'a.yaml': lights.replace('components:', inline),
      'failed.yaml': failed,
    });
    const types = sink.files.get('out/types.ts') ?? '';
    expect(types).toContain('export type UsersIdSubscribeMessage =');
    expect(types).toContain('export type UsersIdReceived = Measured');
  });

  it('is reported with the line numbers of the original file', async () => {
    const broken = lights.replace('failed.yaml#/Failed', 'failed.yaml#/Faild');
    const { diagnostics } = await generateFrom({ 'a.yaml': broken, 'failed.yaml': failed });
    const [problem] = diagnostics.filter(({ severity }) => severity === 'error');
    const line = broken.split('\n').findIndex((text) => text.includes('Faild')) + 1;
    expect(problem).toMatchObject({
      code: 'REFERENCE_UNRESOLVED',
      place: { file: 'a.yaml' },
      position: { line },
    });
  });

  it('reports the losses of the conversion, and prints nothing else', async () => {
    const addressed = lights
      .replace('lights/measured:', 'lights/{id}:\n    parameters: { id: { schema: { type: integer } } }')
      .replace(/ {10}- \$ref: '#\/components\/messages\/failed'\n/, '')
      .replace(/ {4}failed:\n.*\n/, '');
    const printed = vi.spyOn(console, 'warn');
    onTestFinished(() => printed.mockRestore());
    const { diagnostics } = await generateFrom({ 'a.yaml': addressed });
    expect(diagnostics.map(({ code }) => code)).toEqual(['DOCUMENT_CONVERTED', 'CONVERSION_LOSS']);
    expect(diagnostics[1]?.message).toContain('schema.type with value: "integer"');
    expect(printed).not.toHaveBeenCalled();
  });

  it('is rejected if it cannot be converted, and nothing is written', async () => {
    const { diagnostics, sink } = await generateFrom({ 'a.yaml': lights.replace('2.6.0', '2.99.0') });
    expect(diagnostics.map(({ code }) => code)).toEqual(['DOCUMENT_NOT_CONVERTED']);
    expect(sink.files.size).toBe(0);
  });
});
