/** Names a place of the contract by its JSON Pointer in the published description, `backlot/openapi.json`. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { placeOfOperation } from '../provenance/provenance.ts';
import { groupOfSubject, type Finding } from '../model/finding.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';

/** The collections of components, by the folder of their sources. */
const components: Readonly<Record<string, string>> = {
  schemas: 'schemas',
  shared: 'schemas',
  responses: 'responses',
  parameters: 'parameters',
  headers: 'headers',
};

const allPaths = new WeakMap<Contract, ReadonlyMap<string, string>>();

/** Returns the JSON Pointer of a place such as `spec/schemas/Agent.yaml#/properties/id`; other texts unchanged. */
export function pointerOf(contract: Contract, place: string): string {
  const [file = '', fragment = ''] = place.split('#');
  if (!file.startsWith('spec/')) return place;
  const [, folder = '', name = ''] = /^spec\/(?:(\w+)\/)?(?:.*\/)?([\w.-]+)\.yaml$/.exec(file) ?? [];
  const rest = fragment.replace(/\/$/, '');
  const path = pathOf(contract, file);
  if (path !== undefined) return `/paths${pointerStep(path)}${rest}`;
  const kind = Object.hasOwn(components, folder) ? components[folder] : undefined;
  if (kind !== undefined) return `/components/${kind}/${name}${rest}`;
  return rest || '/';
}

/** Formats the place of a finding: operation, status and JSON Pointer. Shape: empty without a place. */
export function contractPlace(contract: Contract, { place, subject, exchanges }: Finding): string {
  if (place === null) return '';
  const last = exchanges.at(-1);
  const operation = last?.request.operation ?? (groupOfSubject(subject) === null ? subject : '');
  const status = last?.response?.status ?? '';
  return [operation, String(status), pointerOf(contract, place)].filter((part) => part !== '').join(' ');
}

/** Returns the path of the operation in a file. */
function pathOf(contract: Contract, file: string): string | undefined {
  const paths = allPaths.get(contract) ?? listPaths(contract);
  allPaths.set(contract, paths);
  return paths.get(file);
}

function listPaths(contract: Contract): ReadonlyMap<string, string> {
  return new Map(
    operationsOf(contract).all.map(({ id, path }) => [
      placeOfOperation(contract, id)?.split('#')[0] ?? '',
      path,
    ]),
  );
}
