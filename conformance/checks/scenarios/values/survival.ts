/** Checks that values are read as they were written: texts, numbers, empty values, nested and large ones. */
import { makeAgent, readAgent } from '../agents/make-agent.ts';
import { callOperation } from '../call-operation.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { isSame, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const stored = relyOnPractice('A value that is accepted and returned is returned unchanged.');

/** Texts that services often damage, by what is special about them. */
const texts: Readonly<Record<string, string>> = {
  'letters beyond ASCII': 'Zoë Straße Ελλάδα Привет 東京',
  'characters beyond the Basic Multilingual Plane': '𝔘𝔫𝔦 𠮷野家 🧑🏽‍🚀 🏳️‍🌈',
  'combining marks': 'e\u0301 a\u030a o\u0308\u0323 é',
  'right-to-left text': 'שלום \u200fעולם\u200e (العربية)',
  'zero-width characters': 'a\u200bb\u200cc\u200dd\ufeffe',
  'quotes and backslashes': `"double" 'single' \\back\\slash /slash/ \`tick\``,
  'line breaks and tabs': 'one\ntwo\r\nthree\tfour\u2028five',
  markup: '<b>bold</b> &amp; <script>alert(1)</script> {{name}} ${name} %s %20',
  'blanks at both ends': '  spaced  out  ',
  'control characters': 'bell\u0007 escape\u001b[31mred delete\u007f',
};

const numbers: Readonly<Record<string, number>> = {
  zero: 0,
  negative: -1,
  aboveInt16: 65_536,
  largestInt32: 2_147_483_647,
  aboveInt32: 2_147_483_648,
  aboveUint32: 4_294_967_296,
  largestSafe: Number.MAX_SAFE_INTEGER,
  smallestSafe: Number.MIN_SAFE_INTEGER,
  fraction: 0.1,
  small: 1e-7,
  large: 1.5e300,
};

const empties = { text: '', list: [], object: {}, null: null, false: false, zero: 0, nested: [[], [{}], ''] };

/** Names of properties that are special in some language or store. */
const names: Readonly<Record<string, number>> = {
  constructor: 1,
  toString: 2,
  length: 3,
  'a.b': 4,
  $set: 5,
  'with space': 6,
  Ünïcode: 7,
  UPPER: 8,
  upper: 9,
  '0': 10,
  snake_case: 11,
  camelCase: 12,
};

/** Checks of values. */
export const survivalChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'VALUE01',
    title: 'Texts are returned as they were sent.',
    description:
      'Creates agents whose description and configuration contain texts of many scripts, marks and signs, and reads them.',
    rationale: 'Names and instructions in other scripts would be damaged without anyone noticing.',
    basis: stored,
    run: storeTexts,
  }),
  defineCheck({
    id: 'VALUE02',
    title: 'Numbers are returned as they were sent.',
    description:
      'Stores numbers around 2^31, 2^32 and 2^53, fractions and negative ones in the configuration of an agent, and reads them.',
    rationale: 'Ids and amounts beyond 32 bits would change silently.',
    basis: stored,
    run: (context) => storeInConfig(context, { numbers }),
  }),
  defineCheck({
    id: 'VALUE03',
    title: 'Empty values are kept.',
    description:
      'Stores empty texts, lists and objects, null, false and zero in the configuration, and reads them.',
    rationale: 'A setting that is switched off would return to its default.',
    basis: stored,
    run: (context) => storeInConfig(context, { empties }),
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
      'Stores a text of 60,000 characters, a list of 2,000 items and an object of 24 levels in the configuration, and reads them.',
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
      'Creates an agent, finds it in the list, and compares the properties that both responses have.',
    rationale: 'Pages that show a list and then a detail would contradict themselves.',
    basis: relyOnFacts('F-4.2-006'),
    run: compareRow,
  }),
];

async function storeTexts(context: CheckContext): Promise<void> {
  const config = { notes: texts };
  const id = await makeAgent(context, { name: 'Backlot check of texts', config });
  const notes = propertyOf(propertyOf(await readAgent(context, id), 'config'), 'notes');
  for (const [what, text] of Object.entries(texts))
    context.note(
      notes === undefined || propertyOf(notes, what) === text,
      `A text with ${what} is not returned as it was sent.`,
      'body.config',
    );
  for (const what of [
    'letters beyond ASCII',
    'characters beyond the Basic Multilingual Plane',
    'combining marks',
  ]) {
    const description = texts[what] ?? '';
    const updated = await callOperation(context, 'updateAgent', { path: { id }, body: { description } });
    if (updated.status !== 200) continue;
    const actual = propertyOf(await readAgent(context, id), 'description');
    context.note(
      actual === undefined || actual === description,
      `A description with ${what} is not returned as it was sent.`,
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
  for (const [name, value] of Object.entries(large)) {
    const { status, body } = await callOperation(context, 'createAgent', {
      body: { name: 'Backlot check of a large value', config: { [name]: value } },
    });
    const id = propertyOf(body, 'id');
    if (status !== 201 || typeof id !== 'string') continue;
    const config = propertyOf(await readAgent(context, id), 'config');
    context.note(
      config === undefined || isSame(propertyOf(config, name), value),
      `A large value (${name}) is accepted and not returned whole.`,
      `body.config.${name}`,
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
  const body = { name, description: 'As in the detail.', icon: '✅', maxTurns: 7 };
  const id = await makeAgent(context, body);
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
      inRow === undefined || inDetail === undefined || isSame(inRow, inDetail),
      `In the list, ${property} is not that of the agent.`,
      `body.data.${property}`,
    );
  }
}

function rowOf(body: unknown, id: string): unknown {
  if (typeof body !== 'object' || body === null) return null;
  const lists = Object.values(body).filter((value): value is unknown[] => Array.isArray(value));
  return lists.flat().find((row) => propertyOf(row, 'id') === id) ?? null;
}
