/** The types of request data, derived from the types of the description. */

/**
 * A value of a documented type, as a caller writes it.
 *
 * Objects accept only their documented properties, even if the description allows others, so that a misspelt one is a
 * compile-time error. A value declared with the documented type may have others. Maps stay maps, arrays and properties
 * may be readonly, and an optional property may be undefined.
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
      readonly [Name in keyof Documented as IsIndex<Name> extends true ? never : Name]:
        | Input<Documented[Name]>
        // Why: JSON and forms omit it, and with `exactOptionalPropertyTypes` the property itself does not accept it.
        | (Partial<Pick<Documented, Name>> extends Pick<Documented, Name> ? undefined : never);
    };

/** A map; a map of unknown values also accepts objects typed by an interface, but no iterables such as arrays. */
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

/** An input whose headers may be left out if the client sends all that are required; names in lower case. */
export type InputWithSent<
  Documented extends { readonly headers: object },
  Sent extends string,
> = Documented extends unknown
  ? RequiredName<Documented['headers']> extends Sent
    ? Omit<Documented, 'headers'> & { readonly headers?: Partial<Documented['headers']> | undefined }
    : Documented
  : never;

type RequiredName<Headers> = {
  [Name in keyof Headers & string]: undefined extends Headers[Name] ? never : Lowercase<Name>;
}[keyof Headers & string];
