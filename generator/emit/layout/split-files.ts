/** Splits the files of a target by tag, for `layout: split`. The exports of each file stay as they are. */
import type { ContractModel } from '../../model/contract-model.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { ts } from '../../print/ts-text.ts';
import { operationNames } from '../outputs/client/methods.ts';
import { clientSource } from '../outputs/client/source.ts';
import type { EmittedFile } from '../emitter.ts';
import { outputs } from '../outputs/registry.ts';
import { validatorName } from '../validators/reference-keyword.ts';
import { libraryOf } from '../validators/validators.ts';
import { assignParts, SHARED, type Parts } from './assign-parts.ts';
import { dataLists, splitData } from './split-data.ts';
import { splitModule } from './split-module.ts';

/** Splits the files that grow with the description, other than `api.ts` and lists of names. */
export function splitFiles(
  files: readonly EmittedFile[],
  contract: ContractModel,
  names: Names,
): readonly EmittedFile[] {
  if (contract.operations.length === 0) return files;
  const parts = assignParts(contract);
  const ofTypes = partsOfTypes(contract, names, parts);
  const ofOperations = partsOfOperations(contract, names, parts);
  const hasCode = files.some(({ path }) => codeFiles.includes(path));
  const ofCode = hasCode ? partsOfCode(contract, parts) : new Map<string, string>();
  const tableOf = (path: string): Table | null => {
    if (path === 'types.ts' || path === 'json-types.ts') return ofTypes;
    if (codeFiles.includes(path)) return ofCode;
    return outputs.some((each) => each.path === path && each.isSplit === true) ? ofOperations : null;
  };
  const data = dataLists(contract, names, parts);
  return files.flatMap((file) => {
    const lists = data.get(file.path);
    if (lists !== undefined) return splitData(file, lists);
    const table = tableOf(file.path);
    return table === null ? [file] : splitModule(file, (name) => table.get(name) ?? null);
  });
}

const codeFiles: readonly string[] = ['validators-code.ts', 'explain-code.ts'];

type Table = ReadonlyMap<string, string>;

function partsOfTypes(contract: ContractModel, names: Names, parts: Parts): Table {
  const table = new Map<string, string>();
  for (const { name } of contract.schemas)
    table.set(String(names.schemas.get(name)), parts.schemas.get(name) ?? SHARED);
  for (const { name, component } of contract.checks)
    if (component === null) table.set(String(names.checks.get(name)), parts.checks.get(name) ?? SHARED);
  for (const { type, constant, owner } of names.enums)
    for (const name of [type, constant]) table.set(String(name), table.get(String(owner)) ?? SHARED);
  return table;
}

/** Returns the parts of the functions and types of operations, by name. */
function partsOfOperations(contract: ContractModel, names: Names, parts: Parts): Table {
  const client = clientSource({ contract, names, runtime: ts`` }, () => undefined);
  const table = new Map<string, string>();
  for (const operation of contract.operations) {
    const part = parts.operations.get(operation.id) ?? SHARED;
    const own = { ...operationNames(operation, client), ...names.operations.get(operation.id) };
    for (const name of Object.values(own)) table.set(name.toString(), part);
  }
  return table;
}

/** Returns the parts of compiled validators, by name. One that several parts use is shared. */
function partsOfCode(contract: ContractModel, parts: Parts): Table {
  const { library } = libraryOf(contract);
  const table = new Map<string, string>();
  const add = (id: string, part = SHARED): void => {
    const name = validatorName(id);
    table.set(name, (table.get(name) ?? part) === part ? part : SHARED);
  };
  for (const [name, id] of library.components) add(id, parts.schemas.get(name));
  for (const [name, id] of library.exports) add(id, parts.checks.get(name));
  return table;
}
