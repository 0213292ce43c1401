/** The bundler's resolver, restricted to what a project may read. */
import { BaseResolver, ResolveError, Source, type Config } from '@redocly/openapi-core';
import { ReferenceRejected, type ReferenceReader } from './reference-access.ts';

export class ReferenceResolver extends BaseResolver {
  readonly #reader: ReferenceReader;

  constructor(config: Config['resolve'], reader: ReferenceReader) {
    super(config);
    this.#reader = reader;
  }

  override async loadExternalRef(absolute: string): Promise<Source> {
    try {
      const { text, mediaType } = await this.#reader.read(absolute);
      return new Source(absolute, text.replace(/\r\n/g, '\n'), mediaType ?? undefined);
    } catch (error) {
      throw new ResolveError(asResolveError(error));
    }
  }
}

/** Prefix of the message for a reference that is not followed, as opposed to a broken one. */
export const NOT_FOLLOWED = 'Not followed: ';

function asResolveError(error: unknown): Error {
  if (error instanceof ReferenceRejected) return new Error(`${NOT_FOLLOWED}${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
}
