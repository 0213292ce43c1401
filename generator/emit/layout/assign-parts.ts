/** Assigns operations and schemas to the parts of a split layout: one part for each tag. */
import type {
  CheckDecl,
  ContractModel,
  JsonSchema,
  Operation,
  SchemaDecl,
} from '../../model/contract-model.ts';
import { requestChecks, responseChecks } from '../../read/usage.ts';
import { componentNameOf } from '../../schema/keywords.ts';
import { referencesOf } from '../../schema/walk.ts';

/** The part of declarations that several parts use equally. */
export const SHARED = 'shared';

/** The part of operations without a tag or resource, and of a few schemas that no operation uses. */
export const OTHER = 'other';

/** The part of every operation, schema and check, by name; a part is also the name of its files. */
export interface Parts {
  readonly operations: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
  readonly checks: ReadonlyMap<string, string>;
}

/**
 * Assigns each operation to its first tag, or to the first segment of its path that names a resource, and each schema
 * to the part whose operations and webhooks refer to it most directly.
 */
export function assignParts(contract: ContractModel): Parts {
  const files = new Map([[OTHER, OTHER]]);
  const taken = new Set([SHARED, OTHER]);
  const partOf = (group: string): string => {
    const file = files.get(group) ?? claimFile(group, taken);
    files.set(group, file);
    return file;
  };
  const groupOf = chooseGroups(contract.operations);
  const operations = new Map(
    contract.operations.map((operation) => [operation.id, partOf(groupOf(operation))]),
  );
  const roots = [
    ...contract.operations.flatMap((operation) =>
      [...requestChecks(operation), ...responseChecks(operation)].map(
        (check) => [check, operations.get(operation.id) ?? SHARED] as const,
      ),
    ),
    ...contract.webhooks.map(
      ({ name, tag, check }) =>
        [check, operations.get(name.split('.')[0] ?? '') ?? partOf(tag ?? 'webhooks')] as const,
    ),
  ];
  return { operations, ...assignSchemas(contract, roots) };
}

/** Groups by tag or resource. If most paths are methods, such as `/sendMessage`, their first word is the resource. */
function chooseGroups(operations: readonly Operation[]): (operation: Operation) => string {
  const groups = new Set(operations.map(({ tag, path }) => tag ?? resourceOf(path)));
  const areMethods = groups.size * 2 > operations.length;
  return ({ tag, path }) => tag ?? (areMethods ? (wordsIn(resourceOf(path))[0] ?? OTHER) : resourceOf(path));
}

/** Returns the first segment of a path that is neither a version nor a parameter. */
function resourceOf(path: string): string {
  return path.split('/').find((segment) => !/^(?:api|v\d.*|)$|[{}]/i.test(segment)) ?? OTHER;
}

function wordsIn(text: string): readonly string[] {
  return text.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Names of devices, which cannot be file names on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Units: characters, of which a file name has at most 255 bytes. */
const MAX_NAME_LENGTH = 60;

function claimFile(group: string, taken: Set<string>): string {
  const wanted = fileNameOf(group);
  let file = wanted;
  for (let number = 2; taken.has(file); number++) file = `${wanted}-${number}`;
  taken.add(file);
  return file;
}

function fileNameOf(group: string): string {
  const words = wordsIn(group).join('-').toLowerCase().slice(0, MAX_NAME_LENGTH);
  return words === '' || DEVICE.test(words) ? `tag-${words}` : words;
}

/** Follows all references level by level, so that the nearest parts reach a schema first. */
function assignSchemas(
  contract: ContractModel,
  roots: Iterable<readonly [check: string, part: string]>,
): Pick<Parts, 'schemas' | 'checks'> {
  const declared = new Map(contract.schemas.map((declaration) => [declaration.name, declaration]));
  const byName = new Map(contract.checks.map((check) => [check.name, check]));
  const checks = new Map<string, string>();
  for (const [name, part] of roots) checks.set(name, (checks.get(name) ?? part) === part ? part : SHARED);
  const schemas = new Map<string, string>();
  const collect = (level: Iterable<readonly [readonly string[], string]>): Map<string, string> => {
    const next = new Map<string, string>();
    for (const [names, part] of level)
      for (const name of names)
        if (declared.has(name) && !schemas.has(name))
          next.set(name, (next.get(name) ?? part) === part ? part : SHARED);
    return next;
  };
  let level = collect([...checks].map(([name, part]) => [schemasOf(byName.get(name)), part]));
  while (level.size > 0) {
    for (const [name, part] of level) schemas.set(name, part);
    level = collect([...level].map(([name, part]) => [referredSchemas(declared.get(name)), part]));
  }
  const unused = contract.schemas.map(({ name }) => name).filter((name) => !schemas.has(name));
  for (const [name, part] of groupByWords(unused, [])) schemas.set(name, part);
  for (const { name, component } of contract.checks)
    checks.set(name, (component === null ? checks.get(name) : schemas.get(component)) ?? OTHER);
  return { schemas, checks };
}

/**
 * Schemas that no operation uses stay together up to this number; names with the same first words form a part from
 * this number.
 */
const MAX_TOGETHER = 25;
const MIN_TOGETHER = 5;

/** Assigns names to parts by their first words, such as `webhook-issues`; as many words as it takes. */
function groupByWords(names: readonly string[], words: readonly string[]): (readonly [string, string])[] {
  const part = words.length === 0 ? OTHER : fileNameOf(words.join(' '));
  if (names.length <= MAX_TOGETHER) return names.map((name) => [name, part]);
  const byWord = Map.groupBy(names, (name) => wordsIn(name)[words.length] ?? '');
  return [...byWord].flatMap(([word, same]) =>
    word !== '' && same.length >= MIN_TOGETHER
      ? groupByWords(same, [...words, word])
      : same.map((name) => [name, part] as const),
  );
}

function schemasOf(check: CheckDecl | undefined): string[] {
  if (check === undefined) return [];
  return check.component === null ? namesIn(check.schema) : [check.component];
}

function referredSchemas(declaration: SchemaDecl | undefined): string[] {
  if (declaration === undefined) return [];
  const cases = declaration.discriminator?.cases ?? [];
  return [...namesIn(declaration.schema), ...cases.map(({ schema }) => schema)];
}

function namesIn(schema: JsonSchema): string[] {
  return referencesOf(schema).flatMap((reference) => componentNameOf(reference) ?? []);
}
