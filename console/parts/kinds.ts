/** The kinds of records as users see them. */
import type { ConsolePlugin, RecordKind } from '../plugin.ts';

/** The kinds that the worlds of any API have. */
const own: Readonly<Record<string, RecordKind>> = {
  resources: { title: 'Records of all resources', isRare: true },
  resourceFiles: { title: 'Uploaded files', isRare: true },
  resourceAsides: { title: 'Records that no longer fit the description', isRare: true },
  servedDescriptions: { title: 'The description', isRare: true },
  seededResources: { title: 'Resources in use', isRare: true },
  scenarios: {
    title: 'Scenarios of this world',
    hint: 'PUT /_mock/scenarios/{name} stores one.',
    isRare: true,
  },
  storedReplies: { title: 'Responses by idempotency key', isRare: true },
  faults: { title: 'Faults', isRare: true },
};

/** Returns a kind; its title is its name by default. */
export function kindNamed(plugin: ConsolePlugin | null, name: string): RecordKind {
  return plugin?.kinds[name] ?? own[name] ?? { title: name };
}

/** Returns the names of the kinds that are listed first. Shape: `all` has those of the world. */
export function mainKinds(plugin: ConsolePlugin | null, all: readonly string[]): readonly string[] {
  const names = plugin === null ? all : Object.keys(plugin.kinds);
  return names.filter((name) => kindNamed(plugin, name).isRare !== true);
}
