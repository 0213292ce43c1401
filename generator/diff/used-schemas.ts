/** Finds the declared schemas that an operation, a webhook or an event uses. The others are compared separately. */
import type { Channel, EventStreamDecl, JsonSchema } from '../model/contract-model.ts';
import { componentNameOf } from '../schema/keywords.ts';
import type { ReadOperation, RepairedReading } from '../model/reading.ts';
import { referencesOf } from '../schema/walk.ts';

/** Lists the names of all declarations that are used, directly or through others. */
export function findUsedSchemas(
  reading: RepairedReading,
  channels: readonly Channel[],
  streams: readonly EventStreamDecl[],
): ReadonlySet<string> {
  const declared = new Map(reading.schemas.map(({ name, schema }) => [name, schema]));
  const components = new Map([...reading.componentChecks].map(([name, check]) => [check, name]));
  const used = new Set<string>();
  const pending: JsonSchema[] = reading.parts.map(({ schema }) => schema);
  const use = (name: string | null | undefined): void => {
    if (name == null || used.has(name)) return;
    used.add(name);
    pending.push(declared.get(name) ?? true);
  };
  for (const check of [...reading.operations, ...reading.incoming].flatMap(checksOf))
    use(components.get(check));
  for (const { messages } of channels) for (const { payload } of messages) use(payload);
  for (const { events } of streams) for (const { schema } of events) use(schema);
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const reference of referencesOf(next)) use(componentNameOf(reference));
  return used;
}

function checksOf({ parameters, body, responses }: ReadOperation): string[] {
  const contents = [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)];
  const parts = [...parameters, ...responses.flatMap(({ headers }) => headers), ...contents];
  return parts.map(({ check }) => check).filter((check) => check !== null);
}
