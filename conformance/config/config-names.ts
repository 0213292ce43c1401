/** Validates the names in `conformance.yaml`: those of the contract, and of profiles and runs. */
import type { Contract } from '../../contract/contract.ts';
import { listContractNames } from '../../contract/locations/contract-names.ts';
import type { OperationIndex } from '../../contract/operations.ts';
import { guess } from '../../generator/source/yaml-value.ts';

/**
 * Validates a name of the contract that a service may not have. Why: a service has no choice where the source states a
 * name.
 */
export function checkName(contract: Contract, name: string, path: string): string | null {
  const { open, stated } = listContractNames(contract);
  if (open.has(name)) return null;
  if (stated.has(name)) return `${path}.${name} can't have another name, since the specification states it.`;
  const [owner = ''] = name.split('.');
  const names = [...open].filter((each) => each.startsWith(`${owner}.`));
  const rest =
    names.length > 0
      ? ` ${owner} has ${names.map((each) => each.slice(owner.length + 1)).join(', ')}.`
      : ' Write a schema and its property, such as Capability.id, or an operation and its query parameter.';
  return `${path}.${name} is not in the contract.${guess(name, open) || rest}`;
}

/** Returns whether a name is that of a profile, or of its credential for one security scheme: `full_apiKey`. */
export function isProfile(name: string): boolean {
  return profiles.includes(name.split('_', 1)[0] ?? '');
}

/** Validates the name of a profile, which replaces its credential in reports. */
export function checkProfile(name: string): string | null {
  if (!/^[A-Za-z]\w{0,59}$/.test(name))
    return `credentials.${name} is not a valid profile name, such as full.`;
  return misspelt(name, profiles, 'credentials');
}

/**
 * Finds a known name that is similar; a short one may only differ in case. Why: other names are allowed, and a misspelt
 * one would be ignored.
 */
export function misspelt(name: string, names: readonly string[], path: string): string | null {
  if (names.includes(name)) return null;
  const isAlike = (each: string): boolean => each.length > 5 || each.toLowerCase() === name.toLowerCase();
  const hint = guess(name, names.filter(isAlike));
  return hint === '' ? null : `${path}.${name} is not known.${hint}`;
}

const profiles = [
  'full',
  'readOnly',
  'noScope',
  'test',
  'session',
  'revoked',
  'expired',
  'otherOrganization',
  'other',
];

/** Kinds of runs that checks use. */
export const kinds = [
  'text',
  'tools',
  'ownerGate',
  'endUserGate',
  'localTool',
  'failing',
  'subagent',
  'elicitation',
];

/** Validates the id of an operation. */
export function checkOperation({ all, byId }: OperationIndex, name: string, path: string): string | null {
  if (byId(name) !== null) return null;
  const names = [...all.map(({ id }) => id), ...(path === 'parameters' ? ['any'] : [])];
  return `${path}.${name} is not an operation of the contract.${guess(name, names)}`;
}

/** Validates the name of a parameter of an operation, or of any. */
export function checkParameter(
  { all, byId }: OperationIndex,
  operation: string,
  { name, path }: { readonly name: string; readonly path: string },
): string | null {
  const parameters = byId(operation)?.parameters ?? all.flatMap((each) => each.parameters);
  const names = [...new Set(parameters.map((parameter) => parameter.name))];
  if (names.includes(name)) return null;
  const owner = operation === 'any' ? 'No operation' : operation;
  const rest = names.length === 0 ? ' It has none.' : ` Known are ${names.join(', ')}.`;
  return `${path}.${name}: ${owner} has ${operation === 'any' ? 'a' : 'no'} parameter ${name}.${guess(name, names) || (operation === 'any' ? '' : rest)}`;
}
