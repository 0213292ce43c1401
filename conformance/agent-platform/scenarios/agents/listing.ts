/** Checks of the list of agents: each agent occurs once for any page sizes, search, and order. */
import { listAgents } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { holdsText } from '../read-value.ts';
import { expectEachOnce, itemsOf, type ReadPage } from '../walk-pages.ts';
import { makeAgent } from './make-agent.ts';

/** Checks of the list. */
export const listingChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT29',
    title: 'The pages of the list contain each agent once.',
    description:
      'Creates five agents and reads the whole list with many page sizes, which may change between pages.',
    rationale: 'A list that skips or repeats items at page boundaries hides agents from their owners.',
    basis: relyOnFacts('F-4.2-006', 'F-4.2-002', 'F-4.2-003'),
    run: walkList,
  }),
  defineCheck({
    id: 'AGENT30',
    title: 'A search by name finds the agent and excludes others.',
    description:
      'Creates two agents with names that have nothing in common and searches for one of them, whose name has brackets.',
    rationale: 'A search that finds nothing, or everything, is useless.',
    basis: relyOnPractice(
      'The source has the parameter search and does not specify which fields it searches.',
    ),
    run: searchByName,
  }),
];

async function walkList(context: CheckContext): Promise<void> {
  const name = 'Backlot check of pages';
  const ids: string[] = [];
  for (let count = 1; count <= 5; count++) ids.push(await makeAgent(context, { name: `${name} ${count}` }));
  const searched = await readList(context, { search: name })({ limit: '20' });
  // Why: the list of a real organization may be long, and a search that works keeps the walk short.
  const isNarrow = ids.every((id) => holdsText(itemsOf(searched), id));
  await expectEachOnce(context, readList(context, isNarrow ? { search: name } : {}), ids);
}

async function searchByName(context: CheckContext): Promise<void> {
  const expectedId = await makeAgent(context, { name: 'Backlot zephyr quartet (1* [a' });
  const other = await makeAgent(context, { name: 'Backlot marmalade ledger' });
  const matches = itemsOf(await readList(context, { search: 'zephyr quartet' })({ limit: '20' }));
  if (matches === null) context.skip('A page of the list contains no array.');
  context.expect(holdsText(matches, expectedId), 'A search by its name does not find the agent.', 'body');
  context.expect(!holdsText(matches, other), 'A search finds an agent of another name.', 'body');
  const bracketed = itemsOf(await readList(context, { search: 'quartet (1* [a' })({ limit: '20' }));
  context.expect(
    holdsText(bracketed, expectedId),
    'A search with brackets does not find the agent whose name has them.',
    'body',
  );
}

function readList(context: CheckContext, query: { readonly search?: string }): ReadPage {
  return async (wish) => {
    const { status, body } = await awaitResponse(
      listAgents(context.client, { query: { ...query, ...wish } }),
    );
    if (status === 403) return context.skip('Agents may not be listed here: 403.');
    if (status === 400)
      return context.skip(
        'A page of this size or by this search is rejected: the source does not specify the bounds.',
      );
    expectStatus(context, status, 200, 'A page of the list');
    return body;
  };
}
