/** Checks of the catalogue: which events a caller sees, and whether their data matches its schemas. */
import type { ProductEventDescriptor, ProductEventName } from '../../../../generated/service/types.ts';
import type { CheckContext, ReceivedResponse, ScenarioCheck } from '../scenario-check.ts';
import { citeAssumption, defineCheck, warning, relyOnFacts } from '../define-check.ts';
import { itemsOf, propertyOf } from '../read-value.ts';
import { feedStart, readAll, readCatalogue, type Query } from './feed.ts';
import { findMismatches } from './payload-schema.ts';

export const catalogueChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT27',
    title: 'A session sees every event of the catalogue.',
    description: 'Reads the catalogue as a session, and looks for all ten names.',
    rationale: 'Users would not be offered the events of their own organization.',
    basis: relyOnFacts('F-4.7-039', 'F-6.2-003..012'),
    profiles: ['session'],
    async run(context: CheckContext) {
      const visible = (await readCatalogue(context, 'session')).map(({ name }) => name as string);
      const missing = productEventNames.filter((name) => !visible.includes(name));
      context.expect(missing.length === 0, `A session does not see ${missing.join(', ')}.`, 'body.events');
    },
  }),
  defineCheck({
    id: 'EVENT28',
    title: 'A key sees the events that one of its scopes covers, and no others.',
    description:
      'For several scopes: creates a key with only that scope, and compares its catalogue with `requiredScopes`.',
    rationale: 'A key would list events that it may not read, or omit those that it may.',
    basis: relyOnFacts('F-2.6-014', 'F-4.7-038'),
    needs: ['makeKey'],
    async run(context: CheckContext) {
      const catalogue = await readCatalogue(context);
      for (const scope of oneOfEachFamily(catalogue)) {
        const { key } = await context.abilities.makeKey({ scopes: [scope] });
        const visible = await readCatalogue(context, context.profileOf(key, `keyFor ${scope}`));
        const names = visible.map(({ name }) => name);
        for (const { name, requiredScopes } of catalogue) {
          context.note(
            !requiredScopes.includes(scope) || names.includes(name),
            `A key with ${scope} does not see ${name}, which requires it.`,
            'body.events',
          );
          const isStrange = requiredScopes.length > 0 && !requiredScopes.some((one) => isRelated(one, scope));
          context.note(
            !isStrange || !names.includes(name),
            `A key with ${scope} sees ${name}, which requires other scopes.`,
            'body.events',
          );
        }
      }
    },
  }),
  defineCheck({
    id: 'EVENT38',
    title: 'A credential may poll exactly the events that it sees in the catalogue.',
    description:
      'Reads the catalogue with each credential, polls for each event of the whole catalogue, and once without a name.',
    rationale: 'A client would offer events that it cannot get, or read data beyond its scopes.',
    basis: relyOnFacts('F-2.6-014', 'F-4.7-035', 'F-4.7-038'),
    run: compareCredentials,
  }),
  defineCheck({
    id: 'EVENT30',
    title: 'The data of an event matches the schema in the catalogue.',
    description:
      'Plays a failing run if one is configured, reads the feed, and compares the data of each event with the `payloadSchema` of its name: types, properties, enums.',
    rationale: 'A client generated from the catalogue would fail at run time.',
    basis: relyOnFacts('F-2.6-012', 'F-6.2-013'),
    async run(context: CheckContext) {
      const catalogue = await readCatalogue(context);
      if (context.environment.runs['failing'] !== undefined)
        await context.play('failing', { isStreamed: false });
      const events = await readAll(context, { after: feedStart, sizes: [50], enough: 200 });
      if (events.length === 0) context.skip('The feed has no event.');
      for (const { name, data } of events) {
        const descriptor = catalogue.find((one) => one.name === name);
        if (descriptor === undefined) continue;
        const [mismatch] = findMismatches(descriptor.payloadSchema, data);
        context.note(
          mismatch === undefined,
          `The data of a ${name} is wrong: ${mismatch?.path === '' ? 'the whole value' : (mismatch?.path ?? '')} ${mismatch?.description ?? ''}.`,
          `body.events.data.${mismatch?.path ?? ''}`,
        );
      }
    },
  }),
];

/** The credentials that may see different events. */
const readers = ['readOnly', 'noScope', 'test', 'session'];

async function compareCredentials(context: CheckContext): Promise<void> {
  const catalogue = await readCatalogue(context);
  context.note(
    catalogue.some(({ requiredScopes }) => requiredScopes.length > 0),
    {
      ...warning('No event of the catalogue requires a scope.', 'body.events.requiredScopes'),
      facts: ['F-6.2-015'],
    },
  );
  for (const profile of readers.filter((each) => context.environment.credentials[each] !== undefined)) {
    const ask = (query: Query): Promise<ReceivedResponse> =>
      context.call('pollProductEvents', { query, profile });
    const visible = (await readCatalogue(context, profile)).map(({ name }) => name);
    for (const { name, requiredScopes } of catalogue) {
      const isVisible = visible.includes(name);
      context.note(
        profile !== 'noScope' || !isVisible || requiredScopes.length === 0,
        `A key without permissions sees ${name}, which requires one.`,
        'body.events',
      );
      const { status } = await ask({ name });
      if (status !== 200 && status !== 403) continue;
      context.note(
        (status === 200) === isVisible,
        `A poll for ${name} returned ${status} to a credential that ${isVisible ? 'sees' : 'does not see'} it in the catalogue.`,
        'status',
      );
    }
    const all = await ask({ after: '0', maxEvents: '50' });
    const events = all.status === 200 ? (itemsOf(propertyOf(all.body, 'events')) ?? []) : [];
    context.note(
      events.every((event) => visible.some((name) => name === propertyOf(event, 'name'))),
      citeAssumption(
        'A-087',
        'A poll returns events that its credential does not see in the catalogue.',
        'body.events',
      ),
    );
  }
}

/** Returns one scope of each family, by the part before the first colon. */
function oneOfEachFamily(catalogue: readonly ProductEventDescriptor[]): readonly string[] {
  const scopes = catalogue.flatMap(({ requiredScopes }) => requiredScopes).filter((scope) => scope !== '*');
  return [...Map.groupBy(scopes, familyOf).values()].flatMap(([first]) => first ?? []).slice(0, 4);
}

/** Why: the source does not fully specify which scopes of a family imply others. */
function isRelated(one: string, other: string): boolean {
  return one === '*' || other === '*' || familyOf(one) === familyOf(other);
}

function familyOf(scope: string): string {
  return scope.split(':')[0] ?? scope;
}

/** Every name once. Why: a record must be complete, so a new name in the contract is a type error until it is added. */
const names: Readonly<Record<ProductEventName, true>> = {
  'svc.execution.failed': true,
  'svc.approval.requested': true,
  'svc.schedule.run_failed': true,
  'svc.eval.run_completed': true,
  'svc.conversation.human_takeover': true,
  'svc.skill.proposal_created': true,
  'svc.task.input_required': true,
  'svc.task.completed': true,
  'svc.task.failed': true,
  'svc.task.cancelled': true,
};

/** The names, in the order of the source. */
export const productEventNames = Object.keys(names) as readonly ProductEventName[];
