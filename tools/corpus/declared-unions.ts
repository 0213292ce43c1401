/**
 * Reads a description as far as the contract, to know which unions it says are told apart by a property.
 */
import { dirname } from 'node:path';
import { resolveNames } from '../../generator/naming/resolve-names.ts';
import { readContract } from '../read-contract.ts';
import type { Description } from './find-descriptions.ts';
import type { DeclaredUnion } from './inspect-types.ts';

/** Lists the unions with a discriminator, each by the name of its type. */
export async function findDeclaredUnions({ file, kind }: Description): Promise<DeclaredUnion[]> {
  const paths = { openapi: kind === 'openapi' ? file : null, asyncapi: kind === 'asyncapi' ? [file] : [] };
  const contract = await readContract(paths, dirname(file));
  const names = resolveNames(contract, () => undefined);
  return contract.schemas.flatMap(({ name, discriminator }) => {
    const type = names.schemas.get(name);
    if (discriminator === null || type === undefined) return [];
    const values = [...new Set(discriminator.cases.map(({ value }) => value))];
    return [{ type: type.toString(), property: discriminator.property, values }];
  });
}
