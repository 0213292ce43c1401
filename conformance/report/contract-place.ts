/** Names a place of the contract by its JSON Pointer in the published description, `backlot/openapi.json`. */
import { places } from '../../generated/service/provenance.ts';
import { allOperations } from '../schema-location/operations.ts';
import type { Finding } from '../model/finding.ts';

/** The collections of components, by the folder of their sources. */
const components: Readonly<Record<string, string>> = {
  schemas: 'schemas',
  shared: 'schemas',
  responses: 'responses',
  parameters: 'parameters',
  headers: 'headers',
};

let paths: ReadonlyMap<string, string> | null = null;

/** Returns the JSON Pointer of a place such as `spec/schemas/Agent.yaml#/properties/id`; other texts unchanged. */
export function pointerOf(place: string): string {
  const [file = '', fragment = ''] = place.split('#');
  const [, folder = '', name = ''] = /^spec\/(?:(\w+)\/)?(?:.*\/)?([\w.-]+)\.yaml$/.exec(file) ?? [];
  const rest = fragment.replace(/\/$/, '');
  const path = pathOf(file);
  if (path !== undefined) return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}${rest}`;
  const kind = Object.hasOwn(components, folder) ? components[folder] : undefined;
  if (kind !== undefined) return `/components/${kind}/${name}${rest}`;
  return file.startsWith('spec/') ? rest || '/' : place;
}

/** Formats the place of a finding: operation, status and JSON Pointer. Shape: empty without a place. */
export function contractPlace({ place, subject, exchanges }: Finding): string {
  if (place === null) return '';
  const last = exchanges.at(-1);
  const operation = last?.request.operation ?? (subject.startsWith('pack:') ? '' : subject);
  const status = last?.response?.status ?? '';
  return [operation, String(status), pointerOf(place)].filter((part) => part !== '').join(' ');
}

function pathOf(file: string): string | undefined {
  paths ??= new Map(
    allOperations.map(({ id, path }) => [places[id]?.place.split('#')[0] ?? '', path] as const),
  );
  return paths.get(file);
}
