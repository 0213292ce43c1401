/** Facts about the values of closed enums. */
import { childNode, type DocumentNode } from '../contract/document.ts';
import { findOperation, findParameter } from '../contract/operations.ts';
import type { Fact } from '../../../contract/contract.ts';
import type { Contract } from '../contract/read-contract.ts';
import { valuesOf } from '../contract/schema.ts';
import { factGroup, fails, holds, holdsAll, type Resolution, type ResolveContext } from './resolution.ts';
import { enter, expandSubject, readSubject, walkSteps } from './subject-schema.ts';

/** Resolves one value of an enum: the enum has exactly the stated values, in the stated order. */
export function resolveEnum(_match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const stated = (context.groups.get(factGroup(fact)) ?? [fact]).map(
    ({ details }) => details.get('value') ?? '',
  );
  return holdsAll(
    expandSubject(fact.subject).map((subject) => {
      const places = findPlaces(context.contract, subject);
      return places.length === 0 ? fails(`${subject} is not in the contract`) : compare(places, stated);
    }),
  );
}

/** Joins the values over the variants of a union: each variant has one value of the tag. */
function compare(places: readonly EnumPlace[], stated: readonly string[]): Resolution {
  const lists = places.map(({ schema }) => valuesOf(schema)?.map(String) ?? null);
  const open = lists.indexOf(null);
  if (open >= 0) return fails('is not a closed enum', places[open]?.schema.pointer ?? null);
  const wanted = stated.join(', ');
  const joined = lists.flatMap((list) => list?.filter((value) => value !== 'null') ?? []);
  const same = lists.every((list) => list?.join(', ') === wanted) || joined.join(', ') === wanted;
  return same
    ? holds(
        places.map(({ schema }) => schema.pointer),
        places.flatMap(({ claim }) => claim ?? []),
      )
    : fails(`has the values ${joined.join(', ')} instead of ${wanted}`, places[0]?.schema.pointer ?? null);
}

interface EnumPlace {
  readonly schema: DocumentNode;
  /** The property that carries it; `null` for a parameter or a component. */
  readonly claim: string | null;
}

const parameterSubject = /^(?<operation>[A-Z]+ [^?#]+)\?(?<place>query|path|header)\.(?<name>.+)$/;

function findPlaces(contract: Contract, subject: string): readonly EnumPlace[] {
  const parameter = parameterSubject.exec(subject)?.groups;
  if (parameter !== undefined) return findInParameter(contract, parameter);
  const path = readSubject(contract, subject);
  return (path?.roots ?? []).flatMap(({ schema }): readonly EnumPlace[] => {
    if (path === null || path.steps.length === 0) return [{ schema, claim: null }];
    const suffix = /(?:\[\]|\{\})$/.exec(path.steps.at(-1) ?? '')?.[0] ?? '';
    return walkSteps(schema, path.steps).flatMap((property): readonly EnumPlace[] => {
      const inner = property.schema === null ? null : enter(property.schema, suffix);
      return inner === null ? [] : [{ schema: inner, claim: property.pointer }];
    });
  });
}

function findInParameter(contract: Contract, named: Readonly<Record<string, string>>): readonly EnumPlace[] {
  const operation = findOperation(contract.openapi, named['operation'] ?? '');
  const found =
    operation === null ? null : findParameter(operation, named['place'] ?? '', named['name'] ?? '');
  const schema = found === null ? null : childNode(found, 'schema');
  return schema === null ? [] : [{ schema, claim: null }];
}
