/** Determines which declarations requests and responses use, directly or through other declarations. */
import type { JsonSchema } from '../json/documents.ts';
import type { Channel, EventStreamDecl, Operation, SchemaDecl } from '../model/contract-model.ts';
import { componentNameOf, referenceTo } from '../schema/keywords.ts';
import type { RepairedReading } from '../model/reading.ts';
import { referencesOf } from '../schema/walk.ts';

export function findUsage(
  reading: RepairedReading,
  operations: readonly Operation[],
  streams: readonly EventStreamDecl[],
  channels: readonly Channel[],
): ReadonlyMap<string, SchemaDecl['usedBy']> {
  const schemas = new Map(reading.schemas.map(({ name, schema }) => [name, schema]));
  const byCheck = new Map<string, JsonSchema>([
    ...reading.parts.map(({ name, schema }) => [name, schema] as const),
    ...[...reading.componentChecks].map(([name, check]) => [check, refer(name)] as const),
  ]);
  const messages = channels.flatMap((channel) => channel.messages);
  const requests = reach(
    [...operations.flatMap(requestChecks).map(schemaOf), ...messages.filter(isRequest).flatMap(payloadOf)],
    schemas,
  );
  const responses = reach(
    [
      ...[...operations.flatMap(responseChecks), ...reading.webhooks.map(({ check }) => check)].map(schemaOf),
      ...streams.flatMap(({ events }) => events.map(({ schema }) => refer(schema))),
      ...messages.filter((message) => !isRequest(message)).flatMap(payloadOf),
    ],
    schemas,
  );
  return new Map(reading.schemas.map(({ name }) => [name, useOf(requests.has(name), responses.has(name))]));

  function schemaOf(check: string): JsonSchema {
    return byCheck.get(check) ?? true;
  }
}

function useOf(inRequests: boolean, inResponses: boolean): SchemaDecl['usedBy'] {
  if (inRequests) return inResponses ? 'both' : 'request';
  return inResponses ? 'response' : 'none';
}

export function requestChecks({ parameters, body }: Operation): string[] {
  const bodies = (body?.content ?? []).flatMap(({ check, form, items, parts }) => [
    ...[check, form, items],
    ...Object.values(parts).flatMap(({ headers }) => headers.map((header) => header.check)),
  ]);
  return [...parameters.map(({ check }) => check), ...bodies.filter((check) => check !== null)];
}

/** Lists the checks of the headers and bodies of all responses of an operation. */
export function responseChecks({ responses }: Operation): string[] {
  return responses.flatMap(({ headers, content }) => [
    ...headers.map(({ check }) => check),
    ...content.flatMap((body) => {
      if (body.kind === 'json') return [body.check];
      return body.kind === 'eventStream' ? [body.stream] : [];
    }),
  ]);
}

function isRequest({ direction }: { readonly direction: string }): boolean {
  return direction === 'request';
}

function payloadOf({ payload }: { readonly payload: string | null }): JsonSchema[] {
  return payload === null ? [] : [refer(payload)];
}

function refer(name: string): JsonSchema {
  return { $ref: referenceTo(name) };
}

function reach(starts: readonly JsonSchema[], schemas: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...starts];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const reference of referencesOf(next)) {
      const name = componentNameOf(reference);
      const schema = name === null ? undefined : schemas.get(name);
      if (name === null || schema === undefined || reached.has(name)) continue;
      reached.add(name);
      pending.push(schema);
    }
  }
  return reached;
}
