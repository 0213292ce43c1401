/**
 * Compares the event streams in responses: their events, which of them end or pause a stream, how clients request
 * them.
 */
import type { EventStreamDecl, StreamEvent } from '../model/contract-model.ts';
import { propertyOf, objectAt, textAt } from '../json/json.ts';
import { quote } from './catalogue/row.ts';
import type { Affected } from './catalogue/change.ts';
import { type Anchor, keywordAnchor, type SchemaNode } from '../schema/view/schema-node.ts';
import type { ChangeLog } from './change-log.ts';
import type { OperationPair, OperationSide } from './operation-pair.ts';
import type { Description } from './description.ts';
import { fingerprint } from '../schema/fingerprint.ts';
import { matchShapes, matchByName } from './schema/match-by-name.ts';

/** Compares two streams by the names of their unions. */
export function compareStreams(before: string, after: string, pair: OperationPair, log: ChangeLog): void {
  compareChoice(pair, log);
  const old = streamSide(pair.before.description, before);
  const fresh = streamSide(pair.after.description, after);
  if (old === null || fresh === null || old.stream.events.length === 0 || fresh.stream.events.length === 0) {
    log.compareSchemas(unionOf(pair.before, before), unionOf(pair.after, after), 'event', pair.affected);
    return;
  }
  compareTag(old, fresh, pair, log);
  compareEvents(old, fresh, pair, log);
}

interface StreamSide {
  readonly description: Description;
  readonly stream: EventStreamDecl;
}

function streamSide(description: Description, name: string): StreamSide | null {
  const stream = description.streams.get(name);
  return stream === undefined ? null : { description, stream };
}

function unionOf({ description, operation }: OperationSide, check: string): SchemaNode[] {
  const node = description.checked(check, `${operation.id}.events`);
  return node === null ? [] : [node];
}

function compareTag(
  before: StreamSide,
  after: StreamSide,
  { affected }: OperationPair,
  log: ChangeLog,
): void {
  const [from, to] = [before.stream.tag, after.stream.tag];
  if (from === null || to === null || from === to) return;
  log.report('stream-tag-changed', { from, to }, 'event', anchorOf(before), anchorOf(after), affected);
}

function compareEvents(before: StreamSide, after: StreamSide, pair: OperationPair, log: ChangeLog): void {
  const pairing = matchByName(before.stream.events, after.stream.events, ({ type }) => type);
  const shapes = new Map<StreamEvent, string | null>([
    ...pairing.removed.map((event) => [event, shapeOf(event, before)] as const),
    ...pairing.added.map((event) => [event, shapeOf(event, after)] as const),
  ]);
  const renamed = matchShapes(pairing.removed, pairing.added, (event) => shapes.get(event) ?? null);
  const settled = new Set(renamed.flat());
  const affectedBy = (event: string): Affected => ({ ...pair.affected, events: [event] });
  const [was, is] = [anchorOf(before), anchorOf(after)];
  for (const event of pairing.removed) {
    if (settled.has(event)) continue;
    const closes = [...before.stream.terminal, ...before.stream.pausing].includes(event.type);
    const anchor = { label: was.label, place: payloadOf(event, before)[0]?.place ?? was.place };
    log.report(
      closes ? 'closing-event-removed' : 'event-removed',
      { event: event.type },
      'event',
      anchor,
      null,
      affectedBy(event.type),
    );
  }
  for (const event of pairing.added) {
    if (settled.has(event)) continue;
    const fresh = { label: is.label, place: payloadOf(event, after)[0]?.place ?? is.place };
    log.report('event-added', { event: event.type }, 'event', null, fresh, affectedBy(event.type));
  }
  for (const [{ type: from }, { type: to }] of renamed)
    log.report('event-renamed', { from, to }, 'event', was, is, affectedBy(to));
  for (const [old, fresh] of pairing.kept)
    log.compareSchemas(payloadOf(old, before), payloadOf(fresh, after), 'event', affectedBy(fresh.type));
  for (const [{ type: from }, { type: to }] of [...pairing.kept, ...renamed]) {
    for (const part of ['terminal', 'pausing', 'keepalive'] as const) {
      const [had, has] = [before.stream[part].includes(from), after.stream[part].includes(to)];
      if (had === has) continue;
      const kind = has ? (`event-became-${part}` as const) : (`event-no-longer-${part}` as const);
      const anchors = [hintAnchor(before, part), hintAnchor(after, part)] as const;
      log.report(kind, { event: to }, 'event', ...anchors, affectedBy(to));
    }
  }
}

/** Compares the request property that asks for a stream, and the default without it. */
function compareChoice(pair: OperationPair, log: ChangeLog): void {
  const [from, to] = [choiceOf(pair.before), choiceOf(pair.after)];
  if (from === to) return;
  const anchor = ({ operation }: OperationSide): Anchor => ({ label: operation.id, place: operation.place });
  log.report(
    'stream-choice-changed',
    { from, to },
    'call',
    anchor(pair.before),
    anchor(pair.after),
    pair.affected,
  );
}

function choiceOf({ operation }: OperationSide): string {
  const hints = objectAt(operation.extensions, 'x-stream');
  const parameter = textAt(hints, 'parameter');
  if (parameter === null) return 'always';
  return propertyOf(hints, 'default') === true
    ? `unless ${quote(parameter)} is false`
    : `when ${quote(parameter)} is true`;
}

function anchorOf({ stream }: StreamSide): Anchor {
  return { label: stream.name, place: stream.place };
}

/** The keys of a stream's lists in operations. */
const written = { terminal: 'terminal', pausing: 'pause', keepalive: 'keepalive' } as const;

/** Points at the list of the first operation that sends the stream: all of them declare the same. */
function hintAnchor(side: StreamSide, part: keyof typeof written): Anchor {
  const sender = side.description.operations.find(({ responses }) =>
    responses.some(({ content }) =>
      content.some((body) => body.kind === 'eventStream' && body.check === side.stream.name),
    ),
  );
  const anchor = anchorOf(side);
  return sender === undefined
    ? anchor
    : keywordAnchor({ ...anchor, place: sender.place }, 'x-stream', written[part]);
}

function payloadOf({ schema }: StreamEvent, { description }: StreamSide): SchemaNode[] {
  const node = description.source.declared(schema);
  return node === null ? [] : [node];
}

/** Returns the key that matches a renamed event: its payload with any value for its tag. */
function shapeOf(event: StreamEvent, side: StreamSide): string | null {
  const [node] = payloadOf(event, side);
  if (node === undefined) return null;
  const tag = JSON.stringify(event.type);
  return fingerprint(node.schema)
    .replace(`"const":${tag}`, '"const":"*"')
    .replace(`"enum":[${tag}]`, '"const":"*"');
}
