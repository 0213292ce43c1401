/** Checks that values are read as they were written: texts, numbers, empty values, nested and large ones. */
import { bindAgent, makeAgent, readAgent } from '../agents/make-agent.ts';
import { differencesOf } from '../agreement/differences.ts';
import { callOperation } from '../call-operation.ts';
import { defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { covers, isSame, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { empties, lists, names, numbers, texts, textsLikeNumbers, unusualInNames } from './samples.ts';

const stored = relyOnPractice('A value that is accepted and returned is returned unchanged.');

/** Checks of values. */
export const survivalChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'VALUE01',
    title: 'Texts are returned as they were sent.',
    description:
      'Stores texts of many scripts, marks and signs in the name, the description and the configuration of an agent, and reads them.',
    rationale: 'Names and instructions in other scripts would be damaged without anyone noticing.',
    basis: stored,
    run: storeTexts,
  }),
  defineCheck({
    id: 'VALUE02',
    title: 'Numbers, and texts that look like them, are returned as they were sent.',
    description:
      'Stores numbers around 2^31, 2^32 and 2^53, fractions, negative ones and texts of digits in the configuration of an agent, and reads them.',
    rationale: 'Ids and amounts beyond 32 bits would change silently.',
    basis: stored,
    run: (context) => storeInConfig(context, { numbers, texts: textsLikeNumbers }),
  }),
  defineCheck({
    id: 'VALUE03',
    title: 'Empty values and lists are kept.',
    description:
      'Stores empty texts, lists and objects, null, false, zero and lists with repeated items in the configuration, and an empty description, and reads them.',
    rationale: 'A setting that is switched off would return to its default.',
    basis: stored,
    run: storeEmpty,
  }),
  defineCheck({
    id: 'VALUE04',
    title: 'Names of properties are kept.',
    description:
      'Stores properties with dots, blanks, capital letters and names of built-in functions in the configuration, and reads them.',
    rationale: 'The parameters of a tool have any names.',
    basis: stored,
    run: (context) => storeInConfig(context, { names }),
  }),
  defineCheck({
    id: 'VALUE05',
    title: 'Long and deep values are kept whole, or rejected.',
    description:
      'Stores a text of 60,000 characters, a list of 2,000 items and an object of 24 levels in the configuration, a description of 5,000 characters, a name of 200, and 60 turns, and reads them.',
    rationale: 'Instructions that are cut off change what an agent does.',
    basis: stored,
    run: storeLarge,
  }),
  defineCheck({
    id: 'VALUE06',
    title: 'An id is only valid as it is written.',
    description: 'Requests an agent by its id in other capitals and with blanks.',
    rationale: 'Two spellings of one id defeat caches, permissions and logs.',
    basis: relyOnPractice('Ids are compared as they are.'),
    run: varyIds,
  }),
  defineCheck({
    id: 'VALUE07',
    title: 'The list shows an agent as it is.',
    description:
      'Creates and updates an agent with a capability, finds it in the list, and compares the properties that both responses have.',
    rationale: 'Pages that show a list and then a detail would contradict themselves.',
    basis: relyOnFacts('F-4.2-006'),
    run: compareRow,
  }),
];

async function storeTexts(context: CheckContext): Promise<void> {
  const config = { notes: texts };
  const name = 'Backlot check of texts: Zoë, 東京, 🔎';
  const id = await makeAgent(context, { name, config });
  const created = await readAgent(context, id);
  context.note(
    [undefined, name].includes(propertyOf(created, 'name') as string | undefined),
    'The name of a new agent with letters of several scripts is not returned as it was sent.',
    'body.name',
  );
  const notes = propertyOf(propertyOf(created, 'config'), 'notes');
  for (const [what, text] of Object.entries(texts))
    context.note(
      notes === undefined || propertyOf(notes, what) === text,
      `A text with ${what} is not returned as it was sent.`,
      'body.config',
    );
  for (const [what, text] of Object.entries(texts)) {
    const body = { description: text, ...(unusualInNames.includes(what) ? {} : { name: text }) };
    const updated = await callOperation(context, 'updateAgent', { path: { id }, body });
    if (updated.status !== 200) continue;
    const agent = await readAgent(context, id);
    for (const name of Object.keys(body))
      context.note(
        [undefined, text].includes(propertyOf(agent, name) as string | undefined),
        `A ${name} with ${what} is not returned as it was sent.`,
        `body.${name}`,
      );
  }
}

async function storeEmpty(context: CheckContext): Promise<void> {
  await storeInConfig(context, { empties, lists });
  for (const description of ['', 'To be removed.']) {
    const id = await makeAgent(context, { name: 'Backlot check of an empty text', description });
    const body = { description: '' };
    if (description !== '') await callOperation(context, 'updateAgent', { path: { id }, body });
    const actual = propertyOf(await readAgent(context, id), 'description');
    context.note(
      actual === undefined || actual === '',
      'An empty description is not returned as it was sent.',
      'body.description',
    );
  }
}

/** Stores values in the configuration of an agent, by creating and by updating it, and compares them one by one. */
async function storeInConfig(
  context: CheckContext,
  values: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<void> {
  const created = await makeAgent(context, { name: 'Backlot check of values', config: values });
  const updated = await makeAgent(context, { name: 'Backlot check of updated values' });
  const { status } = await callOperation(context, 'updateAgent', {
    path: { id: updated },
    body: { config: values },
  });
  for (const id of status === 200 ? [created, updated] : [created]) {
    const config = propertyOf(await readAgent(context, id), 'config');
    if (config === undefined) context.skip('An agent does not return its configuration.');
    for (const [group, properties] of Object.entries(values))
      for (const [name, value] of Object.entries(properties)) {
        const actual = propertyOf(propertyOf(config, group), name);
        context.note(
          isSame(actual, value),
          `config.${group}.${name} is ${actual === undefined ? 'absent' : JSON.stringify(actual)} instead of ${JSON.stringify(value)}.`,
          `body.config.${group}.${name}`,
        );
      }
  }
}

async function storeLarge(context: CheckContext): Promise<void> {
  const deep = Array.from({ length: 24 }).reduce<unknown>((inner) => ({ inner }), 'end');
  const large = {
    text: 'Answer briefly. '.repeat(3_750),
    list: Array.from({ length: 2_000 }, (_, index) => index),
    deep,
  };
  const bodies = [
    ...Object.entries(large).map(([what, value]) => ({ what, name: 'config', value: { [what]: value } })),
    { what: 'description', name: 'description', value: 'Answer briefly. '.repeat(312).trim() },
    { what: 'name', name: 'name', value: 'A long name. '.repeat(15).trim() },
    { what: 'maxTurns', name: 'maxTurns', value: 60 },
  ];
  for (const { what, name, value } of bodies) {
    const { status, body } = await callOperation(context, 'createAgent', {
      body: { name: 'Backlot check of a large value', [name]: value },
    });
    const id = propertyOf(body, 'id');
    if (status !== 201 || typeof id !== 'string') continue;
    const actual = propertyOf(await readAgent(context, id), name);
    context.note(
      actual === undefined || covers(actual, value),
      `A large value (${what}) is accepted and not returned whole.`,
      `body.${name}`,
    );
  }
}

async function varyIds(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of an id' });
  // Why: hexadecimal ids may be compared as numbers.
  const isHexadecimal = /^[\da-f-]+$/i.test(id);
  const variants = [id.toUpperCase(), id.toLowerCase(), ` ${id}`, `${id} `].filter((each) => each !== id);
  for (const variant of variants) {
    if (isHexadecimal && variant.trim() === variant) continue;
    const { status } = await callOperation(context, 'getAgent', { path: { id: variant } });
    context.note(
      status >= 400,
      variant.trim() === variant
        ? `An agent is found by its id in other capitals: ${status}.`
        : `An agent is found by its id with a blank: ${status}.`,
      'status',
    );
  }
}

async function compareRow(context: CheckContext): Promise<void> {
  const name = 'Backlot check of a row 1042';
  const id = await makeAgent(context, { name, icon: '✅', maxTurns: 7 });
  await bindAgent(context, id, 'ask_colleague', await makeAgent(context, { name: `${name}, colleague` }));
  // Why: a list may shorten longer texts.
  const description = 'It is the same in the list of agents and in the detail.';
  await callOperation(context, 'updateAgent', { path: { id }, body: { description } });
  const list = await callOperation(context, 'listAgents', { query: { search: name, limit: '20' } });
  const row = rowOf(list.body, id);
  if (row === null) return context.skip('The list does not contain the agent that was just created.');
  const agent = await readAgent(context, id);
  const compared = [
    'name',
    'description',
    'icon',
    'maxTurns',
    'agentType',
    'createdAt',
    'updatedAt',
    'status',
  ];
  for (const property of compared) {
    const [inRow, inDetail] = [propertyOf(row, property), propertyOf(agent, property)];
    context.note(
      inRow === undefined ||
        inDetail === undefined ||
        isSame(inRow, inDetail) ||
        (property === 'description' && differencesOf(inRow, inDetail).length === 0),
      `In the list, ${property} is not that of the agent.`,
      `body.data.${property}`,
    );
  }
  const [inRow, inDetail] = [row, agent].map((each) => propertyOf(each, 'capabilities'));
  context.note(
    !Array.isArray(inRow) || !Array.isArray(inDetail) || inRow.length === inDetail.length,
    doubtful('In the list, an agent has another number of capabilities than in the detail.', 'body.data'),
  );
}

function rowOf(body: unknown, id: string): unknown {
  if (typeof body !== 'object' || body === null) return null;
  const lists = Object.values(body).filter((value): value is unknown[] => Array.isArray(value));
  return lists.flat().find((row) => propertyOf(row, 'id') === id) ?? null;
}
