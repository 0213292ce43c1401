/**
 * The types of what a caller sends, made of the types of the description.
 */

/**
 * A value of a documented type, as a caller writes it.
 *
 * Objects list their documented properties, also where the description allows others: a misspelt one is then an error at
 * compile time. A value that is declared with the documented type may hold others. Maps stay maps, and arrays and properties
 * may be readonly.
 */
export type Input<Documented> = Documented extends readonly unknown[]
  ? number extends Documented['length']
    ? readonly Input<Documented[number]>[]
    : { readonly [Index in keyof Documented]: Input<Documented[Index]> }
  : Documented extends object
    ? InputObject<Documented>
    : Documented;

type InputObject<Documented> = [DocumentedName<Documented>] extends [never]
  ? InputMap<Documented>
  : {
      readonly [Name in keyof Documented as IsIndex<Name> extends true ? never : Name]: Input<
        Documented[Name]
      >;
    };

/** A map; one of anything also takes objects whose type is an interface, but nothing that iterates, such as an array. */
type InputMap<Documented> =
  | { readonly [Name in keyof Documented]: Input<Documented[Name]> }
  | (Documented extends { [name: string]: infer Value }
      ? unknown extends Value
        ? object & { readonly [Symbol.iterator]?: never }
        : never
      : never);

type DocumentedName<Documented> = keyof {
  [Name in keyof Documented as IsIndex<Name> extends true ? never : Name]: true;
};

type IsIndex<Name> = string extends Name ? true : number extends Name ? true : false;
