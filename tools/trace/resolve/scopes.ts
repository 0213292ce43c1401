/** Facts about permissions, resolved against `x-scope-catalog`. */
import { asArray, asStrings, childNode, isObject } from '../contract/document.ts';
import type { Contract } from '../contract/read-contract.ts';
import type { Fact } from '../../../contract/contract.ts';
import { fails, holds, type Resolution, type ResolveContext } from './resolution.ts';

const catalog = '#/x-scope-catalog';

/** Resolves a permission of the table: the catalogue has it with a description of what it grants. */
export function resolveCatalogued(match: RegExpMatchArray, _fact: Fact, context: ResolveContext): Resolution {
  const scope = match.groups?.['scope'] ?? '';
  const index = asArray(scopesOf(context.contract)).findIndex(
    (entry) => isObject(entry) && entry['name'] === scope,
  );
  const entry = asArray(scopesOf(context.contract))[index];
  if (!isObject(entry)) return fails(`${scope} is not in the catalogue`, catalog);
  return typeof entry['grants'] === 'string'
    ? holds([`${catalog}/scopes/${index}`])
    : fails(`${scope} has no description of what it grants`, `${catalog}/scopes/${index}`);
}

/** Resolves `preclaim:SCOPE`: the key of an anonymous registration has it. */
export function resolvePreclaim(match: RegExpMatchArray, _fact: Fact, context: ResolveContext): Resolution {
  return resolveListed(match.groups?.['scope'] ?? '', 'includes', context);
}

/** Resolves `preclaim-excludes:…`: the key of an anonymous registration lacks it. */
export function resolvePreclaimExclusion(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  return resolveListed(match.groups?.['scope'] ?? '', 'excludes', context);
}

function resolveListed(scope: string, list: 'includes' | 'excludes', context: ResolveContext): Resolution {
  const pointer = `${catalog}/preclaim/${list}`;
  const listed = asStrings(childNode(context.contract.openapi, 'x-scope-catalog', 'preclaim')?.value[list]);
  return listed.includes(scope) ? holds([pointer]) : fails(`${scope} is not in the list`, pointer);
}

function scopesOf(contract: Contract): ReturnType<typeof asArray> {
  return asArray(childNode(contract.openapi, 'x-scope-catalog')?.value['scopes']);
}
