/** What the texts of a description state about filters, values, counts and deletions. */
import { expect, it } from 'vitest';
import { cards, createCards, type CardsFault } from './support/written-cards.ts';
import { checkWritten } from './support/written-service.ts';

it.each<[fault: CardsFault, expected: readonly string[]]>([
  ['none', []],
  ['trims', ['fail LAW02 /cards']],
  ['clamps', ['fail N02 listCards']],
  ['hidesClosed', ['fail LAW11 /cards']],
  ['combinesWithOr', ['fail LAW28 /cards']],
  ['includesDay', ['fail LAW11 /cards', 'fail LAW28 /cards']],
  ['countsClosed', ['warn LAW29 /boards']],
  ['keepsCards', ['fail LAW13 /boards', 'warn LAW13 /boards']],
  ['keepsLabel', ['fail LAW13 /labels']],
  ['losesLabel', ['fail LAW20 /cards']],
  ['fillsArchived', ['fail LAW47 /boards']],
  ['lowersKeys', ['fail LAW02 /cards']],
  ['replacesFields', ['fail LAW03 /cards']],
  ['closesTwice', ['fail LAW47 /cards']],
])(
  '%s',
  async (fault, expected) => {
    const options = { credentials: { full: 'one' }, level: 'destructive' } as const;
    const { outcomes } = await checkWritten(cards, createCards(fault), options);
    const findings = outcomes.flatMap((outcome) => outcome.findings);
    const found = findings.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`);
    expect([...new Set(found)].toSorted(), JSON.stringify(findings.map((each) => each.message))).toEqual(
      expected,
    );
  },
  60_000,
);
