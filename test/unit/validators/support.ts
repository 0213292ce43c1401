/** Compiles small contracts and loads the output as a server would. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import type {
  CheckDecl,
  ContractModel,
  EventStreamDecl,
  JsonSchema,
} from '../../../generator/model/contract-model.ts';
import { emitValidators, type EmittedValidators } from '../../../generator/emit/validators/validators.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { TsText } from '../../../generator/print/ts-text.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';

/** A minimal contract. */
export interface SmallContract {
  readonly components?: Readonly<Record<string, JsonSchema>>;
  /** Inline schemas by the name of their check. */
  readonly parts?: Readonly<Record<string, JsonSchema>>;
  readonly streams?: readonly Pick<EventStreamDecl, 'name' | 'tag' | 'events'>[];
}

/** The module `validators.ts` of a small contract. */
export interface LoadedValidators {
  readonly checks: Readonly<Record<string, SchemaCheck>>;
  readonly validateSchema: Readonly<Record<string, SchemaCheck>>;
  readonly [stream: `validate${string}`]: SchemaCheck | Readonly<Record<string, SchemaCheck>>;
}

const runtimeFolder = resolve(import.meta.dirname, '../../../templates/runtime');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Creates a contract with only schemas, checks and streams. */
export function contractOf({ components = {}, parts = {}, streams = [] }: SmallContract): ContractModel {
  const place = (pointer: string) => ({ file: 'spec/small.yaml', pointer });
  const schemas = Object.entries(components).map(([name, schema]) => ({
    ...{ name, schema, usedBy: 'both' as const, discriminator: null, event: null },
    place: place(`#/components/schemas/${name}`),
  }));
  const checks: CheckDecl[] = [
    ...schemas.map(({ name, schema }) => checkDecl(name.replaceAll(/\W/g, '_'), schema, name)),
    ...Object.entries(parts).map(([name, schema]) => checkDecl(name, schema, null)),
  ];
  return {
    ...{
      title: 'Small',
      description: null,
      version: '1',
      versions: { openapi: '1' },
      documents: ['spec/small.yaml'],
      tags: [],
      servers: [],
      operations: [],
      channels: [],
      webhooks: [],
    },
    ...{ schemas, checks, securitySchemes: [], extensions: {}, paginationRules: [] },
    streams: streams.map((stream) => ({
      ...{ ...stream, terminal: [], pausing: [], keepalive: [], check: stream.name },
      place: place(`#/components/schemas/${stream.name}`),
    })),
  };
}

export function emit(small: SmallContract, runtime = runtimeFolder): EmittedValidators {
  const contract = contractOf(small);
  const names = resolveNames(contract, () => undefined);
  return emitValidators({ contract, names, runtime: TsText.trust(runtime) });
}

/** Text of one emitted file. */
export function textOf({ files }: EmittedValidators, path: string): string {
  return files.find((file) => file.path === path)!.text;
}

/** Writes emitted validators into a separate folder, with types that accept anything. */
export function write(emitted: EmittedValidators): string {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-validators-'));
  folders.push(folder);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of emitted.files) writeFileSync(join(folder, path), text);
  return folder;
}

/** Compiles a small contract and imports `validators.ts`. */
export async function load(small: SmallContract): Promise<LoadedValidators> {
  const folder = write(emit(small));
  return (await import(pathToFileURL(join(folder, 'validators.ts')).href)) as LoadedValidators;
}

/** Compiles one schema and returns its check. */
export async function checkOf(
  schema: JsonSchema,
  components: SmallContract['components'] = {},
): Promise<SchemaCheck> {
  const { checks } = await load({ components, parts: { subject: schema } });
  return checks['subject']!;
}

function checkDecl(name: string, schema: JsonSchema, component: string | null): CheckDecl {
  return {
    name,
    schema,
    component,
    pointer: `spec/small.yaml#/${component === null ? 'parts' : 'components/schemas'}/${name}`,
  };
}
