/** The kinds of records as people see them. */
import type { ConsolePlugin, RecordKind } from '../plugin.ts';

/** The kinds that every world has. */
const own: Readonly<Record<string, RecordKind>> = {
  scenarios: { title: 'Scenarios of this world', hint: 'PUT /_mock/scenarios/{name} stores one.' },
  storedReplies: { title: 'Responses by idempotency key' },
  faults: { title: 'Faults' },
};

/** Returns a kind; one without a title of its own has its name. */
export function kindNamed(plugin: ConsolePlugin | null, name: string): RecordKind {
  return plugin?.kinds[name] ?? own[name] ?? { title: name };
}

/** Returns the names of the kinds that are listed first. Shape: `all` has those of the world. */
export function mainKinds(plugin: ConsolePlugin | null, all: readonly string[]): readonly string[] {
  if (plugin === null) return all.filter((name) => !Object.hasOwn(own, name));
  return Object.keys(plugin.kinds).filter((name) => plugin.kinds[name]?.isRare !== true);
}
