/** A PUT whose text states what becomes of properties that it leaves out, and an order of the values of an enum. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { defineService, type Faults } from './support/defined-service.ts';
import { name, oneOf, orNull, text, type Fields } from './support/service-definition.ts';

const urgencies = ['high', 'normal', 'low'];
const rankOf = ({ urgency }: Fields): number => urgencies.indexOf(String(urgency));

/** Defines a service whose PUT resets what it leaves out; it lists the most urgent lamps first. */
const defineLamps = (promise: string, order: string) =>
  defineService({
    title: 'Lamps',
    resources: [
      {
        name: 'Lamp',
        path: '/lamps',
        fields: {
          room: name,
          name,
          note: { ...orNull(text), default: null },
          urgency: { ...oneOf('low', 'normal', 'high'), default: 'normal' },
        },
        initial: { note: null, urgency: 'normal' },
        fixed: ['room'],
        isClosed: true,
        list: {
          query: { sort: { description: order, schema: oneOf('urgency') } },
          run({ values }, usual) {
            const all = usual() as readonly Fields[];
            return 'sort' in values ? all.toSorted((one, other) => rankOf(one) - rankOf(other)) : all;
          },
        },
        create: {},
        get: {},
        replace: { id: 'putLamp', text: promise },
      },
    ],
  });

const kept: Faults = { putLamp: ({ body, row, store }) => store.change(row, body) };
const reset = 'A property that is left out returns to its default.';
const keeps = 'Properties that are not sent keep their values.';
const urgentFirst = '`urgency` begins with the most high ones.';

const findingsOf = ({ outcomes }: RunReport): readonly string[] => {
  const all = outcomes.flatMap(({ findings }) => findings);
  return [...new Set(all.map(({ verdict, check, message }) => `${verdict} ${check} ${message}`))].toSorted();
};

it.each<[string, Faults, string, readonly string[]]>([
  ['', {}, '', []],
  ['', kept, '', []],
  [reset, {}, urgentFirst, []],
  [reset, kept, '', ['fail LAW21 putLamp without note keeps its former value.']],
  [keeps, kept, '', []],
  [
    keeps,
    {},
    '`urgency` begins with low.',
    [
      'fail LAW03 An update of name changes note to null.',
      'fail LAW03 An update of name changes urgency to "normal".',
      'fail LAW03 An update of urgency changes note to null.',
      'fail LAW04 Of several updates at the same time, that of note is lost.',
      'fail LAW27 listLamps with sort=urgency is not in the order of urgency.',
    ],
  ],
])('%s (%o) %s', async (promise, faults, order, expected) => {
  const lamps = await defineLamps(promise, order);
  expect(findingsOf(await lamps.check(faults))).toEqual(expected);
});
