/** The operations of the service and their parts, as suggestions for fields with the attribute `list`. */
import type { JSX } from 'preact';
import type { ServiceOperation } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';

type Option = readonly [value: string, label?: string];

/** The lists by the id of their element. */
const lists = {
  'service-operations': (operations: readonly ServiceOperation[]): readonly Option[] =>
    operations.map(({ id, method, path }) => [id, `${method} ${path}`]),
  'service-paths': (operations: readonly ServiceOperation[]) => unique(operations.map(({ path }) => path)),
  'service-methods': (operations: readonly ServiceOperation[]) =>
    unique(operations.map(({ method }) => method)),
  'service-errors': (operations: readonly ServiceOperation[]) =>
    unique(operations.flatMap(({ statuses }) => statuses.filter((status) => status >= 400).map(String))),
};

export type OptionList = keyof typeof lists;

/** Returns the operations of the service; empty until they are loaded. */
export function useOperations(): readonly ServiceOperation[] {
  const { data } = useLoaded('operations', () => bodyOf(control.listOperations()), null);
  return data?.operations ?? [];
}

/** Returns an operation that can be called without an id, for examples. */
export function exampleOf(operations: readonly ServiceOperation[]): ServiceOperation | undefined {
  return operations.find(({ method, path }) => method === 'GET' && !path.includes('{')) ?? operations[0];
}

export function ServiceOptions({
  operations,
}: {
  readonly operations: readonly ServiceOperation[];
}): JSX.Element {
  return (
    <>
      {Object.entries(lists).map(([id, optionsOf]) => (
        <datalist key={id} id={id}>
          {optionsOf(operations).map(([value, label]) => (
            <option key={value} value={value} label={label} />
          ))}
        </datalist>
      ))}
    </>
  );
}

function unique(values: readonly string[]): readonly Option[] {
  return [...new Set(values)].sort().map((value) => [value]);
}
