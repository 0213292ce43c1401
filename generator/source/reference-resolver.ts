/**
 * The bundler's resolver, held to what a project may read.
 */
import { BaseResolver, ResolveError, Source, type Config } from '@redocly/openapi-core';
import { ReferenceRefused, type ReferenceReader } from './reference-access.ts';

/** Resolves references of documents. */
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

/** How the message of a reference that is not followed starts, to be told from one that leads nowhere. */
export const REFUSED = 'Not followed: ';

function asResolveError(error: unknown): Error {
  if (error instanceof ReferenceRefused) return new Error(`${REFUSED}${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
}
