/**
 * Collects the inline schemas of operations, responses, parameters and headers. Each gets the name of a check; a bare
 * reference to a component uses the check of that component.
 */
import { componentOf } from '../schema/keywords.ts';
import type { JsonSchema, JsonValue, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { CheckNames } from '../model/check-names.ts';
import { isObject } from '../json/json.ts';
import type { Dialect, ReadSchema } from '../model/reading.ts';

/** Collects schemas in the order in which they are added. */
export interface PartCollector {
  /**
   * Returns the name of the check of a schema.
   *
   * Shape: `written` may be absent, which accepts anything; the same node always has the same name.
   */
  add(written: JsonValue | undefined, wanted: string, owner: object): string;
  readonly parts: readonly ReadSchema[];
}

/** The parts of a document that a collector needs. */
export interface PartSource {
  readonly dialect: Dialect;
  readonly root: ReadSchema['root'];
  readonly placeOf: (node: unknown) => Place;
  readonly names: CheckNames;
  /** Checks of the components, by the name of the component. */
  readonly components: ReadonlyMap<string, string>;
  readonly report: Report;
}

export function collectParts(source: PartSource): PartCollector {
  const parts: ReadSchema[] = [];
  const names = new Map<object, string>();

  function add(written: JsonValue | undefined, wanted: string, owner: object): string {
    const component = componentOf(written);
    const check = component === null ? undefined : source.components.get(component);
    if (check !== undefined) return check;
    const node = isObject(written) ? written : owner;
    const before = names.get(node);
    if (before !== undefined) return before;
    const name = source.names.claim(wanted);
    names.set(node, name);
    const { dialect, root, placeOf } = source;
    const schema = toSchema(written, placeOf(owner), source.report);
    parts.push({ name, schema, dialect, root, place: placeOf(node), placeOf });
    return name;
  }

  return { add, parts };
}

/** Returns a value as a schema; a value that is not a schema accepts anything. */
export function toSchema(written: JsonValue | undefined, place: Place, report: Report): JsonSchema {
  if (written === undefined) return true;
  if (typeof written === 'boolean' || isObject(written)) return written;
  report('SCHEMA_MALFORMED', place, { found: briefly(written) });
  return true;
}

/** Units: characters. */
const QUOTED_LENGTH = 40;

/**
 * Shortens a value for a message. Why: a long text may be a whole file that was referenced, which does not belong in
 * a log.
 */
function briefly(written: JsonValue): string {
  const isLong = typeof written === 'string' && (written.length > QUOTED_LENGTH || written.includes('\n'));
  return isLong ? `a text of ${written.length} characters` : JSON.stringify(written).slice(0, QUOTED_LENGTH);
}
