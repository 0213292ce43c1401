/** Emits `index.ts`, which re-exports the exports of all other files, each by name. */
import type { ContractModel } from '../../../model/contract-model.ts';
import type { Names } from '../../../naming/resolve-names.ts';
import { ts, type TsText } from '../../../print/ts-text.ts';
import { typedContract, type EmitSource } from '../../emitter.ts';
import { emit as emitEvents } from '../events/output.ts';
import { printHeader } from '../../../print/print-literal.ts';
import { listTypes } from '../types/declarations.ts';
import type { IndexView } from './view.ts';

export function emit(source: EmitSource): IndexView {
  const { contract, names } = source;
  const enums = new Set(names.enums.map(({ constant }) => constant.toString()));
  const types = [
    ...listTypes(typedContract(source), names).map(({ name }) => name),
    ...names.enums.filter(({ hasOwnType }) => hasOwnType).map(({ type }) => type),
  ].filter((name) => !enums.has(name.toString()));
  const values = eventValues(contract, names, source);
  return {
    header: printHeader(contract.documents),
    hasTypes: types.length > 0,
    types: sortedViews(types),
    hasEnums: enums.size > 0,
    enums: sortedViews(names.enums.map(({ constant }) => constant)),
    hasEventTypes: values.types.length > 0,
    eventTypes: sortedViews(values.types),
    hasEventValues: values.values.length > 0,
    eventValues: sortedViews(values.values),
    hasServer: contract.operations.length > 0,
    serverTypes: sortedViews([
      ts`Handlers`,
      ts`HeaderValue`,
      ts`ResponseHeaders`,
      ...[...names.operations.values()].flatMap(({ request, response }) => [request, response]),
    ]),
  };
}

interface EventExports {
  readonly types: TsText[];
  readonly values: TsText[];
}

function eventValues(contract: ContractModel, names: Names, source: EmitSource): EventExports {
  const tagged = contract.streams
    .filter(({ tag }) => tag !== null)
    .flatMap(({ name }) => names.streams.get(name) ?? []);
  const polled = contract.channels
    .filter(({ delivery }) => delivery !== 'stream')
    .flatMap(({ id }) => names.channels.get(id) ?? []);
  const { guards } = emitEvents(source);
  return {
    types: [...tagged.map(({ type }) => type), ...polled.map(({ messageName }) => messageName)],
    values: [
      ...tagged.flatMap(({ types, terminalTypes, pausingTypes, keepaliveTypes, isTerminal, isPausing }) => [
        types,
        terminalTypes,
        pausingTypes,
        keepaliveTypes,
        isTerminal,
        isPausing,
      ]),
      ...guards.map(({ name }) => name),
      ...polled.map(({ messageNames }) => messageNames),
    ],
  };
}

function sortedViews(names: readonly TsText[]): IndexView['types'] {
  return names
    .toSorted((one, other) => (one.toString() < other.toString() ? -1 : 1))
    .map((name) => ({ name }));
}
