/** Checks that an update changes what it names and nothing else, also beside another one. */
import { makeAgent, readAgent } from '../agents/make-agent.ts';
import { callOperation } from '../call-operation.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { isSame, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const before: Readonly<Record<string, unknown>> = {
  name: 'Backlot check of updates',
  description: 'Before the update.',
  icon: '📦',
  maxTurns: 5,
  config: { systemPrompt: 'Answer briefly.', tags: ['one', 'two'] },
};

const after: Readonly<Record<string, unknown>> = {
  name: 'Backlot check of updates, renamed',
  description: 'After the update.',
  icon: '🚚',
  maxTurns: 6,
};

/** Checks of updates. */
export const updateChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'VALUE08',
    title: 'Every property can be updated by itself.',
    description: 'Updates each property of an agent by itself, and compares all of them after each update.',
    rationale: 'A form that saves one field would reset or swap others.',
    basis: relyOnFacts('F-4.2-049'),
    run: updateEach,
  }),
  defineCheck({
    id: 'VALUE09',
    title: 'Concurrent updates of different properties are all kept.',
    description:
      'Sends updates of four properties and four settings of one agent at the same time, and reads it.',
    rationale: 'Of two people who edit an agent, one would lose the change without notice.',
    basis: relyOnFacts('F-4.2-049', 'F-2.2-014'),
    run: updateAtOnce,
  }),
  defineCheck({
    id: 'VALUE10',
    title: 'An update of one agent does not change another one.',
    description: 'Creates two agents with the same values, updates one of them, and reads the other.',
    rationale: 'A mistake in one agent would spread to all of its copies.',
    basis: relyOnFacts('F-4.2-049'),
    run: updateOneOfTwo,
  }),
  defineCheck({
    id: 'VALUE11',
    title: 'A rejected update changes nothing.',
    description:
      'Sends an update with a valid description and an invalid number of turns, and reads the agent.',
    rationale: 'A client that corrects its request would find the agent half changed.',
    basis: relyOnPractice('A request that is rejected has no effect.'),
    run: updateWrongly,
  }),
];

async function make(context: CheckContext, name?: string): Promise<string> {
  return makeAgent(context, { ...before, ...(name === undefined ? {} : { name }) } as { name: string });
}

async function update(context: CheckContext, id: string, body: object): Promise<number> {
  const { status } = await callOperation(context, 'updateAgent', { path: { id }, body });
  return status;
}

async function updateEach(context: CheckContext): Promise<void> {
  const id = await make(context);
  let expected = await readAgent(context, id);
  for (const [name, value] of Object.entries(after)) {
    if (propertyOf(expected, name) === undefined) continue;
    if ((await update(context, id, { [name]: value })) !== 200) continue;
    const actual = await readAgent(context, id);
    context.note(
      isSame(propertyOf(actual, name), value),
      `An update of ${name} is not kept.`,
      `body.${name}`,
    );
    for (const other of Object.keys(before))
      if (other !== name)
        context.note(
          isSame(propertyOf(actual, other), propertyOf(expected, other)),
          `An update of ${name} changes ${other}.`,
          `body.${other}`,
        );
    expected = actual;
  }
}

async function updateAtOnce(context: CheckContext): Promise<void> {
  const id = await make(context);
  const start = await readAgent(context, id);
  const settings = ['first', 'second', 'third', 'fourth'];
  const bodies = [
    ...Object.entries(after).map(([name, value]) => ({ [name]: value })),
    ...settings.map((name) => ({ config: { settings: { [name]: name } } })),
  ];
  const statuses = await Promise.all(bodies.map((body) => update(context, id, body)));
  if (statuses.some((status) => status !== 200))
    context.skip(`Concurrent updates returned ${[...new Set(statuses)].join(', ')}.`);
  const agent = await readAgent(context, id);
  for (const [name, value] of Object.entries(after))
    context.note(
      propertyOf(start, name) === undefined || isSame(propertyOf(agent, name), value),
      `Of several concurrent updates, that of ${name} is lost.`,
      `body.${name}`,
    );
  const kept = propertyOf(propertyOf(agent, 'config'), 'settings');
  for (const name of settings)
    context.note(
      propertyOf(start, 'config') === undefined || propertyOf(kept, name) === name,
      'Of several concurrent updates of settings, one is lost.',
      'body.config',
    );
}

async function updateOneOfTwo(context: CheckContext): Promise<void> {
  const [one, other] = [await make(context), await make(context, 'Backlot check of a neighbour')];
  const untouched = await readAgent(context, other);
  const status = await update(context, one, { ...after, config: { tags: ['three'] } });
  if (status !== 200) context.skip(`An update returned ${status}.`);
  const neighbour = await readAgent(context, other);
  for (const name of Object.keys(before))
    context.note(
      isSame(propertyOf(neighbour, name), propertyOf(untouched, name)),
      `An update of one agent changes ${name} of another.`,
      `body.${name}`,
    );
}

async function updateWrongly(context: CheckContext): Promise<void> {
  const id = await make(context);
  const start = await readAgent(context, id);
  const status = await update(context, id, { description: 'Must not be kept.', maxTurns: 'many' });
  if (status < 400) context.skip('The invalid update was accepted, which N01 reports.');
  const agent = await readAgent(context, id);
  context.expect(
    isSame(propertyOf(agent, 'description'), propertyOf(start, 'description')),
    'A part of an update that was rejected is kept.',
    'body.description',
  );
}
