/** Checks of rejected polls and their error codes. */
import { expectStatus, noteStatus } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { textOf } from '../read-value.ts';
import { describeEvent, namesProperty, poll, readCatalogue, type Query } from './feed.ts';

/** Every filter of the feed with a valid value. */
const filters = {
  agentId: 'agent_of_a_check',
  flowId: 'flow_of_a_check',
  productId: 'product_of_a_check',
  surfaceId: 'surface_of_a_check',
  scheduleId: 'schedule_of_a_check',
  suiteId: 'suite_of_a_check',
  taskId: 'task_of_a_check',
  onlyRegressions: 'true',
  minIntervalMs: '1000',
} as const;

/** Why a valid poll first: a workspace without a feed rejects every poll. */
const polls: FlawTable<unknown, Query> = {
  prepare: (context) => poll(context, {}),
  send: (context, _, query) => context.call('pollProductEvents', { query }),
};

const evalRuns = 'svc.eval.run_completed';

const flawChecks = defineFlawChecks(polls, [
  {
    id: 'EVENT19',
    title: 'An invalid cursor is rejected with 400 and INVALID_EVENT_CURSOR.',
    description: 'Polls with `after` that is not a decimal number.',
    rationale: 'A client with a corrupt cursor would start over without noticing.',
    basis: relyOnFacts('F-4.7-003', 'F-7-003', 'F-7-020'),
    flaws: { 'A poll with a cursor that is no number': () => ({ after: 'yesterday' }) },
    status: 400,
    code: 'INVALID_EVENT_CURSOR',
  },
  {
    id: 'EVENT20',
    title: 'An unknown event name is rejected with 400 and EVENT_NOT_FOUND.',
    description: 'Polls for a name that is not in the catalogue.',
    rationale: 'A client with a misspelt name would wait forever.',
    basis: relyOnFacts('F-4.7-031', 'F-7-018'),
    flaws: { 'A poll for an unknown event': () => ({ name: 'svc.weather.changed' }) },
    status: 400,
    code: 'EVENT_NOT_FOUND',
  },
  {
    id: 'EVENT21',
    title: 'An argument with an invalid value is rejected with 400 and INVALID_EVENT_ARGUMENTS.',
    description:
      'Polls for eval runs with `onlyRegressions` neither true nor false, and with a page size that is not a number.',
    rationale: 'A client would believe that its filter works.',
    basis: relyOnFacts('F-4.7-005', 'F-4.7-015', 'F-4.7-016', 'F-4.7-032', 'F-7-019'),
    flaws: {
      'A poll with onlyRegressions neither true nor false': () => ({
        name: evalRuns,
        onlyRegressions: 'perhaps',
      }),
      'A poll with a page size that is no number': () => ({ name: evalRuns, maxEvents: 'many' }),
    },
    status: 400,
    code: 'INVALID_EVENT_ARGUMENTS',
  },
  {
    id: 'EVENT22',
    title: 'An argument that the event does not accept is rejected with 400 and INVALID_EVENT_ARGUMENTS.',
    description: 'Polls for an event with a filter that its `inputSchema` in the catalogue does not have.',
    rationale: 'A client would treat all events as those of one entity.',
    basis: relyOnAssumption('A-083'),
    flaws: {
      async 'A poll with a filter that its event does not accept'(_, context) {
        const { name, inputSchema } = await describeEvent(
          context,
          (event) => 'properties' in event.inputSchema && unacceptedFilter(event.inputSchema) !== undefined,
          'that does not accept every filter',
        );
        const [filter = '', value = ''] = unacceptedFilter(inputSchema) ?? [];
        return { name, [filter]: value };
      },
    },
    status: 400,
    code: 'INVALID_EVENT_ARGUMENTS',
  },
]);

export const errorChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  defineCheck({
    id: 'EVENT23',
    title: 'A key without a required scope is rejected with 403.',
    description:
      'Polls for an event that requires scopes with a key that has none, and looks at the code, if there is one.',
    rationale: 'A key would read data beyond its scopes.',
    basis: relyOnFacts('F-4.7-035', 'F-7-021'),
    profiles: ['full', 'noScope'],
    async run(context: CheckContext) {
      const { name } = await describeEvent(
        context,
        ({ requiredScopes }) => requiredScopes.length > 0,
        'that requires a scope',
      );
      const response = await context.call('pollProductEvents', { query: { name }, profile: 'noScope' });
      expectStatus(context, response, 403, 'A poll with a key that lacks every scope');
      const code = textOf(response.body, 'code');
      context.note(
        code === null || code === 'EVENT_SCOPE_FORBIDDEN',
        `The code of the error is ${code ?? ''} instead of EVENT_SCOPE_FORBIDDEN.`,
        'body.code',
      );
    },
  }),
  defineCheck({
    id: 'EVENT24',
    title: 'A key of a personal workspace is rejected with 403.',
    description: 'Polls with a key that belongs to no organization.',
    rationale: 'A key would read the events of an organization that it does not belong to.',
    basis: relyOnFacts('F-4.7-034'),
    needs: ['makeKey'],
    profiles: [],
    async run(context: CheckContext) {
      const { key } = await context.abilities.makeKey({ workspace: 'personal', scopes: ['*'] });
      const profile = context.profileOf(key, 'personalKey');
      const response = await context.call('pollProductEvents', { profile });
      expectStatus(context, response, 403, 'A poll with a key of a personal workspace');
    },
  }),
  defineCheck({
    id: 'EVENT26',
    title: 'Every event in the catalogue can be polled.',
    description: 'Polls once for each event in the catalogue.',
    rationale: 'The catalogue would offer events that clients cannot get.',
    basis: relyOnFacts('F-4.7-002', 'F-2.6-014', 'F-6.2-015'),
    async run(context: CheckContext) {
      await poll(context, {});
      for (const { name } of await readCatalogue(context)) {
        const response = await context.call('pollProductEvents', { query: { name } });
        noteStatus(context, response, 200, `A poll for ${name}, which is in the catalogue,`);
      }
    },
  }),
];

function unacceptedFilter(inputSchema: unknown): readonly [name: string, value: string] | undefined {
  return Object.entries(filters).find(([filter]) => !namesProperty(inputSchema, filter));
}
