/** Splits the modules that have an entry for each operation or check: each entry becomes a constant in its part. */
import type { ContractModel } from '../../model/contract-model.ts';
import type { Names } from '../../naming/resolve-names.ts';
import type { EmittedFile } from '../emitter.ts';
import { SHARED, type Parts } from './assign-parts.ts';
import { constantOf, extractEntries, type EntryList } from './extract-entries.ts';
import { splitModule } from './split-module.ts';

/** A list or an object, with the part of each entry by its key. */
interface DataList extends Omit<EntryList, 'keys'> {
  readonly parts: ReadonlyMap<string, string>;
}

export function splitData(file: EmittedFile, lists: readonly DataList[]): EmittedFile[] {
  const parts = new Map(
    lists.flatMap(({ prefix, parts: own }) =>
      [...own].map(([key, part]) => [constantOf(prefix, key), part] as const),
    ),
  );
  const text = lists.reduce(
    (before, list) => extractEntries(before, { ...list, keys: [...list.parts.keys()] }),
    file.text,
  );
  return splitModule({ ...file, text }, (name) => parts.get(name) ?? null);
}

/** Returns the lists of each module of data, by its path. The openings are those of the templates. */
export function dataLists(
  contract: ContractModel,
  names: Names,
  parts: Parts,
): ReadonlyMap<string, readonly DataList[]> {
  const ofOperations = new Map(
    contract.operations.map(({ id }) => [
      String(names.operations.get(id)?.handler ?? id),
      parts.operations.get(id) ?? SHARED,
    ]),
  );
  const ofChecks = new Map(contract.checks.map(({ name }) => [name, parts.checks.get(name) ?? SHARED]));
  const operations: DataList = {
    opening: 'export const operations: readonly Operation[] = [',
    prefix: 'operation',
    parts: ofOperations,
  };
  const summaries: DataList = {
    opening: 'operations: [',
    prefix: 'summary',
    annotation: ': OperationSummary',
    parts: ofOperations,
  };
  const samples: DataList = {
    opening: 'const values: Readonly<Record<string, JsonValue>> = {',
    prefix: 'sample',
    annotation: ': JsonValue',
    alias: 'samples',
    parts: ofChecks,
  };
  const samplesOfOperations: DataList = {
    opening: 'const valuesOfOperations: Readonly<Record<string, OperationSample<unknown>>> = {',
    prefix: 'samples',
    annotation: ': OperationSample<unknown>',
    parts: ofOperations,
  };
  return new Map([
    ['operations.ts', [operations]],
    ['manifest.ts', [summaries]],
    ['samples.ts', [samples, samplesOfOperations]],
  ]);
}
