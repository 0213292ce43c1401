/** Checks of versions: snapshots of an agent, one of which is published. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectBody, expectFailure, expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts, citeFacts } from '../define-check.ts';
import { differencesOf } from '../../../responses/differences.ts';
import { containsText, isFields, itemsOf, mentions, propertyOf, textOf, varyId } from '../read-value.ts';
import { makeAgent, publishVersion, readAgent, readPublished } from './make-agent.ts';

export const versionChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT11',
    title: 'Publishing an agent creates a version that is published, listed and readable.',
    description:
      'Reads the published version of a new agent, publishes it, reads that version, looks for it in the list and reads it by its id. Publishes another agent, and compares the version in the response.',
    rationale: 'Release tools rely on these three calls.',
    basis: relyOnFacts('F-3-025', 'F-9-005', 'F-9-006', 'F-4.1-004', 'F-4.1-034', 'F-4.2-204'),
    run: publishOnce,
  }),
  defineCheck({
    id: 'AGENT12',
    title: 'A version is a snapshot that later changes do not touch.',
    description: 'Publishes an agent, changes its text, and reads the version again.',
    rationale: 'Users of a version rely on what was tested when it was published.',
    basis: relyOnFacts('F-9-004', 'F-4.2-204', 'F-3-025'),
    run: changeAfterPublishing,
  }),
  defineCheck({
    id: 'AGENT13',
    title: 'An older version can be published again by its id.',
    description:
      'Publishes an agent twice with a change between, lists its versions, then publishes the first one by its id.',
    rationale: 'This is how a bad release is rolled back.',
    basis: relyOnFacts('F-3-026', 'F-9-005', 'F-4.1-014'),
    run: publishOlder,
  }),
  defineCheck({
    id: 'AGENT15',
    title: 'An agent can only publish its own versions.',
    description: 'Publishes for an agent the version of another agent, and an unknown version.',
    rationale: 'An agent would run with the configuration of another one.',
    basis: relyOnFacts('F-3-026'),
    run: publishForeign,
  }),
];

async function publishOnce(context: CheckContext): Promise<void> {
  const agentId = await makeAgent(context, { name: 'Backlot check of publishing' });
  await readUnpublished(context, agentId);
  const publication = await context.call('publishAgent', { path: { id: agentId } });
  if (publication.status === 403) context.skip('Agents may not be published here: 403.');
  expectStatus(context, publication, 200, 'Publishing an existing agent');
  const versionId = await readPublished(context, agentId);
  await comparePublication(context);
  const list = await expectBody(context, 'listAgentVersions', { path: { agentId } }, 'The list of versions');
  const lists = isFields(list) ? Object.values(list).filter(Array.isArray) : [list];
  if (lists.length === 0) context.skip('The response with the versions contains no list.');
  context.expect(
    containsText(lists, versionId),
    'The published version is not in the list of versions.',
    'body',
  );
  const path = { agentId, versionId };
  await expectBody(context, 'getAgentVersion', { path }, 'Reading the published version by its id');
}

/** Publishes another agent, and compares the version in the response, if it has one, with the published one. */
async function comparePublication(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of another publication' });
  const { body } = await context.call('publishAgent', { path: { id } });
  const named = textOf(body, 'publishedVersionId', 'versionId');
  context.warn(
    named === null || named === (await readPublished(context, id)),
    'Publishing an agent returns another version than the published one.',
    'body',
  );
}

/**
 * Reads the published version of a new agent. Why a version is accepted: a service may publish each agent immediately.
 */
async function readUnpublished(context: CheckContext, agentId: string): Promise<void> {
  const { status, body } = await context.call('getPublishedAgentVersion', { path: { agentId } });
  const isVersion = status === 200 && textOf(body, 'versionId', 'id') !== null;
  const message = `The published version of an agent that was never published returned ${status} without a version.`;
  context.note(status === 404 || isVersion, {
    ...citeFacts(['F-4.1-029'], message, 'status'),
    severity: 'warn',
  });
}

async function changeAfterPublishing(context: CheckContext): Promise<void> {
  const agentId = await makeAgent(context, {
    name: 'Backlot check of a snapshot',
    ...fieldsWith('first wording'),
  });
  const versionId = await publishVersion(context, agentId);
  const before = await readVersion(context, agentId, versionId);
  if (!mentions(before, 'first wording')) context.skip('A version does not show the text of its agent.');
  await changeText(context, agentId, 'second wording');
  const after = await readVersion(context, agentId, versionId);
  context.expect(
    mentions(after, 'first wording') && !mentions(after, 'second wording'),
    'A change of the agent has changed a version that was published before.',
    'body',
  );
}

async function publishOlder(context: CheckContext): Promise<void> {
  const agentId = await makeAgent(context, {
    name: 'Backlot check of a release',
    ...fieldsWith('first wording'),
  });
  const first = await publishVersion(context, agentId);
  await changeText(context, agentId, 'second wording');
  const second = await publishVersion(context, agentId);
  context.expect(second !== first, 'Publishing a changed agent did not create another version.', 'body.id');
  const numbers = [
    propertyOf(await readVersion(context, agentId, first), 'versionNumber'),
    propertyOf(await readVersion(context, agentId, second), 'versionNumber'),
  ];
  const message = `Two versions of an agent both have the versionNumber ${String(numbers[0])}.`;
  context.warn(numbers[0] === undefined || numbers[0] !== numbers[1], message, 'body.versionNumber');
  const list = await context.call('listAgentVersions', { path: { agentId } });
  for (const id of [first, second])
    context.warn(
      list.status !== 200 || containsText(list.body, id),
      'The list of versions lacks one of two that were published.',
      'body',
    );
  const marked = (itemsOf(list.body) ?? []).filter((row) => propertyOf(row, 'isPublished') === true);
  context.warn(marked.length < 2, 'The list of versions has two published ones.', 'body.isPublished');
  const input = { path: { agentId }, body: { versionId: first } };
  const what = 'Publishing an older version of the agent';
  const published = await expectBody(context, 'publishAgentVersion', input, what);
  for (const path of differencesOf(published, await readVersion(context, agentId, first)))
    context.warn(
      // Why not the published one: a service may mark the version after it has responded.
      /publish|at$/i.test(path),
      `${path} differs between a version and the response that published it.`,
      `body.${path}`,
    );
  context.expect(
    (await readPublished(context, agentId)) === first,
    'The version that was published by its id is not the published one.',
    'body.id',
  );
  context.warn(
    mentions(await readAgent(context, agentId), 'second wording'),
    'Publishing an older version has changed the agent.',
    'body.description',
  );
}

async function publishForeign(context: CheckContext): Promise<void> {
  const owner = await makeAgent(context, { name: 'Backlot check of an owner' });
  const other = await makeAgent(context, { name: 'Backlot check of another user' });
  const versionId = await publishVersion(context, owner);
  const otherVersion = await publishVersion(context, other);
  for (const [what, id, expected] of [
    ['Publishing the version of another agent', versionId, 400],
    ['Publishing an unknown version', varyId(otherVersion), 404],
  ] as const) {
    const input = { path: { agentId: other }, body: { versionId: id } };
    const response = await context.call('publishAgentVersion', input);
    expectFailure(context, response, what);
    const message = `${what} returned ${response.status} instead of ${expected}.`;
    context.note(response.status === expected, citeAssumption('A-052', message, 'status'));
  }
  context.expect(
    (await readPublished(context, other)) === otherVersion,
    'A version that does not belong to the agent has replaced the published one.',
    'body.id',
  );
}

async function readVersion(context: CheckContext, agentId: string, versionId: string): Promise<unknown> {
  return expectBody(context, 'getAgentVersion', { path: { agentId, versionId } }, 'A version of the agent');
}

async function changeText(context: CheckContext, id: string, text: string): Promise<void> {
  await context.need('updateAgent', { path: { id }, body: fieldsWith(text) });
}

/** Returns fields with a string in both places that a version may include. */
function fieldsWith(text: string) {
  return { description: `It has its ${text}.`, config: { systemPrompt: `Use the ${text}.` } };
}
