/** Chooses values that look real, by what a property is about: those of one record agree, those of two differ. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { FakeValues } from './fake-values.ts';
import type { Kind } from './kinds.ts';
import * as tables from './tables.ts';

/** What values are chosen for. */
export interface Choice {
  readonly kind: Kind;
  /** The singular of what has the property, in words: `recipe`, or `line item`. */
  readonly owner: string;
  /** Selects from the tables; the numbers of records that follow each other do. */
  readonly number: number;
  /** The same for all records of a resource. */
  readonly index: number;
  readonly isInteger: boolean;
  /** The name of the person that the record has already; `null` for none. */
  readonly personName: string | null;
  /** Whether the description asks for lower case. */
  readonly isLowerCase: boolean;
  /** Values of a library; `null` without one. */
  readonly fake: FakeValues | null;
}

export function at<Entry>(table: readonly Entry[], number: number): Entry {
  return table[number % table.length] as Entry;
}

/** Spreads a number, so that properties of records that follow each other have no common step. */
function spread(number: number, below: number): number {
  return (Math.imul(number + 1, 2_654_435_761) >>> 8) % below;
}

/** Returns the name of a person. Shape: each first name goes with each last name before a pair is repeated. */
function personOf({ number, fake }: Choice): readonly [first: string, last: string] {
  const { firstNames, lastNames } = tables;
  const round = Math.floor(number / firstNames.length);
  return [
    fake?.('firstName', number) ?? at(firstNames, number),
    fake?.('lastName', number) ?? at(lastNames, number * 7 + round),
  ];
}

function nameOf(choice: Choice): string {
  return choice.personName ?? personOf(choice).join(' ');
}

/** Returns a text for addresses: small letters, digits and a separator. */
export function slugOf(text: string, separator: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator);
}

function titleOf({ owner, number, index }: Choice): string {
  const words = owner.split(' ');
  const table = tables.titlesOf.get(words.join('')) ?? tables.titlesOf.get(words.at(-1) ?? '');
  if (table !== undefined) return numbered(table, number, index);
  const { adjectives } = tables;
  return numbered(
    adjectives.map((adjective) => `${adjective} ${words.join(' ')}`),
    number,
    index,
  );
}

/** Returns an entry of a table, with a number after all of them were used. */
function numbered(table: readonly string[], number: number, index: number): string {
  const round = Math.floor(index / table.length);
  return round === 0 ? at(table, number) : `${at(table, number)} ${round + 1}`;
}

/** Returns values in the order of preference: the first that its schema allows is used. */
export function candidatesOf(choice: Choice): readonly JsonValue[] {
  const { kind, number, fake } = choice;
  const faked = personal.has(kind) ? undefined : fake?.(kind, number);
  const candidates = makers[kind]?.(choice) ?? [];
  return faked === undefined ? candidates : [faked, ...candidates];
}

/** What agrees with the name of the record. */
const personal: ReadonlySet<Kind> = new Set(['firstName', 'lastName']);

const place = ({ number }: Choice): tables.City => at(tables.places, number);

const makers: Readonly<Partial<Record<Kind, (choice: Choice) => readonly JsonValue[]>>> = {
  firstName: (choice) => [nameOf(choice).split(' ')[0] ?? ''],
  lastName: (choice) => [nameOf(choice).split(' ').slice(1).join(' ')],
  fullName: (choice) => [nameOf(choice)],
  personName: (choice) => [nameOf(choice)],
  login: (choice) => ['.', '_', '-', ''].map((separator) => slugOf(nameOf(choice), separator)),
  email: (choice) => [`${slugOf(nameOf(choice), '.')}@example.com`],
  phone: ({ number }) => {
    const digits = `555010${String(number % 100).padStart(2, '0')}`;
    return [
      `+1 202 555 01${digits.slice(-2)}`,
      `+1202${digits.slice(0, 5)}${digits.slice(-2)}`,
      `202${digits.slice(0, 5)}${digits.slice(-2)}`,
    ];
  },
  company: ({ number }) => [at(tables.companies, number)],
  companyName: ({ number, index }) => [numbered(tables.companies, number, index)],
  jobTitle: ({ number }) => [at(tables.jobTitles, number)],
  department: ({ number }) => [at(tables.departments, number)],
  title: (choice) => {
    const title = titleOf(choice);
    return [
      title,
      slugOf(title, '-'),
      slugOf(title, '_'),
      slugOf(title, ''),
      slugOf(title, '').toUpperCase(),
    ];
  },
  slug: (choice) => ['-', '_', ''].map((separator) => slugOf(titleOf(choice), separator)),
  sentence: ({ number, index }) => [numbered(tables.sentences, number, index), at(tables.sentences, number)],
  city: (choice) => [place(choice).city],
  region: (choice) => [place(choice).region],
  cloudRegion: ({ number }) => [at(tables.cloudRegions, number)],
  country: (choice) => [place(choice).country, place(choice).countryCode],
  countryCode: (choice) => [place(choice).countryCode, place(choice).countryCode.toLowerCase()],
  postalCode: (choice) => [place(choice).postalCode, '10115', '78701-1234'],
  street: (choice) => [place(choice).street],
  address: (choice) => [`${place(choice).street}, ${place(choice).city}`, place(choice).street],
  timezone: (choice) => [place(choice).timezone],
  latitude: (choice) => [place(choice).latitude],
  longitude: (choice) => [place(choice).longitude],
  language: ({ number }) => [at(tables.languages, number), `${at(tables.languages, number)}-US`],
  currency: ({ number, isLowerCase }) => {
    const currency = at(tables.currencies, number);
    return isLowerCase ? [currency.toLowerCase()] : [currency, currency.toLowerCase()];
  },
  color: ({ number }) => {
    const color = at(tables.colors, number);
    return [color, color.slice(1), color.toUpperCase(), at(tables.colorNames, number)];
  },
  tag: ({ number }) => [at(tables.tags, number)],
  category: ({ number }) => [at(tables.categories, number)],
  genre: ({ number }) => [at(tables.genres, number)],
  cuisine: ({ number }) => [at(tables.cuisines, number)],
  species: ({ number }) => [at(tables.species, number)],
  material: ({ number }) => [at(tables.materials, number)],
  fileName: ({ number }) => [at(tables.files, number)],
  mediaType: ({ number }) => [at(tables.mediaTypes, number)],
  version: ({ number }) => [`1.${number % 10}.0`, `v1.${number % 10}.0`],
  sku: ({ index, number }) => [
    `${1000 + index}-${String.fromCodePoint(65 + (number % 26))}`,
    `SKU-${1000 + index}`,
    String(100_000 + index),
  ],
  host: ({ index }) => [`${at(['shop', 'app', 'docs', 'api', 'mail'], index)}.example.com`],
  ip: ({ index }) => [`192.0.2.${10 + (index % 200)}`],
  image: ({ index, owner }) => [`https://example.com/images/${slugOf(owner, '-')}-${index + 1}.png`],
  web: (choice) => [`https://example.com/${slugOf(titleOf(choice), '-')}`],
  price: priceOf,
  percent: ({ number }) => [5 * (1 + spread(number, 19)), (1 + spread(number, 19)) / 20],
  rating: ({ number, isInteger }) => {
    const rating = 3 + spread(number, 20) / 10;
    return [isInteger ? Math.round(rating) : rating, 1, 0.5];
  },
  count: ({ number }) => [1 + spread(number, 12), 1 + spread(number, 4), 1, 2],
  age: ({ number }) => [18 + spread(number, 50), 18, 4],
  year: ({ number }) => [1995 + spread(number, 30)],
  minutes: ({ number }) => [15 * (1 + spread(number, 8))],
  bytes: ({ number }) => [2048 + 512 * spread(number, 4000)],
  measure: ({ number, isInteger }) => [
    isInteger ? 10 + spread(number, 90) : (100 + spread(number, 900)) / 10,
    1,
  ],
  position: ({ index }) => [index + 1, index],
};

/** Returns a price: of cents where it is a whole number. */
function priceOf({ number, isInteger }: Choice): readonly JsonValue[] {
  const cents = 499 + 50 * spread(number, 180);
  return isInteger
    ? [cents, 10 + spread(number, 90)]
    : [cents / 100, (cents / 100).toFixed(2), 10 + spread(number, 90)];
}
