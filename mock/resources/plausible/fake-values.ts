/** Values of a library for made-up data, such as `@faker-js/faker`, under the names that this mock has for them. */
import type { Kind } from './kinds.ts';

/** Returns a text of a kind, the same for the same number; undefined for kinds that the library does not have. */
export type FakeValues = (kind: Kind, number: number) => string | undefined;

/** What is used of `@faker-js/faker`. */
interface Faker {
  readonly constructor: new (options: { readonly locale: readonly unknown[] }) => Faker;
  readonly rawDefinitions: unknown;
  seed(number: number): unknown;
  readonly person: { firstName(): string; lastName(): string; jobTitle(): string };
  readonly company: { name(): string };
  readonly commerce: { department(): string; productName(): string };
  readonly phone: { number(options: { style: 'international' }): string };
  readonly internet: { domainName(): string };
}

const makers: Readonly<Partial<Record<Kind, (faker: Faker) => string>>> = {
  firstName: ({ person }) => person.firstName(),
  lastName: ({ person }) => person.lastName(),
  jobTitle: ({ person }) => person.jobTitle(),
  company: ({ company }) => company.name(),
  companyName: ({ company }) => company.name(),
  category: ({ commerce }) => commerce.department(),
  phone: ({ phone }) => phone.number({ style: 'international' }),
  host: ({ internet }) => internet.domainName(),
};

/** Returns the values of a loaded library; `null` if it is none that is known. */
export function fakeValuesOf(library: unknown): FakeValues | null {
  const shared = (library as { readonly faker?: Faker } | null)?.faker;
  if (typeof shared?.seed !== 'function') return null;
  // Why another one: seeding the instance that the project has would change the project's own values.
  const faker = new shared.constructor({ locale: [shared.rawDefinitions] });
  return (kind, number) => {
    const make = makers[kind];
    if (make === undefined) return undefined;
    faker.seed(number);
    try {
      return make(faker);
    } catch {
      // Why: versions of the library differ in what they have.
      return undefined;
    }
  };
}
