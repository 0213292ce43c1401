/**
 * Other imports of the generator and the mock from Node, for a page. What a page cannot do throws when it is called.
 */
import * as core from 'ajv/dist/core.js';
import * as codegen from 'ajv/dist/compile/codegen/index.js';
import * as names from 'ajv/dist/compile/names.js';
import * as util from 'ajv/dist/compile/util.js';
import * as draft2020 from 'ajv/dist/vocabularies/draft2020.js';
import * as additional from 'ajv/dist/vocabularies/applicator/additionalProperties.js';
import * as properties from 'ajv/dist/vocabularies/applicator/properties.js';
import * as required from 'ajv/dist/vocabularies/validation/required.js';

/** The modules that the validators require by name. */
const modules: Readonly<Record<string, unknown>> = {
  'ajv/dist/core.js': core,
  'ajv/dist/compile/codegen/index.js': codegen,
  'ajv/dist/compile/names.js': names,
  'ajv/dist/compile/util.js': util,
  'ajv/dist/vocabularies/draft2020.js': draft2020,
  'ajv/dist/vocabularies/applicator/additionalProperties.js': additional,
  'ajv/dist/vocabularies/applicator/properties.js': properties,
  'ajv/dist/vocabularies/validation/required.js': required,
};

/** Returns a `require` for the modules above. */
export function createRequire(): (name: string) => unknown {
  return (name) => modules[name] ?? unavailable(name);
}

export function compileFunction(code: string, parameters: readonly string[] = []): unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- validators are code that was just compiled
  return new Function(...parameters, code);
}

/** Returns a text that identifies the parts. It compares versions, and protects nothing. */
export function createHash(): Hash {
  let state = 0xcbf29ce484222325n;
  const digest = (): string => state.toString(16).padStart(16, '0');
  const result: Hash = {
    update(text) {
      for (const character of text)
        state = BigInt.asUintN(64, (state ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
      return result;
    },
    digest,
  };
  return result;
}

/** Identifies what was added to it. */
export interface Hash {
  update(text: string): Hash;
  digest(): string;
}

/** Returns the digest of a text. */
export function hash(_algorithm: string, text: string): string {
  return createHash().update(text).digest();
}

/** Returns whether two values of JSON are equal. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isDeepStrictEqual(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}

/** Why one: with a single processor nothing is compiled in a worker. */
export const availableParallelism = (): number => 1;
export const setImmediate = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
export const pathToFileURL = (path: string): URL => new URL(`file://${path}`);
export const fileURLToPath = (url: string | URL): string => new URL(url).pathname;
export const isIP = (): number => 0;
export const lookup = (): never => unavailable('node:dns');
export const request = (): never => unavailable('node:http');

/** Contains no address: a page fetches no documents. */
export class BlockList {
  addSubnet(): void {
    // Nothing is checked against the list.
  }
  addAddress(): void {
    // Nothing is checked against the list.
  }
  check(): boolean {
    return true;
  }
}

/** Never starts, see `availableParallelism`. */
export function Worker(): never {
  return unavailable('node:worker_threads');
}

function unavailable(name: string): never {
  throw new Error(`${name} is not available in a page.`);
}

export default { createRequire, fileURLToPath, pathToFileURL };
