/**
 * Stories about polls that are refused, and with which code.
 */
import type { PackCheck, PackTools } from '../pack.ts';
import { answered, type Answered } from '../story/answered.ts';
import { assumed, defineStory, restOnAssumption, restOnFacts } from '../story/define-story.ts';
import { textOf } from '../story/read-value.ts';
import { pollProductEvents, type Client } from '../../../../generated/service/client.ts';
import { describeEvent, namesMember, poll, readCatalogue } from './feed.ts';

/** Every filter of the feed, with a value that it takes. */
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

/** Stories about refused polls. Shape: a poll that is right comes first, since a workspace without a feed refuses every one. */
export const refusalStories: readonly PackCheck[] = [
  defineStory({
    id: 'EVENT19',
    title: 'What is no cursor is refused with 400 and INVALID_EVENT_CURSOR.',
    does: 'Polls with `after` that is no decimal number.',
    why: 'A client whose cursor was spoilt would start over without knowing it.',
    basis: restOnFacts('F-4.7-003', 'F-7-003', 'F-7-020'),
    async run(tools: PackTools) {
      await poll(tools, {});
      expectRefusal(tools, await ask(tools, { after: 'yesterday' }), 'INVALID_EVENT_CURSOR');
    },
  }),
  defineStory({
    id: 'EVENT20',
    title: 'A name that no event has is refused with 400 and EVENT_NOT_FOUND.',
    does: 'Polls for a name that is not in the catalogue.',
    why: 'A client with a misspelt name would wait for ever.',
    basis: restOnFacts('F-4.7-031', 'F-7-018'),
    async run(tools: PackTools) {
      await poll(tools, {});
      expectRefusal(tools, await ask(tools, { name: 'svc.weather.changed' }), 'EVENT_NOT_FOUND');
    },
  }),
  defineStory({
    id: 'EVENT21',
    title: "An argument with a value that it can't have is refused with 400 and INVALID_EVENT_ARGUMENTS.",
    does: 'Polls for runs of evals with `onlyRegressions` neither true nor false, and with a page size that is no number.',
    why: 'A client would believe that its filter works.',
    basis: restOnFacts('F-4.7-005', 'F-4.7-015', 'F-4.7-016', 'F-4.7-032', 'F-7-019'),
    async run(tools: PackTools) {
      await poll(tools, {});
      const name = 'svc.eval.run_completed';
      expectRefusal(tools, await ask(tools, { name, onlyRegressions: 'perhaps' }), 'INVALID_EVENT_ARGUMENTS');
      expectRefusal(tools, await ask(tools, { name, maxEvents: 'many' }), 'INVALID_EVENT_ARGUMENTS');
    },
  }),
  defineStory({
    id: 'EVENT22',
    title:
      'An argument that the named event does not accept is refused with 400 and INVALID_EVENT_ARGUMENTS.',
    does: 'Polls for an event with a filter that its `inputSchema` in the catalogue does not name.',
    why: 'A client would take the events of everybody for those of one entity.',
    basis: restOnAssumption('A-083'),
    async run(tools: PackTools) {
      await poll(tools, {});
      const strange = (schema: unknown) =>
        Object.entries(filters).find(([filter]) => !namesMember(schema, filter)) ?? null;
      const { name, inputSchema } = await describeEvent(
        tools,
        (descriptor) => 'properties' in descriptor.inputSchema && strange(descriptor.inputSchema) !== null,
        'that does not accept every filter',
      );
      const [filter = '', value = ''] = strange(inputSchema) ?? [];
      expectRefusal(tools, await ask(tools, { name, [filter]: value }), 'INVALID_EVENT_ARGUMENTS');
    },
  }),
  defineStory({
    id: 'EVENT23',
    title: 'A key without any scope of an event is refused that event with 403.',
    does: 'Polls for an event that requires scopes with a key that has none, and looks at the code, if there is one.',
    why: 'A key would read what it was not made for.',
    basis: restOnFacts('F-4.7-035', 'F-7-021'),
    profiles: ['full', 'noScope'],
    async run(tools: PackTools) {
      const { name } = await describeEvent(
        tools,
        ({ requiredScopes }) => requiredScopes.length > 0,
        'that requires a scope',
      );
      const response = await ask(tools, { name }, tools.clientAs('noScope'));
      tools.expect(response.status === 403, {
        message: `A poll with a key that lacks every scope was answered ${response.status} instead of 403.`,
        at: 'status',
      });
      const code = textOf(response.body, 'code');
      tools.note(
        code !== null,
        assumed('A-088', 'The refusal does not tell EVENT_SCOPE_FORBIDDEN.', 'body.code'),
      );
      tools.note(code === null || code === 'EVENT_SCOPE_FORBIDDEN', {
        message: `The code of the refusal is ${code ?? ''} instead of EVENT_SCOPE_FORBIDDEN.`,
        at: 'body.code',
      });
    },
  }),
  defineStory({
    id: 'EVENT24',
    title: 'A key of a personal workspace is refused the feed with 403.',
    does: 'Polls with a key that belongs to no organization.',
    why: 'A key would read the events of an organization that it is not part of.',
    basis: restOnFacts('F-4.7-034'),
    needs: ['makeKey'],
    profiles: [],
    async run(tools: PackTools) {
      const { key } = await tools.abilities.makeKey({ workspace: 'personal', scopes: ['*'] });
      const { status } = await ask(tools, {}, tools.clientWith(key, 'personalKey'));
      tools.expect(status === 403, {
        message: `A poll with a key of a personal workspace was answered ${status} instead of 403.`,
        at: 'status',
      });
    },
  }),
  defineStory({
    id: 'EVENT25',
    title: 'A filter with an empty value filters nothing.',
    does: 'Polls with `maxAgeMs`, `waitMs` and `minIntervalMs` that are there and empty, which stands for null.',
    why: 'A client that writes null as an empty value would be refused.',
    basis: restOnAssumption('A-080'),
    async run(tools: PackTools) {
      await poll(tools, {});
      const { status } = await ask(tools, {
        after: '0',
        maxEvents: '1',
        maxAgeMs: '',
        waitMs: '',
        minIntervalMs: '',
      });
      tools.expect(status === 200, {
        message: `A poll with empty values for numbers that may be null was answered ${status} instead of 200.`,
        at: 'status',
      });
    },
  }),
  defineStory({
    id: 'EVENT26',
    title: 'Every name of the catalogue can be polled for.',
    does: 'Polls once for each event that the catalogue shows.',
    why: "A client would be offered what it can't have.",
    basis: restOnFacts('F-4.7-002', 'F-2.6-014', 'F-6.2-015'),
    async run(tools: PackTools) {
      await poll(tools, {});
      for (const { name } of await readCatalogue(tools)) {
        const { status } = await ask(tools, { name });
        tools.note(status === 200, {
          message: `A poll for ${name}, which the catalogue shows, was answered ${status} instead of 200.`,
          at: 'status',
        });
      }
    },
  }),
];

/** Polls with whatever is given. Why: a client that is typed does not let a wrong value pass. */
function ask(
  tools: PackTools,
  query: Readonly<Record<string, string>>,
  client: Client = tools.client,
): Promise<Answered> {
  return answered(pollProductEvents(client, { query: query }));
}

function expectRefusal(tools: PackTools, { status, body }: Answered, code: string): void {
  tools.expect(status === 400, {
    message: `A poll that is to be refused with ${code} was answered ${status} instead of 400.`,
    at: 'status',
  });
  const said = textOf(body, 'code');
  tools.note(said === code, {
    message: `The code of the refusal is ${said ?? 'missing'} instead of ${code}.`,
    at: 'body.code',
  });
}
