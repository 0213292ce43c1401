/** Parts of multipart forms with their own headers, media type or file name. */

/** The headers of a part, except `Content-Type`; dates are written as in JSON. */
export type PartHeaderValues = Readonly<
  Record<string, string | number | boolean | bigint | { toJSON(): string } | undefined>
>;

/** The options of a part besides its value. */
export interface PartOptions<Headers = PartHeaderValues> {
  /** Its `Content-Type`, instead of the declared one. */
  readonly contentType?: string;
  /** Its name as a file. */
  readonly fileName?: string;
  /** Its other headers. */
  readonly headers?: Headers;
}

/** The value of a part, with what `formPart` added. */
export class PartValue<Value, Headers = PartHeaderValues> {
  readonly value: Value;
  readonly headers: Headers;
  readonly options: Omit<PartOptions, 'headers'>;

  constructor(value: Value, headers: Headers, options: Omit<PartOptions, 'headers'> = {}) {
    this.value = value;
    this.headers = headers;
    this.options = options;
  }

  /** Returns the part with another value. */
  map<Other>(convert: (value: Value) => Other): PartValue<Other, Headers> {
    return new PartValue(convert(this.value), this.headers, this.options);
  }
}
