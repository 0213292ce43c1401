/** Checks of permissions: all of them, and those for reading. */
import { scopesOf } from '../../../requests/access-cases.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { listPairs, readList, rowsOf } from '../lists/list-pairs.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { repeatable, statusAs } from './send-as.ts';

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
