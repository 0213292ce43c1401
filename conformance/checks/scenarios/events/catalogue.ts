/**
 * Checks of the catalogue: who sees which event, and that events are what it says.
 */
import { productEventNames } from './event-names.ts';
import type { ProductEventDescriptor } from '../../../../generated/service/types.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { currentCursor, cursorsOf, feedStart, makeEvent, poll, readAll, readCatalogue } from './feed.ts';
import { findMisfits } from './payload-schema.ts';

/** Checks of the catalogue. */
export const catalogueChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT27',
    title: 'A session sees every event of the catalogue.',
    description: 'Reads the catalogue as a session, and looks for all ten names.',
    rationale: 'Users would not be offered the events of their own organization.',
    basis: relyOnFacts('F-4.7-039', 'F-6.2-003..012'),
    profiles: ['session'],
    async run(tools: CheckContext) {
      const seen = (await readCatalogue(tools, tools.clientAs('session'))).map(({ name }) => name as string);
      const missing = productEventNames.filter((name) => !seen.includes(name));
      tools.expect(missing.length === 0, {
        message: `A session does not see ${missing.join(', ')}.`,
        at: 'body.events',
      });
    },
  }),
  defineCheck({
    id: 'EVENT28',
    title: 'A key sees the events that one of its scopes covers, and no others.',
    description:
      'Makes a key with a single scope, for several scopes, and compares the catalogue that it sees with `requiredScopes`.',
    rationale: 'A key would learn about events that it may not read, or miss those it may.',
    basis: relyOnFacts('F-2.6-014', 'F-4.7-038'),
    needs: ['makeKey'],
    async run(tools: CheckContext) {
      const catalogue = await readCatalogue(tools);
      for (const scope of oneOfEachFamily(catalogue)) {
        const { key } = await tools.abilities.makeKey({ scopes: [scope] });
        const seen = await readCatalogue(tools, tools.clientWith(key, `keyFor ${scope}`));
        const names = seen.map(({ name }) => name);
        for (const { name, requiredScopes } of catalogue) {
          tools.note(!requiredScopes.includes(scope) || names.includes(name), {
            message: `A key with ${scope} does not see ${name}, which requires it.`,
            at: 'body.events',
          });
          const isStrange = requiredScopes.length > 0 && !requiredScopes.some((one) => isRelated(one, scope));
          tools.note(!isStrange || !names.includes(name), {
            message: `A key with ${scope} sees ${name}, which requires other scopes.`,
            at: 'body.events',
          });
        }
      }
    },
  }),
  defineCheck({
    id: 'EVENT29',
    title: 'Without a name, a key gets only the events that its scopes cover.',
    description: 'Makes a key for one of two events, lets both happen, and polls with it for all events.',
    rationale: 'A key would read data beyond its scopes.',
    basis: relyOnAssumption('A-087'),
    needs: ['makeKey', 'makeProductEvent'],
    async run(tools: CheckContext) {
      const catalogue = await readCatalogue(tools);
      const [scope, other] = oneOfEachFamily(catalogue);
      const own = catalogue.find(
        ({ requiredScopes }) => scope !== undefined && requiredScopes.includes(scope),
      );
      const strange = catalogue.find(
        ({ requiredScopes }) =>
          scope !== undefined &&
          requiredScopes.length > 0 &&
          !requiredScopes.some((one) => isRelated(one, scope)),
      );
      if (other === undefined || scope === undefined || own === undefined || strange === undefined)
        return tools.skip('The catalogue shows no two events that require different scopes.');
      const after = await currentCursor(tools);
      const covered = await makeEvent(tools, own);
      const uncovered = await makeEvent(tools, strange);
      const { key } = await tools.abilities.makeKey({ scopes: [scope] });
      const page = cursorsOf((await poll(tools, { after }, tools.clientWith(key, `keyFor ${scope}`))).events);
      tools.note(page.includes(covered), {
        message: `A key with ${scope} does not get ${own.name}, which requires it.`,
        at: 'body.events',
      });
      tools.note(!page.includes(uncovered), {
        message: `A key with ${scope} gets ${strange.name}, which requires other scopes.`,
        at: 'body.events',
      });
    },
  }),
  defineCheck({
    id: 'EVENT30',
    title: 'The data of an event matches the schema in the catalogue.',
    description:
      'Reads what the feed holds, with a failed run added where one can be played, and holds the data of each event to the `payloadSchema` of its name: types, members, lists of values.',
    rationale: 'A client generated from the catalogue would fail at run time.',
    basis: relyOnFacts('F-2.6-012', 'F-6.2-013'),
    async run(tools: CheckContext) {
      const catalogue = await readCatalogue(tools);
      if (tools.environment.runs['failing'] !== undefined) await tools.play('failing', { isStreamed: false });
      const events = await readAll(tools, { after: feedStart, sizes: [50], enough: 200 });
      if (events.length === 0) tools.skip('The feed holds no event.');
      for (const { name, data } of events) {
        const descriptor = catalogue.find((one) => one.name === name);
        if (descriptor === undefined) continue;
        const [misfit] = findMisfits(descriptor.payloadSchema, data);
        tools.note(misfit === undefined, {
          message: `In the data of a ${name} ${misfit?.path === '' ? 'the whole' : (misfit?.path ?? '')} ${misfit?.description ?? ''}.`,
          at: `body.events.data.${misfit?.path ?? ''}`,
        });
      }
    },
  }),
];

/** One scope that events require out of each family: what stands before the first colon. */
function oneOfEachFamily(catalogue: readonly ProductEventDescriptor[]): readonly string[] {
  const scopes = catalogue.flatMap(({ requiredScopes }) => requiredScopes).filter((scope) => scope !== '*');
  return [...Map.groupBy(scopes, familyOf).values()].flatMap(([first]) => first ?? []).slice(0, 4);
}

/** Why: which scope of a family brings along another one is not wholly known. */
function isRelated(one: string, other: string): boolean {
  return one === '*' || other === '*' || familyOf(one) === familyOf(other);
}

function familyOf(scope: string): string {
  return scope.split(':')[0] ?? scope;
}
