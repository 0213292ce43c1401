/**
 * Answers the type of a part of an operation: a keyword for a plain scalar, else the exported name.
 */
import type { Contract } from '../contract/contract.ts';
import type { Names } from '../naming/resolve-names.ts';
import { ts, TsText } from '../ts-text.ts';
import { scalarType } from './types-document.ts';

/** Types of parts, and which exported names were used. */
export interface PartTypes {
  /** Type of what a check accepts. */
  typeOf(check: string): TsText;
  /** Exported names that `typeOf` has answered, sorted. */
  imported(): TsText[];
}

/** Starts with nothing used. */
export function createPartTypes(contract: Contract, names: Names): PartTypes {
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  const used = new Map<string, TsText>();
  return {
    typeOf(name) {
      const check = checks.get(name);
      const scalar = check === undefined || check.component !== null ? null : scalarType(check.schema);
      if (scalar !== null) return TsText.trust(scalar);
      const type = names.checks.get(name);
      if (type === undefined) return ts`unknown`;
      used.set(type.toString(), type);
      return type;
    },
    imported: () =>
      [...used.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, type]) => type),
  };
}
