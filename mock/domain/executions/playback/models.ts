/**
 * Models: who provides one, and what it costs. The mock knows no price list, so that the price of a model follows from
 * its name and is the same in every world.
 */

/** What a model costs. Units: US dollars for a million tokens. */
interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

const knownPrices: ReadonlyMap<string, ModelPrice> = new Map([
  ['mock-1', { input: 3, output: 15 }],
  ['mock-1-small', { input: 0.6, output: 3 }],
]);

/** Prices that are usual in the field; a model without a known price gets one of them. */
const usualPrices: readonly ModelPrice[] = [
  { input: 0.25, output: 1.25 },
  { input: 0.6, output: 2.4 },
  { input: 1.1, output: 4.4 },
  { input: 2.5, output: 10 },
  { input: 5, output: 25 },
  { input: 10, output: 40 },
];

/** The provider of a model whose name does not say one. */
const defaultProvider = 'mock';

/** Returns the provider of a model: what stands before the slash of a name such as `acme/large`. */
export function providerOf(model: string): string {
  const slash = model.indexOf('/');
  return slash > 0 ? model.slice(0, slash) : defaultProvider;
}

/** Returns what a model costs. */
export function priceOf(model: string): ModelPrice {
  return knownPrices.get(model) ?? (usualPrices[hashOf(model) % usualPrices.length] as ModelPrice);
}

/** Source: FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
