/**
 * Bodies that are worked out once per record. A record never changes, so neither does what the service shows of it:
 * reading it a second time costs a look-up instead of a projection, a check and a serialization.
 */
import type { ResponseSpec } from '../../generated/runtime/operation-spec.ts';

/** The text of a body that is sent again and again, always as the same object: a host may keep what it makes of it. */
export class CachedBody {
  readonly kind = 'text';
  readonly text: string;
  /** The declaration that the body has been found to fit. */
  readonly fits: ResponseSpec;

  constructor(text: string, fits: ResponseSpec) {
    this.text = text;
    this.fits = fits;
  }
}

/** What is kept of each body of a projection; `null` until it is first sent. */
const kept = new WeakMap<object, CachedBody | null>();

/**
 * Creates a projection that answers the same body for the same record.
 *
 * Shape: for bodies that follow from the record alone, not from other records, the time or the address of the server.
 */
export function memoizeProjection<Record extends object, Body extends object>(
  project: (record: Record) => Body,
): (record: Record) => Body {
  const bodies = new WeakMap<Record, Body>();
  return (record) => {
    const known = bodies.get(record);
    if (known !== undefined) return known;
    const body = project(record);
    bodies.set(record, body);
    kept.set(body, null);
    return body;
  };
}

/**
 * Creates a projection that answers the same body for the same record while what else it is made of stays the same.
 *
 * Shape: `sources` gives that, always in the same order: texts, or values that never change, such as `View.standOf`.
 */
export function memoizeWhile<Record extends object, Context, Body extends object>(
  sources: (record: Record, context: Context) => readonly unknown[],
  project: (record: Record, context: Context) => Body,
): (record: Record, context: Context) => Body {
  const bodies = new WeakMap<Record, { readonly body: Body; readonly madeOf: readonly unknown[] }>();
  return (record, context) => {
    const madeOf = sources(record, context);
    const known = bodies.get(record);
    if (known?.madeOf.every((source, place) => source === madeOf[place])) return known.body;
    const body = project(record, context);
    bodies.set(record, { body, madeOf });
    kept.set(body, null);
    return body;
  };
}

/** Recalls the text of a body that has been sent under the same declaration before; `null` when there is none. */
export function getCachedBody(body: unknown, declared: ResponseSpec): CachedBody | null {
  const found = isObject(body) ? kept.get(body) : null;
  return found != null && found.fits === declared ? found : null;
}

/** Keeps the text of a body that fits its declaration; of a body that is made anew for each response nothing is kept. */
export function setCachedBody(body: unknown, declared: ResponseSpec, text: string): void {
  if (isObject(body) && kept.has(body)) kept.set(body, new CachedBody(text, declared));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
