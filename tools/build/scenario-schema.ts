/**
 * Writes `mock/scenarios/scenario.schema.json`, the schema that editors check scenario files with: the schemas of the
 * control API in one document. `--check` only reports whether it is up to date.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';
import { writeFiles } from '../write-files.ts';

const project = join(import.meta.dirname, '../..');
const source = join(project, 'spec/control/schemas/Scenario.yaml');
const target = 'mock/scenarios/scenario.schema.json';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Collects the schema of a file and of all files that it refers to. */
export async function scenarioSchema(): Promise<string> {
  const definitions = new Map<string, Json>();
  const root = await readSchema(source, definitions);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Backlot scenario',
    ...(root as Record<string, Json>),
    $defs: Object.fromEntries([...definitions].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
  const filepath = join(project, target);
  return format(JSON.stringify(schema), { ...(await resolveConfig(filepath)), filepath });
}

async function readSchema(file: string, definitions: Map<string, Json>): Promise<Json> {
  return inline(parse(await readFile(file, 'utf8')) as Json, dirname(file), definitions);
}

async function inline(value: Json, folder: string, definitions: Map<string, Json>): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => inline(item, folder, definitions)));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value['$ref'] === 'string')
    return { $ref: await define(join(folder, value['$ref']), definitions) };
  const properties: Record<string, Json> = {};
  for (const [name, property] of Object.entries(value))
    properties[name] = await inline(property, folder, definitions);
  return properties;
}

async function define(file: string, definitions: Map<string, Json>): Promise<string> {
  const name = basename(file, '.yaml');
  if (!definitions.has(name)) {
    definitions.set(name, null);
    definitions.set(name, await readSchema(file, definitions));
  }
  return `#/$defs/${name}`;
}

if (import.meta.main) await writeFiles(new Map([[target, await scenarioSchema()]]));
