/** Parts of multipart forms with headers, a media type or a file name of their own. */

/** What a part has besides its value. */
export interface PartOptions {
  /** Its `Content-Type`, in place of the declared one. */
  readonly contentType?: string;
  /** Its name as a file. */
  readonly fileName?: string;
  /** Its other headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of a part, with what `formPart` added. */
export class PartValue<Value> {
  readonly value: Value;
  readonly options: PartOptions;

  constructor(value: Value, options: PartOptions) {
    this.value = value;
    this.options = options;
  }

  /** Returns the part with another value. */
  map<Other>(convert: (value: Value) => Other): PartValue<Other> {
    return new PartValue(convert(this.value), this.options);
  }
}
