/** Checks of permissions: all of them, each by itself, and those for reading. */
import { scopesOf } from '../../../requests/access-cases.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { listPairs, readList, rowsOf } from '../lists/list-pairs.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { repeatable, statusAs } from './send-as.ts';

/** Checks of permissions. */
export const permissionChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CRED05',
    title: 'A key with all permissions may use every operation.',
    description: 'Sends a harmless request of each operation with a key whose only scope is `*`.',
    rationale: 'The owner of an account could not use a part of the service.',
    needs: ['makeKey'],
    basis: relyOnFacts('F-5-013'),
    run: useEveryPermission,
  }),
  defineCheck({
    id: 'CRED06',
    title: 'Each permission gives access to what it names, and to nothing else.',
    description:
      'Sends a harmless request of each operation with a key of exactly one of its scopes, and with a key of an unrelated scope.',
    rationale: 'A key that is made for one purpose must not serve another.',
    needs: ['makeKey'],
    basis: relyOnPractice(
      'A permission grants what its name says; which one an operation needs is an assumption.',
    ),
    run: useEachPermission,
  }),
  defineCheck({
    id: 'CRED09',
    title: 'A key that may read a list may read its items, and the reverse.',
    description:
      'Reads each list and its first item with a key that may only read, a test key and a session token, and looks for 403 in one of the two responses only.',
    rationale: 'A dashboard would show agents that it cannot open, or could not find those that it can.',
    basis: relyOnPractice('A list and the records in it need the same permission.'),
    run: compareReading,
  }),
];

async function compareReading(context: CheckContext): Promise<void> {
  const profiles = ['readOnly', 'test', 'session'].filter((each) => context.environment.credentials[each]);
  for (const pair of listPairs) {
    const [row] = rowsOf(pair, (await readList(context, pair))?.body);
    if (row === undefined) continue;
    for (const profile of profiles) {
      const statuses = [
        await statusAs(context, pair.list, profile),
        await statusAs(context, pair.item, profile, { [pair.idParameter]: row.id }),
      ];
      context.note(
        statuses.filter((status) => status === 403).length !== 1,
        `With the credential ${profile}, ${pair.list.id} returned ${statuses[0]} and ${pair.item.id} ${statuses[1]}.`,
        'status',
      );
    }
  }
}

async function useEveryPermission(context: CheckContext): Promise<void> {
  const { key } = await context.abilities.makeKey({ scopes: ['*'] });
  const profile = context.profileOf(key, 'everyPermission');
  for (const operation of repeatable().filter((each) => scopesOf(each).length > 0)) {
    const status = await statusAs(context, operation, profile);
    context.note(status !== 403, `${operation.id} with a key for everything returned 403.`, 'status');
  }
}

function areaOf(scope: string): string {
  return scope.split(':')[0] ?? scope;
}

/** Returns the areas that a permission may cover. Why: the source says that dispatch executes flows. */
function areasLike(area: string): readonly string[] {
  return area === 'DISPATCH' ? [area, 'FLOWS'] : [area];
}

async function useEachPermission(context: CheckContext): Promise<void> {
  const operations = repeatable().filter((operation) => scopesOf(operation).length > 0);
  const own = operations.flatMap(scopesOf).filter((scope) => scope !== '*');
  const scopes = new Set([...own, 'AGENTS:*', 'FLOWS:*', 'RECORDS:*', 'EVALS:READ']);
  for (const scope of scopes) {
    const { key } = await context.abilities.makeKey({ scopes: [scope] });
    const profile = context.profileOf(key, 'onePermission');
    for (const operation of operations) {
      const needed = scopesOf(operation);
      const area = areaOf(scope);
      const isRelated = needed.some((each) => each === '*' || areasLike(area).includes(areaOf(each)));
      const status = await statusAs(context, operation, profile);
      // Why: other permissions may cover only what their key has started.
      const isWhole = scope.endsWith(':*') && needed.every((each) => each.startsWith(`${area}:`));
      if (isWhole || (needed.includes(scope) && scope.endsWith(':READ')))
        context.note(status !== 403, `${operation.id} with a key for ${scope} returned 403.`, 'status');
      if (!isRelated)
        context.note(
          status === null || status >= 400,
          `${operation.id} with a key for ${scope} returned ${status}.`,
          'status',
        );
    }
  }
}
